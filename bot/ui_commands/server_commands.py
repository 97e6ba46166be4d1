"""UI commands without a table: saved rules, settings, help, rankings, privacy, weekly tables."""

from enum import StrEnum
from hashlib import sha256
from typing import Final

from bot.model.codec_fields import (
    YES_NO,
    choice_field,
    number_field,
    optional_field,
    word_field,
)
from bot.model.enums import CardFaces, Clock, NotifyWhen
from bot.model.refusals import Refusal
from bot.ui_commands.codec import ServerCommand, TableCommand, ui_command
from bot.ui_commands.fields import CONFIRMED, FAMILY, GAME, MAX_USER, PAGE, USER, enum_field

_PRESET: Final = word_field(r"\w[\w.-]{0,39}", Refusal.VALUE_UNKNOWN)  # a preset's file name


# -- saved house rules


@ui_command("save", "rules")
class SaveRules(TableCommand):
    """Save the house rules for this server; a form asks for a name."""


@ui_command("saved")
class ShowSavedRules(TableCommand, ServerCommand):
    """List the house rules saved on this server."""


@ui_command("saved", "drop", word_field(r"[0-9a-f]{12}", Refusal.RULES_GONE))
class DeleteSavedRules(TableCommand, ServerCommand):
    """Delete saved rules; ``digest`` stands for their name."""

    digest: str


def rules_name_digest(name: str) -> str:
    """Return a digest that stands for a typed name in a button, ignoring case."""
    return sha256(name.casefold().encode()).hexdigest()[:12]


# -- settings of users and servers; None inherits from the wider scope

_MAX_SERVER_NUMBER: Final = 1000  # largest number a server setting accepts
_LOCALE: Final = optional_field(
    "-", None, word_field(r"[A-Za-z][A-Za-z_-]{1,11}", Refusal.VALUE_UNKNOWN)
)
_ZONE: Final = word_field(r"[A-Za-z][\w+/-]{0,39}", Refusal.VALUE_UNKNOWN)
_HOUR: Final = number_field(0, 23, Refusal.VALUE_UNKNOWN)
_FACES: Final = optional_field("-", None, enum_field(CardFaces, Refusal.VALUE_UNKNOWN))


class ServerLimitKind(StrEnum):
    """A numeric limit that the managers of a server set."""

    TABLES = "tables"
    OWN_TABLES = "own_tables"
    MIN_GAMES = "min_games"


@ui_command("settings")
class ShowOwnSettings(ServerCommand):
    """Show the user's own settings."""


@ui_command("server")
class ShowServerSettings(ServerCommand):
    """Show the server's settings to its managers."""


@ui_command("me", "language", _LOCALE)
class SetOwnLanguage(ServerCommand):
    locale: str | None


@ui_command("me", "calls", enum_field(NotifyWhen, Refusal.VALUE_UNKNOWN))
class SetOwnNotifications(ServerCommand):
    """Set when the user is notified, and where."""

    when: NotifyWhen


@ui_command("me", "quiet", optional_field("-", None, _HOUR), _HOUR)
class SetOwnQuietHours(ServerCommand):
    """Set the user's quiet hours, from full hour to full hour; ``start`` None turns them off."""

    start: int | None
    end: int


@ui_command("me", "zone", optional_field("-", None, _ZONE))
class SetOwnTimeZone(ServerCommand):
    """Set the user's time zone by its IANA name; None uses the zone of each server."""

    zone: str | None


@ui_command("me", "cards", choice_field({"tiles": False, "names": True}))
class SetOwnCardNames(ServerCommand):
    """Choose card names in place of tiles in the user's private messages."""

    spelled: bool


@ui_command("me", "faces", _FACES)
class SetOwnFaces(ServerCommand):
    """Set the card faces in the user's private messages; None uses the server's or table's."""

    faces: CardFaces | None


@ui_command("me", "pictures", choice_field({"-": None, **YES_NO}))
class SetOwnPictures(ServerCommand):
    """Turn pictures in the user's private messages on or off; None uses the server's setting."""

    wanted: bool | None


@ui_command("server", "language", _LOCALE)
class SetServerLanguage(ServerCommand):
    locale: str | None


@ui_command("server", "preset", _PRESET)
class SetServerPreset(ServerCommand):
    """Set the default preset of new tables."""

    preset: str


@ui_command("server", "clock", enum_field(Clock, Refusal.VALUE_UNKNOWN))
class SetServerClock(ServerCommand):
    """Set the default clock of new tables."""

    clock: Clock


@ui_command("server", "threads", choice_field(YES_NO, Refusal.VALUE_UNKNOWN))
class SetServerThreads(ServerCommand):
    """Allow or forbid threads for tables."""

    allowed: bool


@ui_command("server", "history", choice_field(YES_NO, Refusal.VALUE_UNKNOWN))
class SetServerHistory(ServerCommand):
    """Open old matches to all members, or only to the players of each match."""

    allowed: bool


@ui_command("server", "faces", _FACES)
class SetServerFaces(ServerCommand):
    """Set the card faces on this server; None uses those of each table's rules."""

    faces: CardFaces | None


@ui_command("server", "pictures", choice_field(YES_NO, Refusal.VALUE_UNKNOWN))
class SetServerPictures(ServerCommand):
    """Turn pictures in messages on or off."""

    wanted: bool


@ui_command("server", "zone", _ZONE)
class SetServerTimeZone(ServerCommand):
    """Set the time zone of the server, by its IANA name."""

    zone: str


@ui_command("server", "role", USER)
class SetServerRole(ServerCommand):
    """Set the role that is notified of open tables; 0 for none."""

    role_id: int


@ui_command(
    "server",
    enum_field(ServerLimitKind),
    number_field(0, _MAX_SERVER_NUMBER, Refusal.VALUE_UNKNOWN),
)
class SetServerLimit(ServerCommand):
    limit: ServerLimitKind
    number: int


# -- help and the own hand


@ui_command("help")
class ShowHelp(TableCommand, ServerCommand):
    """Show help: a general page, or at a table the moves possible now."""


class HelpTopic(StrEnum):
    """A page of the help."""

    GAME = "game"
    WORTH = "worth"
    WORDS = "words"
    COMMANDS = "commands"


@ui_command("help", FAMILY, enum_field(HelpTopic))
class ShowHelpPage(TableCommand, ServerCommand):
    """Show one help page of a family: its rules, its glossary or the commands."""

    family: str
    topic: HelpTopic


@ui_command("table", optional_field("", None, GAME))
class ShowMyHand(ServerCommand):
    """Show the user's hand at a table; without a number, at the table implied by the channel."""

    game: int | None = None


# -- rankings


@ui_command("leaders")
class ShowLeaderboard(ServerCommand):
    """Show the first page of the ranking of all games without robots."""


@ui_command(
    "leaders",
    PAGE,
    *(
        optional_field("-", "", part)
        for part in (FAMILY, _PRESET, word_field(r"[0-9]{4}-[0-9]{2}"))
    ),
    choice_field({"people": False, "robots": True}),
    choice_field({"": False, "two": True}),
)
class ShowLeaderboardPage(ServerCommand):
    """Show one page of a ranking, from 1; "" as family, preset or season counts all of them."""

    page: int
    family: str
    preset: str
    season: str
    with_robots: bool
    two_players: bool  # matches of two players, which are ranked separately


@ui_command("history", optional_field("", None, PAGE))
class ShowHistory(TableCommand, ServerCommand):
    """List finished games, by pages from 1; without a page the first one."""

    page: int | None = None


@ui_command("open", GAME)
class OpenMatch(ServerCommand):
    """Open a finished game of the list, by its number."""

    game: int


@ui_command("profile", USER)
class ShowProfile(ServerCommand):
    """Show luck and skill of a user."""

    user_id: int


# -- data stored about the user


@ui_command("privacy")
class ShowPrivacy(ServerCommand):
    """Show how much is stored about the user."""


@ui_command("privacy", "export")
class ExportMyData(ServerCommand):
    """Export everything stored about the user as a file."""


@ui_command("privacy", "forget", CONFIRMED)
class EraseMyData(ServerCommand):
    """Erase the user's data; it takes a confirmation."""

    is_confirmed: bool = False


# -- weekly tables


@ui_command("weekly")
class ShowWeeklyTables(ServerCommand):
    """List the weekly tables."""


@ui_command("weekly", "remove", number_field(1, MAX_USER))
class DeleteWeeklyTable(ServerCommand):
    """Delete a weekly table."""

    number: int
