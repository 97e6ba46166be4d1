"""User and server settings; None inherits from the wider scope."""

from dataclasses import dataclass
from enum import StrEnum

from bot.terms import CardFaces, Clock, NotifyWhen


class ServerLimitKind(StrEnum):
    """A numeric limit that the managers of a server set."""

    TABLES = "tables"
    OWN_TABLES = "own_tables"
    MIN_GAMES = "min_games"


@dataclass(frozen=True, slots=True)
class ShowOwnSettings:
    """Show the user's own settings."""


@dataclass(frozen=True, slots=True)
class ShowServerSettings:
    """Show the server's settings to its managers."""


@dataclass(frozen=True, slots=True)
class SetOwnLanguage:
    locale: str | None


@dataclass(frozen=True, slots=True)
class SetOwnNotifications:
    """Set when the user is notified, and where."""

    when: NotifyWhen


@dataclass(frozen=True, slots=True)
class SetOwnQuietHours:
    """Set the user's quiet hours, from full hour to full hour; ``start`` None turns them off."""

    start: int | None
    end: int


@dataclass(frozen=True, slots=True)
class SetOwnTimeZone:
    """Set the user's time zone by its IANA name; None uses the zone of each server."""

    zone: str | None


@dataclass(frozen=True, slots=True)
class SetOwnCardNames:
    """Choose card names in place of tiles in the user's private messages."""

    spelled: bool


@dataclass(frozen=True, slots=True)
class SetOwnFaces:
    """Set the card faces in the user's private messages; None uses the server's or table's."""

    faces: CardFaces | None


@dataclass(frozen=True, slots=True)
class SetOwnPictures:
    """Turn pictures in the user's private messages on or off; None uses the server's setting."""

    wanted: bool | None


@dataclass(frozen=True, slots=True)
class SetServerLanguage:
    locale: str | None


@dataclass(frozen=True, slots=True)
class SetServerPreset:
    """Set the default preset of new tables."""

    preset: str


@dataclass(frozen=True, slots=True)
class SetServerClock:
    """Set the default clock of new tables."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class SetServerThreads:
    """Allow or forbid threads for tables."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class SetServerHistory:
    """Open old matches to all members, or only to the players of each match."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class SetServerFaces:
    """Set the card faces on this server; None uses those of each table's rules."""

    faces: CardFaces | None


@dataclass(frozen=True, slots=True)
class SetServerPictures:
    """Turn pictures in messages on or off."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class SetServerTimeZone:
    """Set the time zone of the server, by its IANA name."""

    zone: str


@dataclass(frozen=True, slots=True)
class SetServerRole:
    """Set the role that is notified of open tables; 0 for none."""

    role_id: int


@dataclass(frozen=True, slots=True)
class SetServerLimit:
    limit: ServerLimitKind
    number: int


SettingsCommand = (
    ShowOwnSettings
    | ShowServerSettings
    | SetOwnLanguage
    | SetOwnNotifications
    | SetOwnQuietHours
    | SetOwnTimeZone
    | SetOwnCardNames
    | SetOwnFaces
    | SetOwnPictures
    | SetServerLanguage
    | SetServerPreset
    | SetServerClock
    | SetServerThreads
    | SetServerHistory
    | SetServerFaces
    | SetServerPictures
    | SetServerTimeZone
    | SetServerRole
    | SetServerLimit
)
