"""Rules on names of cards that all families share: heights, takers of tricks, players of hands."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from bot.engine.cards import CARD_NAMES, Card, Seat
from bot.engine.deal import Deal, DealResult

RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]

Whose = TypeVar("Whose", Seat, str)


def names(cards: Iterable[Card]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def suit(name: str) -> str:
    return name[-1]


def height(name: str) -> int:
    return RANKS.index(name[:-1])


def follow_or_trump(held: Iterable[str], led: str | None, trump: str | None) -> set[str]:
    """Return the cards of the suit led, else trumps, else all."""
    held = set(held)
    if led is None:
        return held
    following = {name for name in held if suit(name) == led}
    if following:
        return following
    trumps = {name for name in held if suit(name) == trump}
    return trumps or held


def led_by(trick: Sequence[Card]) -> str | None:
    """Return the suit of the first card."""
    return suit(CARD_NAMES[trick[0]]) if trick else None


def winner(played: Iterable[tuple[Whose, str]], led: str, trump: str | None) -> Whose:
    """Return the highest trump, else the highest card of the suit led."""
    played = list(played)
    trumps = [(height(name), whose) for whose, name in played if suit(name) == trump]
    followed = [(height(name), whose) for whose, name in played if suit(name) == led]
    return max(trumps or followed)[1]


def around(deal: Deal | DealResult, leader: Seat) -> list[Seat]:
    """Return all seats that did not drop, from the leader on."""
    place = deal.seats.index(leader)
    seats = [deal.seats[(place + n) % 3] for n in range(3)]
    return [seat for seat in seats if deal.roles[seat] != "dropped"]


def counted(deal: Deal | DealResult, leader: Seat, trump: str | None) -> tuple[int, ...]:
    """Return the tricks of each seat counted anew from the cards, and check each leader."""
    won = [0] * len(deal.won)
    for trick in deal.tricks:
        assert trick.leader == leader, "who leads"
        cards = names(trick.cards)
        played = list(zip(around(deal, leader), cards, strict=True))
        leader = winner(played, suit(cards[0]), trump)
        assert trick.winner == leader
        won[leader] += 1
    return tuple(won)
