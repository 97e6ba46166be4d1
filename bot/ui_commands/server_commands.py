"""UI commands without a table.

Saved rules, settings, help, rankings, privacy, weekly tables, recaps, reported deals, leagues.
"""

from enum import StrEnum
from hashlib import sha256
from typing import Final

from bot.model import codec_fields, refusals, settings
from bot.model.enums import RulingKind
from bot.model.leaderboards import Acquaintance, RankingKind
from bot.ui_commands.codec import (
    CONFIRMED,
    DEAL,
    FAMILY,
    GAME_ID,
    MAX_USER,
    PAGE,
    USER,
    ServerCommand,
    TableCommand,
    ui_command,
)

# -- saved house rules


@ui_command("save", "rules")
class SaveRules(TableCommand):
    """Save the house rules for this server; a form asks for a name."""


@ui_command("saved")
class ShowSavedRules(TableCommand, ServerCommand):
    """List the house rules saved on this server."""


@ui_command("saved", "drop", codec_fields.word_field(r"[0-9a-f]{12}", refusals.Refusal.RULES_GONE))
class DeleteSavedRules(TableCommand, ServerCommand):
    """Delete saved rules; ``digest`` stands for their name."""

    digest: str


def rules_name_digest(name: str) -> str:
    """Return a digest that stands for a typed name in a button, ignoring case."""
    return sha256(name.casefold().encode()).hexdigest()[:12]


# -- the rules of presets


@ui_command("rules", "here")
class ShowUsualRules(ServerCommand):
    """Show the rules of the preset that the server usually plays."""


@ui_command("rules", "of", settings.PRESET_FIELD, codec_fields.optional_field("", None, PAGE))
class ShowPresetRules(ServerCommand):
    """Show the rules of a preset, by pages from 1; without a page the first one."""

    preset: str
    page: int | None = None


# -- settings of users and servers, which bot.model.settings declares


@ui_command("settings")
class ShowOwnSettings(ServerCommand):
    """Show the user's own settings."""


@ui_command("server")
class ShowServerSettings(ServerCommand):
    """Show the server's settings to its managers."""


@ui_command("server", "page", codec_fields.enum_field(settings.SettingsPage))
class ShowServerSettingsPage(ServerCommand):
    """Show one page of the server's settings to its managers."""

    page: settings.SettingsPage


@ui_command("me", settings.change_field(settings.UserSettings))
class ChangeOwnSetting(ServerCommand):
    """Change one of the user's own settings."""

    change: settings.SettingChange


@ui_command("server", settings.change_field(settings.GuildSettings))
class ChangeServerSetting(ServerCommand):
    """Change one setting of the server; for its managers."""

    change: settings.SettingChange


def own_setting(name: str, *values: object) -> ChangeOwnSetting:
    """Return the command that gives a setting of the user these values."""
    return ChangeOwnSetting(settings.SettingChange(name, values))


def server_setting(name: str, *values: object) -> ChangeServerSetting:
    """Return the command that gives a setting of the server these values."""
    return ChangeServerSetting(settings.SettingChange(name, values))


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


@ui_command("help", FAMILY, codec_fields.enum_field(HelpTopic))
class ShowHelpPage(TableCommand, ServerCommand):
    """Show one help page of a family: its rules, its glossary or the commands."""

    family: str
    topic: HelpTopic


@ui_command("table", codec_fields.optional_field("", None, GAME_ID))
class ShowMyHand(ServerCommand):
    """Show the user's hand at a table; without a number, at the table implied by the channel."""

    game: int | None = None


@ui_command("tables", codec_fields.optional_field("", None, PAGE))
class ShowServerTables(ServerCommand):
    """List the server's open tables for its managers, by pages from 1; without a page the first."""

    page: int | None = None


@ui_command("tables", "close", GAME_ID)
class CloseServerTable(ServerCommand):
    """Close an open table of the server; a match that has begun asks how."""

    game: int


# -- rankings

_SEASON = codec_fields.word_field(r"[0-9]{4}-(Q[1-4]|[0-9]{2})")  # older ones are months


@ui_command("leaders")
class ShowLeaderboard(ServerCommand):
    """Show the rating of the family that the server plays."""


@ui_command(
    "leaders",
    PAGE,
    *(
        codec_fields.optional_field("-", "", part)
        for part in (FAMILY, settings.PRESET_FIELD, _SEASON)
    ),
    codec_fields.choice_field({"people": False, "robots": True}),
    codec_fields.choice_field({"": False, "two": True}),
)
class ShowLeaderboardPage(ServerCommand):
    """Show one page of the balances, from 1; "" as family, preset or season counts all of them.

    Buttons of older messages send it; newer ones send ``ShowRanking``.
    """

    page: int
    family: str
    preset: str
    season: str
    with_robots: bool
    two_players: bool  # matches of two players, which are ranked separately


_RANKING = (
    codec_fields.enum_field(RankingKind),
    PAGE,
    *(
        codec_fields.optional_field("-", "", part)
        for part in (FAMILY, settings.PRESET_FIELD, _SEASON)
    ),
    codec_fields.choice_field({"people": False, "robots": True}),
    codec_fields.enum_field(Acquaintance),
    codec_fields.choice_field({"": 3, "two": 2, "four": 4}),
)


@ui_command("ranks", *_RANKING)
class ShowRanking(ServerCommand):
    """Show one page of a ranking by some number, from 1; "" counts all."""

    kind: RankingKind
    page: int
    family: str
    preset: str
    season: str
    with_robots: bool
    known: Acquaintance
    players: int  # ratings tell 2, 3 and 4 apart; the other rankings join 3 and 4


@ui_command("ranks", "filters", *_RANKING)
class ShowRankingFilters(ServerCommand):
    """Show the chart of a page, told like ``ShowRanking``, and what narrows the ranking."""

    kind: RankingKind
    page: int
    family: str
    preset: str
    season: str
    with_robots: bool
    known: Acquaintance
    players: int


@ui_command("rivals", USER)
class ShowRivals(ServerCommand):
    """Show the matches of the reader against another member."""

    user_id: int


@ui_command("ratings", GAME_ID)
class ShowMatchRating(TableCommand, ServerCommand):
    """Show what a finished match changed in the rating of each member."""

    game: int


@ui_command("history", codec_fields.optional_field("", None, PAGE))
class ShowHistory(TableCommand, ServerCommand):
    """List finished games, by pages from 1; without a page the first one."""

    page: int | None = None


@ui_command("open", GAME_ID)
class OpenMatch(ServerCommand):
    """Open a finished game of the list, by its number."""

    game: int


@ui_command("profile", USER, codec_fields.optional_field("", "", FAMILY))
class ShowProfile(ServerCommand):
    """Show luck and skill of a user in a family, at first the most played; drawn if it can be."""

    user_id: int
    family: str = ""


@ui_command("profile", "words", USER, FAMILY)
class ShowProfileInWords(ServerCommand):
    """Show luck and skill of a user in a family in words."""

    user_id: int
    family: str


# -- fair play


@ui_command("fairplay")
class ShowFairPlay(ServerCommand):
    """Show what the bot guarantees about the cards, and what it cannot protect from."""


@ui_command("fairplay", "log")
class ShowFairPlayLog(ServerCommand):
    """Show what the bot guarantees about play, and the seals of the open tables."""


@ui_command("fairplay", "pairs")
class ShowPairResults(ServerCommand):
    """Show managers the joint results of pairs of members."""


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


@ui_command("weekly", "remove", codec_fields.number_field(1, MAX_USER))
class DeleteWeeklyTable(ServerCommand):
    """Delete a weekly table."""

    number: int


# -- the recap of a season or a year: a server's, or the user's own there

_WHOSE: Final = codec_fields.choice_field({"server": True, "own": False})
# a season as results name it (2026-Q4) or a year; "" is the newest season
_PERIOD: Final = codec_fields.optional_field("", "", codec_fields.word_field(r"2\d{3}(-Q[1-4])?"))


@ui_command("recap", _WHOSE, _PERIOD)
class ShowRecap(TableCommand, ServerCommand):
    """Show the picture of a season or a year; also a button of a match that the recap opened."""

    of_server: bool
    period: str = ""


@ui_command("recap", "share", _WHOSE, _PERIOD)
class ShareRecap(ServerCommand):
    """Post the picture for everybody in the channel."""

    of_server: bool
    period: str


@ui_command("recap", "deal", GAME_ID, DEAL, _WHOSE, _PERIOD)
class OpenRecapDeal(ServerCommand):
    """Show a deal of a match that the user may read, with the way back to the recap."""

    game: int
    deal: int
    of_server: bool
    period: str


@ui_command("recap", "match", GAME_ID, _WHOSE, _PERIOD)
class OpenRecapMatch(ServerCommand):
    """Show a match that the user may read, with the way back to the recap."""

    game: int
    of_server: bool
    period: str


# -- reported deals, and what a manager decides about them

_RULING_NUMBER: Final = codec_fields.number_field(1, 99)  # of a decision among those of its deal
_SHEET_LINE: Final = codec_fields.number_field(0, 24)  # of the sheet, in the order of a select


@ui_command("report", GAME_ID, DEAL)
class ReportDeal(TableCommand, ServerCommand):
    """Report a deal of a match one has played in, with a note."""

    game: int
    deal: int


@ui_command("reports")
class ShowReports(TableCommand, ServerCommand):
    """Show managers the reported deals of the server."""


@ui_command("judge", GAME_ID, DEAL)
class ShowReportedDeal(ServerCommand):
    """Show a manager who did not play a reported deal, and what can be decided."""

    game: int
    deal: int


@ui_command("rule", GAME_ID, DEAL, _RULING_NUMBER, codec_fields.enum_field(RulingKind))
class RuleDeal(TableCommand, ServerCommand):
    """Decide about a deal, with a reason; ``number`` is the one that this decision would get."""

    game: int
    deal: int
    number: int
    kind: RulingKind


@ui_command("amend", GAME_ID, DEAL, _RULING_NUMBER, _SHEET_LINE)
class CorrectLine(TableCommand, ServerCommand):
    """Write a line of the sheet anew for a deal, with a reason."""

    game: int
    deal: int
    number: int
    line: int


# -- leagues and tournaments

_LEAGUE: Final = codec_fields.number_field(1, MAX_USER, refusals.Refusal.LEAGUE_GONE)
_MOST_ROUNDS: Final = 999


class LeaguePage(StrEnum):
    """A page of a league."""

    STANDING = "standing"
    ROUNDS = "rounds"
    LOG = "log"


class LeagueAction(StrEnum):
    """A line that a manager writes into the log of a league, with a reason.

    DATE: the next round begins at another time; MOVE: the league goes on in this channel.
    """

    CORRECT = "correct"
    POINTS = "points"
    REMOVE = "remove"
    RETURN = "return"
    REPLACE = "replace"
    DATE = "date"
    MOVE = "move"
    CANCEL = "cancel"


@ui_command("league")
class ShowLeagues(ServerCommand):
    """List the leagues of the server."""


@ui_command("league", _LEAGUE, codec_fields.enum_field(LeaguePage))
class ShowLeague(ServerCommand):
    """Show one page of a league."""

    league: int
    page: LeaguePage


@ui_command(
    "league",
    "round",
    _LEAGUE,
    codec_fields.number_field(1, _MOST_ROUNDS, refusals.Refusal.LEAGUE_GONE),
)
class ShowRound(ServerCommand):
    """Show the tables of one round."""

    league: int
    round: int


@ui_command("league", "enter", _LEAGUE)
class EnterLeague(ServerCommand):
    """Check in as a member of a league."""

    league: int


@ui_command("league", "leave", _LEAGUE, CONFIRMED)
class LeaveLeague(ServerCommand):
    """Withdraw from a league; once it has begun that takes a confirmation."""

    league: int
    is_confirmed: bool = False


@ui_command("league", "manage", _LEAGUE, codec_fields.enum_field(LeagueAction))
class ManageLeague(ServerCommand):
    """Ask a manager for a correction and its reason in a form."""

    league: int
    action: LeagueAction
