"""The ladder of bids and the values of contracts (rules/russian.md 2.4, 4.2)."""

from functools import cache
from typing import Final

from bot.engine.cards import Strain

MISERE: Final = "M"
MISERE_BY_HAND: Final = "MW"  # misère without talon

_TRICK_BIDS: Final = {
    level: tuple(f"{level}{strain.letters}" for strain in Strain) for level in range(6, 11)
}
LADDER: Final[tuple[str, ...]] = (
    *_TRICK_BIDS[6],
    *_TRICK_BIDS[7],
    *_TRICK_BIDS[8],
    MISERE,
    *_TRICK_BIDS[9],
    MISERE_BY_HAND,
    *_TRICK_BIDS[10],
)
RANK: Final = {name: rank for rank, name in enumerate(LADDER, start=1)}
TRICK_BIDS: Final = tuple(name for name in LADDER if name not in (MISERE, MISERE_BY_HAND))
LEVEL: Final = {name: int(name.rstrip("SCDHNT")) for name in TRICK_BIDS}

VALUE: Final = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}
QUOTA: Final = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
MISERE_VALUE: Final = 10


def level_and_trump(name: str) -> tuple[int, int]:
    """Return level (0 for misère) and trump suit (-1 for none) of a bid."""
    if name in (MISERE, MISERE_BY_HAND):
        return 0, -1
    letters = name.removeprefix(str(LEVEL[name]))
    return LEVEL[name], -1 if letters == "NT" else "SCDH".index(letters)


@cache
def contracts_from(name: str) -> tuple[str, ...]:
    """Return the trick contracts that fulfil a winning bid, lowest first (2.5 rule 4)."""
    return tuple(other for other in TRICK_BIDS if RANK[other] >= RANK[name])
