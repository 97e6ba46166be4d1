"""Weights of the beliefs, from deals: each step makes the deal as it lay a little likelier.

The chance of a deal given a view is the product of the odds of its unseen cards, over all deals
that fit.  A weight rises by the gap between the cards that lay so and those expected to; each has
a step of its own that shrinks (AdaGrad), and a pull to zero.  Equal deals and seeds give equal
weights.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import exp, log
from random import Random
from typing import Final, NamedTuple

from bot.engine.cards import Card, Hand
from bot.engine.deal import Deal, Stage
from bot.engine.game import Game, stage_of, to_act
from bot.engine.view import SeatView, build_view
from bot.robots.worlds.beliefs import Fact, facts_of
from bot.robots.worlds.card_layouts import ASIDE_PLACE, UnseenCards, knowledge_of
from bot.robots.worlds.deal_sampler import WeightedDeals
from tools.train.self_play import replay

VIEWS: Final = 8  # of a deal, of about thirty
LEAST_SEEN: Final = 8  # cards from which a fact gets a weight
LEAST_WEIGHT: Final = 0.005  # smaller ones are not written
EPOCHS: Final = 5
STEP: Final = 0.08  # of a weight
_PULL: Final = 1e-2  # the share of a weight that every card with its fact takes away

Numbers = tuple[int, ...]  # of facts


class Example(NamedTuple):
    """The unseen cards of a view: where each lay, and the facts of each place."""

    unseen: UnseenCards
    right: dict[Card, int]
    facts: dict[Card, tuple[Numbers, ...]]


class Vocabulary:
    """Numbers of the facts, in the order in which they were met."""

    def __init__(self) -> None:
        self.numbers: dict[Fact, int] = {}
        self.seen: Counter[int] = Counter()

    def numbered(self, facts: Iterable[Fact]) -> Numbers:
        found = tuple(self.numbers.setdefault(f, len(self.numbers)) for f in facts)
        self.seen.update(found)
        return found


def views_of(line: str, most: int = VIEWS) -> Iterator[tuple[Deal, SeatView]]:
    """Yield some views of seats that are to play a card of a deal."""
    games = [game for game, _ in replay(line) if stage_of(game) is Stage.PLAY]
    rng = Random(line)
    for game in rng.sample(games, min(most, len(games))):
        yield _deal_and_view(game)


def _deal_and_view(game: Game) -> tuple[Deal, SeatView]:
    seat = to_act(game)
    assert seat is not None
    assert game.deal is not None
    return game.deal, build_view(game, seat)


def examples_of(line: str, words: Vocabulary, most: int = VIEWS) -> Iterator[Example]:
    """Yield some views of a deal, without those in which all cards are known."""
    for deal, view in views_of(line, most):
        known = knowledge_of(view)
        if len(known.unseen.places) < 2:
            continue
        right, found = {}, {}
        for card, by_place in facts_of(view, known):
            right[card] = known.unseen.seats.index(place_of(deal, card))
            found[card] = tuple(map(words.numbered, by_place))
        yield Example(known.unseen, right, found)


def place_of(deal: Deal, card: Card) -> int:
    """Return the seat that holds a card, or the place of the cards laid away."""
    holders = (seat for seat, hand in enumerate(deal.hands) if card in Hand(hand))
    return next(holders, ASIDE_PLACE)


def shares_of(example: Example, weights: Sequence[float]) -> dict[Card, tuple[float, ...]]:
    """Return the probability of every place for each unseen card."""
    odds = {
        card: tuple(exp(sum(map(weights.__getitem__, facts))) for facts in by_place)
        for card, by_place in example.facts.items()
    }
    return WeightedDeals(example.unseen.cards, example.unseen.places, odds).shares()


def losses(example: Example, weights: Sequence[float]) -> Iterator[float]:
    """Yield the loss in nats of every unseen card that may lie in several places."""
    shares = shares_of(example, weights)
    for card, right in example.right.items():
        if sum(place.may >> card & 1 for place in example.unseen.places) > 1:
            yield -log(shares[card][right])


def fitted(
    examples: Sequence[Example], words: Vocabulary, seed: int, step: float = STEP
) -> list[float]:
    """Return the weight of every fact; 0 where it was seldom seen."""
    weights = [0.0] * len(words.numbers)
    squares = [1e-2] * len(weights)
    common = [words.seen[n] >= LEAST_SEEN for n in range(len(weights))]
    order, rng = list(range(len(examples))), Random(seed)
    for _ in range(EPOCHS):
        rng.shuffle(order)
        for number in order:
            example = examples[number]
            for card, shares in shares_of(example, weights).items():
                for place, share in enumerate(shares):
                    gap = (place == example.right[card]) - share
                    for fact in example.facts[card][place]:
                        if common[fact]:
                            slope = gap - _PULL * weights[fact]
                            squares[fact] += slope * slope
                            weights[fact] += step * slope / squares[fact] ** 0.5
    return weights


def written(weights: Sequence[float], words: Vocabulary, recipe: str) -> str:
    """Return the file of a model: its recipe, then a fact and its weight a line."""
    lines = [
        " ".join((*(str(int(w) if isinstance(w, bool) else w) for w in fact), f"{weights[n]:.3f}"))
        for fact, n in words.numbers.items()
        if abs(weights[n]) >= LEAST_WEIGHT
    ]
    return "\n".join((f"# {recipe}", *sorted(lines))) + "\n"
