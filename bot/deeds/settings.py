"""User and server settings; None inherits from the wider scope."""

from dataclasses import dataclass
from enum import StrEnum

from bot.terms import Clock, Faces, Summoning


class Limit(StrEnum):
    """A numeric limit that the managers of a server set."""

    TABLES = "tables"
    OWN_TABLES = "own_tables"
    MIN_GAMES = "min_games"


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """Show the user's own settings."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Show the server's settings to its managers."""


@dataclass(frozen=True, slots=True)
class OwnLanguage:
    locale: str | None


@dataclass(frozen=True, slots=True)
class OwnSummoning:
    """Set when the user is notified, and where."""

    when: Summoning


@dataclass(frozen=True, slots=True)
class OwnQuiet:
    """Set the user's quiet hours, from full hour to full hour; ``start`` None turns them off."""

    start: int | None
    end: int


@dataclass(frozen=True, slots=True)
class OwnZone:
    """Set the user's time zone by its IANA name; None uses the zone of each server."""

    zone: str | None


@dataclass(frozen=True, slots=True)
class OwnText:
    """Choose card names in place of tiles in the user's private messages."""

    spelled: bool


@dataclass(frozen=True, slots=True)
class OwnFaces:
    """Set the card faces in the user's private messages; None uses the server's or table's."""

    faces: Faces | None


@dataclass(frozen=True, slots=True)
class OwnPictures:
    """Turn pictures in the user's private messages on or off; None uses the server's setting."""

    wanted: bool | None


@dataclass(frozen=True, slots=True)
class ServerLanguage:
    locale: str | None


@dataclass(frozen=True, slots=True)
class ServerPreset:
    """Set the default preset of new tables."""

    preset: str


@dataclass(frozen=True, slots=True)
class ServerClock:
    """Set the default clock of new tables."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class ServerThreads:
    """Allow or forbid threads for tables."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class ServerHistory:
    """Open old matches to all members, or only to the players of each match."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class ServerFaces:
    """Set the card faces on this server; None uses those of each table's rules."""

    faces: Faces | None


@dataclass(frozen=True, slots=True)
class ServerPictures:
    """Turn pictures in messages on or off."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class ServerZone:
    """Set the time zone of the server, by its IANA name."""

    zone: str


@dataclass(frozen=True, slots=True)
class ServerRole:
    """Set the role that is notified of open tables; 0 for none."""

    role_id: int


@dataclass(frozen=True, slots=True)
class ServerLimit:
    limit: Limit
    number: int


SettingsDeed = (
    OwnSettings
    | ServerSettings
    | OwnLanguage
    | OwnSummoning
    | OwnQuiet
    | OwnZone
    | OwnText
    | OwnFaces
    | OwnPictures
    | ServerLanguage
    | ServerPreset
    | ServerClock
    | ServerThreads
    | ServerHistory
    | ServerFaces
    | ServerPictures
    | ServerZone
    | ServerRole
    | ServerLimit
)
