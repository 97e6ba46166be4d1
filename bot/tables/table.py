"""One table: its lock, its newest state, and the single path by which the state changes."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Concatenate, Final, ParamSpec

from bot.engine.actions import Action
from bot.engine.cards import TABLE, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, stage_of
from bot.engine.view import View, view
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.store import StaleVersion, StorageTrouble, Trouble, WriteFault, WriteRefused
from bot.store.rows import Game as Row
from bot.store.rows import Sitting, StoredGame, Vote
from bot.tables import changes, moves
from bot.tables.lines import kept
from bot.tables.reading import log_frozen, log_line, read_game
from bot.tables.restore import NoReplay, restore
from bot.tables.services import Services, whole
from bot.tables.state import Moment, State, with_game
from bot.tables.takeback import with_act
from bot.tables.timing import plays_himself

P = ParamSpec("P")

_SAID: Final = {
    WriteFault.NO_SUCH_GAME: Refusal.UNKNOWN_TABLE,
    WriteFault.GAME_ENDED: Refusal.STALE,
    WriteFault.CHANGED: Refusal.STALE,
    WriteFault.TOO_MANY_HERE: Refusal.TOO_MANY_TABLES_HERE,
    WriteFault.TOO_MANY_OF_USER: Refusal.TOO_MANY_TABLES_OF_YOURS,
    WriteFault.FOLLOWED: Refusal.REMATCH_TAKEN,
    WriteFault.OPENED: Refusal.STALE,
    WriteFault.TOO_MANY_WEEKLY: Refusal.TOO_MANY_WEEKLY,
    WriteFault.STILL_SEATED: Refusal.STILL_SEATED,
    WriteFault.NAME_TAKEN: Refusal.RULES_NAME_TAKEN,
    WriteFault.TOO_MANY_NAMES: Refusal.TOO_MANY_RULES,
}


class Table:
    """The newest committed state of one game.

    A change is saved first and announced afterwards; after a write of unknown outcome the state is
    reloaded. ``change`` is the only place for both. ``broken`` is the error if the log does not
    replay; ``unreadable`` is the refusal for every request if not even the rules or the score can
    be read.
    """

    def __init__(self, services: Services, stored: StoredGame) -> None:
        self.services = services
        self.placing = asyncio.Lock()  # only one task posts a lobby
        self._lock = asyncio.Lock()
        self._doubtful = False
        self.since: tuple[Game, ...] = ()  # see ``with_act``; empty after a restart
        self.state = self._taken(stored)

    def _taken(self, stored: StoredGame) -> State:
        self.broken: BaseException | None = None
        self.unreadable: Refusal | None = None
        game = None
        try:
            parse_rules(stored.game.rules)  # checks the rules of a lobby too
            game = restore(stored)
        except NoReplay as trouble:
            game = trouble.settled
            self.broken = trouble.__cause__ or trouble
        except Exception as error:  # a fault in one game must not stop the others
            self.unreadable = Refusal.TABLE_DAMAGED if stored.damaged else Refusal.TABLE_FROZEN
            self.broken = error
        room, log = (stored.game, stored.sittings, stored.votes), kept(stored.lines)
        return with_game(State(*room, None, None, stored.shuffle, log, stored.shares), game)

    # -- current state

    @property
    def row(self) -> Row:
        return self.state.row

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        return self.state.sittings

    @property
    def votes(self) -> tuple[Vote, ...]:
        return self.state.votes

    @property
    def game(self) -> Game | None:
        return self.state.game

    @property
    def id(self) -> int:
        return self.row.game_id

    @property
    def version(self) -> int:
        return self.row.version

    def running(self) -> Game:
        """Return the game in play. Raises Refused when it is not being played now."""
        return self.state.running()

    def seat_of(self, user_id: int) -> Seat | None:
        return self.state.seat_of(user_id)

    def seat_needed(self, user_id: int) -> Seat:
        """Return the user's seat. Raises Refused for everybody else."""
        return self.state.seat_needed(user_id)

    def sitting(self, seat: Seat) -> Sitting:
        return self.state.sitting(seat)

    def asked(self) -> Seat | None:
        """Return the seat to act, even if a robot plays for it; None when nobody has to act."""
        return self.state.asked()

    def players(self) -> int:
        return self.state.players()

    def view_of(self, seat: Seat | None) -> View | None:
        """Return the view of a seat, or of the public; None in the lobby."""
        return None if self.game is None else view(self.game, seat)

    def needs(self) -> Seat | None:
        """Return the seat the driver moves for (TABLE, a robot, an absent player), or None."""
        seat = self.asked()
        if seat is None or seat == TABLE:
            return seat
        return None if plays_himself(self.sitting(seat)) else seat

    def waits_to_deal(self) -> bool:
        """Return True while a scored deal is shown and the next one has not been requested.

        "Next deal" or the deadline continues. Where every human is away the table waits for one of
        them: robots do not finish the match alone.
        """
        return (
            self.game is not None
            and stage_of(self.game) is Stage.BETWEEN
            and self.game.carry.number > 0
            and any(sitting.user_id is not None for sitting in self.sittings)
        )

    # -- changes

    async def change(
        self,
        function: Callable[Concatenate[State, Moment, P], State],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Compute a state by a function of ``changes`` or ``moves``, store it and adopt it.

        Returns True if anything changed. Raises Refused, IllegalAction, StorageTrouble; then
        nothing did.
        """
        return await whole(self._change(lambda state, at: function(state, at, *args, **kwargs)))

    async def act(self, user_id: int, version: int, text: str) -> None:
        """Apply a player's action, given in notation. Raises as ``change``."""
        await self.change(moves.act, user_id, version, text)

    async def act_for(self, seat: Seat, version: int, action: Action, by: str) -> bool:
        """Apply a move by the table or a robot; return False when the game has moved on."""
        return await self.change(moves.move, seat, version, action, by)

    async def refresh(self) -> None:
        """Reload the state after a write that bypassed this object."""
        async with self._lock:
            self._doubtful = True
            await self._settle_doubt()

    @property
    def is_in_doubt(self) -> bool:
        """True after a failed write: the state in memory may differ from the stored one."""
        return self._doubtful and not self._lock.locked()

    async def settled(self) -> State:
        """Return the state, reloaded first if it may be stale."""
        async with self._lock:
            await self._settle_doubt()
            return self.state

    async def _change(self, function: Callable[[State, Moment], State]) -> bool:
        async with self._lock:
            await self._settle_doubt()
            if self.unreadable is not None:
                raise Refused(self.unreadable)
            return await self._save(function(self.state, self.services.moment()))

    async def _settle_doubt(self) -> None:
        """Reload after a failed write, and freeze a table whose log does not replay.

        The freeze comes before any other change of that table.
        """
        if self._doubtful:
            await self._reload()
        if self.broken is not None:
            is_new = await self._save(changes.freeze(self.state, self.services.moment()))
            if is_new:
                log_frozen(self.id, self.broken)

    async def _save(self, after: State) -> bool:
        """Store in one transaction, then adopt and announce the state. Requires the lock."""
        before = self.state
        if after == before:
            return False
        is_seen = after.entry is not None or _is_seen(before, after)
        if is_seen and after.entry is None:
            after = after._replace(row=after.row._replace(revision=after.row.revision + 1))
        self._doubtful = True
        try:
            await self.services.store.games.save(before.room, after.room, after.entry)
        except (StaleVersion, WriteRefused) as refused:
            await self._reload()
            raise said(refused) from refused
        except StorageTrouble as trouble:
            if trouble.trouble is Trouble.DOUBTFUL:  # the screen should show the true state soon
                self.services.changed(self.id)
            raise
        self._believe(after, before)
        if after.entry is not None:
            self.since = with_act(self.since, before, after)
            log_line(self.id, after.entry)
            self.services.acted(after.entry.line.by)
        if is_seen:
            self.services.changed(self.id)
        return True

    async def _reload(self) -> None:
        """Read the stored state and announce changes nobody has seen yet. Requires the lock."""
        before = self.state
        stored = await read_game(self.services.store, self.id)
        if stored is None:
            raise Refused(Refusal.UNKNOWN_TABLE)
        self.since = ()
        self._believe(self._taken(stored), before)
        if (self.version, self.row.revision) != (before.row.version, before.row.revision):
            self.services.changed(self.id)

    def _believe(self, stored: State, before: State) -> None:
        """Adopt the stored state, but keep newer notes of the painter, which takes no lock."""
        row = stored.row
        if self.state is not before:
            row = _noted(row, self.row)
        self.state = stored._replace(row=row, entry=None)
        self._doubtful = False

    # -- notes about the public message

    async def painted(self, version: int, revision: int) -> None:
        """Record that the public message shows this state."""
        await whole(
            self._note(
                self.services.store.games.set_painted(self.id, version, revision),
                lambda row: row._replace(painted=version, painted_revision=revision),
            )
        )

    async def moved_to(self, place_id: int, message_id: int | None, shows: str) -> None:
        """Record the newest public message; ``shows`` identifies its content."""
        await whole(
            self._note(
                self.services.store.games.set_place(self.id, place_id, message_id, shows),
                lambda row: row._replace(place_id=place_id, message_id=message_id, shows=shows),
            )
        )

    async def _note(self, write: Coroutine[None, None, None], noted: Callable[[Row], Row]) -> None:
        await write
        self.state = self.state._replace(row=noted(self.row))


def said(refused: StaleVersion | WriteRefused) -> Refused:
    """Translate a refusal of the store into one of the table."""
    if isinstance(refused, StaleVersion):
        return Refused(Refusal.STALE)
    limit = {"limit": refused.limit} if refused.limit else {}
    return Refused(_SAID[refused.refusal], **limit)


def _noted(row: Row, shown: Row) -> Row:
    """Return the row with the message columns of ``shown``."""
    return row._replace(
        place_id=shown.place_id,
        message_id=shown.message_id,
        shows=shown.shows,
        painted=shown.painted,
        painted_revision=shown.painted_revision,
    )


def _is_seen(before: State, after: State) -> bool:
    """Return True if players can see the difference: another wake-up time alone is invisible."""
    return after._replace(row=after.row._replace(wake=before.row.wake)) != before
