"""Layouts that fit a view: the place of every card now, and the deal that led there."""

from collections.abc import Iterator
from math import comb
from random import Random
from typing import Final, NamedTuple

from bot.engine.cards import Card, Hand
from bot.engine.view import View
from bot.robots.worlds.dealing import DealSampler
from bot.robots.worlds.knowledge import ASIDE_PLACE, ViewKnowledge, knowledge_of

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
    """The set of layouts that fit a view: count, draw or list them."""

    def __init__(self, view: View) -> None:
        self.knowledge = knowledge_of(view)
        self._seats = self.knowledge.unseen.seats
        self._taken = int(view.from_talon)
        self._dealing = DealSampler(self.knowledge.unseen.cards, self.knowledge.unseen.places)

    @property
    def count(self) -> int:
        """The number of ways the cards may lie now."""
        return self._dealing.count

    def draw(self, rng: Random) -> Layout:
        """Draw a layout uniformly."""
        for _ in range(_TRIES):
            layout = self._undo_exchanges(self._dealing.draw(rng), rng)
            if layout is not None:
                return layout
        raise LookupError

    def list_all(self, rng: Random) -> Iterator[Layout]:
        """Yield each layout once, with a random history that leads to it."""
        for dealt in self._dealing.list_all():
            for _ in range(_TRIES):
                layout = self._undo_exchanges(dealt, rng)
                if layout is not None:
                    yield layout
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
    rest = tuple(Hand(twelve & ~must))
    missing = _PAIR - must.bit_count()
    return must | int(Hand.of(rng.sample(rest, missing))), comb(len(rest), missing)


def _order_talon(talon: int, known: ViewKnowledge, rng: Random) -> tuple[Card, ...]:
    """Return the talon in order: the shown cards, then the rest shuffled."""
    rest = list(Hand(talon & ~Hand.of(known.shown)))
    rng.shuffle(rest)
    return (*known.shown, *rest)
