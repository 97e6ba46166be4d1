"""What belongs to no table: leaderboard, history, settings, help."""

from dataclasses import replace
from typing import assert_never

import discord

from bot.deeds.notation import LAST_PAGE
from bot.deeds.server import (
    Limit,
    ServerClock,
    ServerLanguage,
    ServerLimit,
    ServerPreset,
    ServerThreads,
)
from bot.desk.office import Office
from bot.engine.families import FAMILIES
from bot.presets import DEFAULT
from bot.refusals import Refusal, Refused
from bot.render.facts import FinishedRow, LeaderFacts, LeaderFilter, LeaderRow, ServerSettings
from bot.render.help import general_help_screen
from bot.render.history import history_screen
from bot.render.leaderboard import leaderboard_screen
from bot.render.settings import settings_screen
from bot.store.rows import Finished, Guild, Score, Standing
from bot.terms import Clock

ServerSetting = ServerLanguage | ServerPreset | ServerClock | ServerThreads | ServerLimit

_PAGE = 10


def _guild_id(interaction: discord.Interaction) -> int:
    if interaction.guild_id is None:
        raise Refused(Refusal.SERVER_ONLY)
    return interaction.guild_id


async def help_in_general(office: Office, interaction: discord.Interaction) -> None:
    words = await office.present.words_of(interaction)
    await office.answers.show(interaction, general_help_screen(words), words)


# -- ranking


async def leaders(
    office: Office, interaction: discord.Interaction, page: int, chosen: LeaderFilter
) -> None:
    """A page of the ranking."""
    if chosen.preset:
        _need_preset(office, chosen.preset)
    facts = await leader_facts(office, _guild_id(interaction), interaction.user.id, page, chosen)
    words = await office.present.words_of(interaction)
    await office.answers.show(interaction, leaderboard_screen(facts, words), words)


async def leader_facts(
    office: Office, guild_id: int, user_id: int, page: int, chosen: LeaderFilter
) -> LeaderFacts:
    store = office.tables.services.store
    least = (await store.guild(guild_id)).min_games
    board = await store.leaderboard(
        guild_id,
        family=chosen.family or None,
        preset=chosen.preset or None,
        season=chosen.season or None,
        with_robots=chosen.with_robots,
        min_games=least,
        limit=_PAGE,
        offset=(page - 1) * _PAGE,
    )
    own = await store.standing_of(
        guild_id,
        user_id,
        family=chosen.family or None,
        preset=chosen.preset or None,
        season=chosen.season or None,
        with_robots=chosen.with_robots,
        min_games=least,
    )
    return LeaderFacts(
        rows=tuple([await _leader(office, row) for row in board.rows]),
        own=None if own is None else await _leader(office, own),
        page=page,
        pages=min(max(1, -(-board.total // _PAGE)), LAST_PAGE),
        filter=chosen,
        families=tuple(FAMILIES),
        presets=office.tables.services.presets.names(),
        seasons=await store.seasons(guild_id),
        min_games=least,
    )


async def _leader(office: Office, row: Standing) -> LeaderRow:
    name = await office.present.name_of(row.user_id)
    return LeaderRow(row.rank, name, row.games, row.wins, row.balance, row.average_place)


# -- history


async def history(office: Office, interaction: discord.Interaction, page: int) -> None:
    store, guild_id = office.tables.services.store, _guild_id(interaction)
    found = await store.history(guild_id, None, _PAGE + 1, (page - 1) * _PAGE)
    rows = [await _finished(office, game) for game in found[:_PAGE]]
    pages = min(page + (len(found) > _PAGE), LAST_PAGE)
    words = await office.present.words_of(interaction)
    await office.answers.show(interaction, history_screen(rows, words, page, pages), words)


async def _finished(office: Office, game: Finished) -> FinishedRow:
    scores = sorted(game.scores, key=lambda score: (score.place, score.seat))
    return FinishedRow(
        game=game.game_id,
        ended_at=game.ended_at,
        preset=game.preset,
        results=tuple([(await _who(office, s), s.balance, s.place) for s in scores]),
        with_robots=game.with_robots,
        friendly=game.friendly,
    )


async def _who(office: Office, score: Score) -> str:
    if score.user_id is None:
        return f"🤖 {office.present.robot_name(score.seat)}"
    return await office.present.name_of(score.user_id)


# -- settings


async def own_language(
    office: Office, interaction: discord.Interaction, locale: str | None
) -> None:
    """The own language; None for the server's."""
    _need_locale(office, locale)
    store = office.tables.services.store
    person = await store.person(interaction.user.id)
    await store.set_person(replace(person, locale=locale))
    await settings(office, interaction)


async def server(office: Office, interaction: discord.Interaction, deed: ServerSetting) -> None:
    """A setting of the server, by those who may manage it."""
    if not interaction.permissions.manage_guild:
        raise Refused(Refusal.NO_PERMISSION)
    store = office.tables.services.store
    guild = await store.guild(_guild_id(interaction))
    await store.set_guild(changed_guild(office, guild, deed))
    await settings(office, interaction)


def changed_guild(office: Office, guild: Guild, deed: ServerSetting) -> Guild:
    """The settings with one changed.  Raises Refused for what there is not."""
    match deed:
        case ServerLanguage(locale):
            _need_locale(office, locale)
            return replace(guild, locale=locale)
        case ServerPreset(preset):
            _need_preset(office, preset)
            return replace(guild, preset=preset)
        case ServerClock(clock):
            return replace(guild, clock=clock)
        case ServerThreads(allowed):
            return replace(guild, use_threads=allowed)
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


def _need_preset(office: Office, preset: str) -> None:
    if preset not in office.tables.services.presets.names():
        raise Refused(Refusal.PRESET_UNKNOWN, preset=preset)


def _need_locale(office: Office, locale: str | None) -> None:
    if locale is not None and locale not in office.present.catalogue.locales():
        raise Refused(Refusal.VALUE_UNKNOWN, option="language", value=locale)


async def settings(office: Office, interaction: discord.Interaction) -> None:
    store = office.tables.services.store
    person = await store.person(interaction.user.id)
    guild = await store.guild(_guild_id(interaction))
    now = ServerSettings(
        locale=guild.locale,
        preset=guild.preset or DEFAULT,
        clock=Clock(guild.clock or Clock.NORMAL),
        max_tables=guild.max_tables,
        max_user_tables=guild.max_user_tables,
        use_threads=guild.use_threads,
        min_games=guild.min_games,
    )
    words = await office.present.words_of(interaction)
    locales = office.present.catalogue.locales()
    manages = interaction.permissions.manage_guild
    names = office.tables.services.presets.names()
    screen = settings_screen(person.locale, now if manages else None, names, locales, words)
    await office.answers.show(interaction, screen, words)
