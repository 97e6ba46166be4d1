"""Reasons for a card: facts of its trick, and its value compared with the other cards.

A fact of the trick supports a card only if the card gains more over the others in the layouts
where the fact holds than in the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from bot.analysis.advice import Reason, ReasonKind, WeighedAction
from bot.analysis.position import Aim, Cards, Place
from bot.engine.actions import Play
from bot.engine.cards import Card
from bot.robots.expert.reasons import is_broad
from bot.robots.expert.reasons.trick import (
    CandidateTrick,
    can_ruff,
    candidate_trick,
    draws_trumps,
    falling_card,
    is_trumpless,
)
from bot.robots.expert.tables import PlayPositions

MOST_CARD_REASONS: Final = 3  # reasons for one card
_MOST_TRICK_REASONS: Final = 2  # of them, about the trick
_SAME: Final = 1e-6  # prices closer than this are equal
_LEAST_SHARE: Final = 1 / 3  # share of the layouts from which a fact counts

EventTest = Callable[[Cards], bool]


class CardResults(NamedTuple):
    """The results by layout: the price of every card, and the declarer's tricks after it."""

    prices: Sequence[dict[Card, float]]
    tricks: Sequence[dict[Card, int]] = ()


class TrickEvent(NamedTuple):
    """An event that may happen in the trick."""

    why: ReasonKind
    happens: EventTest
    place: Place = -1
    card: Card = -1


def reasons_for_card(
    table: PlayPositions, weighed: CardResults, choice: Card, rows: Sequence[WeighedAction]
) -> tuple[Reason, ...]:
    """Return the weightiest reasons in the weighed layouts; ``rows`` are all cards as weighed."""
    told = sorted(_trick_reasons(table, weighed, choice), key=lambda each: -each.holds_in)
    found = (*told[:_MOST_TRICK_REASONS], *_comparison_reasons(table, weighed, choice, rows))
    looked = table.count_first(len(weighed.prices))
    return tuple(each for each in found if is_broad(each, looked))[:MOST_CARD_REASONS]


# the trick ---------------------------------------------------------------------------------


def _trick_reasons(table: PlayPositions, weighed: CardResults, choice: Card) -> Iterator[Reason]:
    layouts = table.layouts[: len(weighed.prices)]
    gains = [row[choice] - sum(row.values()) / len(row) for row in weighed.prices]
    for why, happens, place, card in trick_events(table, choice, layouts):
        true = [n for n, cards in enumerate(layouts) if happens(cards)]
        held, of = table.count_layouts(true), table.count_first(len(layouts))
        if held >= _LEAST_SHARE * of and _speaks_for(gains, true):
            seat = -1 if place < 0 else table.seats[place]
            yield Reason(why, held, of, seat, card)


def _speaks_for(gains: list[float], true: list[int]) -> bool:
    """Return True if the card gains more over the others where the fact holds."""
    there = [gains[n] for n in true]
    if len(there) == len(gains):
        return True
    elsewhere = (sum(gains) - sum(there)) / (len(gains) - len(there))
    return sum(there) / len(there) > elsewhere - _SAME


def trick_events(
    table: PlayPositions, choice: Card, layouts: Sequence[Cards]
) -> Iterator[TrickEvent]:
    """Yield the possible facts of the trick a card goes to."""
    trick = candidate_trick(layouts[0], table.contract, choice)
    if table.contract.aim is Aim.MOST:
        yield from _wanted_trick_events(trick, layouts)
    else:
        yield from _unwanted_trick_events(trick)


def _wanted_trick_events(trick: CandidateTrick, layouts: Sequence[Cards]) -> Iterator[TrickEvent]:
    """Yield the facts of a trick that the side wants."""
    partner, contract = trick.partner, trick.contract
    if not trick.opponents:
        if trick.holder == partner >= 0:
            yield TrickEvent(ReasonKind.KEEPS, _always, partner)
        return
    if trick.is_winning:
        yield TrickEvent(
            ReasonKind.SAFE, lambda cards: not _can_beat(trick, cards, trick.opponents)
        )
    if trick.leads and (low := _most_often(trick, layouts)) >= 0:
        yield TrickEvent(
            ReasonKind.FALLS, lambda cards: falling_card(trick, cards) == low, card=low
        )
    if trick.leads and partner < 0 and contract.trump >= 0:
        is_trump = trick.led == contract.trump
        happens = draws_trumps if is_trump else is_trumpless
        yield TrickEvent(
            ReasonKind.DRAWS if is_trump else ReasonKind.TRUMPLESS,
            lambda cards: happens(trick, cards),
        )
    if partner in trick.later and trick.is_winning:
        yield from _partner_events(trick)


def _partner_events(trick: CandidateTrick) -> Iterator[TrickEvent]:
    partner = trick.partner
    if trick.contract.trump not in (-1, trick.led):
        yield TrickEvent(
            ReasonKind.RUFFS, lambda cards: can_ruff(trick, cards.hands[partner]), partner
        )

    def is_higher(cards: Cards) -> bool:
        hand = cards.hands[partner]
        return bool(trick.beating_cards(hand)) and not can_ruff(trick, hand)

    yield TrickEvent(ReasonKind.PARTNER, is_higher, partner)


def _unwanted_trick_events(trick: CandidateTrick) -> Iterator[TrickEvent]:
    """Yield the facts of a trick that nobody wants, or of a defence against a misere."""
    declarer = trick.contract.declarer
    if trick.partner >= 0:
        if trick.holder == declarer and not trick.later:
            yield TrickEvent(ReasonKind.KEEPS, _always, declarer)
        if trick.is_winning and declarer in trick.later:
            yield TrickEvent(ReasonKind.FORCES, _forces(trick, (declarer,)), declarer)
    elif trick.is_winning:
        yield TrickEvent(ReasonKind.FORCES, _forces(trick, trick.later))
    else:
        yield TrickEvent(ReasonKind.UNDER, _always)


def _always(_: Cards) -> bool:
    """Return True: the table shows the fact, so it holds in every layout."""
    return True


def _forces(trick: CandidateTrick, places: Sequence[Place]) -> EventTest:
    """Return the test that one of these places must beat the card."""

    def happens(cards: Cards) -> bool:
        return any(trick.must_beat(cards.hands[place]) for place in places)

    return happens


def _can_beat(trick: CandidateTrick, cards: Cards, places: Sequence[Place]) -> bool:
    """Return True if one of these places can beat the card."""
    return any(trick.beating_cards(cards.hands[place]) for place in places)


def _most_often(trick: CandidateTrick, layouts: Sequence[Cards]) -> Card:
    """Return the card that falls in most layouts; -1 if none falls."""
    found = [falling_card(trick, cards) for cards in layouts]
    fallen = sorted({card for card in found if card >= 0})
    return max(fallen, key=found.count, default=-1)


# compared with the others -------------------------------------------------------------------------


def _comparison_reasons(
    table: PlayPositions, weighed: CardResults, choice: Card, rows: Sequence[WeighedAction]
) -> Iterator[Reason]:
    """Yield the cost of another card, the sure tricks, and how often no card is better."""
    prices, of = weighed.prices, table.count_first(len(weighed.prices))
    for row in rows:
        assert isinstance(row.action, Play)
        other = row.action.card
        dearer = [n for n, row in enumerate(prices) if row[other] < row[choice] - _SAME]
        if dearer:
            yield Reason(ReasonKind.DEARER, table.count_layouts(dearer), of, card=other)
            break
    yield from _sure_tricks_reason(table, weighed, choice)
    best = [n for n, row in enumerate(prices) if max(row.values()) < row[choice] + _SAME]
    if best:
        yield Reason(ReasonKind.BEST, table.count_layouts(best), of)


def _sure_tricks_reason(
    table: PlayPositions, weighed: CardResults, choice: Card
) -> Iterator[Reason]:
    """Yield the fewest remaining tricks of a side that wants tricks."""
    if table.contract.aim is not Aim.MOST or not weighed.tricks:
        return
    declarers = [tricks[choice] for tricks in weighed.tricks]
    fewest = min(declarers) if table.attacks else table.left - max(declarers)
    if fewest:
        of = table.count_first(len(declarers))
        yield Reason(ReasonKind.SURE, of, of, tricks=fewest)
