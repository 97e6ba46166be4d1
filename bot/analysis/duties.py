"""Legal cards of a position and the winner of a trick, as pure functions."""

from bot.analysis.position import Cards, Place, SolverContract
from bot.engine.cards import SUIT_BITS, Card
from bot.engine.dummy import lowest_rank_card
from bot.engine.tricks import FollowRule, following_cards, overtaking_cards, winning_index


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
    """Return the legal cards of the hand to play, as bits (the rules cited in ``Following``).

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
    place = turn_of(cards, contract)
    hands = list(cards.hands)
    hands[place] ^= 1 << card
    trick = (*cards.trick, card)
    left = (hands[0], hands[1], hands[2])
    if len(trick) < (3 if contract.out < 0 else 2):
        return cards._replace(hands=left, trick=trick), -1
    return _finish_trick(cards._replace(hands=left, trick=trick), contract)


def _finish_trick(cards: Cards, contract: SolverContract) -> tuple[Cards, Place]:
    places, trick = [cards.leader], cards.trick
    while len(places) < len(trick):
        places.append(next_place(places[-1], contract.out))
    led = (cards.talon or trick)[0] >> 3
    if cards.talon and cards.talon_plays:
        places, trick = [*places, 3], (*trick, cards.talon[0])
    best = winning_index(trick, led, contract.trump)
    assert best is not None  # somebody can always follow a suit the talon leads
    winner = leader = places[best]
    if cards.talon and not (len(cards.talon) == 1 and cards.talon_winner_leads and winner < 3):
        leader = 0
    return cards._replace(leader=leader, trick=(), talon=cards.talon[1:]), winner


def cards_in(cards: int) -> list[Card]:
    """Return the cards of a set, lowest first."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return found
