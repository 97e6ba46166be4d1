"""An evening in a simulated Discord: a server, a channel, people, and the real bot on a real file.

``Room.check`` runs at the end of each evening: every request is valid for the referee, shows no
card to anybody who may not know it, and every class of buttons is registered.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import discord
import simcord
from discord.ext import commands

from bot.app import BotOverrides, PreferansBot, lifecycle
from bot.app.overrides import discord_time
from bot.background.table_tasks import SteadyClock
from bot.cli.live_simulation import decode_images_here, keep_parsers
from bot.config.settings import RobotLevel, Settings
from bot.discord_ui.app_setup import Definitions
from bot.engine.actions import Action, Discard
from bot.engine.cards import CARD_NAMES
from bot.engine.deal import Stage
from bot.engine.game import stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.view import SeatView, build_view
from bot.features.recaps import recap
from bot.model.values import replace
from bot.monitoring.prometheus import PrometheusMetrics
from bot.render.paper.drawing import picture_png
from bot.render.paper.tile_names import distinct_tiles, tile_name
from bot.render.screen import safe_name
from bot.render.shapes import Picture
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.store import Store
from bot.tables import Table
from bot.tables.changes import add_robot, join
from bot.tables.moves import act
from tests.support.decks import dealt_by, fair_decks
from tests.support.leaks import leaks
from tests.support.message_content import Control, Message, Result, controls, texts_of, words_of
from tests.support.naming import cards_in
from tests.support.referee import faults
from tests.support.seeds import LogCapture, words_in
from tests.support.simcord_timeouts import (
    IDLE,
    exempt_table_timers,
    extend_timeouts,
    find_callbacks_by_identity,
    look_at_few_timers,
    look_once_at_a_busy_bot,
    read_the_clock_at_once,
)
from tests.support.stored import connecting_without_threads, forget, with_layout
from tests.support.stored_tables import Person
from tests.support.verbs import LOCALES, Visitors
from tests.support.witness import BrokenConnection, Witness
from tests.support.worker_reuse import keep_processes, reuse_processes

__all__ = [
    "Control",
    "Message",
    "Person",
    "Result",
    "Room",
    "controls",
    "evening",
    "texts_of",
    "words_of",
]

ROBOT = PLAIN_ROBOT
_LAST_MINUTES = 120.0  # seconds at the end of a long wait: two heartbeats
_HOUR = 3600.0
_NEW_YEAR = 1767225600  # 2026-01-01, when every simulated Discord begins


def translate_commands_once() -> None:
    """Translate the definitions of commands once for a process: a fifth of an empty evening."""
    translate = vars(lifecycle)["command_definitions"]
    translated: dict[tuple[str, ...], Definitions] = {}

    async def command_definitions(bot: commands.AutoShardedBot) -> Definitions:
        names = tuple(command.name for command in bot.tree.get_commands())
        if names not in translated:
            translated[names] = await translate(bot)
        return translated[names]

    vars(lifecycle)["command_definitions"] = command_definitions


exempt_table_timers()
look_at_few_timers()
look_once_at_a_busy_bot()
read_the_clock_at_once()
find_callbacks_by_identity()
decode_images_here()  # a page of pictures starts no process for each of them
keep_parsers()
translate_commands_once()


@dataclass(kw_only=True)
class Room(Visitors):
    """One evening; ``choose`` selects the moves of its people."""

    choose: Callable[[SeatView, Random], Action] = ROBOT.choose
    chance: Random
    witness: Witness
    store: Store
    dice: Random = field(default_factory=lambda: Random(5))
    level: RobotLevel = "beginner"  # default for robots; needs no process
    reviews: bool = False  # True analyses every scored deal, which needs a process
    fair: bool = False  # decks from their seeds, as in production; else ``chance`` deals
    drawn: bool = False  # tables and hands as pictures, not in words
    reuses_processes: bool = True  # workers of earlier evenings are reused
    refreshed: int = 0  # hands that were requested because no push had brought them
    logged: LogCapture = field(default_factory=LogCapture)
    bad_requests: int = 0  # requests that the referee has checked already

    # -- play

    async def seated(
        self, host: Person, /, *others: Person, robots: int = 0, **options: object
    ) -> None:
        """Open a lobby, and seat everybody without their clicks."""
        await self.open_table(host, **options)
        if not others and not robots:
            return
        table = await self.bot.parts.tables.get(self.table)
        with self.env._bot_scope():
            with _unheard(table):
                for who in others:
                    await self.bot.parts.names.remember_name(who.id, who.called)
                    await table.change(join, who.id)
                for _ in range(robots):
                    await table.change(add_robot, host.id)
            table.services.on_change(table.id)
        await self.env.settle(idle=IDLE)

    async def start(self, host: Person) -> None:
        await self.press(host, "start")
        assert self.status() == "playing"

    async def hand(self, who: Person, game: int | None = None) -> Message:
        """Return the current private hand; press "My hand" if it is not on the screen."""
        if who.private is None or not self.is_current_hand(who, game):
            self.refreshed += 1
            await self.press(who, "hand", self.message(game))
        assert who.private is not None
        assert self.is_current_hand(who, game), words_of(who.private)
        return who.private

    def metric(self, name: str, **labels: str) -> float:
        """Return the value of a metric as /metrics has it; 0 if nothing was counted."""
        metrics = self.bot.overrides.metrics
        assert isinstance(metrics, PrometheusMetrics)
        return metrics.registry.get_sample_value(f"preferans_{name}", labels) or 0.0

    def is_current_hand(self, who: Person, game: int | None = None) -> bool:
        assert who.private is not None
        row = self.row(game)
        try:
            found = controls(who.private)
        except simcord.backend.errors.BackendError:  # dismissed
            return False
        own = [one for one in found if one.game == row["game_id"]]
        if not own or own[0].version != row["version"]:
            return False
        seat = self.seat_of(who, game)
        if seat != to_act(self.game(game)):
            return any(one.text == "hand" for one in own)
        return any(one.kind == "a" or one.text.startswith("pick") for one in own)

    def choice(self, who: Person, game: int | None = None) -> Action:
        """Return the action of a seat: that of a plain robot by default."""
        state, seat = self.game(game), self.seat_of(who, game)
        assert seat is not None
        return self.choose(build_view(state, seat), self.dice)

    async def play_one(self, who: Person, move: Action | None = None) -> str:
        """Make one move for the person to act, with the buttons of their hand."""
        await self.hand(who)
        wanted = move or self.choice(who)
        if isinstance(wanted, Discard):
            for card in (wanted.low, wanted.high):
                await self._mark(who, CARD_NAMES[card])
        before = self.line_count()
        await self.press_twice(who, format_action(wanted))
        assert self.lines(after=before)[0][1] == format_action(wanted)
        return format_action(wanted)

    async def press_twice(self, who: Person, move: str) -> None:
        """Press a move in the private hand, and confirm it if the bot asks."""
        assert who.private is not None
        if any(control.text == f"twice {move}" for control in controls(who.private)):
            await self.press(who, f"twice {move}", who.private)
        await self.press(who, move, who.private)

    async def _mark(self, who: Person, card: str) -> None:
        """Press a card in the exchange; its button states the mark it sets."""
        assert who.private is not None
        for control in controls(who.private):
            if control.text.startswith("pick") and control.text.endswith(card):
                await self.press(who, control.text, who.private)
                return
        raise AssertionError(f"no button for {card}")

    async def play_until(
        self, done: Callable[["Room"], bool], limit: int = 2000, *, next_by: Person | None = None
    ) -> int:
        """Play for everybody until the condition is true; return the number of moves."""
        for moves in range(limit):
            if done(self):
                return moves
            if self.status() != "playing":
                raise AssertionError(f"the table is {self.status()}")
            who = self.asked()
            if who is not None:
                await self.play_one(who)
            elif self.stage() is Stage.BETWEEN:
                await self.next_deal(next_by)
            else:
                raise AssertionError(f"nobody is asked at {self.stage()}")
        raise AssertionError("the evening does not end")

    async def play_on(self, count: int = 3) -> None:
        """Make so many moves, or fewer to the end of the deal: the hands work."""
        for _ in range(count):
            if (who := self.asked()) is not None:
                await self.play_one(who)

    async def next_deal(self, last: Person | None = None) -> None:
        """Let everybody ask for the next deal, this person last."""
        for who in self._seated(last):
            if self.stage() is Stage.BETWEEN:
                await self.press(who, "next", self.message())

    def _seated(self, last: Person | None) -> list[Person]:
        """Return everybody who has a seat, this person last."""
        seated = [one for one in self.people if self.seat_of(one) is not None]
        return sorted(seated, key=lambda one: one is last)

    async def play_to(self, stage: Stage, *, cards: int = 0) -> None:
        """Play until a human is to act at this stage (with this many cards in the trick)."""
        await self.play_until(lambda room: room._is_asked_at(stage, cards))

    def _is_asked_at(self, stage: Stage, cards: int) -> bool:
        game = self.game()
        if stage_of(game) is not stage or self.asked() is None:
            return False
        return game.deal is None or not cards or len(game.deal.trick) == cards

    async def play_out(self, limit: int = 2000) -> int:
        """Play the whole match."""
        return await self.play_until(lambda room: room.status() == "over", limit)

    # -- the same moves without Discord

    async def skip_until(
        self, done: Callable[["Room"], bool], limit: int = 2000, *, next_by: Person | None = None
    ) -> None:
        """Make the moves of ``play_until`` at the table itself, which stores each; show the last.

        Nobody clicks and nothing is drawn between: a tenth of the time, where a test is about what
        follows.
        """
        table = await self.bot.parts.tables.get(self.table)
        with self.env._bot_scope():
            with _unheard(table):
                for _ in range(limit):
                    if done(self):
                        break
                    assert self.status() == "playing", f"the table is {self.status()}"
                    await self._move_at(table, next_by)
                    await self.bot.parts.driver._drive(table)
                else:
                    raise AssertionError("the evening does not end")
            table.services.on_change(table.id)
        await self.env.settle(idle=IDLE)

    async def _move_at(self, table: Table, last: Person | None) -> None:
        if (who := self.asked()) is not None:
            text = format_action(self.choice(who))
            await table.change(act, who.id, table.version, text)
            return
        assert self.stage() is Stage.BETWEEN, f"nobody is asked at {self.stage()}"
        for one in self._seated(last):
            if self.stage() is Stage.BETWEEN:
                await self.bot.parts.driver.next_deal(table, one.id)

    async def skip_to(self, stage: Stage, *, cards: int = 0) -> None:
        """Skip until a human is to act at this stage (with this many cards in the trick)."""
        await self.skip_until(lambda room: room._is_asked_at(stage, cards))

    async def skip_out(self) -> None:
        """Skip to the end of the match."""
        await self.skip_until(lambda room: room.status() == "over")

    async def later(self, seconds: float, step: float = _HOUR) -> None:
        """Advance the time of Discord.

        The bot looks at its connections every ten seconds, and at its recaps every thirty, which
        took six seconds of each day; in a long wait it looks every hour, and as often as ever at
        its end.
        """
        if (quiet := seconds - _LAST_MINUTES) > _LAST_MINUTES:
            usual = self._look_every(_HOUR, _HOUR, _HOUR)
            try:
                await self._advance(quiet, step)
            finally:
                self._look_every(*usual)
            seconds = _LAST_MINUTES
        await self._advance(seconds, step)

    async def _advance(self, seconds: float, step: float) -> None:
        while seconds > 0:
            await self.env.advance_time(min(step, seconds))
            seconds -= step

    def _look_every(self, check: float, heartbeat: float, recaps: float) -> tuple[float, ...]:
        """Set the intervals of the bot's own loops; return those they had."""
        gateway, recap_globals = self.bot.parts.gateway, vars(recap)
        had = [loop.seconds or 0 for loop in (gateway._check_shards, gateway._send_heartbeat)]
        gateway._check_shards.change_interval(seconds=check)
        gateway._send_heartbeat.change_interval(seconds=heartbeat)
        had.append(recap_globals["_LOOK_SECONDS"])
        recap_globals["_LOOK_SECONDS"] = recaps
        return tuple(had)

    def is_painted(self) -> bool:
        """Return True if the newest state is drawn, as the table knows it, or else the file."""
        table = self.bot.parts.tables._loaded.get(self.table)
        found = dict(self.row()) if table is None else table.row._asdict()
        return (found["painted"], found["painted_revision"]) == (
            found["version"],
            found["revision"],
        )

    # -- restarts and faults

    async def restart(self, *, kill: bool = False, down: int = 0) -> None:
        """Start a new process on the same file; with ``kill`` the old one does not shut down."""
        if self.reuses_processes:
            keep_processes(self.bot.parts.workers)
        if not kill:
            with self.env._bot_scope():
                await self.bot.close()
            await self.store.preferences.touch_alive(self.now())
        await self.env._detach_bot()  # every task of the old process ends at once
        await self.bot.parts.workers.stop()  # and so do its workers
        if kill:
            self.store.games._writer._notes.clear()  # closing the store would write them
        forget(self.path)
        await self.store.close()
        if down:
            self.env.backend.clock.advance(down)
        with connecting_without_threads():
            self.store = await Store.open(self.path, self.now())
        self.bot = new_bot(
            self.store,
            self.path,
            self.chance,
            self.level,
            reviews=self.reviews,
            fair=self.fair,
            drawn=self.drawn,
        )
        if self.reuses_processes:
            reuse_processes(self.bot.parts.workers)
        await self.env.restart_bot(self.bot)
        await self.env.settle(idle=IDLE)

    def sever(self, method: str, path: str, times: int = 1) -> None:
        """Break the connections of the next requests on this route before Discord sees them."""
        self.witness.broken.append(BrokenConnection(method, path, times))

    def slow(self, method: str, path: str, seconds: float) -> None:
        """Delay Discord's responses on this route by this many seconds."""
        inner = self.bot.http.request

        async def request(route: discord.http.Route, **how: Any) -> Any:
            if route.method == method and fnmatch(route.url.partition("/v10")[2], path):
                await asyncio.sleep(seconds)
            return await inner(route, **how)

        vars(self.bot.http)["request"] = request

    def mend(self) -> None:
        """Remove all faults."""
        self.witness.broken.clear()
        self.env.backend.faults.clear()

    def now(self) -> int:
        return int(self.env.now().timestamp())

    # -- start and end

    async def open(self) -> None:
        """Start the bot."""
        if self.reuses_processes:
            reuse_processes(self.bot.parts.workers)
        logging.getLogger().addHandler(self.logged)
        logging.getLogger("bot").setLevel(logging.DEBUG)
        await self.env.start()

    async def end(self) -> None:
        """Check the facts that hold in every evening, and stop the bot."""
        self.check()
        assert self.env.errors == []
        if self.reuses_processes:
            keep_processes(self.bot.parts.workers)
        with self.env._bot_scope():
            await self.bot.close()

    async def close(self) -> None:
        """Release everything, however far the start came."""
        async with AsyncExitStack() as ends:
            ends.push_async_callback(self.store.close)
            ends.callback(forget, self.path)
            ends.push_async_callback(self.env.shutdown)
            ends.push_async_callback(self.bot.parts.workers.stop)
            logging.getLogger("bot").setLevel(logging.NOTSET)
            logging.getLogger().removeHandler(self.logged)

    def check(self) -> None:
        """Check the facts that hold in every evening, however it went."""
        self.check_requests()
        names = [who.called for who in self.people]
        named = cards_in([*names, *map(safe_name, names)]) | words_in(self.path)
        found = leaks(self.witness.kept, self.path, named, self.logged.texts)
        assert found == [], "\n".join(found[:20])
        silent = [
            record.id
            for record in self.env.backend.interactions.values()
            if not record.responded and record.id not in self.unanswered
        ]
        assert silent == [], f"{len(silent)} interactions without an answer"
        loading = [
            record.command_name or record.id
            for record in self.env.backend.interactions.values()
            if record.loading and record.id not in self.unanswered
        ]
        assert loading == [], f"deferred and never completed: {loading}"

    def check_requests(self) -> None:
        new, self.bad_requests = self.witness[self.bad_requests :], len(self.witness)
        found = [fault for request in new for fault in faults(request)]
        assert found == [], "\n".join(dict.fromkeys(found))


@contextmanager
def _unheard(table: Table) -> Iterator[None]:
    """Let no other part of the bot hear of the table's changes."""
    services = table.services
    table.services = replace(services, on_change=lambda _: None)
    try:
        yield
    finally:
        table.services = services


SLOW_MACHINE = 3600.0  # seconds: no test turns on how busy the machine is


def new_bot(
    store: Store,
    path: Path,
    chance: Random,
    level: RobotLevel,
    *,
    reviews: bool,
    fair: bool,
    drawn: bool,
) -> PreferansBot:
    surroundings = tuple(os.environ.get(name.upper()) for name in Settings.model_fields)
    settings = _settings(level, surroundings).model_copy(update={"database_path": path})
    around = BotOverrides(
        rng=chance,
        decks=fair_decks(chance) if fair else dealt_by(chance),
        robot_pace=0,
        always_sync=True,
        shard_count=1,
        has_reviews=reviews,
        draw_picture=drawn_here if level == "beginner" else None,
        draws_tables=drawn,
        start_workers_eagerly=False,
        defer_after=SLOW_MACHINE,
        clock=SteadyClock(discord_time, discord_time),  # Discord's time leaps, and that is no step
        requests_per_second=inf,
        metrics=PrometheusMetrics(),
    )
    return PreferansBot(settings, store, around)


@cache
def _settings(level: RobotLevel, surroundings: tuple[str | None, ...]) -> Settings:
    """Return the settings of a bot, read once for each environment: a sixth of a start."""
    return Settings.load(None).model_copy(update={"robot_level": level, "same_deck_minutes": 0})


async def drawn_here(picture: Picture) -> bytes:
    """Draw in this process: an evening of plain robots starts no other."""
    return picture_png(picture)


@asynccontextmanager
async def evening(
    folder: Path,
    *,
    threads: bool = True,
    seed: int = 1,
    locale: str = "en-US",
    chance: Random | None = None,
    level: RobotLevel = "beginner",
    reviews: bool = False,
    fair: bool = False,
    drawn: bool = False,
    reuses_processes: bool = True,
    has_tiles: bool = True,
) -> AsyncIterator[Room]:
    """Yield a new room; check and close it at the end.

    With ``has_tiles`` an earlier start has uploaded the tiles: that took a third of every start.
    """
    path, chance = folder / "evening.db", chance or Random(seed)
    async with AsyncExitStack() as ends:  # after any failure, as its thread would block the exit
        with_layout(path)
        with connecting_without_threads():
            store = await Store.open(path, _NEW_YEAR)
        ends.push_async_callback(store.close)
        bot = new_bot(store, path, chance, level, reviews=reviews, fair=fair, drawn=drawn)
        env = simcord.Env(bot)
        guild = env.create_guild("Club")
        env.backend.guilds[guild.id].preferred_locale = locale
        LOCALES[guild.id] = locale
        for drawing in distinct_tiles() if has_tiles else ():
            env.backend.create_application_emoji(tile_name(*drawing))
        witness = env.backend.http_requests = Witness(env.backend, path)
        extend_timeouts(env)
        room = Room(
            env=env,
            guild=guild,
            channel=_channel(env, guild, threads),
            path=path,
            chance=chance,
            witness=witness,
            bot=bot,
            store=store,
            dice=Random(seed),
            level=level,
            reviews=reviews,
            fair=fair,
            drawn=drawn,
            reuses_processes=reuses_processes,
        )
        ends.push_async_callback(room.close)
        await room.open()
        yield room
        await room.end()


def _channel(env: simcord.Env, guild: simcord.GuildHandle, threads: bool) -> simcord.ChannelHandle:
    me = simcord.UserHandle(env, env.backend.bot_user)
    denied = discord.PermissionOverwrite(create_public_threads=False)
    return guild.create_text_channel("preferans", overwrites=None if threads else {me: denied})
