"""UI commands for a lobby beyond joining and house rules: seats, invitations, start with robots."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShowSeats:
    """Show the seat assignment and the changes the user may make to it."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down on this seat, or move to it; a robot on it makes room."""

    seat: int


@dataclass(frozen=True, slots=True)
class RemoveFromSeat:
    """Free the seat, if this user (0 for a robot) still occupies it."""

    seat: int
    user_id: int


@dataclass(frozen=True, slots=True)
class StartWithRobots:
    """Start the game with robots on all free seats."""


@dataclass(frozen=True, slots=True)
class InviteUser:
    """Mention somebody to invite them to the table; without a user, ask for one."""

    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class AcceptInvitation:
    """Join from an invitation; the response goes to its channel, as the lobby may be elsewhere."""


LobbyCommand = (
    ShowSeats | TakeSeat | RemoveFromSeat | StartWithRobots | InviteUser | AcceptInvitation
)
