"""Reasons for a card: facts of its trick, and its value compared with the other cards.

A fact of the trick supports a card only if the card gains more over the others in the layouts
where the fact holds than in the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from bot.analysis.advice import Option, Reason, Why
from bot.analysis.position import Aim, Cards, Place
from bot.engine.actions import Play
from bot.engine.cards import Card
from bot.robots.expert.reasons import is_broad
from bot.robots.expert.reasons.trick import (
    Trick,
    can_ruff,
    draws,
    falling,
    is_trumpless,
    trick_of,
)
from bot.robots.expert.tables import Table

MOST: Final = 3  # reasons for one card
_OF_THE_TRICK: Final = 2  # of them, about the trick
_SAME: Final = 1e-6  # prices closer than this are equal
_OFTEN: Final = 1 / 3  # share of the layouts from which a fact counts

Happens = Callable[[Cards], bool]


class Weighed(NamedTuple):
    """The results by layout: the price of every card, and the declarer's tricks after it."""

    prices: Sequence[dict[Card, float]]
    tricks: Sequence[dict[Card, int]] = ()


class Fact(NamedTuple):
    """An event that may happen in the trick."""

    why: Why
    happens: Happens
    place: Place = -1
    card: Card = -1


def reasons_of(
    table: Table, weighed: Weighed, choice: Card, rows: Sequence[Option]
) -> tuple[Reason, ...]:
    """Return the weightiest reasons in the weighed layouts; ``rows`` are all cards as weighed."""
    told = sorted(_of_the_trick(table, weighed, choice), key=lambda each: -each.held)
    found = (*told[:_OF_THE_TRICK], *_beside(table, weighed, choice, rows))
    looked = table.count(len(weighed.prices))
    return tuple(each for each in found if is_broad(each, looked))[:MOST]


# the trick ---------------------------------------------------------------------------------


def _of_the_trick(table: Table, weighed: Weighed, choice: Card) -> Iterator[Reason]:
    layouts = table.layouts[: len(weighed.prices)]
    gains = [row[choice] - sum(row.values()) / len(row) for row in weighed.prices]
    for why, happens, place, card in facts_of(table, choice, layouts):
        true = [n for n, cards in enumerate(layouts) if happens(cards)]
        held, of = table.counted(true), table.count(len(layouts))
        if held >= _OFTEN * of and _speaks_for(gains, true):
            seat = -1 if place < 0 else table.seats[place]
            yield Reason(why, held, of, seat, card)


def _speaks_for(gains: list[float], true: list[int]) -> bool:
    """Return True if the card gains more over the others where the fact holds."""
    there = [gains[n] for n in true]
    if len(there) == len(gains):
        return True
    elsewhere = (sum(gains) - sum(there)) / (len(gains) - len(there))
    return sum(there) / len(there) > elsewhere - _SAME


def facts_of(table: Table, choice: Card, layouts: Sequence[Cards]) -> Iterator[Fact]:
    """Yield the possible facts of the trick a card goes to."""
    trick = trick_of(layouts[0], table.contract, choice)
    if table.contract.aim is Aim.MOST:
        yield from _wanted(trick, layouts)
    else:
        yield from _unwanted(trick)


def _wanted(trick: Trick, layouts: Sequence[Cards]) -> Iterator[Fact]:
    """Yield the facts of a trick that the side wants."""
    partner, contract = trick.partner, trick.contract
    if not trick.opponents:
        if trick.holder == partner >= 0:
            yield Fact(Why.KEEPS, _always, partner)
        return
    if trick.wins:
        yield Fact(Why.SAFE, lambda cards: not _over(trick, cards, trick.opponents))
    if trick.leads and (low := _most_often(trick, layouts)) >= 0:
        yield Fact(Why.FALLS, lambda cards: falling(trick, cards) == low, card=low)
    if trick.leads and partner < 0 and contract.trump >= 0:
        is_trump = trick.led == contract.trump
        happens = draws if is_trump else is_trumpless
        yield Fact(Why.DRAWS if is_trump else Why.TRUMPLESS, lambda cards: happens(trick, cards))
    if partner in trick.later and trick.wins:
        yield from _of_the_partner(trick)


def _of_the_partner(trick: Trick) -> Iterator[Fact]:
    partner = trick.partner
    if trick.contract.trump not in (-1, trick.led):
        yield Fact(Why.RUFFS, lambda cards: can_ruff(trick, cards.hands[partner]), partner)

    def is_higher(cards: Cards) -> bool:
        hand = cards.hands[partner]
        return bool(trick.over(hand)) and not can_ruff(trick, hand)

    yield Fact(Why.PARTNER, is_higher, partner)


def _unwanted(trick: Trick) -> Iterator[Fact]:
    """Yield the facts of a trick that nobody wants, or of a defence against a misere."""
    declarer = trick.contract.declarer
    if trick.partner >= 0:
        if trick.holder == declarer and not trick.later:
            yield Fact(Why.KEEPS, _always, declarer)
        if trick.wins and declarer in trick.later:
            yield Fact(Why.FORCES, _forces(trick, (declarer,)), declarer)
    elif trick.wins:
        yield Fact(Why.FORCES, _forces(trick, trick.later))
    else:
        yield Fact(Why.UNDER, _always)


def _always(_: Cards) -> bool:
    """Return True: the table shows the fact, so it holds in every layout."""
    return True


def _forces(trick: Trick, places: Sequence[Place]) -> Happens:
    """Return the test that one of these places must beat the card."""

    def happens(cards: Cards) -> bool:
        return any(trick.must_go_over(cards.hands[place]) for place in places)

    return happens


def _over(trick: Trick, cards: Cards, places: Sequence[Place]) -> bool:
    """Return True if one of these places can beat the card."""
    return any(trick.over(cards.hands[place]) for place in places)


def _most_often(trick: Trick, layouts: Sequence[Cards]) -> Card:
    """Return the card that falls in most layouts; -1 if none falls."""
    found = [falling(trick, cards) for cards in layouts]
    fallen = sorted({card for card in found if card >= 0})
    return max(fallen, key=found.count, default=-1)


# compared with the others -------------------------------------------------------------------------


def _beside(
    table: Table, weighed: Weighed, choice: Card, rows: Sequence[Option]
) -> Iterator[Reason]:
    """Yield the cost of another card, the sure tricks, and how often no card is better."""
    prices, of = weighed.prices, table.count(len(weighed.prices))
    for row in rows:
        assert isinstance(row.action, Play)
        other = row.action.card
        dearer = [n for n, row in enumerate(prices) if row[other] < row[choice] - _SAME]
        if dearer:
            yield Reason(Why.DEARER, table.counted(dearer), of, card=other)
            break
    yield from _sure(table, weighed, choice)
    best = [n for n, row in enumerate(prices) if max(row.values()) < row[choice] + _SAME]
    if best:
        yield Reason(Why.BEST, table.counted(best), of)


def _sure(table: Table, weighed: Weighed, choice: Card) -> Iterator[Reason]:
    """Yield the fewest remaining tricks of a side that wants tricks."""
    if table.contract.aim is not Aim.MOST or not weighed.tricks:
        return
    declarers = [tricks[choice] for tricks in weighed.tricks]
    fewest = min(declarers) if table.attacks else table.left - max(declarers)
    if fewest:
        of = table.count(len(declarers))
        yield Reason(Why.SURE, of, of, tricks=fewest)
