"""Weekly tables and the role notified of open tables, both arranged by the server's managers."""

from bot.front.desk.context import Caller
from bot.front.desk.rules import rules_asked
from bot.front.hours import read_time
from bot.front.zones import zone_of
from bot.presets import parse_rules, rules_text
from bot.refusals import Refusal, Refused
from bot.render.agreements.phrases import game_title
from bot.render.facts import WeeklyRow
from bot.render.families import words_at
from bot.render.names import safe_name
from bot.render.server.weekly import weekly_screen
from bot.store import WriteRefused
from bot.store.rows import Turn
from bot.store.weekly import Weekly
from bot.tables.table import said
from bot.tables.timing import next_on
from bot.terms import Clock


async def tables(caller: Caller, note: str = "") -> None:
    """Show all weekly tables, to any member."""
    store = caller.office.store
    guild = await store.wishes.guild(caller.guild_id)
    found = await store.weekly.of_guild(caller.guild_id)
    rows = [_row(caller, weekly) for weekly in found]
    shown = weekly_screen(rows, guild.zone, caller.words, manages=caller.manages(), note=note)
    await caller.show(shown)


def _row(caller: Caller, weekly: Weekly) -> WeeklyRow:
    rules = parse_rules(weekly.rules)
    return WeeklyRow(
        weekly.weekly_id,
        weekly.weekday,
        weekly.minute,
        game_title(rules, words_at(rules, caller.words)),
        weekly.clock,
        weekly.channel_id,
        weekly.opens_at,
        weekly.missed,
    )


async def add(
    caller: Caller,
    weekday: int | None,
    time: str | None,
    preset: str | None,
    target: int | None,
    seats: int | None,
    clock: Clock | None,
) -> None:
    """Add a weekly table in this channel, by the server's time zone."""
    _need_manager(caller)
    if weekday is None or time is None:
        raise Refused(Refusal.WEEKLY_UNFINISHED)
    office, channel_id = caller.office, caller.interaction.channel_id
    assert channel_id is not None  # a command on a server has a channel
    guild = await office.store.wishes.guild(caller.guild_id)
    minute, now = read_time(time), office.tables.services.now()
    rules = await rules_asked(office, guild, caller.words, preset, target, seats)
    opens_at = next_on(weekday, minute, now, zone_of(guild.zone))
    agreed = (rules_text(rules), clock or Clock(guild.clock or Clock.NORMAL))
    new = Weekly(0, caller.guild_id, channel_id, weekday, minute, *agreed, opens_at)
    try:
        await office.store.weekly.add(new)
    except WriteRefused as refused:
        raise said(refused) from refused
    caller.keep()
    office.calendar.rearm()
    await tables(caller, caller.words.say("weekly.added", when=f"<t:{opens_at}:F>"))


async def remove(caller: Caller, number: int) -> None:
    _need_manager(caller)
    if not await caller.office.store.weekly.remove(caller.guild_id, number):
        raise Refused(Refusal.WEEKLY_GONE)
    caller.keep()
    await tables(caller)


async def by_new_clocks(caller: Caller) -> None:
    """Reschedule the weekly tables for the server's new time zone: local times stay."""
    store, now = caller.office.store, caller.office.tables.services.now()
    guild = await store.wishes.guild(caller.guild_id)
    for weekly in await store.weekly.of_guild(caller.guild_id):
        following = next_on(weekly.weekday, weekly.minute, now, zone_of(guild.zone))
        await store.weekly.move(Turn(weekly.weekly_id, weekly.opens_at, following), weekly.missed)
    caller.office.calendar.rearm()


def callable_role(caller: Caller, role_id: int) -> int | None:
    """Return the role if its mention notifies its members; None for no role.  Raises Refused."""
    if not role_id:
        return None
    guild = caller.interaction.guild
    role = None if guild is None else guild.get_role(role_id)
    may_all = caller.interaction.app_permissions.mention_everyone
    if role is None or role.is_default() or not (role.mentionable or may_all):
        name = "?" if role is None else safe_name(role.name)
        raise Refused(Refusal.ROLE_SILENT, role=name)
    return role.id


def _need_manager(caller: Caller) -> None:
    if not caller.manages():
        raise Refused(Refusal.NO_PERMISSION)
