"""Counts of complete auctions: by the engine, and by a second reading of the rules."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from bot.engine.deal import Deal, Phase

Table = TypeVar("Table")
Of = TypeVar("Of")


def changed(hands: tuple[Of, Of, Of], hand: int, to: Of) -> tuple[Of, Of, Of]:
    """Return the values of the hands with one of them replaced."""
    first, second, third = (to if place == hand else was for place, was in enumerate(hands))
    return first, second, third


def counted_by_the_engine(bare: Deal, first: Phase) -> int:
    """Count from a first phase; the calls so far are in the deal, not in the phase."""

    counts: dict[Phase, int] = {}

    def count(phase: Phase) -> int:
        if phase not in counts:
            counts[phase] = counted(phase)
        return counts[phase]

    def counted(phase: Phase) -> int:
        total = 0
        choices = phase.legal(bare)
        assert choices
        for action in choices:
            after = phase.apply(bare, action)
            if isinstance(after, Deal):
                assert isinstance(after.phase, type(first))
                total += count(after.phase)
            else:
                total += 1
        return total

    return count(first)


def counted_again(
    start: Table, following: Callable[[Table], list[Table]], is_done: Callable[[Table], bool]
) -> int:
    """Count from another kind of table, as a scorer would note it."""

    @cache
    def count(table: Table) -> int:
        return 1 if is_done(table) else sum(map(count, following(table)))

    return count(start)
