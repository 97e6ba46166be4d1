"""Wishes of a player and of a server; None leaves it to the next greater circle."""

from dataclasses import dataclass
from enum import StrEnum

from bot.terms import Clock, Faces, Summoning


class Limit(StrEnum):
    """A number that the managers of a server set."""

    TABLES = "tables"
    OWN_TABLES = "own_tables"
    MIN_GAMES = "min_games"


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """What the asker may set for himself."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What the managers may set for the server."""


@dataclass(frozen=True, slots=True)
class OwnLanguage:
    locale: str | None


@dataclass(frozen=True, slots=True)
class OwnSummoning:
    """When the asker is called to a table, and where."""

    when: Summoning


@dataclass(frozen=True, slots=True)
class OwnQuiet:
    """Full hours of the day between which he is not called; from None he has no such hours."""

    start: int | None
    end: int


@dataclass(frozen=True, slots=True)
class OwnZone:
    """His time zone, by its IANA name; None for that of each server."""

    zone: str | None


@dataclass(frozen=True, slots=True)
class OwnText:
    """Whether his private messages have the names of cards in place of their tiles."""

    spelled: bool


@dataclass(frozen=True, slots=True)
class OwnFaces:
    """What the tiles of his private messages look like; None for those of server and table."""

    faces: Faces | None


@dataclass(frozen=True, slots=True)
class OwnPictures:
    """Whether his private messages have pictures; None for what the server has."""

    wanted: bool | None


@dataclass(frozen=True, slots=True)
class ServerLanguage:
    locale: str | None


@dataclass(frozen=True, slots=True)
class ServerPreset:
    """The rules of a new table, unless others are named."""

    preset: str


@dataclass(frozen=True, slots=True)
class ServerClock:
    """The clock of a new table, unless another one is named."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class ServerThreads:
    """Whether tables are played in threads."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class ServerHistory:
    """Whether all members may open old matches, or only who played in them."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class ServerFaces:
    """What tiles look like on this server; None for what the rules of each table have."""

    faces: Faces | None


@dataclass(frozen=True, slots=True)
class ServerPictures:
    """Whether messages have pictures beside their text."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class ServerZone:
    """The time zone of the server, by its IANA name."""

    zone: str


@dataclass(frozen=True, slots=True)
class ServerRole:
    """The role that is told of open tables; 0 for none."""

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
