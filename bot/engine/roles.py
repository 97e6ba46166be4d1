"""Roles of the seats in a deal, as far as the families share them."""

from collections.abc import Sequence
from enum import StrEnum

from bot.engine.cards import Seat


class Role(StrEnum):
    """The roles that code outside the families tests for.

    A family adds words of its own (whister, host, caller, ...), which are only displayed.
    """

    NONE = ""  # not decided yet
    RESTING = "resting"  # the dealer of four
    DUMMY = "dummy"  # the third hand of two, which has no player
    DECLARER = "declarer"
    DEFENDER = "defender"
    PASSER = "passer"  # leaves the tricks against the declarer to the other defender
    DROPPED = "dropped"  # has laid their cards down
    ALONE = "alone"  # every player for themselves


def player_seats(seats: Sequence[Seat], roles: Sequence[str]) -> tuple[Seat, ...]:
    """Return the active seats with a player of their own, in their order (no dummy)."""
    return tuple(seat for seat in seats if roles[seat] != Role.DUMMY)
