"""A figure beside its goal, and the table of all of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

_BESIDE_TESTS: Final = 6
REPOSITORY: Final = Path(__file__).resolve().parents[2]


class Size(NamedTuple):
    """Size of a section: ``times`` in its own unit, all of it drawn by ``seed``."""

    times: int
    seed: int
    is_short: bool
    folder: Path

    @property
    def patience(self) -> int:
        """Return how many times as long all may take: other tests run beside a short form."""
        return _BESIDE_TESTS if self.is_short else 1


class Figure(NamedTuple):
    """One row: the goal by its number, what was measured, what is wanted, what was found."""

    goal: str
    what: str
    wanted: str
    found: str
    is_met: bool


def none(goal: str, what: str, bad: int, of: int) -> Figure:
    """Nothing of so many may be bad; of nothing nothing is proved."""
    return Figure(goal, what, "0", f"{bad} of {of}", bad == 0 and of > 0)


def every(goal: str, what: str, good: int, of: int) -> Figure:
    """All of so many are good."""
    return Figure(goal, what, "all", f"{good} of {of}", good == of > 0)


def at_most(goal: str, what: str, found: float | None, most: float, unit: str = "s") -> Figure:
    """A time or a size; None: it never came."""
    said = "never" if found is None else f"{found:.3g} {unit}"
    return Figure(goal, what, f"<= {most:g} {unit}", said, found is not None and found <= most)


def elsewhere(goal: str, what: str, file: str, test: str) -> Figure:
    """Return a figure that an existing test of the suite already guarantees."""
    is_there = f"def {test}(" in (REPOSITORY / file).read_text(encoding="utf-8")
    return Figure(goal, what, "in make test", f"{file} {test}", is_there)


def lines(figures: Sequence[Figure]) -> list[str]:
    """The table, a row per figure, with a mark where a goal is missed."""
    rows = [("goal", "what", "wanted", "found", "")]
    rows += [(f.goal, f.what, f.wanted, f.found, "" if f.is_met else "MISSED") for f in figures]
    widths = [max(len(row[n]) for row in rows) for n in range(4)]
    pads = [*widths, 6]
    return [
        "  ".join(word.ljust(pad) for word, pad in zip(row, pads, strict=True)).rstrip()
        for row in rows
    ]


def share(times: Sequence[float], part: float) -> float | None:
    """The value that so large a part of all does not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None
