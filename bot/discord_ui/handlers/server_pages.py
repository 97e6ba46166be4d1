"""Pages without a table: leaderboard, server settings, help."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import reduce
from typing import Final

from bot.discord_ui import time_parsing
from bot.discord_ui.handlers.context import Context, Services, TableContext
from bot.discord_ui.handlers.registry import handles
from bot.discord_ui.handlers.table_pages import show_table_help
from bot.discord_ui.handlers.weekly_handlers import (
    require_mentionable_role,
    reschedule_weekly_tables,
)
from bot.engine.families import FAMILIES
from bot.engine.rule_errors import BadRules
from bot.model.leaderboards import LeaderboardFilter
from bot.model.refusals import Refusal, Refused
from bot.model.reviews import ReviewTotals
from bot.model.settings import GuildSettings, SettingChange, UserSettings, settings_of, with_change
from bot.presets import DEFAULT_PRESET, parse_rules
from bot.render.house_rules.rule_text import presets_by_family
from bot.render.paper.chart import MOST_POINTS
from bot.render.screen_data import (
    CHARTED_ROWS,
    LeaderboardData,
    LeaderboardDay,
    LeaderboardRow,
)
from bot.render.server.help_screens import general_help_screen
from bot.render.server.settings_screens import personal_settings_screen, server_settings_screen
from bot.render.server.statistics_screens import (
    FamilyProfile,
    leaderboard_screen,
    profile_screen,
)
from bot.store import Store
from bot.store.queries.leaderboards import LeaderboardEntry
from bot.store.queries.player_statistics import MatchTotals, RobotTotals
from bot.ui_commands.fields import MAX_PAGE
from bot.ui_commands.server_commands import (
    ChangeOwnSetting,
    ChangeServerSetting,
    HelpTopic,
    ShowHelp,
    ShowHelpPage,
    ShowLeaderboard,
    ShowLeaderboardPage,
    ShowOwnSettings,
    ShowProfile,
    ShowServerSettings,
)

_LEADERS_PER_PAGE = 10


@handles(ShowHelp)
async def show_help(context: Context, _: ShowHelp) -> None:
    """Show the moves possible at a table now; else help for the family played here."""
    if isinstance(context, TableContext):
        await show_table_help(context)
    else:
        family = await family_here(context)
        await show_help_page(context, ShowHelpPage(family, HelpTopic.GAME))


@handles(ShowHelpPage)
async def show_help_page(context: Context, command: ShowHelpPage) -> None:
    await context.show(general_help_screen(context.words, command.family, command.topic))


async def family_here(context: Context) -> str:
    services, place = context.services, context.interaction.channel_id or 0
    try:
        table = await services.tables.find_here_or_last(place, context.user_id, context.guild_id)
        return parse_rules(table.row.rules).family
    except (Refused, BadRules):
        wish = (await services.store.preferences.guild(context.guild_id)).preset
        usual = wish if wish in services.presets.names() else DEFAULT_PRESET
        return services.presets.family_key(usual)


# -- ranking


@handles(ShowLeaderboard)
async def show_leaderboard(context: Context, _: ShowLeaderboard) -> None:
    """Show the first page of the ranking of all games without robots."""
    await _show_leaderboard(context, 1, LeaderboardFilter())


@handles(ShowLeaderboardPage)
async def show_leaderboard_page(context: Context, command: ShowLeaderboardPage) -> None:
    """Show a page of a ranking."""
    chosen = LeaderboardFilter(
        command.family, command.preset, command.season, command.with_robots, command.two_players
    )
    await _show_leaderboard(context, command.page, chosen)


async def _show_leaderboard(context: Context, page: int, chosen: LeaderboardFilter) -> None:
    if chosen.preset:
        _require_preset(context, chosen.preset)
    facts = await leaderboard_data(context, context.guild_id, context.user_id, page, chosen)
    await context.show(leaderboard_screen(facts, context.words))


async def leaderboard_data(
    context: Context, guild_id: int, user_id: int, page: int, chosen: LeaderboardFilter
) -> LeaderboardData:
    store = context.services.store
    guild = await store.preferences.guild(guild_id)
    least = guild.min_games
    board = await store.leaderboards.leaderboard(
        guild_id,
        chosen,
        min_games=least,
        limit=_LEADERS_PER_PAGE,
        offset=(page - 1) * _LEADERS_PER_PAGE,
    )
    own = await store.leaderboards.row_of(
        guild_id,
        user_id,
        chosen,
        min_games=least,
    )
    return LeaderboardData(
        rows=tuple([await _leaderboard_row(context, row) for row in board.rows]),
        own=None if own is None else await _leaderboard_row(context, own),
        page=page,
        pages=min(max(1, -(-board.total // _LEADERS_PER_PAGE)), MAX_PAGE),
        filter=chosen,
        families=tuple(FAMILIES),
        presets=context.services.presets.names(),
        seasons=await store.leaderboards.seasons(guild_id),
        min_games=least,
        days=await _daily_balances(
            store, guild, [row.user_id for row in board.rows[:CHARTED_ROWS]], chosen
        ),
    )


async def _daily_balances(
    store: Store, guild: GuildSettings, users: Sequence[int], chosen: LeaderboardFilter
) -> tuple[LeaderboardDay, ...]:
    """Return the players' results by days of the server's time zone."""
    results = await store.leaderboards.results(
        guild.guild_id,
        users,
        chosen,
    )
    zone, days = time_parsing.zone_of(guild.zone), dict[date, Counter[int]]()
    for user, ended_at, balance in results:
        day = datetime.fromtimestamp(ended_at, zone).date()
        days.setdefault(day, Counter())[user] += balance
    return tuple(
        LeaderboardDay(day, tuple(won[user] for user in users)) for day, won in days.items()
    )


async def _leaderboard_row(context: Context, row: LeaderboardEntry) -> LeaderboardRow:
    name = await context.services.names.name_of(row.user_id)
    return LeaderboardRow(row.rank, name, row.games, row.wins, row.balance, row.average_place)


# -- settings


async def change_server_settings(context: Context, *changes: SettingChange) -> None:
    """Change settings of the server, all or none, on behalf of a manager."""
    _require_manager(context)
    for change in changes:
        _check_values(context, GuildSettings, change)

    def changed(guild: GuildSettings) -> GuildSettings:
        return reduce(with_change, changes, guild)

    await context.services.preferences.change_server(context.guild_id, changed)
    context.mark_stored()
    if any(change.setting == "zone" for change in changes):
        await reschedule_weekly_tables(context)
    await show_server_settings(await in_current_language(context))


@handles(ChangeServerSetting)
async def change_server_setting(context: Context, command: ChangeServerSetting) -> None:
    await change_server_settings(context, command.change)


async def in_current_language(context: Context) -> Context:
    """Return the context in the language that holds after a change."""
    return replace(context, words=await context.services.preferences.words_for(context.interaction))


def _check_values(
    context: Context, record: type[GuildSettings | UserSettings], change: SettingChange
) -> None:
    """Raise Refused for a value that is readable but names nothing here."""
    for column, value in zip(settings_of(record)[change.setting], change.values, strict=True):
        if value is not None and (check := _CHECKS.get(column)) is not None:
            check(context, str(value))


def _require_preset(context: Context, preset: str) -> None:
    if preset not in context.services.presets.names():
        raise Refused(Refusal.PRESET_UNKNOWN, preset=preset)


def _require_zone(context: Context, zone: str) -> None:
    if zone not in time_parsing.zone_names():
        raise Refused(Refusal.VALUE_UNKNOWN, option="zone", value=zone[:40])


def _require_locale(context: Context, locale: str) -> None:
    if locale not in context.services.preferences.catalogue.locales():
        raise Refused(Refusal.VALUE_UNKNOWN, option="language", value=locale)


def _require_mentionable(context: Context, role: str) -> None:
    require_mentionable_role(context, int(role))


_CHECKS: Final[Mapping[str, Callable[[Context, str], None]]] = {  # by column
    "locale": _require_locale,
    "preset": _require_preset,
    "zone": _require_zone,
    "role": _require_mentionable,
}


def _require_manager(context: Context) -> None:
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)


@handles(ShowServerSettings)
async def open_server_settings(context: Context, _: ShowServerSettings) -> None:
    await show_server_settings(context)


async def show_server_settings(context: Context) -> None:
    """Show the server's settings to a manager."""
    _require_manager(context)
    guild = await context.services.store.preferences.guild(context.guild_id)
    locales = context.services.preferences.catalogue.locales()
    names = presets_by_family(context.services.presets)
    await context.show(server_settings_screen(guild, names, locales, context.words))


# User settings: language, cards as words, notifications.


@handles(ChangeOwnSetting)
async def change_own_setting(context: Context, command: ChangeOwnSetting) -> None:
    """Change one setting; the next screen is in the language that holds then."""
    _check_values(context, UserSettings, command.change)
    languages = context.services.preferences
    person = await languages.person(context.user_id)
    await languages.save_person(with_change(person, command.change))
    context.mark_stored()
    context.services.notifier.recheck_quiet_hours()
    for game_id in context.services.live_hands.mark_outdated(context.user_id):
        context.services.painter.poke(game_id)
    await show_own_settings(await in_current_language(context))


@handles(ShowOwnSettings)
async def open_own_settings(context: Context, _: ShowOwnSettings) -> None:
    await show_own_settings(context)


async def show_own_settings(context: Context) -> None:
    """Show the user's settings; a blocked direct message is reported once."""
    languages = context.services.preferences
    person = await languages.person(context.user_id)
    locales = languages.catalogue.locales()
    await context.show(personal_settings_screen(person, locales, context.words))
    if person.refused:
        newest = await languages.person(context.user_id)
        await languages.save_person(replace(newest, refused=False))


# The profile of a player on a server: finished games, and reviews of their deals.


@handles(ShowProfile)
async def show_profile(context: Context, command: ShowProfile) -> None:
    """Show luck and skill of that user on this server."""
    services, guild_id, user_id = context.services, context.guild_id, command.user_id
    if user_id == context.user_id:
        await services.names.remember(context.interaction.user)
    families = await _family_profiles(services, guild_id, user_id)
    name = await services.names.name_of(user_id)
    taken_back = await services.store.statistics.taken_back(guild_id, user_id)
    await context.show(profile_screen(name, families, context.words, taken_back))


async def _family_profiles(services: Services, guild_id: int, user_id: int) -> list[FamilyProfile]:
    store = services.store
    totals = await store.statistics.of_player(guild_id, user_id)
    matches = {row.family: row for row in await store.statistics.matches(guild_id, user_id)}
    robots = await store.statistics.of_robots(guild_id)
    course = await store.statistics.totals_over_time(guild_id, user_id, MOST_POINTS)
    contracts = await store.statistics.contracts(guild_id, user_id)
    return [
        replace(
            _family_profile(family, totals.get(family), matches.get(family), robots),
            course=course.get(family, ()),
            contracts=contracts.get(family, ()),
        )
        for family in (*totals, *(key for key in matches if key not in totals))
    ]


def _family_profile(
    family: str,
    sums: ReviewTotals | None,
    matches: MatchTotals | None,
    robots: Sequence[RobotTotals],
) -> FamilyProfile:
    return FamilyProfile(
        family=family,
        sums=sums,
        games=matches.games if matches else 0,
        wins=matches.wins if matches else 0,
        balance=matches.balance if matches else 0,
        games_left=matches.left if matches else 0,
        robots=tuple(
            (one.robot, one.totals.tricks_given / one.totals.played)
            for one in robots
            if one.family == family and one.totals.played
        ),
    )
