"""Pages without a table: leaderboard, server settings, help."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import assert_never

from bot.deeds.notation import LAST_PAGE
from bot.deeds.server import Topic
from bot.deeds.settings import (
    Limit,
    ServerClock,
    ServerFaces,
    ServerHistory,
    ServerLanguage,
    ServerLimit,
    ServerPictures,
    ServerPreset,
    ServerRole,
    ServerThreads,
    ServerZone,
)
from bot.engine.families import FAMILIES
from bot.engine.refusal import BadRules
from bot.front import zones
from bot.front.desk.context import Caller
from bot.front.desk.weekly import by_new_clocks, callable_role
from bot.presets import DEFAULT, parse_rules
from bot.refusals import Refusal, Refused
from bot.render.agreements.phrases import by_family
from bot.render.facts import DRAWN, LeaderDay, LeaderFacts, LeaderFilter, LeaderRow, ServerSettings
from bot.render.server.help import general_help_screen
from bot.render.server.leaderboard import leaderboard_screen
from bot.render.server.settings import server_settings_screen
from bot.store import Store
from bot.store.standings import Standing
from bot.store.wishes import Guild
from bot.terms import Clock

ServerSetting = (
    ServerLanguage
    | ServerPreset
    | ServerClock
    | ServerThreads
    | ServerFaces
    | ServerPictures
    | ServerHistory
    | ServerZone
    | ServerRole
    | ServerLimit
)

_PAGE = 10


async def help_in_general(caller: Caller) -> None:
    """Show the help page of the family played here, else of the server's default."""
    await help_on(caller, await family_here(caller), Topic.GAME)


async def help_on(caller: Caller, family: str, topic: Topic) -> None:
    await caller.show(general_help_screen(caller.words, family, topic))


async def family_here(caller: Caller) -> str:
    office, place = caller.office, caller.interaction.channel_id or 0
    try:
        table = await office.tables.last_here(place, caller.user_id, caller.guild_id)
        return parse_rules(table.row.rules).family
    except (Refused, BadRules):
        wish = (await office.store.wishes.guild(caller.guild_id)).preset
        usual = wish if wish in office.presets.names() else DEFAULT
        return office.presets.family_key(usual)


# -- ranking


async def leaders(caller: Caller, page: int, chosen: LeaderFilter) -> None:
    """Show a page of the ranking."""
    if chosen.preset:
        _need_preset(caller, chosen.preset)
    facts = await leader_facts(caller, caller.guild_id, caller.user_id, page, chosen)
    await caller.show(leaderboard_screen(facts, caller.words))


async def leader_facts(
    caller: Caller, guild_id: int, user_id: int, page: int, chosen: LeaderFilter
) -> LeaderFacts:
    store = caller.office.store
    guild = await store.wishes.guild(guild_id)
    least = guild.min_games
    board = await store.standings.leaderboard(
        guild_id,
        family=chosen.family or None,
        preset=chosen.preset or None,
        season=chosen.season or None,
        with_robots=chosen.with_robots,
        of_two=chosen.of_two,
        min_games=least,
        limit=_PAGE,
        offset=(page - 1) * _PAGE,
    )
    own = await store.standings.standing_of(
        guild_id,
        user_id,
        family=chosen.family or None,
        preset=chosen.preset or None,
        season=chosen.season or None,
        with_robots=chosen.with_robots,
        of_two=chosen.of_two,
        min_games=least,
    )
    return LeaderFacts(
        rows=tuple([await _leader(caller, row) for row in board.rows]),
        own=None if own is None else await _leader(caller, own),
        page=page,
        pages=min(max(1, -(-board.total // _PAGE)), LAST_PAGE),
        filter=chosen,
        families=tuple(FAMILIES),
        presets=caller.office.presets.names(),
        seasons=await store.standings.seasons(guild_id),
        min_games=least,
        days=await _days(store, guild, [row.user_id for row in board.rows[:DRAWN]], chosen),
    )


async def _days(
    store: Store, guild: Guild, users: Sequence[int], chosen: LeaderFilter
) -> tuple[LeaderDay, ...]:
    """Return the players' results by days of the server's time zone."""
    results = await store.standings.results(
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
    return tuple(LeaderDay(day, tuple(won[user] for user in users)) for day, won in days.items())


async def _leader(caller: Caller, row: Standing) -> LeaderRow:
    name = await caller.office.names.of(row.user_id)
    return LeaderRow(row.rank, name, row.games, row.wins, row.balance, row.average_place)


# -- settings


async def server(caller: Caller, *deeds: ServerSetting) -> None:
    """Change settings of the server, all or none, on behalf of a manager."""
    _need_manager(caller)

    def changed(guild: Guild) -> Guild:
        for deed in deeds:
            guild = changed_guild(caller, guild, deed)
        return guild

    await caller.office.languages.change_server(caller.guild_id, changed)
    caller.keep()
    if any(isinstance(deed, ServerZone) for deed in deeds):
        await by_new_clocks(caller)
    await server_settings(await spoken_to(caller))


async def spoken_to(caller: Caller) -> Caller:
    """Return the context in the language that holds after a change."""
    return replace(caller, words=await caller.office.languages.of(caller.interaction))


def changed_guild(caller: Caller, guild: Guild, deed: ServerSetting) -> Guild:
    """Return the settings with one changed.  Raises Refused for an unknown value."""
    match deed:
        case ServerLanguage(locale):
            need_locale(caller, locale)
            return replace(guild, locale=locale)
        case ServerPreset(preset):
            _need_preset(caller, preset)
            return replace(guild, preset=preset)
        case ServerClock(clock):
            return replace(guild, clock=clock)
        case ServerThreads(allowed):
            return replace(guild, use_threads=allowed)
        case ServerFaces(faces):
            return replace(guild, faces=faces)
        case ServerPictures(wanted):
            return replace(guild, pictures=wanted)
        case ServerHistory(allowed):
            return replace(guild, open_history=allowed)
        case ServerZone(zone):
            need_zone(zone)
            return replace(guild, zone=zone)
        case ServerRole(role_id):
            return replace(guild, role=callable_role(caller, role_id))
        case ServerLimit(limit, number):
            return _limited(guild, limit, number)
        case _:
            assert_never(deed)


def _limited(guild: Guild, limit: Limit, number: int) -> Guild:
    match limit:
        case Limit.TABLES:
            return replace(guild, max_tables=number)
        case Limit.OWN_TABLES:
            return replace(guild, max_user_tables=number)
        case Limit.MIN_GAMES:
            return replace(guild, min_games=number)
        case _:
            assert_never(limit)


def _need_preset(caller: Caller, preset: str) -> None:
    if preset not in caller.office.presets.names():
        raise Refused(Refusal.PRESET_UNKNOWN, preset=preset)


def need_zone(zone: str) -> None:
    """Raise Refused for an unknown time zone."""
    if zone not in zones.names():
        raise Refused(Refusal.VALUE_UNKNOWN, option="zone", value=zone[:40])


def need_locale(caller: Caller, locale: str | None) -> None:
    """Raise Refused for an unknown language."""
    if locale is not None and locale not in caller.office.languages.catalogue.locales():
        raise Refused(Refusal.VALUE_UNKNOWN, option="language", value=locale)


def _need_manager(caller: Caller) -> None:
    if not caller.manages():
        raise Refused(Refusal.NO_PERMISSION)


async def server_settings(caller: Caller) -> None:
    """Show the server's settings to a manager."""
    _need_manager(caller)
    guild = await caller.office.store.wishes.guild(caller.guild_id)
    now = ServerSettings(
        locale=guild.locale,
        preset=guild.preset or DEFAULT,
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
    locales = caller.office.languages.catalogue.locales()
    names = by_family(caller.office.presets)
    await caller.show(server_settings_screen(now, names, locales, caller.words))
