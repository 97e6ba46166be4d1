"""UI commands for saved house rules: save, list, delete."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from bot.model.enums import CardFaces, Clock, NotifyWhen
from bot.ui_commands.practice_commands import LessonCommand, ProblemCommand


@dataclass(frozen=True, slots=True)
class SaveRules:
    """Save the house rules for this server; a form asks for a name."""


@dataclass(frozen=True, slots=True)
class ShowSavedRules:
    """List the house rules saved on this server."""


@dataclass(frozen=True, slots=True)
class DeleteSavedRules:
    """Delete saved rules; ``digest`` stands for their name."""

    digest: str


def rules_name_digest(name: str) -> str:
    """Return a digest that stands for a typed name in a button, ignoring case."""
    return sha256(name.casefold().encode()).hexdigest()[:12]


# User and server settings; None inherits from the wider scope.


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


# UI commands without a table: help, own hand, rankings, old matches, privacy, weekly tables.


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
