"""Choice among contracts: the best one for a hand, the best discard for it, its mean over talons.

A contract is worth what its expected tricks in tenths bring, or what the probability of taking no
trick brings.  The best contract of a strain is kept in a table by tenths, because an auction asks
thousands of times.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from bot.engine.cards import Card, Hand
from bot.robots import evaluation

_TENTHS: Final = 106  # from no trick to the most that is expected
_ROUNDED: Final = 0.001  # values this close may be equal once rounded

_UNKNOWN: Final = -1e9  # less than any value

_RANKS: Final = 16  # more than the ranks of two cards

Choice = tuple[float, int, str]  # value, place of the contract turned round, name


def discard_order(kept: int, low: Card, high: Card) -> int:
    """Rank a discard among those that leave as many tricks; the highest is the best.

    The longest suits are kept, so that a short one goes as a whole: where single cards of two suits
    lose two tricks, a trump or a discard on the void may save one.  Then the lower cards go.
    """
    a, b, c, d = map(int.bit_count, evaluation.holdings(kept))
    return _RANKS * (a * a + b * b + c * c + d * d) - (low & 7) - (high & 7)


def _unbeaten_cards(own: evaluation.SuitHolding) -> int:
    """Return the cards from the ace down, or all if these draw every card of the others."""
    gaps = evaluation.ranks_below(8) & ~own
    top = 7 - evaluation.highest_rank(gaps)
    return own.bit_count() if top >= gaps.bit_count() else top


_UNBEATEN: Final = tuple(map(_unbeaten_cards, range(256)))
_DRAWING: Final = 5  # trumps that draw those of the others after a forced ruff


def solid_tricks(hand: int, trump: int) -> int:
    """Return the tricks that ten cards hardly ever lose with a trump suit.

    Solid trumps and, once these have drawn the others, the top cards of the side suits; none
    without solid trumps.
    """
    suits = evaluation.holdings(hand)
    trumps = suits[trump].bit_count()
    if trump < 0 or trumps < _DRAWING or _UNBEATEN[suits[trump]] < trumps:
        return 0
    return trumps + sum(_UNBEATEN[own] for suit, own in enumerate(suits) if suit != trump)


class ContractOffer(NamedTuple):
    """A contract and its value: by tenths of expected tricks, or by the probability of no trick."""

    name: str
    trump: int  # -1 without a trump
    shift: float  # tricks to expect beyond those of the strain
    by_tricks: Callable[[int], float] | None  # tenths -> value
    by_chance: Callable[[float], float] | None = None


class _Strain:
    """The contracts of one strain and shift, with the best of them by tenths."""

    def __init__(self, trump: int, shift: float) -> None:
        self.trump, self.shift = trump, shift
        self.worths: list[tuple[Callable[[int], float], int, str]] = []
        self.best: list[Choice | None] = [None] * _TENTHS
        self._values: list[float] = [_UNKNOWN] * _TENTHS

    def best_at(self, tenths: int) -> Choice:
        found = self.best[tenths]
        if found is None:
            found = max((worth(tenths), place, name) for worth, place, name in self.worths)
            self.best[tenths] = found
        return found

    def value_at(self, tenths: int) -> float:
        value = self._values[tenths]
        if value == _UNKNOWN:
            value = self._values[tenths] = self.best_at(tenths)[0]
        return value


class ContractChoice:
    """The best of some contracts; among equals the one that was given first."""

    def __init__(self, offers: Iterable[ContractOffer]) -> None:
        strains: dict[tuple[int, float], _Strain] = {}
        self._chances: list[tuple[Callable[[float], float], int, str]] = []
        for n, offer in enumerate(offers):
            if offer.by_tricks is not None:
                key = offer.trump, offer.shift
                strain = strains.setdefault(key, _Strain(*key))
                strain.worths.append((offer.by_tricks, -n, offer.name))
            if offer.by_chance is not None:
                self._chances.append((offer.by_chance, -n, offer.name))
        self._strains = list(strains.values())
        self.takes_none = bool(self._chances)  # the probability of no trick counts
        self._chance, self._worth = -1.0, _UNKNOWN  # the last probability, and its best value

    def best(self, tricks: Sequence[float], chance: float = 0.0) -> tuple[float, str]:
        """Return the value and the name; ``tricks`` by strain, ``chance`` of taking no trick."""
        found: Choice | None = None
        for strain in self._strains:
            expected = tricks[strain.trump] + strain.shift
            each = strain.best_at(evaluation.to_tenths(expected))
            if found is None or each > found:
                found = each
        for worth, place, name in self._chances:
            each = worth(chance), place, name
            if found is None or each > found:
                found = each
        assert found is not None
        return found[0], found[2]

    def mean(self, tricks: Sequence[tuple[float, ...]], chances: Sequence[float] = ()) -> float:
        """Return the mean value over samples of ``tricks``, each with its chance of no trick."""
        if not self.takes_none:
            return sum([self._value(each, 0.0) for each in tricks]) / len(tricks)
        pairs = zip(tricks, chances, strict=True)
        return sum([self._value(each, chance) for each, chance in pairs]) / len(tricks)

    def _value(self, tricks: tuple[float, ...], chance: float) -> float:
        """Return the value that ``best`` finds."""
        most = _UNKNOWN
        for strain in self._strains:
            value = strain.value_at(evaluation.to_tenths(tricks[strain.trump] + strain.shift))
            if value > most:
                most = value
        if self.takes_none:
            if chance != self._chance:  # most hands have the same one, zero, with every talon
                self._worth = max([worth(chance) for worth, _, _ in self._chances])
                self._chance = chance
            if self._worth > most:
                most = self._worth
        return most

    def best_discard(
        self,
        hand: int,
        chance: Callable[[int], float] | None = None,
        bonus: Callable[[int], float] | None = None,
    ) -> tuple[Card, Card]:
        """Return the two of twelve cards without which the rest is worth most.

        Among equals the pair of ``discard_order`` goes.  ``chance`` is the probability that ten
        cards take no trick, ``bonus`` what they bring beside the contract.
        """
        cards, found, most, first = list(Hand(hand)), (-1, -1), 0.0, 0
        for n, low in enumerate(cards):
            for high in cards[n + 1 :]:
                kept = hand & ~(1 << low | 1 << high)
                likely = chance(kept) if chance is not None and self.takes_none else 0.0
                value = self._value(evaluation.tricks_by_strain(kept), likely)
                if bonus is not None:
                    value += bonus(kept)
                if found[0] >= 0 and value < most - _ROUNDED:
                    continue
                value, order = round(value, 3), discard_order(kept, low, high)
                if found[0] < 0 or value > most or (value == most and order > first):
                    found, most, first = (low, high), value, order
        return found
