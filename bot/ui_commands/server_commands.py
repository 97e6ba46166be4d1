"""UI commands without a table: saved rules, settings, help, rankings, privacy, weekly tables."""

from enum import StrEnum
from hashlib import sha256

from bot.model import codec_fields, refusals, settings
from bot.model.leaderboards import Acquaintance, RankingKind
from bot.ui_commands.codec import (
    CONFIRMED,
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
    codec_fields.choice_field({"": False, "two": True}),
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
    two_players: bool


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
    two_players: bool


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
