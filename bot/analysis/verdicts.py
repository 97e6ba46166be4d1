"""Verdicts from bounds: a target is within reach, out of reach, or undecided."""

from typing import Final

UNDECIDED: Final = 2  # neither yes nor no


def _verdicts(least: bool) -> list[bytes]:
    """Return verdicts by target + 1, then by bounds (least << 4 | most): 0 no, 1 yes, 2 open."""
    return [
        bytes(_verdict(bounds >> 4, bounds & 15, target, least) for bounds in range(256))
        for target in range(-1, 13)
    ]


def _verdict(low: int, high: int, target: int, least: bool) -> int:
    if least:
        return 1 if high <= target else 0 if low > target else UNDECIDED
    return 1 if low >= target else 0 if high < target else UNDECIDED


MOST_VERDICTS: Final = _verdicts(least=False)
LEAST_VERDICTS: Final = _verdicts(least=True)
