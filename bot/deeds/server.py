"""UI commands without a table: help, own hand, rankings, old matches, privacy, weekly tables."""

from dataclasses import dataclass
from enum import StrEnum

from bot.deeds.etudes import EtudeDeed
from bot.deeds.lessons import LessonDeed
from bot.deeds.saved import DropRules, SavedRules
from bot.deeds.settings import SettingsDeed


@dataclass(frozen=True, slots=True)
class Help:
    """Show help: a general page, or at a table the moves possible now."""


class Topic(StrEnum):
    """A page of the help."""

    GAME = "game"
    WORTH = "worth"
    WORDS = "words"
    COMMANDS = "commands"


@dataclass(frozen=True, slots=True)
class HelpOn:
    """Show one help page of a family: its rules, its glossary or the commands."""

    family: str
    topic: Topic


@dataclass(frozen=True, slots=True)
class MyHand:
    """Show the user's hand at a table; without a number, at the table implied by the channel."""

    game: int | None = None


# -- rankings


@dataclass(frozen=True, slots=True)
class Leaders:
    """Show the first page of the ranking of all games without robots."""


@dataclass(frozen=True, slots=True)
class LeadersPage:
    """Show one page of a ranking, from 1; "" as family, preset or season counts all of them."""

    page: int
    family: str
    preset: str
    season: str
    with_robots: bool
    of_two: bool  # matches of two players, which are ranked separately


@dataclass(frozen=True, slots=True)
class History:
    """List finished games, by pages from 1; without a page the first one."""

    page: int | None = None


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """Open a finished game of the list, by its number."""

    game: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Show luck and skill of a user."""

    user_id: int


# -- data stored about the user


@dataclass(frozen=True, slots=True)
class Privacy:
    """Show how much is stored about the user."""


@dataclass(frozen=True, slots=True)
class Export:
    """Export everything stored about the user as a file."""


@dataclass(frozen=True, slots=True)
class Forget:
    """Erase the user's data; it takes a confirmation."""

    is_sure: bool = False


# -- weekly tables


@dataclass(frozen=True, slots=True)
class WeeklyTables:
    """List the weekly tables."""


@dataclass(frozen=True, slots=True)
class WeeklyRemove:
    """Delete a weekly table."""

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
