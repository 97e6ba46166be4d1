"""Deeds that name no table: help, the way to one, rankings, old matches, privacy, weekly tables."""

from dataclasses import dataclass
from enum import StrEnum

from bot.deeds.etudes import EtudeDeed
from bot.deeds.lessons import LessonDeed
from bot.deeds.saved import DropRules, SavedRules
from bot.deeds.settings import SettingsDeed


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


@dataclass(frozen=True, slots=True)
class MyHand:
    """The own hand at that table, without a number at the one that is meant here."""

    game: int | None = None


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


ServerDeed = (
    Help
    | HelpOn
    | MyHand
    | LessonDeed
    | Leaders
    | LeadersPage
    | History
    | OpenMatch
    | Profile
    | WeeklyTables
    | WeeklyRemove
    | Privacy
    | Export
    | Forget
    | SavedRules
    | DropRules
    | SettingsDeed
    | EtudeDeed
)
