"""Scheduled and weekly tables in the server's own list of events."""

import asyncio
from contextlib import suppress
from random import Random
from typing import Any, Final

import discord
import pytest

from bot.discord_ui.event_lists import ServerEvents
from bot.model.enums import Clock
from bot.presets import rules_text
from bot.store.queries.weekly_schedule import WeeklyTable
from bot.tables import changes
from tests.support.room import Person, Room, words_of

pytestmark = pytest.mark.slow

HOUR = 3600
SCHEDULED, ACTIVE = 1, 2
EVENTS = discord.Permissions(create_events=True, manage_events=True)
ROUTE = "/guilds/*/scheduled-events*"
KILLS: Final = 60  # a thousand leave nothing either


@pytest.fixture
def granted(room: Room) -> Room:
    """A room whose bot may create events; the simulation asks for Manage Events instead."""
    grant(room)
    return room


def grant(room: Room) -> None:
    guild, bot = room.env.backend.guilds[room.guild.id], room.env.backend.bot_user
    role = room.guild.create_role("events", permissions=EVENTS)
    room.env.backend.add_member_role(guild.id, bot.id, role.id)


def listed(room: Room) -> list[Any]:
    """Return the events of the server as Discord has them, the earliest first."""
    events = room.env.backend.guilds[room.guild.id].scheduled_events.values()
    return sorted(events, key=lambda event: str(event.scheduled_start_time))


def starts(room: Room) -> list[int]:
    return [
        round(discord.utils.parse_time(str(one.scheduled_start_time)).timestamp())
        for one in listed(room)
    ]


def recorded(room: Room) -> list[str]:
    return [row["key"] for row in room.read("SELECT key FROM setting WHERE key LIKE 'event:%'")]


async def open_scheduled(room: Room, who: Person, start: str = "in 2 hours") -> None:
    await room.open_table(who, start=start, clock="none")
    await rounds_over(room)


async def rounds_over(room: Room) -> None:
    while tasks := room.bot.parts.server_events._tasks:
        await asyncio.wait(tasks.values())


async def test_a_scheduled_table_is_an_event_until_it_ends(granted: Room) -> None:
    """It has the name, the hour and the link of the table, begins with it, and goes with it."""
    room, ana = granted, granted.person("Ana")
    await open_scheduled(room, ana)
    (event,) = listed(room)
    assert starts(room) == [room.row()["starts_at"]]
    assert event.entity_metadata["location"].endswith(f"/{room.row()['message_id']}")
    assert "Sochi" in event.name
    await room.press(ana, "robot")
    await room.press(ana, "robot")
    await room.later(2 * HOUR + 5)
    assert room.status() == "playing"
    assert [one.status for one in listed(room)] == [ACTIVE]
    await close(room, room.table)
    await rounds_over(room)
    assert listed(room) == []
    assert recorded(room) == []


async def test_a_table_that_closes_before_its_hour(granted: Room) -> None:
    ana = granted.person("Ana")
    await open_scheduled(granted, ana)
    await close(granted, granted.table)
    await rounds_over(granted)
    assert (listed(granted), recorded(granted)) == ([], [])


async def test_a_weekly_table_moves_its_event(granted: Room) -> None:
    """It is moved with the zone of the server, handed to the table it opens, and made anew."""
    room, marta = granted, granted.manager()
    await room.command(marta, "table weekly", room.channel, day=3, time="04:00")
    await rounds_over(room)
    (event,) = listed(room)
    before = starts(room)
    await room.command(marta, "pref server", room.channel, zone="Europe/Moscow")
    await rounds_over(room)
    assert [one.id for one in listed(room)] == [event.id]
    (hour,) = starts(room)
    assert hour == before[0] - 3 * HOUR
    await room.later(hour - room.now() + 10)
    assert room.status() == "lobby"
    assert starts(room) == [hour, hour + 7 * 24 * HOUR]
    assert [one.status for one in listed(room)] == [ACTIVE, SCHEDULED]
    await room.later(40 * 60)  # nobody came
    assert room.status() == "void"
    assert starts(room) == [hour + 7 * 24 * HOUR]
    await room.command(marta, "table weekly", room.channel)
    await room.press(marta, "weekly remove 1", marta.private)
    await rounds_over(room)
    assert (listed(room), recorded(room)) == ([], [])


async def test_without_the_permission_nothing_changes(room: Room) -> None:
    """Managers are told where they look; the event appears once the permission is there."""
    guild = room.env.backend.guilds[room.guild.id]
    for role in guild.roles.values():
        role.permissions &= ~(EVENTS | discord.Permissions(administrator=True)).value
    ana, marta = room.person("Ana"), room.manager()
    await open_scheduled(room, ana)
    await room.command(marta, "table weekly", room.channel)
    assert room.say("weekly.unlisted") in words_of(marta.private)
    await room.command(ana, "table weekly", room.channel)
    assert room.say("weekly.unlisted") not in words_of(ana.private)
    assert (listed(room), recorded(room)) == ([], [])
    assert not [one for one in room.witness if "scheduled-events" in one.path]


async def test_an_event_deleted_by_hand_stays_deleted(granted: Room) -> None:
    room, ana, boris = granted, granted.person("Ana"), granted.person("Boris")
    await open_scheduled(room, ana)
    room.env.backend.delete_scheduled_event(room.guild.id, listed(room)[0].id)
    await room.press(boris, "join")
    await room.restart(kill=True)
    assert listed(room) == []


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE", "GET"])
async def test_an_answer_that_is_lost(granted: Room, method: str) -> None:
    """What Discord did without saying so is found again, not done twice."""
    room, ana = granted, granted.person("Ana")
    room.sever(method, ROUTE, times=1)
    await open_scheduled(room, ana)
    await room.press(ana, "robot")
    await room.press(ana, "robot")
    await room.later(90)
    assert len(listed(room)) == 1
    await room.later(2 * HOUR)
    await close(room, room.table)
    await rounds_over(room)
    await room.later(90)
    await rounds_over(room)
    assert (listed(room), recorded(room)) == ([], [])


class Killed(BaseException):
    """Stands for the end of the process."""


class Fuse:
    """Kills the process before or after the next-but-so-many request about events."""

    def __init__(self, room: Room, chance: Random) -> None:
        self._inner, self._chance, self.left = room.bot.http.request, chance, 0
        vars(room.bot.http)["request"] = self.request

    async def request(self, route: discord.http.Route, **how: Any) -> Any:
        if "scheduled-events" not in route.path:
            return await self._inner(route, **how)
        self.left -= 1
        if self.left == 0 and self._chance.random() < 0.5:
            raise Killed
        answer = await self._inner(route, **how)
        if self.left == 0:
            raise Killed
        return answer


async def change_something(room: Room, opened: list[int], chance: Random, n: int) -> None:
    """Open or close a table with an hour, and add or remove weekly tables."""
    tables, weekly = room.bot.parts.tables, room.store.weekly
    guild_id, channel_id = room.guild.id, room.channel.id
    if len(opened) < 4 and chance.random() < 0.6:
        table = await tables.open(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=1000 + n,
            rules=tables.services.presets.rules("sochi"),
            clock=Clock.NONE,
            starts_at=room.now() + 600 * chance.randint(2, 9),
        )
        await table.mark_posted(channel_id, 5000 + n, "lobby")
        opened.append(table.id)
    elif opened:
        await close(room, opened.pop(chance.randrange(len(opened))))
    if n % 7 == 0:
        hour, rules = room.now() + 9000 + n, rules_text(tables.services.presets.rules("sochi"))
        new = WeeklyTable(0, guild_id, channel_id, n % 7, n % 60, rules, Clock.NONE, hour)
        await weekly.add(new)
    elif n % 3 == 0:
        await remove_weekly(room)


async def close(room: Room, game: int) -> None:
    with room.env._bot_scope():
        await (await room.bot.parts.tables.get(game)).change(changes.annul)


async def remove_weekly(room: Room) -> None:
    for weekly in await room.store.weekly.of_guild(room.guild.id):
        await room.store.weekly.remove(room.guild.id, weekly.weekly_id)


async def run_new_process(room: Room) -> None:
    """Run a round as a new process does, which knows only the store and what Discord lists."""
    parts = room.bot.parts
    events = ServerEvents(room.bot, parts.tables, parts.preferences, parts.rate_limiter)
    with room.env._bot_scope():
        await events._round(room.guild.id)


async def test_nothing_is_left_over_after_kills(granted: Room) -> None:
    room, chance, opened = granted, Random(7), list[int]()
    await room.bot.parts.server_events.stop()
    fuse = Fuse(room, chance)
    for n in range(KILLS):
        await change_something(room, opened, chance, n)
        fuse.left = chance.randint(1, 5)
        with suppress(Killed):
            await run_new_process(room)
    fuse.left = 0
    await run_new_process(room)
    wanted = len(opened) + len(await room.store.weekly.of_guild(room.guild.id))
    assert len(listed(room)) == len(recorded(room)) == wanted > 0
    for game in opened:
        await close(room, game)
    await remove_weekly(room)
    await run_new_process(room)
    assert (listed(room), recorded(room)) == ([], [])
