"""Deals of hidden cards to the places that may hold them: count, draw uniformly, or list.

Cards that may lie in the same places are interchangeable, so the ways are counted over groups of
cards.  A draw picks the numbers of each group by those counts, then the cards, and is exactly
uniform.
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, combinations, product
from math import comb
from random import Random
from typing import Final, NamedTuple

from bot.engine.cards import Card, Hand

# Draws of whole numbers as Python's ``Random`` makes them, from the same bits.
#
# A layout takes some thirty of them, and compiled they cost a third.


def draw_below(rng: Random, limit: int) -> int:
    """Return a number from 0 below ``limit``, as ``randrange`` does."""
    bits = limit.bit_length()
    drawn: int = rng.getrandbits(bits)
    while drawn >= limit:
        drawn = rng.getrandbits(bits)
    return drawn


def shuffle_cards(rng: Random, cards: list[Card]) -> None:
    """Shuffle the list as ``shuffle`` does."""
    for last in range(len(cards) - 1, 0, -1):
        other = draw_below(rng, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def draw_two(rng: Random, things: list[int]) -> tuple[int, int]:
    """Return two of up to twenty-one things, as ``sample`` does; the list changes."""
    at = draw_below(rng, len(things))
    first, things[at] = things[at], things[-1]
    return first, things[draw_below(rng, len(things) - 1)]


def draw_card(rng: Random, cards: int) -> Card:
    """Return a card of a set that is not empty, as ``choice`` does."""
    left = int(cards)  # a ``Hand`` subtracts sets
    for _ in range(draw_below(rng, left.bit_count())):
        left &= left - 1
    return (left & -left).bit_length() - 1


class HiddenPlace(NamedTuple):
    """A hidden place: the number of its cards, and the set of possible ones."""

    need: int
    may: int


class _Group(NamedTuple):
    """Cards that may lie in the same places."""

    places: tuple[int, ...]
    cards: tuple[Card, ...]


class _Split(NamedTuple):
    """The numbers of a group's cards for each of its places, and the needs that remain."""

    numbers: tuple[int, ...]
    needs: tuple[int, ...]


class _Choice(NamedTuple):
    """Every split of a group that leads to a full deal; ``sums`` are running counts of ways."""

    sums: list[int]
    splits: list[_Split]


_NOTHING: Final = _Choice([], [])


class DealSampler:
    """All ways to deal the ``unseen`` cards to places whose needs add up to their number."""

    def __init__(self, unseen: int, places: Iterable[HiddenPlace]) -> None:
        self.places = tuple(places)
        self._groups = _groups(unseen, self.places)
        self._choices: dict[tuple[int, tuple[int, ...]], _Choice] = {}
        self._needs = tuple(place.need for place in self.places)
        full = sum(self._needs) == unseen.bit_count()
        self.count = self._ways(0, self._needs) if full else 0

    def draw(self, rng: Random) -> tuple[int, ...]:
        """Draw one way uniformly: sets of cards by place."""
        dealt, needs = [0] * len(self.places), self._needs
        for n, group in enumerate(self._groups):
            choice = self._choice(n, needs)
            split = choice.splits[0]
            if len(choice.splits) > 1:
                split = choice.splits[bisect(choice.sums, draw_below(rng, choice.sums[-1]))]
            cards = list(group.cards)
            if len(group.places) > 1:
                shuffle_cards(rng, cards)
            start = 0
            for place, number in zip(group.places, split.numbers, strict=True):
                for card in cards[start : start + number]:
                    dealt[place] |= 1 << card
                start += number
            needs = split.needs
        return tuple(dealt)

    def list_all(self) -> Iterator[tuple[int, ...]]:
        """Yield every way once, in a fixed order."""
        return self._list_from(0, self._needs, (0,) * len(self.places))

    def _list_from(
        self, n: int, needs: tuple[int, ...], dealt: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        if n == len(self._groups):
            yield dealt
            return
        group = self._groups[n]
        for split in self._choice(n, needs).splits:
            for parts in _partitions(group.cards, split.numbers):
                more = list(dealt)
                for place, part in zip(group.places, parts, strict=True):
                    more[place] |= part
                yield from self._list_from(n + 1, split.needs, tuple(more))

    def _ways(self, n: int, needs: tuple[int, ...]) -> int:
        if n == len(self._groups):
            return 1
        sums = self._choice(n, needs).sums
        return sums[-1] if sums else 0

    def _choice(self, n: int, needs: tuple[int, ...]) -> _Choice:
        known = self._choices.get((n, needs))
        if known is None:
            known = self._choices[n, needs] = self._build_choice(n, needs)
        return known

    def _build_choice(self, n: int, needs: tuple[int, ...]) -> _Choice:
        group, found = self._groups[n], []
        if not group.places:
            return _NOTHING
        most = [min(needs[place], len(group.cards)) for place in group.places[:-1]]
        for head in product(*(range(number + 1) for number in most)):
            last = len(group.cards) - sum(head)
            if not 0 <= last <= needs[group.places[-1]]:
                continue
            numbers = (*head, last)
            left = list(needs)
            for place, number in zip(group.places, numbers, strict=True):
                left[place] -= number
            ways = self._ways(n + 1, tuple(left))
            if ways:
                found.append((_multinomial(numbers) * ways, _Split(numbers, tuple(left))))
        if not found:
            return _NOTHING
        return _Choice(list(accumulate(ways for ways, _ in found)), [split for _, split in found])


def _groups(unseen: int, places: tuple[HiddenPlace, ...]) -> tuple[_Group, ...]:
    by_places: dict[tuple[int, ...], list[Card]] = {}
    for card in Hand(unseen):
        may = tuple(n for n, place in enumerate(places) if place.may >> card & 1)
        by_places.setdefault(may, []).append(card)
    return tuple(_Group(at, tuple(cards)) for at, cards in sorted(by_places.items()))


def _multinomial(numbers: tuple[int, ...]) -> int:
    ways, total = 1, 0
    for number in numbers:
        total += number
        ways *= comb(total, number)
    return ways


def _partitions(cards: tuple[Card, ...], numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every way to divide cards into parts of these sizes."""
    if len(numbers) == 1:
        yield (int(Hand.of(cards)),)
        return
    for part in combinations(cards, numbers[0]):
        rest = tuple(card for card in cards if card not in part)
        for others in _partitions(rest, numbers[1:]):
            yield (int(Hand.of(part)), *others)


# Draws of hidden cards where every card has odds of its own for every place.
#
# The chance of a deal is proportional to the product of the odds of its cards, among all deals that
# give every place the cards it needs. The sums over the cards still to come are counted once; then
# a draw takes one card after another and is exactly so distributed.

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
