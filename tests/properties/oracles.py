"""The rules once more, written apart from the engine, to compare with (rules/russian.md)."""

import random
from collections.abc import Iterable, Sequence

from bot.engine.actions import THROW
from bot.engine.cards import CARD_NAMES, Card, Hand, Seat
from bot.engine.deal import Deal, Stage
from bot.engine.game import Game

RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]


def suit(name: str) -> str:
    return name[-1]


def height(name: str) -> int:
    return RANKS.index(name[:-1])


def may_play(held: Iterable[str], led: str | None, trump: str | None) -> set[str]:
    """2.7, card rules 1-3, on names."""
    held = set(held)
    if led is None:
        return held
    following = {name for name in held if suit(name) == led}
    if following:
        return following
    trumps = {name for name in held if suit(name) == trump}
    return trumps or held


def winner(played: Sequence[tuple[Seat, str]], led: str, trump: str | None) -> Seat:
    """2.7, card rule 4."""
    trumps = [(height(name), seat) for seat, name in played if suit(name) == trump]
    followed = [(height(name), seat) for seat, name in played if suit(name) == led]
    return max(trumps or followed)[1]


def trump_of(deal: Deal) -> str | None:
    """The last letter of the contract; none in misère, no trump and raspasy."""
    if deal.contract is None or deal.contract.name in ("M", "MW"):
        return None
    letter = deal.contract.name[-1]
    return None if letter == "T" else letter


def led_suit(deal: Deal) -> str | None:
    """3.4: a talon card names the suit of the first two tricks, else the first card does."""
    options = deal.rules.options
    all_pass = deal.contract is None
    if all_pass and getattr(options, "raspasy_talon", "") == "open" and len(deal.tricks) < 2:
        return suit(CARD_NAMES[deal.talon[len(deal.tricks)]])
    return suit(CARD_NAMES[deal.trick[0]]) if deal.trick else None


def tricks_won(deal: Deal) -> tuple[int, ...]:
    """The tricks of the deal counted anew from the cards, who led included (2.7, 3.4)."""
    won = [0] * len(deal.hands)
    options = deal.rules.options
    dealer_plays = (
        len(deal.hands) == 4 and getattr(options, "raspasy_dealer_4p", "") == "participates"
    )
    leader = deal.seats[0]
    for number, trick in enumerate(deal.tricks):
        assert trick.leader == leader, "who leads"
        place = deal.seats.index(leader)
        order = [deal.seats[(place + n) % 3] for n in range(3)]
        played = [(seat, CARD_NAMES[card]) for seat, card in zip(order, trick.cards, strict=True)]
        led = suit(played[0][1])
        if trick.talon is not None:
            led = suit(CARD_NAMES[trick.talon])
            if dealer_plays:
                played.append((deal.dealer, CARD_NAMES[trick.talon]))
        taker = winner(played, led, trump_of(deal))
        assert trick.winner == taker
        won[taker] += 1
        leader = taker
        if trick.talon is not None:
            free = number == 1 and getattr(options, "raspasy_third_lead", "") == "winner"
            leader = taker if free and taker in deal.seats else deal.seats[0]
    return tuple(won)


def known(deal: Deal, seat: Seat | None) -> set[Card]:
    """2.9: the cards whose place a seat (or with None the channel) knows."""
    seen = {card for trick in deal.tricks for card in trick.cards} | set(deal.trick)
    seen |= {card for open_seat in deal.open_seats for card in deal.hands[open_seat]}
    seen |= set(face_up_talon(deal))
    if seat is not None:
        seen |= set(deal.hands[seat])
    if deal.contract is not None and deal.contract.declarer == seat:
        seen |= set(deal.discard)
    return seen


def face_up_talon(deal: Deal) -> tuple[Card, ...]:
    """The talon cards that lie open on the table now.

    In raspasy one before each of the first two tricks (3.4), after a throw both (2.5 rule 3).
    Taken into the hand everybody knows which two they were, but not where they went.
    """
    if deal.contract is not None:
        return deal.talon if any(call.action == THROW for call in deal.calls) else ()
    is_open = getattr(deal.rules.options, "raspasy_talon", "") == "open"
    if deal.phase.stage is Stage.AUCTION or not is_open:
        return ()
    return deal.talon[: len(deal.tricks) + 1]


def dealt_anew(game: Game, seat: Seat | None, chance: random.Random) -> Game:
    """The same game with all cards the seat cannot see shuffled among the places they lie in."""
    deal = game.deal
    assert deal is not None
    seen = known(deal, seat)
    hidden = [card for card in range(32) if card not in seen]
    mixed = hidden.copy()
    chance.shuffle(mixed)
    new = dict(zip(hidden, mixed, strict=True))

    def moved(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(new.get(card, card) for card in cards)

    was_shown = deal.contract is not None and deal.contract.name != "MW"
    changed = deal._replace(
        hands=tuple(Hand.of(moved(cards)) for cards in deal.hands),
        aside=Hand.of(moved(deal.aside)),
        discard=tuple(sorted(moved(deal.discard))),
        dealt=tuple(Hand.of(moved(cards)) for cards in deal.dealt),
        talon=deal.talon if was_shown else moved(deal.talon),
        lead=moved(deal.lead),
    )
    return game._replace(deal=changed)
