"""A position of the solver: the cards in play, and the aims of the two sides.

Players are *places*: 0 is forehand, 1 and 2 follow clockwise (the order of ``Deal.seats``).
"""

from enum import StrEnum
from typing import NamedTuple

from bot.engine.cards import (
    SUIT_BITS,
    Card,
    FollowRule,
    Seat,
    following_cards,
    overtaking_cards,
    winning_index,
)
from bot.engine.deal import Deal, Phase
from bot.engine.trick_play import TrickPlay, lowest_rank_card

Place = int
HandMasks = tuple[int, int, int]  # three sets of cards as bits, by place


class Aim(StrEnum):
    """The declarer's aim; the other two want the opposite."""

    MOST = "most"
    LEAST = "least"
    OWN = "own"  # no declarer: everybody wants the fewest (all-pass)


class SolverContract(NamedTuple):
    """The contract of a play.  A seat that is ``out`` holds no cards and is passed over."""

    declarer: Place  # -1 where everybody is alone
    trump: int  # a suit or -1
    aim: Aim
    following: FollowRule = FollowRule.SUIT
    out: Place = -1
    bound: Place = -1  # answers a declarer's lead with the lowest winner (austrian.md C-9)
    dummy: Place = -1  # always plays its lowest card, and has no aim (russian.md 2.11)


class Cards(NamedTuple):
    """Hands, trick, and leader.  The cards of the trick in progress have left the hands."""

    hands: HandMasks
    leader: Place  # the leader of the trick in progress
    trick: tuple[Card, ...] = ()
    talon: tuple[Card, ...] = ()  # talon cards that lead this trick and the next (all-pass)
    talon_plays: bool = False  # a leading talon card takes part, for a fourth player
    talon_winner_leads: bool = False  # after the last talon trick; else forehand leads


class Position(NamedTuple):
    cards: Cards
    contract: SolverContract


# Legal cards of a position and the winner of a trick, as pure functions.


def turn_of(cards: Cards, contract: SolverContract) -> Place:
    """Return the place that plays next."""
    place = cards.leader
    for _ in cards.trick:
        place = next_place(place, contract.out)
    return place


def next_place(place: Place, out: Place) -> Place:
    """Return the next place clockwise that takes part."""
    following = (place + 1) % 3
    return (following + 1) % 3 if following == out else following


def legal_cards(cards: Cards, contract: SolverContract) -> int:
    """Return the legal cards of the hand to play, as bits (the rules cited in ``FollowRule``).

    A dummy that plays by its rule has exactly one.
    """
    place = turn_of(cards, contract)
    legal = _legal_cards(cards, contract, place)
    return 1 << lowest_rank_card(legal) if place == contract.dummy else legal


def _legal_cards(cards: Cards, contract: SolverContract, place: Place) -> int:
    hand = cards.hands[place]
    led = cards.talon or cards.trick
    if not led:
        return hand
    if contract.following is FollowRule.SUIT or cards.talon:
        return following_cards(hand, led[0] >> 3, contract.trump)
    low = place == contract.bound and cards.leader == contract.declarer
    return overtaking_cards(hand, cards.trick, contract.trump, contract.following, low)


def distinct_cards(cards: Cards, contract: SolverContract) -> int:
    """Return the legal cards, only the lowest one of each run of equivalent cards.

    Cards of a hand are equivalent when no card of another hand or on the table lies between them.
    """
    legal = legal_cards(cards, contract)
    others = cards.hands[0] | cards.hands[1] | cards.hands[2]
    between = others & ~cards.hands[turn_of(cards, contract)]
    for card in (*cards.trick, *cards.talon):
        between |= 1 << card
    found, rest = 0, legal
    while rest:
        low = rest & -rest
        found |= low
        above = SUIT_BITS[(low.bit_length() - 1) >> 3] & -low
        wall = between & above
        run = above & ((wall & -wall) - 1) if wall else above
        rest &= ~run
    return found


def play_card(cards: Cards, contract: SolverContract, card: Card) -> tuple[Cards, Place]:
    """Return the cards after a legal card, and the winner of the trick that it completes.

    The winner is -1 while the trick goes on, 3 for the fourth player whose talon card won it.
    """
    (first, second, third), leader, played, talon, talon_plays, talon_winner_leads = cards
    place, bit = turn_of(cards, contract), 1 << card
    if not place:
        first ^= bit
    elif place == 1:
        second ^= bit
    else:
        third ^= bit
    # a new tuple costs half of ``_replace``
    after = Cards(
        (first, second, third), leader, (*played, card), talon, talon_plays, talon_winner_leads
    )
    if len(played) + 1 < (3 if contract.out < 0 else 2):
        return after, -1
    return _finish_trick(after, contract)


def _finish_trick(cards: Cards, contract: SolverContract) -> tuple[Cards, Place]:
    hands, leader, trick, talon, talon_plays, talon_winner_leads = cards
    places = [leader]
    while len(places) < len(trick):
        places.append(next_place(places[-1], contract.out))
    led = (talon or trick)[0] >> 3
    if talon and talon_plays:
        places, trick = [*places, 3], (*trick, talon[0])
    best = winning_index(trick, led, contract.trump)
    assert best is not None  # somebody can always follow a suit the talon leads
    winner = leader = places[best]
    if talon and not (len(talon) == 1 and talon_winner_leads and winner < 3):
        leader = 0
    after = Cards(hands, leader, (), talon[1:], talon_plays, talon_winner_leads)
    return after, winner


def cards_in(cards: int) -> list[Card]:
    """Return the cards of a set, lowest first."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return found


# Conversion of an engine deal to a position of the solver.


def position_of(deal: Deal) -> Position | None:
    """Return the position of a deal in play, also under an open offer; None in other phases."""
    play = play_of(deal.phase)
    if play is None:
        return None
    contract = solver_contract_of(deal, play)
    kept = [0 if place == contract.out else int(deal.hands[s]) for place, s in _seat_places(deal)]
    hands: HandMasks = (kept[0], kept[1], kept[2])
    cards = Cards(
        hands=hands,
        leader=deal.seats.index(deal.leader),
        trick=deal.trick,
        talon=deal.lead,
        talon_plays=play.owner >= 0,
        talon_winner_leads=play.talon_winner_leads,
    )
    return Position(cards, contract)


def play_of(phase: Phase) -> TrickPlay | None:
    """Return the play, also behind an open claim or offer."""
    play = phase.trick_play
    return play if isinstance(play, TrickPlay) else None


def solver_contract_of(deal: Deal, play: TrickPlay) -> SolverContract:
    """Return the solver's contract, with the rules of following."""
    out = place_of_seat(deal, play.out)
    if deal.contract is None:
        dummy = place_of_seat(deal, deal.rules.dummy)
        return SolverContract(-1, play.trump, Aim.OWN, play.following, out, dummy=dummy)
    aim = Aim.LEAST if deal.contract.is_misere else Aim.MOST
    declarer = place_of_seat(deal, deal.contract.declarer)
    bound = place_of_seat(deal, play.bound)
    return SolverContract(declarer, play.trump, aim, play.following, out, bound)


def place_of_seat(deal: Deal, seat: Seat) -> Place:
    """Return the place of an active seat; -1 for nobody."""
    return deal.seats.index(seat) if seat >= 0 else -1


def _seat_places(deal: Deal) -> list[tuple[Place, Seat]]:
    return list(enumerate(deal.seats))
