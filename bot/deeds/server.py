"""UI commands without a table: help, own hand, rankings, old matches, privacy, weekly tables."""

from dataclasses import dataclass
from enum import StrEnum

from bot.deeds.etudes import ProblemCommand
from bot.deeds.lessons import LessonCommand
from bot.deeds.saved import DeleteSavedRules, ShowSavedRules
from bot.deeds.settings import SettingsCommand


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """Show help: a general page, or at a table the moves possible now."""


class HelpTopic(StrEnum):
    """A page of the help."""

    GAME = "game"
    WORTH = "worth"
    WORDS = "words"
    COMMANDS = "commands"


@dataclass(frozen=True, slots=True)
class ShowHelpPage:
    """Show one help page of a family: its rules, its glossary or the commands."""

    family: str
    topic: HelpTopic


@dataclass(frozen=True, slots=True)
class ShowMyHand:
    """Show the user's hand at a table; without a number, at the table implied by the channel."""

    game: int | None = None


# -- rankings


@dataclass(frozen=True, slots=True)
class ShowLeaderboard:
    """Show the first page of the ranking of all games without robots."""


@dataclass(frozen=True, slots=True)
class ShowLeaderboardPage:
    """Show one page of a ranking, from 1; "" as family, preset or season counts all of them."""

    page: int
    family: str
    preset: str
    season: str
    with_robots: bool
    two_players: bool  # matches of two players, which are ranked separately


@dataclass(frozen=True, slots=True)
class ShowHistory:
    """List finished games, by pages from 1; without a page the first one."""

    page: int | None = None


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """Open a finished game of the list, by its number."""

    game: int


@dataclass(frozen=True, slots=True)
class ShowProfile:
    """Show luck and skill of a user."""

    user_id: int


# -- data stored about the user


@dataclass(frozen=True, slots=True)
class ShowPrivacy:
    """Show how much is stored about the user."""


@dataclass(frozen=True, slots=True)
class ExportMyData:
    """Export everything stored about the user as a file."""


@dataclass(frozen=True, slots=True)
class EraseMyData:
    """Erase the user's data; it takes a confirmation."""

    is_confirmed: bool = False


# -- weekly tables


@dataclass(frozen=True, slots=True)
class ShowWeeklyTables:
    """List the weekly tables."""


@dataclass(frozen=True, slots=True)
class DeleteWeeklyTable:
    """Delete a weekly table."""

    number: int


ServerCommand = (
    ShowHelp
    | ShowHelpPage
    | ShowMyHand
    | LessonCommand
    | ShowLeaderboard
    | ShowLeaderboardPage
    | ShowHistory
    | OpenMatch
    | ShowProfile
    | ShowWeeklyTables
    | DeleteWeeklyTable
    | ShowPrivacy
    | ExportMyData
    | EraseMyData
    | ShowSavedRules
    | DeleteSavedRules
    | SettingsCommand
    | ProblemCommand
)
