"""Pages without a table: leaderboard, server settings, help."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import assert_never

from bot.deeds.notation import MAX_PAGE
from bot.deeds.server import HelpTopic
from bot.deeds.settings import (
    ServerLimitKind,
    SetServerClock,
    SetServerFaces,
    SetServerHistory,
    SetServerLanguage,
    SetServerLimit,
    SetServerPictures,
    SetServerPreset,
    SetServerRole,
    SetServerThreads,
    SetServerTimeZone,
)
from bot.engine.families import FAMILIES
from bot.engine.refusal import BadRules
from bot.front import zones
from bot.front.desk.context import Context
from bot.front.desk.weekly import mentionable_role, reschedule_weekly_tables
from bot.presets import DEFAULT_PRESET, parse_rules
from bot.refusals import Refusal, Refused
from bot.render.agreements.phrases import presets_by_family
from bot.render.facts import (
    CHARTED_ROWS,
    LeaderboardData,
    LeaderboardDay,
    LeaderboardFilter,
    LeaderboardRow,
    ServerSettingsData,
)
from bot.render.server.help import general_help_screen
from bot.render.server.leaderboard import leaderboard_screen
from bot.render.server.settings import server_settings_screen
from bot.store import Store
from bot.store.standings import LeaderboardEntry
from bot.store.wishes import GuildSettings
from bot.terms import Clock

ServerSettingCommand = (
    SetServerLanguage
    | SetServerPreset
    | SetServerClock
    | SetServerThreads
    | SetServerFaces
    | SetServerPictures
    | SetServerHistory
    | SetServerTimeZone
    | SetServerRole
    | SetServerLimit
)

_LEADERS_PER_PAGE = 10


async def show_help(context: Context) -> None:
    """Show the help page of the family played here, else of the server's default."""
    await show_help_page(context, await family_here(context), HelpTopic.GAME)


async def show_help_page(context: Context, family: str, topic: HelpTopic) -> None:
    await context.show(general_help_screen(context.words, family, topic))


async def family_here(context: Context) -> str:
    office, place = context.services, context.interaction.channel_id or 0
    try:
        table = await office.tables.find_here_or_last(place, context.user_id, context.guild_id)
        return parse_rules(table.row.rules).family
    except (Refused, BadRules):
        wish = (await office.store.preferences.guild(context.guild_id)).preset
        usual = wish if wish in office.presets.names() else DEFAULT_PRESET
        return office.presets.family_key(usual)


# -- ranking


async def show_leaderboard(context: Context, page: int, chosen: LeaderboardFilter) -> None:
    """Show a page of the ranking."""
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
        family=chosen.family or None,
        preset=chosen.preset or None,
        season=chosen.season or None,
        with_robots=chosen.with_robots,
        of_two=chosen.of_two,
        min_games=least,
        limit=_LEADERS_PER_PAGE,
        offset=(page - 1) * _LEADERS_PER_PAGE,
    )
    own = await store.leaderboards.row_of(
        guild_id,
        user_id,
        family=chosen.family or None,
        preset=chosen.preset or None,
        season=chosen.season or None,
        with_robots=chosen.with_robots,
        of_two=chosen.of_two,
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
        family=chosen.family or None,
        preset=chosen.preset or None,
        season=chosen.season or None,
        with_robots=chosen.with_robots,
        of_two=chosen.of_two,
    )
    zone, days = zones.zone_of(guild.zone), dict[date, Counter[int]]()
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


async def change_server_settings(context: Context, *deeds: ServerSettingCommand) -> None:
    """Change settings of the server, all or none, on behalf of a manager."""
    _require_manager(context)

    def changed(guild: GuildSettings) -> GuildSettings:
        for deed in deeds:
            guild = with_server_setting(context, guild, deed)
        return guild

    await context.services.preferences.change_server(context.guild_id, changed)
    context.mark_stored()
    if any(isinstance(deed, SetServerTimeZone) for deed in deeds):
        await reschedule_weekly_tables(context)
    await show_server_settings(await in_current_language(context))


async def in_current_language(context: Context) -> Context:
    """Return the context in the language that holds after a change."""
    return replace(context, words=await context.services.preferences.words_for(context.interaction))


def with_server_setting(
    context: Context, guild: GuildSettings, command: ServerSettingCommand
) -> GuildSettings:
    """Return the settings with one changed.  Raises Refused for an unknown value."""
    match command:
        case SetServerLanguage(locale):
            require_locale(context, locale)
            return replace(guild, locale=locale)
        case SetServerPreset(preset):
            _require_preset(context, preset)
            return replace(guild, preset=preset)
        case SetServerClock(clock):
            return replace(guild, clock=clock)
        case SetServerThreads(allowed):
            return replace(guild, use_threads=allowed)
        case SetServerFaces(faces):
            return replace(guild, faces=faces)
        case SetServerPictures(wanted):
            return replace(guild, pictures=wanted)
        case SetServerHistory(allowed):
            return replace(guild, open_history=allowed)
        case SetServerTimeZone(zone):
            require_zone(zone)
            return replace(guild, zone=zone)
        case SetServerRole(role_id):
            return replace(guild, role=mentionable_role(context, role_id))
        case SetServerLimit(limit, number):
            return _with_limit(guild, limit, number)
        case _:
            assert_never(command)


def _with_limit(guild: GuildSettings, limit: ServerLimitKind, number: int) -> GuildSettings:
    match limit:
        case ServerLimitKind.TABLES:
            return replace(guild, max_tables=number)
        case ServerLimitKind.OWN_TABLES:
            return replace(guild, max_user_tables=number)
        case ServerLimitKind.MIN_GAMES:
            return replace(guild, min_games=number)
        case _:
            assert_never(limit)


def _require_preset(context: Context, preset: str) -> None:
    if preset not in context.services.presets.names():
        raise Refused(Refusal.PRESET_UNKNOWN, preset=preset)


def require_zone(zone: str) -> None:
    """Raise Refused for an unknown time zone."""
    if zone not in zones.zone_names():
        raise Refused(Refusal.VALUE_UNKNOWN, option="zone", value=zone[:40])


def require_locale(context: Context, locale: str | None) -> None:
    """Raise Refused for an unknown language."""
    if locale is not None and locale not in context.services.preferences.catalogue.locales():
        raise Refused(Refusal.VALUE_UNKNOWN, option="language", value=locale)


def _require_manager(context: Context) -> None:
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)


async def show_server_settings(context: Context) -> None:
    """Show the server's settings to a manager."""
    _require_manager(context)
    guild = await context.services.store.preferences.guild(context.guild_id)
    now = ServerSettingsData(
        locale=guild.locale,
        preset=guild.preset or DEFAULT_PRESET,
        clock=Clock(guild.clock or Clock.NORMAL),
        max_tables=guild.max_tables,
        max_user_tables=guild.max_user_tables,
        use_threads=guild.use_threads,
        pictures=guild.pictures,
        faces=guild.faces,
        min_games=guild.min_games,
        zone=guild.zone,
        role=guild.role,
        open_history=guild.open_history,
    )
    locales = context.services.preferences.catalogue.locales()
    names = presets_by_family(context.services.presets)
    await context.show(server_settings_screen(now, names, locales, context.words))
