"""Layouts that fit a view: the place of every card now, and the deal that led there."""

from collections.abc import Callable, Iterator
from math import comb
from random import Random
from typing import Final, NamedTuple

from bot.engine.cards import FULL, Card, Hand, Seat, denied_cards
from bot.engine.trick_play import TrickPlay
from bot.engine.view import DealView, View
from bot.robots.worlds.deal_sampler import (
    CardOdds,
    DealSampler,
    HiddenPlace,
    WeightedDeals,
    draw_below,
    draw_two,
    shuffle_cards,
)
from bot.robots.worlds.history_replay import ACE_CARDS, ExchangeHistory, exchange_history

# Knowledge from a view about the unseen cards: how many lie where, and which may lie there.
#
# Every card played shows that its hand held none of the cards that the rules would have demanded
# instead: suits and trumps, and higher cards where players must overtake.

ASIDE_PLACE: Final = -1  # the place of the talon, later of the discard


class UnseenCards(NamedTuple):
    """The cards that this seat has not seen, and the places that hold them."""

    cards: int
    seats: tuple[Seat, ...]  # of the places; ``ASIDE_PLACE`` may be one of them
    places: tuple[HiddenPlace, ...]


class ViewKnowledge(NamedTuple):
    """All that a view tells: ``known`` cards in each hand now, and its ``played`` cards."""

    course: ExchangeHistory
    known: tuple[int, ...]
    played: tuple[int, ...]
    aside: int  # known cards that lie aside
    shown: tuple[Card, ...]  # the public talon cards, in order
    unseen: UnseenCards


def knowledge_of(view: View) -> ViewKnowledge:
    """Return all that the view of an open deal tells."""
    table = view.open_deal
    course = exchange_history(view)
    known = _known_cards(view, table, course)
    played, lacking = _played_and_denied(table, course.play)
    aside = _known_aside(view, table, course)
    cards = FULL & ~aside
    for seen in (*known, *played):
        cards &= ~seen
    may = _possible_by_place(view, table, course, [cards & ~each for each in lacking])
    places = [(seat, table.counts[seat] - known[seat].bit_count()) for seat in table.seats]
    needs = [(seat, need) for seat, need in places if need]
    rest = cards.bit_count() - sum(need for _, need in needs)
    if rest:
        needs.append((ASIDE_PLACE, rest))
    unseen = UnseenCards(
        cards,
        tuple(seat for seat, _ in needs),
        tuple(HiddenPlace(need, may[seat]) for seat, need in needs),
    )
    return ViewKnowledge(course, known, played, aside, table.talon, unseen)


def _known_cards(view: View, table: DealView, course: ExchangeHistory) -> tuple[int, ...]:
    known = [0] * len(table.counts)
    for seat, shown in table.open_hands:
        known[seat] = int(shown)
    if view.seat is not None:
        known[view.seat] = int(view.hand)
    if len(course.takers) == 1 and not course.laid:
        known[course.takers[0]] |= int(Hand.of(table.talon))
    return tuple(known)


def _known_aside(view: View, table: DealView, course: ExchangeHistory) -> int:
    """Return the own discard, and the open talon until a player takes it."""
    own = int(Hand.of(view.discard))
    return own if course.takers else own | int(Hand.of(table.talon))


def _possible_by_place(
    view: View, table: DealView, course: ExchangeHistory, by_seat: list[int]
) -> list[int]:
    """Return the unseen cards that each seat may hold, and last those that may lie aside."""
    talon = int(Hand.of(table.talon)) if course.takers else 0
    may = [cards if n in course.takers else cards & ~talon for n, cards in enumerate(by_seat)]
    aside = int(FULL)
    if course.has_no_aces:
        may[table.declared_contract.declarer] &= ~ACE_CARDS
        aside &= ~ACE_CARDS if course.takers else FULL
    return [*may, aside]


def _played_and_denied(
    table: DealView, play: TrickPlay | None
) -> tuple[tuple[int, ...], list[int]]:
    """Return, by seat, the cards played and the cards it is shown not to hold."""
    played, lacking = [0] * len(table.counts), [0] * len(table.counts)
    if play is None:
        return tuple(played), lacking
    declarer = -1 if table.contract is None else table.contract.declarer
    shown = [(trick.leader, trick.cards, trick.talon) for trick in table.tricks]
    if table.trick:
        shown.append((table.leader, table.trick, table.talon_lead))
    for leader, cards, talon in shown:
        seat = leader
        for place, card in enumerate(cards):
            played[seat] |= 1 << card
            low = seat == play.bound and leader == declarer
            before = cards[:place]
            lacking[seat] |= denied_cards(card, before, talon, play.trump, play.following, low)
            seat = _next_seat(table, play, seat)
    return tuple(played), lacking


def _next_seat(table: DealView, play: TrickPlay, seat: Seat) -> Seat:
    following = table.seats[(table.seats.index(seat) + 1) % 3]
    if following != play.out:
        return following
    return table.seats[(table.seats.index(following) + 1) % 3]


Beliefs = Callable[[View, ViewKnowledge], CardOdds | None]

_PAIR: Final = 2
_PAIRS: Final = comb(12, _PAIR)
_TRIES: Final = 200  # repeated exchanges of a public talon may not fit at the first try


class Layout(NamedTuple):
    """The place of all cards: ``hands`` and ``aside`` now; the other fields before the play."""

    hands: tuple[int, ...]  # by seat
    aside: int
    dealt: tuple[int, ...]  # by seat
    talon: tuple[Card, ...]  # in order
    laid: tuple[int, ...]  # the discard of each taker, in order
    weight: float = 1.0  # relative number of histories that lead to it


class LayoutSpace:
    """The set of layouts that fit a view: count, draw or list them.

    ``believe``: the odds of every unseen card by place; without, all layouts are alike.
    """

    def __init__(self, view: View, believe: Beliefs | None = None) -> None:
        self.knowledge = knowledge_of(view)
        self._seats = self.knowledge.unseen.seats
        self._taken = int(view.from_talon)
        unseen = self.knowledge.unseen
        self._dealing = DealSampler(unseen.cards, unseen.places)
        odds = None if believe is None else believe(view, self.knowledge)
        self._believed = None if odds is None else WeightedDeals(unseen.cards, unseen.places, odds)

    @property
    def believes(self) -> bool:
        """True if some layouts are believed to be likelier than others."""
        return self._believed is not None

    @property
    def count(self) -> int:
        """The number of ways the cards may lie now."""
        return self._dealing.count

    def draw(self, rng: Random) -> Layout:
        """Draw a layout, as likely as it is believed."""
        dealing = self._believed or self._dealing
        for _ in range(_TRIES):
            layout = self._undo_exchanges(dealing.draw(rng), rng)
            if layout is not None:
                return layout
        raise LookupError

    def list_all(self, rng: Random) -> Iterator[Layout]:
        """Yield each layout once, with a random history that leads to it.

        The weights are relative: those believed to be likelier have more.
        """
        for dealt in self._dealing.list_all():
            likely = 1.0 if self._believed is None else self._believed.chance_of(dealt)
            for _ in range(_TRIES):
                layout = self._undo_exchanges(dealt, rng)
                if layout is not None:
                    yield layout._replace(weight=likely * layout.weight)
                    break

    def _undo_exchanges(self, unseen: tuple[int, ...], rng: Random) -> Layout | None:
        """Undo the exchanges, the last first; None if the shown talon does not fit."""
        known = self.knowledge
        hands, aside = list(known.known), known.aside
        for seat, cards in zip(self._seats, unseen, strict=True):
            if seat == ASIDE_PLACE:
                aside |= cards
            else:
                hands[seat] |= cards
        held = [hand | played for hand, played in zip(hands, known.played, strict=True)]
        now, last, laid, weight = tuple(hands), aside, [], 1.0
        takers = known.course.takers
        for n in range(len(takers) - 1, -1, -1):
            seat = takers[n]
            if n < known.course.laid:
                laid.append(aside)
            twelve = held[seat] | aside
            must = _sure_pickups(known, held, n)
            if must & ~twelve or must.bit_count() > _PAIR:
                return None
            aside, ways = _draw_pickup(twelve, must, rng)
            if self._taken and n == len(takers) - 1:  # the taker knows the talon
                aside = self._taken
            weight *= ways / _PAIRS if known.shown and n else 1.0
            held[seat] = twelve & ~aside
        talon = _order_talon(aside, known, rng)
        return Layout(now, last, tuple(held), talon, tuple(reversed(laid)), weight)


def _sure_pickups(known: ViewKnowledge, held: list[int], n: int) -> int:
    """Return the cards the n-th taker surely picked up: the shown talon went to the first."""
    talon = int(Hand.of(known.shown))
    return talon if n == 0 else talon & ~held[known.course.takers[0]] if n == 1 else 0


def _draw_pickup(twelve: int, must: int, rng: Random) -> tuple[int, int]:
    """Draw the two of twelve cards picked up, and count the possible pairs."""
    rest = list(Hand(twelve & ~must))
    missing, ways = _PAIR - must.bit_count(), len(rest)
    if missing < _PAIR:
        picked = 1 << rest[draw_below(rng, ways)] if missing else 0
        return must | picked, ways if missing else 1
    one, other = draw_two(rng, rest)
    return must | 1 << one | 1 << other, comb(ways, _PAIR)


def _order_talon(talon: int, known: ViewKnowledge, rng: Random) -> tuple[Card, ...]:
    """Return the talon in order: the shown cards, then the rest shuffled."""
    rest = list(Hand(talon & ~int(Hand.of(known.shown))))
    shuffle_cards(rng, rest)
    return (*known.shown, *rest)
