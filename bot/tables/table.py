"""One table: its lock, its newest state, and the act that changes both log and state."""

import asyncio
import logging
from dataclasses import replace

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import TABLE, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply, stage_of, to_act
from bot.engine.notation import parse, text
from bot.engine.refusal import BadNotation
from bot.engine.view import View, view
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.store import StaleVersion
from bot.store.rows import Game as Row
from bot.store.rows import Line, Sitting, StoredGame, Vote
from bot.tables.closing import closing_of, final_of
from bot.tables.restore import NoReplay, restore
from bot.tables.services import Services, whole
from bot.tables.timing import deadline_of, plays_himself, sitting_of, wake_of
from bot.terms import Status

log = logging.getLogger(__name__)

_CLOSED = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.PAUSED: Refusal.TABLE_PAUSED,
    Status.FROZEN: Refusal.TABLE_FROZEN,
    Status.OVER: Refusal.TABLE_OVER,
    Status.VOID: Refusal.TABLE_OVER,
}


class Table:
    """The newest committed state of one game; every change goes through its lock."""

    def __init__(self, services: Services, stored: StoredGame, votes: tuple[Vote, ...]) -> None:
        self.services = services
        self.lock = asyncio.Lock()
        self.starting = asyncio.Lock()  # a second click on Start must not make a second thread
        self._doubtful = False
        self._take(stored, votes)

    def _take(self, stored: StoredGame, votes: tuple[Vote, ...]) -> None:
        self.row: Row = stored.game
        self.sittings: tuple[Sitting, ...] = stored.sittings
        self.votes = votes
        self.broken = False
        try:
            self.game: Game | None = restore(stored)
        except NoReplay as trouble:
            self.broken = True
            self.game = trouble.settled
            log.exception("game %s does not replay and is frozen", stored.game.game_id)

    @property
    def id(self) -> int:
        return self.row.game_id

    @property
    def version(self) -> int:
        return self.row.version

    def running(self) -> Game:
        """The game in play.  Raises Refused when it is not being played now."""
        if self.row.status is not Status.PLAYING or self.game is None:
            raise Refused(_CLOSED.get(self.row.status, Refusal.TABLE_FROZEN))
        return self.game

    def seat_of(self, user_id: int) -> Seat | None:
        return next((s.seat for s in self.sittings if s.user_id == user_id), None)

    def seat_needed(self, user_id: int) -> Seat:
        """The user's seat.  Raises Refused for everybody else."""
        if (seat := self.seat_of(user_id)) is None:
            raise Refused(Refusal.NOT_SEATED)
        return seat

    def view_of(self, seat: Seat | None) -> View | None:
        """What a seat or the public may know; None in the lobby."""
        return None if self.game is None else view(self.game, seat)

    def sitting(self, seat: Seat) -> Sitting:
        return sitting_of(self.sittings, seat)

    def asked(self) -> Seat | None:
        """Who is asked now, whoever plays for him; None when nobody is."""
        if self.row.status is not Status.PLAYING or self.game is None:
            return None
        return to_act(self.game)

    async def painted(self, version: int, revision: int) -> None:
        """The public message shows this state."""
        await self.services.store.set_painted(self.id, version, revision)
        self.row = replace(self.row, painted=version, painted_revision=revision)

    async def moved_to(self, place_id: int, message_id: int | None, shows: str) -> None:
        """The newest public message is this one; ``shows`` is what it is about."""
        await self.services.store.set_place(self.id, place_id, message_id, shows)
        self.row = replace(self.row, place_id=place_id, message_id=message_id, shows=shows)

    async def act(self, user_id: int, version: int, words: str) -> None:
        """A player's act.  Raises Refused, IllegalAction, StorageTrouble; then nothing changed."""
        await whole(self._act(user_id, version, words))

    async def _act(self, user_id: int, version: int, words: str) -> None:
        async with self.lock:
            await self.settle_doubt()
            self.running()
            seat = self.seat_needed(user_id)
            if version != self.version:
                raise Refused(Refusal.STALE)
            try:
                action = parse(words)
            except BadNotation as error:
                raise Refused(Refusal.UNREADABLE, text=words[:40]) from error
            await self._commit(seat, action, str(user_id))
            await self._is_here(seat)

    async def act_for(self, seat: Seat, version: int, action: Action, by: str) -> bool:
        """A move by the table, a robot or the clock; False when the game has moved on."""
        return await whole(self._act_for(seat, version, action, by))

    async def _act_for(self, seat: Seat, version: int, action: Action, by: str) -> bool:
        async with self.lock:
            await self.settle_doubt()
            if self.row.status is not Status.PLAYING or version != self.version:
                return False
            await self._commit(seat, action, by)
            return True

    async def _commit(self, seat: Seat, action: Action, by: str) -> None:
        """Apply, store, and only then believe and tell it.  Called under the lock."""
        before = self.running()
        after = apply(before, seat, action)
        now = self.services.now()
        number = before.carry.number + 1
        line = Line(self.version, number, seat, text(action), by, now)
        deadline = deadline_of(after, self.sittings, self.row.clock, now)
        final = final_of(after, self.sittings, now)
        self._doubtful = True
        try:
            await self.services.store.append(
                self.id,
                line,
                deadline=deadline,
                wake=wake_of(after, deadline, self.row.clock),
                closing=closing_of(before, after),
                final=final,
            )
        except StaleVersion as error:
            raise Refused(Refusal.STALE) from error
        self.game = after
        self.row = replace(
            self.row,
            version=self.version + 1,
            deadline=deadline,
            status=final.status if final else self.row.status,
            ended_at=now if final else None,
        )
        self._doubtful = False
        log.info("game %s line %s seat %s %s", self.id, line.version, seat, _loggable(action))
        self.services.changed(self.id)

    async def _is_here(self, seat: Seat) -> None:
        """Whoever moves is back, and has missed nothing in a row."""
        sitting = sitting_of(self.sittings, seat)
        if sitting.user_id is None or not (sitting.misses or sitting.away):
            return
        if self.row.status is not Status.PLAYING:
            return
        await self.services.store.set_misses(self.id, seat, 0)
        if sitting.away:
            await self.services.store.set_away(self.id, seat, False)
        await self.reload()

    async def reload(self) -> None:
        """Forget and read again.  Called under the lock."""
        stored = await self.services.store.load(self.id)
        if stored is None:
            raise Refused(Refusal.UNKNOWN_TABLE)
        votes = await self.services.store.votes(self.id)
        shown = self.row  # the painter may have moved on since the rows were read
        self._take(stored, votes)
        self.row = replace(
            self.row,
            place_id=shown.place_id,
            message_id=shown.message_id,
            shows=shown.shows,
            painted=shown.painted,
            painted_revision=shown.painted_revision,
        )
        self._doubtful = False

    async def settle_doubt(self) -> None:
        """Under the lock: after a failed write the memory is suspect until it is read again."""
        if self._doubtful:
            await self.reload()

    def needs(self) -> Seat | None:
        """Who is asked now, for the driver: TABLE, a seat that is played for, or None."""
        seat = self.asked()
        if seat is None or seat == TABLE:
            return seat
        return None if plays_himself(sitting_of(self.sittings, seat)) else seat

    def waits_to_deal(self) -> bool:
        """A scored deal is being read; "next deal" or the deadline goes on.

        Where every human is away it waits for one of them: robots do not play out their match.
        """
        return (
            self.game is not None
            and stage_of(self.game) is Stage.BETWEEN
            and self.game.carry.number > 0
            and any(sitting.user_id is not None for sitting in self.sittings)
        )

    def players(self) -> int:
        return parse_rules(self.row.rules).players


def _loggable(action: Action) -> str:
    """Decks, discards and sealed choices are secrets and stay out of the log file."""
    secret = isinstance(action, act.Deck | act.Discard | act.Seal)
    return type(action).__name__.lower() if secret else text(action)
