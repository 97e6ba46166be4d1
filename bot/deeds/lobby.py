"""Deeds of a table that has not started, beyond sitting down and agreeing: whose seat is where."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where, with what can be changed about it."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Sit down on this seat, or move to it; a robot on it makes room."""

    seat: int


@dataclass(frozen=True, slots=True)
class Remove:
    """The seat is free again, if this user (0 for a robot) is still on it."""

    seat: int
    user_id: int


@dataclass(frozen=True, slots=True)
class StartFilled:
    """Begin the game with robots on all free seats."""


@dataclass(frozen=True, slots=True)
class Invite:
    """Call somebody to the table by a mention; without anybody it is asked whom."""

    invited: int | None = None


@dataclass(frozen=True, slots=True)
class Come:
    """Sit down, said to a call to the table: it is answered there, for the lobby may be far."""


LobbyDeed = Seats | Sit | Remove | StartFilled | Invite | Come
