"""Automatic moves: the draw, the deck, robots, expired clocks (design section 5).

A task per table runs while there is something to do and ends when a human must act; one timer
pokes the tables whose time has come.  Everything follows from the stored state, so a restart is
the same as any other poke.  Robots' moves are computed in a worker process, outside of every lock.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from bot.engine.actions import TIME_UP, Action, Dealer, Draw
from bot.engine.cards import PACK, TABLE, Seat
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.game import Game, stage_of
from bot.engine.refusal import IllegalAction
from bot.engine.rules import Rules
from bot.engine.view import view
from bot.keepers.alarm import Alarm
from bot.keepers.rounds import Rounds
from bot.presets import parse_rules
from bot.refusals import Refused
from bot.tables import (
    Table,
    Tables,
    changes,
    lobby,
    moves,
    parting,
    placeless,
    takeback,
    timing,
    voting,
)
from bot.terms import ENDED, Status
from bot.workers import PLAIN, Workers, plain_move, seed_of, thought_move

log = logging.getLogger(__name__)


def _nothing(table: Table) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Told:
    """Callbacks for channel messages: a late player, a move made for a seat, a lobby's hour.

    No callback waits for Discord: a slow post must not delay a table.
    """

    late: Callable[[int], None]
    moved_for: Callable[[Table, Seat, str], None]
    gather: Callable[[Table], None] = _nothing


class Settles(Protocol):
    """An adjudicator for offers of the remaining tricks."""

    async def settles(self, table: Table) -> bool:
        """Accept an open offer for everybody if it is certain; True if the table has moved."""


Begins = Callable[[Table, Action], Awaitable[None]]
"""Starts a lobby whose hour has come, with that draw for dealer, or says why not."""


def _never(guild_id: int) -> bool:
    return False


async def _begins(table: Table, draw: Action) -> None:
    await table.change(lobby.start_by_itself, draw)


class Driver:
    """Makes the automatic moves of all tables.

    ``chance`` draws for dealer (the system's outside tests); ``pace`` is seconds a move.
    Clocks stand still on a server that ``is_away``.
    """

    def __init__(
        self,
        tables: Tables,
        told: Told,
        workers: Workers,
        chance: Random,
        pace: float,
        arbiter: Settles | None = None,
        is_away: Callable[[int], bool] = _never,
        begins: Begins = _begins,
    ) -> None:
        self.begins = begins
        self.tables = tables
        self.told = told
        self.workers = workers
        self.chance = chance
        self.pace = pace
        self.arbiter = arbiter
        self.is_away = is_away
        self.rounds = Rounds(tables, self._drive)
        services = tables.services
        self.alarm = Alarm(
            services.store.lists, services.owned, services.now, self.rounds.nudge, is_away
        )

    def poke(self, game_id: int) -> None:
        """Drive a changed table, and wait for its deadline."""
        self.rounds.poke(game_id)

    async def stop(self) -> None:
        """End every task; the next start does the rest, which follows from the store."""
        await self.alarm.stop()
        await self.rounds.stop()

    async def _drive(self, table: Table) -> None:
        try:
            await self._clock(table)
            while await self._step(table):
                pass
        finally:
            self.alarm.expect(table.row.wake)

    async def _step(self, table: Table) -> bool:
        """Make one move if one is due; False when the table waits for a human."""
        if table.state.takes_back():
            return False
        if (forced := self._unasked(table)) is not None:
            return await table.act_for(*forced, "table")
        if self.arbiter is not None and await self.arbiter.settles(table):
            return True
        seat, version, game = table.needs(), table.version, table.game
        if seat is None or game is None:
            return False
        if seat == TABLE:
            return False if table.waits_to_deal() else await self.deal(table, version)
        return await self._robot_moves(table, game, seat)

    def _unasked(self, table: Table) -> tuple[Seat, int, Action] | None:
        """Return a move that the rules make for the seat to act without asking."""
        seat, game = table.asked(), table.game
        if seat is None or seat == TABLE or game is None or game.deal is None:
            return None
        action = family_of(game.rules).unasked(game.deal)
        return None if action is None else (seat, table.version, action)

    def draw(self, rules: Rules) -> Action:
        """Return the draw for dealer: by cards where the family compares them, else by lot."""
        if family_of(rules).first_dealer is not None:
            return Draw(tuple(self.chance.sample(PACK, rules.players)))
        return Dealer(self.chance.randrange(rules.players))

    async def deal(self, table: Table, version: int) -> bool:
        """Apply the draw for dealer, the end of the time, or the next deck."""
        if table.game is None:
            return False
        action = self._before_deck(table, table.game)
        if action is None:
            return await table.change(moves.deal, version, self.tables.services.decks.dealing)
        return await table.act_for(TABLE, version, action, "table")

    def _before_deck(self, table: Table, game: Game) -> Action | None:
        if stage_of(game) is Stage.DRAW:
            return self.draw(game.rules)
        return TIME_UP if _time_is_up(table, game) else None

    async def next_deal(self, table: Table, user_id: int) -> None:
        """Deal after a seated player has read the score, unless it is already dealt."""
        table.running()
        if table.sitting(table.seat_needed(user_id)).away:
            await table.change(parting.come_back, user_id)
        if table.waits_to_deal():
            await self.deal(table, table.version)

    async def _robot_moves(self, table: Table, game: Game, seat: Seat) -> bool:
        """Play a robot's move at the level of the seat; computing time counts as pause."""
        level = table.sitting(seat).robot or PLAIN
        clock = asyncio.get_running_loop().time
        began = clock()
        seed = _seed(table)
        offers = _plays_beside_somebody(table, seat)
        action = await thought_move(self.workers, level, view(game, seat), seed, offers=offers)
        if (rest := self.pace - (clock() - began)) > 0:
            await asyncio.sleep(rest)
        return await table.act_for(seat, game.version, action, moves.ROBOT)

    # -- the clock

    def rearm(self) -> None:
        """Read the clocks again: some may have changed."""
        self.alarm.rearm()

    async def _clock(self, table: Table) -> None:
        """Send a reminder, make a late move or close a lobby, if its time has come."""
        now, wake = self.tables.services.now(), table.row.wake
        if wake is None or now < wake or self.is_away(table.row.guild_id):
            return
        try:
            await self._due(table, now)
        except (Refused, IllegalAction) as refused:
            log.info("the clock of game %s came too late: %s", table.id, refused.reason)

    async def _due(self, table: Table, now: int) -> None:
        deadline, version = table.row.deadline, table.version
        if deadline is None:
            return
        if table.row.status is Status.LOBBY:
            await self._lobby(table, now, deadline)
        elif now < deadline:
            await self._remind(table, version)
        elif table.row.status is Status.PAUSED:
            await table.change(placeless.give_up)
        elif table.state.takes_back():
            await table.change(takeback.lapse)
        elif table.waits_to_deal():
            await self.deal(table, version)
        else:
            await self._late(table, version)

    async def _lobby(self, table: Table, now: int, deadline: int) -> None:
        """Expire an old lobby, announce its hour, or start it."""
        hour = table.row.starts_at
        if now >= deadline:
            await table.change(changes.expire)
        elif hour is not None and now >= hour:
            await self.begins(table, self.draw(parse_rules(table.row.rules)))
        elif await table.change(lobby.call_together):
            self.told.gather(table)

    async def _remind(self, table: Table, version: int) -> None:
        if await table.change(changes.remind, version):
            self.told.late(table.id)

    async def _late(self, table: Table, version: int) -> None:
        """Let the robot play this one move; after two in a row it keeps the seat."""
        seat = table.asked()
        if seat is None or seat == TABLE or table.game is None or table.game.deal is None:
            return
        silence = table.game.deal.phase.silence
        action = silence or plain_move(view(table.game, seat), _seed(table))
        if await table.change(voting.late, seat, version, action):
            is_away = table.sitting(seat).away
            if not (is_away and table.row.status in ENDED):  # the robot does not play on
                self.told.moved_for(table, seat, "away" if is_away else "once")


def _seed(table: Table) -> int:
    """Return the seed of a decision; it stays the same if an act is taken back and repeated."""
    return seed_of(table.id, takeback.place_of(table.state))


def _plays_beside_somebody(table: Table, seat: Seat) -> bool:
    """True for a robot's own seat with a human present, whose time an offer may save."""
    is_own = table.sitting(seat).user_id is None
    return is_own and any(map(timing.plays_himself, table.sittings))


def _time_is_up(table: Table, game: Game) -> bool:
    """True if the time of a timed match (rules/russian.md 4.10) is over."""
    ends = table.row.ends_at
    return ends is not None and not game.carry.time_up and table.services.now() >= ends
