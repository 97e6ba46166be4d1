"""One server with ten thousand players behind it and hundreds of tables at once (G13).

The matches of the past are written into the file before the bot starts; then the tables are opened
and played at human pace, while members ask for rankings, profiles and the history.
"""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Final

from bot.model.leaderboards import Acquaintance, RankingKind
from bot.model.settings import GuildSettings
from bot.store import Store
from bot.ui_commands.codec import UiCommand, command_text
from bot.ui_commands.server_commands import (
    ShowHistory,
    ShowLeaderboard,
    ShowLeaderboardPage,
    ShowPrivacy,
    ShowProfile,
    ShowRanking,
)
from tools.bench.aged_file import FIRST_USER, NOW, aged
from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import Click, SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, every, share
from tools.siege.move_figures import (
    on_a_machine_of_its_own,
    slowest_answer,
    stored_figures,
)
from tools.siege.players import PRESETS, Players, Table, refusals
from tools.siege.shapes import Place
from tools.siege.storm import PACE

_MEMBERS: Final = 10_000
_MATCHES: Final = 40_000
_SHORT_PAST: Final = (300, 300)  # members and matches of the short form
_SECONDS: Final = 120.0
_SHORT: Final = 3.0
_AT_ONCE: Final = 8  # tables that are opened side by side
_ASKING: Final = 1.0  # seconds between two questions of members
_RATING: Final = ShowRanking(
    RankingKind.RATING, 1, "russian", "", "", with_robots=False, known=Acquaintance.ANY, players=3
)
QUESTIONS: Final[tuple[Callable[[int], UiCommand], ...]] = (
    lambda _: ShowLeaderboard(),
    lambda _: ShowLeaderboardPage(40, "", "", "", False, False),
    lambda _: _RATING,
    ShowProfile,
    lambda _: ShowHistory(),
    lambda _: ShowHistory(400),
    lambda _: ShowPrivacy(),
)
_SERVER: Final = Place(0, 0)
_MIB: Final = 600


async def run(size: Size) -> list[Figure]:
    members, matches = _SHORT_PAST if size.is_short else (_MEMBERS, _MATCHES)
    seconds = _SHORT if size.is_short else _SECONDS
    world = SimulatedDiscord(guilds=1, channels=size.times + 1, members=members)
    fort = BotProcess(world, size.folder)
    await aged(fort.database, matches, whole=False, guild=int(_SERVER.guild_id), people=members)
    async with Store.session(fort.database, NOW) as store:
        many = GuildSettings(int(_SERVER.guild_id), max_tables=size.times + 1)
        await store.preferences.set_guild(many)
    async with running_bot(fort):
        people = Players(fort, Random(size.seed))
        ready = await fort.start()
        await _open(people, size.times)
        await fort.shown(120)
        before = fort.starved()
        async with asyncio.timeout(seconds + 60 * size.patience):
            asking = _ask(people, members, seconds, 10.0 * size.patience)
            asked, _ = await asyncio.gather(asking, _play(people, seconds))
        starved = fort.starved() - before
        drawn = await fort.shown(60)
        late = (5 + size.times / 40) * size.patience
        return [
            at_most(
                "G13",
                f"READY with {matches:,} matches of {members:,} members",
                ready,
                15 * size.patience,
            ),
            *on_a_machine_of_its_own("G13", starved, seconds, size),
            *_answers(people, asked, size),
            at_most("G13", "all tables drawn after the last click", drawn, late),
            at_most("G13", "memory of the bot", fort.memory(), _MIB, "MiB"),
            *stored_figures(people),
        ]


async def _open(people: Players, count: int) -> None:
    waiting = list(range(count))

    async def open_some() -> None:
        while waiting:
            n = waiting.pop(0)
            await people.open(Place(0, n), PRESETS[n % len(PRESETS)])

    await asyncio.gather(*(open_some() for _ in range(_AT_ONCE)))


async def _play(people: Players, seconds: float) -> None:
    """All tables at human pace; clicks that are under way at the end have their answer."""
    until = time.monotonic() + seconds

    async def at(table: Table, chance: Random) -> None:
        while time.monotonic() + (pause := chance.expovariate(PACE)) < until:
            await asyncio.sleep(pause)
            if not await people.step(table):
                return

    with people.fort.looking():
        await asyncio.gather(
            *(at(table, Random(people.chance.random())) for table in people.tables)
        )


async def _ask(people: Players, members: int, seconds: float, patience: float) -> list[Click]:
    """Members who are at no table ask something, one after the other."""
    until, clicks = time.monotonic() + seconds, list[Click]()
    while time.monotonic() < until:
        user = people.chance.randrange(FIRST_USER, FIRST_USER + members)
        asked = command_text(people.chance.choice(QUESTIONS)(user))
        clicks += await people.fort.world.press(str(user), _SERVER, f"pref:d:0:0:{asked}", patience)
        await asyncio.sleep(_ASKING)
    return clicks


def _answers(people: Players, asked: list[Click], size: Size) -> list[Figure]:
    waits = [click.waited for act in people.acts() for click in act.clicks]
    questions = [click.waited for click in asked]
    told = sum(bool(click.shown) and not refusals(click) for click in asked)
    slow = 2.5 * size.patience
    found = [
        every("G13", "questions of members that were answered", told, len(asked)),
        at_most(
            "G13", "the slowest click of a player", slowest_answer(people), 2.5 * size.patience
        ),
        at_most("G13", "the slowest answer to a member", max(questions), slow),
    ]
    if size.is_short:  # so few clicks have no shares
        return found
    clicks = f"99 of 100 of {len(waits)} clicks at {size.times} tables"
    return [*found, at_most("G13", clicks, share(waits, 0.99), 0.5)]
