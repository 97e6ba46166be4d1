"""Deeds that need no table: help, rankings, profiles, settings, set problems."""

from dataclasses import dataclass
from enum import StrEnum

from bot.analysis.etudes.etude import Grade
from bot.deeds.lessons import LessonDeed
from bot.deeds.saved import DropRules, SavedRules
from bot.engine.cards import Card
from bot.terms import Clock, Faces, Summoning


class Limit(StrEnum):
    """A number that the managers of a server set."""

    TABLES = "tables"
    OWN_TABLES = "own_tables"
    MIN_GAMES = "min_games"


@dataclass(frozen=True, slots=True)
class Help:
    """How to play: in general, or at a table what may be done now."""


class Topic(StrEnum):
    """A page of the help."""

    GAME = "game"
    WORTH = "worth"
    WORDS = "words"
    COMMANDS = "commands"


@dataclass(frozen=True, slots=True)
class HelpOn:
    """How a family is played, its words, or what can be typed."""

    family: str
    topic: Topic


# -- rankings


@dataclass(frozen=True, slots=True)
class Leaders:
    """The first page of the ranking of all games without robots."""


@dataclass(frozen=True, slots=True)
class LeadersPage:
    """One page of a ranking, from 1; "" as family, preset or season counts all of them."""

    page: int
    family: str
    preset: str
    season: str
    with_robots: bool
    of_two: bool  # matches of two, which are ranked apart


@dataclass(frozen=True, slots=True)
class History:
    """Finished games, by pages from 1; without a page the first one."""

    page: int | None = None


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A finished game of the list, by its number."""

    game: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Luck and skill of a user."""

    user_id: int


# -- settings; None as language stands for that of the next greater circle


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


# -- what is stored of the asker


@dataclass(frozen=True, slots=True)
class Privacy:
    """How much is stored, in words."""


@dataclass(frozen=True, slots=True)
class Export:
    """All of it, as a file."""


@dataclass(frozen=True, slots=True)
class Forget:
    """Delete it; it has to be asked for twice."""

    is_sure: bool = False


# -- weekly tables


@dataclass(frozen=True, slots=True)
class WeeklyTables:
    """When which table opens by itself."""


@dataclass(frozen=True, slots=True)
class WeeklyRemove:
    """It opens no more."""

    number: int


# -- set problems


@dataclass(frozen=True, slots=True)
class EtudeRef:
    """A problem by its key; ``day`` of the one of a day in days since 1970, else 0."""

    key: str
    day: int = 0

    def __str__(self) -> str:
        return f"{self.key}@{self.day}" if self.day else self.key


@dataclass(frozen=True, slots=True)
class EtudeLast:
    """The problem left unfinished, else a new one."""


@dataclass(frozen=True, slots=True)
class EtudeNew:
    """A problem not met before, of a grade or of any."""

    grade: Grade | None = None


@dataclass(frozen=True, slots=True)
class EtudeOpen:
    """A problem where it stands."""

    ref: EtudeRef


@dataclass(frozen=True, slots=True)
class EtudePlay:
    """A card behind so many others."""

    ref: EtudeRef
    length: int
    card: Card


@dataclass(frozen=True, slots=True)
class EtudeBack:
    """The last of so many cards taken back."""

    ref: EtudeRef
    length: int


@dataclass(frozen=True, slots=True)
class EtudeAgain:
    """From the first card on."""

    ref: EtudeRef


@dataclass(frozen=True, slots=True)
class EtudeSolution:
    """The solution; before the problem is solved it has to be asked for twice."""

    ref: EtudeRef
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class EtudeDaily:
    """The table of the problem of the day."""


@dataclass(frozen=True, slots=True)
class EtudeShare:
    """One public line about the problem of the day."""

    ref: EtudeRef


ServerDeed = (
    Help
    | HelpOn
    | LessonDeed
    | Leaders
    | LeadersPage
    | History
    | OpenMatch
    | Profile
    | OwnSettings
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
    | ServerFaces
    | ServerPictures
    | ServerHistory
    | ServerZone
    | ServerRole
    | WeeklyTables
    | WeeklyRemove
    | ServerLimit
    | Privacy
    | Export
    | Forget
    | SavedRules
    | DropRules
    | EtudeLast
    | EtudeNew
    | EtudeOpen
    | EtudePlay
    | EtudeBack
    | EtudeAgain
    | EtudeSolution
    | EtudeDaily
    | EtudeShare
)
