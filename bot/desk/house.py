"""What belongs to no table: leaderboard, history, settings, help."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

import discord

from bot.desk.etudes import etude
from bot.desk.office import Office
from bot.desk.profile import profile
from bot.engine.families import FAMILIES
from bot.presets import DEFAULT
from bot.refusals import Refusal, Refused
from bot.render.facts import FinishedRow, LeaderFacts, LeaderFilter, LeaderRow, ServerSettings
from bot.render.help import general_help_screen
from bot.render.history import history_screen
from bot.render.leaderboard import leaderboard_screen, read_leaders
from bot.render.screen import Screen
from bot.render.settings import settings_screen
from bot.store.rows import Finished, Guild, Score, Standing
from bot.terms import Clock

HouseDeed = Callable[[Office, discord.Interaction, tuple[str, ...]], Awaitable[None]]

_PAGE = 10
_LAST_PAGE = 1000  # a forged number must not reach the database


async def _show(office: Office, interaction: discord.Interaction, screen: Screen) -> None:
    words = await office.present.words_of(interaction)
    await office.answers.show(interaction, screen, words)


def _guild_id(interaction: discord.Interaction) -> int:
    if interaction.guild_id is None:
        raise Refused(Refusal.SERVER_ONLY)
    return interaction.guild_id


async def help_in_general(
    office: Office, interaction: discord.Interaction, words: tuple[str, ...]
) -> None:
    await _show(
        office, interaction, general_help_screen(await office.present.words_of(interaction))
    )


# -- ranking


async def leaders(office: Office, interaction: discord.Interaction, words: tuple[str, ...]) -> None:
    """A page of the ranking; ``leaders <page> <family> <preset> <season> <robots>``."""
    try:
        page, chosen = read_leaders(" ".join(("leaders", *words))) if words else (1, LeaderFilter())
    except (TypeError, ValueError) as error:
        raise Refused(Refusal.UNREADABLE, text=" ".join(words)[:40]) from error
    facts = await leader_facts(office, _guild_id(interaction), interaction.user.id, page, chosen)
    spoken = await office.present.words_of(interaction)
    await _show(office, interaction, leaderboard_screen(facts, spoken))


async def leader_facts(
    office: Office, guild_id: int, user_id: int, page: int, chosen: LeaderFilter
) -> LeaderFacts:
    store = office.tables.services.store
    least = (await store.guild(guild_id)).min_games
    page = min(max(page, 1), _LAST_PAGE)
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
        pages=max(1, -(-board.total // _PAGE)),
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


async def history(office: Office, interaction: discord.Interaction, words: tuple[str, ...]) -> None:
    page = int(words[0]) if words and words[0].isdecimal() else 1
    page = min(max(page, 1), _LAST_PAGE)
    store, guild_id = office.tables.services.store, _guild_id(interaction)
    found = await store.history(guild_id, None, _PAGE + 1, (page - 1) * _PAGE)
    rows = [await _finished(office, game) for game in found[:_PAGE]]
    pages = page + (len(found) > _PAGE)
    spoken = await office.present.words_of(interaction)
    await _show(office, interaction, history_screen(rows, spoken, page, pages))


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


async def settings(
    office: Office, interaction: discord.Interaction, words: tuple[str, ...]
) -> None:
    await _settings(office, interaction)


async def me(office: Office, interaction: discord.Interaction, words: tuple[str, ...]) -> None:
    """``me language ru``: the own language, ``-`` for the server's."""
    name, value = (*words, "", "")[:2]
    if name != "language" or value not in ("-", *office.present.catalogue.locales()):
        raise Refused(Refusal.VALUE_UNKNOWN, option=name[:40], value=value[:40])
    store = office.tables.services.store
    person = await store.person(interaction.user.id)
    await store.set_person(replace(person, locale=None if value == "-" else value))
    await _settings(office, interaction)


async def server(office: Office, interaction: discord.Interaction, words: tuple[str, ...]) -> None:
    """``server tables 5``: a setting of the server, by those who may manage it."""
    if not interaction.permissions.manage_guild:
        raise Refused(Refusal.NO_PERMISSION)
    name, value = (*words, "", "")[:2]
    store = office.tables.services.store
    guild = await store.guild(_guild_id(interaction))
    await store.set_guild(changed_guild(office, guild, name, value))
    await _settings(office, interaction)


def changed_guild(office: Office, guild: Guild, name: str, value: str) -> Guild:
    """The settings with one changed.  Raises Refused for what there is not."""
    number = int(value) if value.isdecimal() and int(value) <= 1000 else -1
    locales = ("-", *office.present.catalogue.locales())
    if name == "language" and value in locales:
        return replace(guild, locale=None if value == "-" else value)
    if name == "preset" and value in office.tables.services.presets.names():
        return replace(guild, preset=value)
    if name == "clock" and value in list(Clock):
        return replace(guild, clock=value)
    if name == "threads" and value in ("yes", "no"):
        return replace(guild, use_threads=value == "yes")
    if name == "tables" and number >= 0:
        return replace(guild, max_tables=number)
    if name == "own_tables" and number >= 0:
        return replace(guild, max_user_tables=number)
    if name == "min_games" and number >= 0:
        return replace(guild, min_games=number)
    raise Refused(Refusal.VALUE_UNKNOWN, option=name[:40], value=value[:40])


async def _settings(office: Office, interaction: discord.Interaction) -> None:
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
    spoken = await office.present.words_of(interaction)
    locales = office.present.catalogue.locales()
    manages = interaction.permissions.manage_guild
    names = office.tables.services.presets.names()
    screen = settings_screen(person.locale, now if manages else None, names, locales, spoken)
    await _show(office, interaction, screen)


HOUSE_DEEDS: Final[dict[str, HouseDeed]] = {
    "help": help_in_general,
    "leaders": leaders,
    "history": history,
    "profile": profile,
    "settings": settings,
    "me": me,
    "server": server,
    "etude": etude,
}
