"""Draws of hidden cards where every card has odds of its own for every place.

The chance of a deal is proportional to the product of the odds of its cards, among all deals that
give every place the cards it needs.  The sums over the cards still to come are counted once; then
a draw takes one card after another and is exactly so distributed.
"""

from collections import defaultdict
from collections.abc import Mapping
from random import Random

from bot.engine.cards import Card, Hand
from bot.robots.worlds.deal_sampler import HiddenPlace

CardOdds = Mapping[Card, tuple[float, ...]]  # by place

_Needs = tuple[int, ...]
_Step = tuple[tuple[float, int, _Needs], ...]  # cumulative odds, place, needs that remain


class WeightedDeals:
    """All ways to deal the unseen cards to the places, each as likely as the odds say."""

    def __init__(self, unseen: int, places: tuple[HiddenPlace, ...], odds: CardOdds) -> None:
        self._cards = sorted(Hand(unseen), key=lambda card: _choices(card, places))
        self._places, self._odds = places, odds
        self._needs = tuple(place.need for place in places)
        self._steps: list[dict[_Needs, _Step]] = [{} for _ in self._cards]
        self._total = self._sum_from(0, self._needs)

    def draw(self, rng: Random) -> tuple[int, ...]:
        """Draw one way: sets of cards by place."""
        dealt, needs = [0] * len(self._places), self._needs
        for card, steps in zip(self._cards, self._steps, strict=True):
            step = steps[needs]
            at = rng.random() * step[-1][0] if len(step) > 1 else 0.0
            for upto, place, left in step:
                if at < upto:
                    dealt[place] |= 1 << card
                    needs = left
                    break
        return tuple(dealt)

    def chance_of(self, dealt: tuple[int, ...]) -> float:
        """Return the probability of one way."""
        chance = 1.0 / self._total
        for place, cards in enumerate(dealt):
            for card in Hand(cards):
                chance *= self._odds[card][place]
        return chance

    def shares(self) -> dict[Card, tuple[float, ...]]:
        """Return the probability of every card to lie in each place."""
        found, reached = {}, {self._needs: 1.0}
        for card, steps in zip(self._cards, self._steps, strict=True):
            share, following = [0.0] * len(self._places), defaultdict[_Needs, float](float)
            for needs, chance in reached.items():
                before, total = 0.0, steps[needs][-1][0]
                for upto, place, left in steps[needs]:
                    part = chance * (upto - before) / total
                    share[place] += part
                    following[left] += part
                    before = upto
            found[card], reached = tuple(share), following
        return found

    def _sum_from(self, n: int, needs: _Needs) -> float:
        """Return the sum over all ways to deal the cards from the n-th on."""
        if n == len(self._cards):
            return 1.0
        known = self._steps[n].get(needs)
        if known is None:
            known = self._steps[n][needs] = self._step(n, needs)
        return known[-1][0] if known else 0.0

    def _step(self, n: int, needs: _Needs) -> _Step:
        card, upto, found = self._cards[n], 0.0, []
        for place, odds in enumerate(self._odds[card]):
            if not needs[place] or not self._places[place].may >> card & 1:
                continue
            left = (*needs[:place], needs[place] - 1, *needs[place + 1 :])
            ways = odds * self._sum_from(n + 1, left)
            if ways > 0:
                upto += ways
                found.append((upto, place, left))
        return tuple(found)


def _choices(card: Card, places: tuple[HiddenPlace, ...]) -> tuple[int, Card]:
    return sum(place.may >> card & 1 for place in places), card
