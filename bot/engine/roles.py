"""What a seat is in a deal, in the words that do not belong to one family alone."""

from collections.abc import Sequence
from enum import StrEnum

from bot.engine.cards import Seat


class Role(StrEnum):
    """The roles that are asked about outside of the families.

    A family adds words of its own (whister, host, caller, ...): they are told, never asked about.
    """

    NONE = ""  # nothing is decided yet
    RESTING = "resting"  # the dealer of four
    DUMMY = "dummy"  # the third hand of two, which has no player
    DECLARER = "declarer"
    DEFENDER = "defender"
    PASSER = "passer"  # leaves the tricks against the declarer to the other defender
    DROPPED = "dropped"  # has laid his cards down
    ALONE = "alone"  # everybody for himself


def speakers(seats: Sequence[Seat], roles: Sequence[str]) -> tuple[Seat, ...]:
    """The active seats that somebody plays for himself, in their order: not the dummy of two."""
    return tuple(seat for seat in seats if roles[seat] != Role.DUMMY)
