"""One table: loaded from its log, its lock, its newest state, and the one path that changes it."""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from secrets import token_bytes
from typing import Concatenate, Final, NamedTuple, ParamSpec, TypeVar, overload

from pydantic import ValidationError

from bot.engine import actions, deal, families, replaying, rules, shuffle
from bot.engine.cards import Seat
from bot.engine.game import Game, between_deals, new_game, stage_of
from bot.engine.notation import carry_text, complete_carry, read_carry, read_result
from bot.engine.rules import BadNotation, BadRules, IllegalAction
from bot.engine.view import (
    MatchView,
    SeatView,
    SpectatorView,
    View,
    build_view,
    match_view,
    public_view,
    seat_view,
)
from bot.model import enums, refusals
from bot.model.enums import Status
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record, field, replace
from bot.presets import Presets, parse_rules
from bot.store import (
    GameDamaged,
    StaleVersion,
    StorageTrouble,
    Store,
    Trouble,
    WriteFault,
    WriteRefused,
)
from bot.store.records import GameRow, LogEntry, StoredGame
from bot.tables import changes, moves
from bot.tables.state import (
    ChangeContext,
    OpenLog,
    TableState,
    asked_and_answered,
    known_level,
    with_game,
)
from bot.tables.take_backs import NewestAct, newest_act

# Games read from the store and replayed by the engine, in whatever condition they are.
#
# The carry of the last closed deal and the lines since make the game; a written score is final and
# never recomputed (design section 4). A carry of an older program lacks the fields that were added
# since; a replay of the whole log fills them in.
#
# A game that cannot be read, or that the store finds damaged, is frozen and named in the log once,
# without any of its content. Its outline, numbers only, is enough to report it in its channel and
# to let a manager close it.  A process that lacks memory, or the code of a family while its files
# are replaced, freezes nothing: the next load may succeed.

log = logging.getLogger(__name__)
_NO_FAULT_OF_THE_GAME: Final = (ImportError, MemoryError, StorageTrouble)


async def load_or_freeze(store: Store, game_id: int) -> StoredGame | None:
    """Load a game as ``GameQueries.load``; only the outline of one that cannot be read.

    Raises StorageTrouble; ImportError and MemoryError if this process cannot read any such game.
    """
    is_damaged = False
    try:
        stored = await store.game_queries.load(game_id)
        return None if stored is None else await _with_complete_carry(store, stored)
    except _NO_FAULT_OF_THE_GAME:
        raise
    except GameDamaged:  # the store has already logged the location
        is_damaged = True
        await store.games.freeze_or_end(game_id, Status.FROZEN)
    except Exception as error:  # a fault in one game must not stop the others
        if await store.games.freeze_or_end(game_id, Status.FROZEN):
            log_frozen(game_id, error)
    row = await store.game_queries.outline(game_id)
    return None if row is None else StoredGame(row, (), (), None, None, (), None, is_damaged)


def log_frozen(game_id: int, error: BaseException) -> None:
    """Log a frozen game without the error's text, which may name cards."""
    log.error("game %s does not replay and is frozen: %s", game_id, type(error).__name__)


async def _with_complete_carry(store: Store, stored: StoredGame) -> StoredGame:
    """Return the game with every field of today's carry, as far as its log replays."""
    if stored.carry is None or not _is_older_carry(stored):
        return stored
    log = await store.game_queries.log_of(stored.game.game_id)
    assert log is not None
    before = [(line.seat, line.text) for line in log.lines[: log.deals[-1].last_version + 1]]
    try:
        replayed = replaying.replay_log(new_game(parse_rules(stored.game.rules)), before)
    except (BadNotation, IllegalAction):  # today's rules differ; the added fields stay as new
        return stored
    return replace(stored, carry=complete_carry(stored.carry, replayed.carry))


def _is_older_carry(stored: StoredGame) -> bool:
    """Return True if today's code would store more of this carry."""
    try:
        kind = families.family_of(parse_rules(stored.game.rules)).carry
        return carry_text(read_carry(kind, stored.carry or "")) != stored.carry
    except (BadRules, ValidationError):
        return False  # the table that reads it is frozen


# Replay of a stored game: the carry of its last closed deal and the lines since.


class ReplayError(Exception):
    """The open deal's lines no longer fit the rules; ``game_without_deal`` is the game without
    them.
    """

    def __init__(self, settled: Game) -> None:
        super().__init__("the open deal cannot be replayed")
        self.game_without_deal = settled


def restore_game(stored: StoredGame) -> Game | None:
    """Return the engine's game; None before it has begun. Raises ReplayError, BadRules."""
    if stored.game.started_at is None:
        return None
    rules = parse_rules(stored.game.rules)
    game = _game_without_deal(rules, stored)
    try:
        replayed = replaying.replay_log(game, ((line.seat, line.text) for line in stored.lines))
    except (BadNotation, IllegalAction, BadRules) as error:
        raise ReplayError(game) from error
    if replayed.carry.number != game.carry.number:  # today's rules score an open deal
        raise ReplayError(game)
    return replayed


def _game_without_deal(rules: rules.Rules, stored: StoredGame) -> Game:
    game = new_game(rules)
    if stored.carry is None or stored.summary is None:
        return game
    family = families.family_of(rules)
    carry = read_carry(family.carry, stored.carry)
    last = read_result(stored.summary)
    version = stored.game.version - len(stored.lines)
    return between_deals(rules, carry, version, last)


# Views of the tables that are drawn just now: the board and all hands are drawn of one game.
#
# They are kept for a few tables only, since a view holds the last scored deal, which an idle table
# keeps packed (``bot.tables.state``).

_VIEWED_TABLES: Final = 256  # 4 KiB each


class _GameViews(NamedTuple):
    """A game, the packed deal before it, the parts that views share, and the views of seats."""

    base: Game
    compressed_result: bytes
    game: Game
    match: MatchView
    public: SpectatorView
    by_seat: dict[Seat, SeatView]


class ViewCache:
    """The views of the newest game of each table that was drawn lately."""

    def __init__(self) -> None:
        self._by_table: dict[int, _GameViews] = {}  # the newest last

    def view(self, game_id: int, state: TableState, seat: Seat | None) -> View | None:
        """Return the view of a seat, or of the public; None before the match begins."""
        if state.base_game is None:
            return None
        known = self._by_table.get(game_id)
        if (
            known is None
            or known.base is not state.base_game
            or known.compressed_result != state.compressed_result
        ):
            known = self._add(game_id, state, state.base_game, known)
        if seat is None:
            return known.public
        if seat not in known.by_seat:
            known.by_seat[seat] = seat_view(known.game, known.public, seat)
        return known.by_seat[seat]

    def _add(
        self, game_id: int, state: TableState, base: Game, before: _GameViews | None
    ) -> _GameViews:
        game = state.game or base
        if (  # nothing was scored in between
            before is not None
            and before.game.rules is game.rules
            and before.game.carry is game.carry
            and before.game.last is game.last
            and before.game.ended == game.ended
        ):
            match = before.match
        else:
            match = match_view(game)
        self._by_table.pop(game_id, None)
        public = public_view(game, match)
        found = _GameViews(base, state.compressed_result, game, match, public, {})
        self._by_table[game_id] = found
        while len(self._by_table) > _VIEWED_TABLES:
            del self._by_table[next(iter(self._by_table))]
        return found


# Services that all tables share: store, presets, clock, and change callbacks.


T = TypeVar("T")


def fresh_seed() -> bytes:
    """Return a deck seed from the system's random source."""
    return token_bytes(shuffle.SEED_BYTES)


class DeckSource(Record):
    """The source of decks: ``new_seed`` draws one, ``dealing`` makes a deck of it and the words."""

    new_seed: Callable[[], bytes] = fresh_seed
    dealing: shuffle.ShuffleFunction = shuffle.shuffled_deck


class TableListeners:
    """Calls every subscriber after each commit of a table; the store has saved it before."""

    def __init__(self) -> None:
        self._listeners: list[tuple[Callable[[int], None], Collection[int] | None]] = []

    def subscribe(
        self, listener: Callable[[int], None], games: Collection[int] | None = None
    ) -> None:
        """Subscribe to all tables, or to those that are in ``games`` at the time of the commit."""
        self._listeners.append((listener, games))

    def notify(self, game_id: int) -> None:
        for listener, games in self._listeners:
            if games is None or game_id in games:
                listener(game_id)


class TableServices(Record):
    """``now`` gives unix seconds; ``on_change`` is called with a game id after every commit.

    ``owned`` are the shards whose tables this process alone moves. ``levels`` are the robot levels,
    weakest first; ``default_level`` is the default.
    """

    store: Store
    presets: Presets
    now: Callable[[], int]
    on_change: Callable[[int], None]
    lobby_seconds: int = 1800
    levels: tuple[str, ...] = ("beginner",)
    default_level: str = "beginner"
    on_action: Callable[[str], None] = lambda _: None  # gets the actor of a line once it is stored
    decks: DeckSource = DeckSource()
    owned: enums.ShardRange = enums.ALL_SHARDS
    views: ViewCache = field(default_factory=ViewCache)

    def known_level(self, level: str) -> str:
        """Return a stored level, or the weakest one if it does not exist."""
        return known_level(level, self.levels)

    def change_context(self) -> ChangeContext:
        """Return the context of a change that is made now."""
        return ChangeContext(self.now(), self.levels, self.default_level, self.decks.new_seed())


async def run_shielded(work: Coroutine[None, None, T]) -> T:
    """Run to completion even if the caller is cancelled: half a move must not be possible."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_log_abandoned_failure)
        raise


def _log_abandoned_failure(task: asyncio.Future[T]) -> None:
    """Log the failure of a task nobody awaits any more; a refusal is not a failure."""
    if task.cancelled() or (error := task.exception()) is None:
        return
    if isinstance(error, StorageTrouble):  # as where somebody waits: a sentence, no traceback
        log.warning("an act nobody waited for was not stored: %s", error)
    elif not isinstance(error, refusals.Refused | rules.IllegalAction):
        log.error("an act nobody waited for failed", exc_info=error)


P = ParamSpec("P")

_SECRET_VERBS: Final = ("deck", "discard", "seal")
_REFUSAL_OF_FAULT: Final = {
    WriteFault.NO_SUCH_GAME: Refusal.UNKNOWN_TABLE,
    WriteFault.GAME_ENDED: Refusal.STALE,
    WriteFault.CHANGED: Refusal.STALE,
    WriteFault.TOO_MANY_HERE: Refusal.TOO_MANY_TABLES_HERE,
    WriteFault.TOO_MANY_OF_USER: Refusal.TOO_MANY_TABLES_OF_YOURS,
    WriteFault.FOLLOWED: Refusal.REMATCH_TAKEN,
    WriteFault.OPENED: Refusal.STALE,
    WriteFault.TOO_MANY_WEEKLY: Refusal.TOO_MANY_WEEKLY,
    WriteFault.TOO_MANY_LEAGUES: Refusal.TOO_MANY_LEAGUES,
    WriteFault.STILL_SEATED: Refusal.STILL_SEATED,
    WriteFault.NAME_TAKEN: Refusal.RULES_NAME_TAKEN,
    WriteFault.TOO_MANY_NAMES: Refusal.TOO_MANY_RULES,
    WriteFault.EVENT_FULL: Refusal.EVENT_FULL,
    WriteFault.SECOND_TABLE: Refusal.EVENT_SECOND_TABLE,
}


class Table:
    """The newest committed state of one game.

    A change is saved first and announced afterwards; after a write of unknown outcome the state is
    reloaded. ``change`` is the only place for both. ``replay_error`` is the error if the log does
    not replay; ``load_refusal`` is the refusal for every request if not even the rules or the score
    can be read.
    """

    def __init__(self, services: TableServices, stored: StoredGame) -> None:
        self.services = services
        self.id: Final = stored.game.game_id
        self.placement_lock = asyncio.Lock()  # only one task posts a lobby
        self._lock = asyncio.Lock()
        self._may_be_stale = False
        self.newest_act: NewestAct | None = None  # not known after a restart
        self.state = self._load_state(stored)

    def _load_state(self, stored: StoredGame) -> TableState:
        self.replay_error: BaseException | None = None
        self.load_refusal: Refusal | None = None
        game = None
        try:
            parse_rules(stored.game.rules)  # checks the rules of a lobby too
            game = restore_game(stored)
        except ReplayError as trouble:
            game = trouble.game_without_deal
            self.replay_error = trouble.__cause__ or trouble
        except _NO_FAULT_OF_THE_GAME:
            raise
        except Exception as error:  # a fault in one game must not stop the others
            self.load_refusal = Refusal.TABLE_DAMAGED if stored.damaged else Refusal.TABLE_FROZEN
            self.replay_error = error
        room, log = (stored.game, stored.sittings, stored.votes), OpenLog.resting(stored.lines)
        state = TableState(*room, None, None, stored.shuffle, log, stored.shares)
        return with_game(state._replace(kibitz=stored.kibitz), game)

    # -- current state

    @property
    def row(self) -> GameRow:
        return self.state.row

    @property
    def game(self) -> Game | None:
        return self.state.game

    @property
    def version(self) -> int:
        return self.row.version

    @overload
    def view_of(self, seat: Seat) -> SeatView | None: ...
    @overload
    def view_of(self, seat: None) -> SpectatorView | None: ...
    def view_of(self, seat: Seat | None) -> View | None:
        """Return the view of a seat, or of the public; None in the lobby."""
        return self.services.views.view(self.id, self.state, seat)

    def player_view(self, user_id: int) -> SeatView:
        """Return the view of the user's seat.

        Raises Refused if there is no game or the user has no seat.
        """
        game = self.state.require_game()
        return build_view(game, self.state.require_seat(user_id))

    def is_waiting_to_deal(self) -> bool:
        """Return True while a scored deal is shown and the next one has not been requested.

        "Next deal" or the deadline continues. Where every human is away the table waits for one of
        them: robots do not finish the match alone.
        """
        return (
            self.game is not None
            and stage_of(self.game) is deal.Stage.BETWEEN
            and self.game.carry.number > 0
            and any(sitting.user_id is not None for sitting in self.state.seat_holders)
        )

    # -- changes

    async def change(
        self,
        function: Callable[Concatenate[TableState, ChangeContext, P], TableState],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Compute a state by a function of ``changes`` or ``moves``, store it and adopt it.

        Returns True if anything changed. Raises Refused, IllegalAction, StorageTrouble; then
        nothing did.
        """
        return await run_shielded(
            self._change(lambda state, at: function(state, at, *args, **kwargs))
        )

    async def act_for(self, seat: Seat, version: int, action: actions.Action, by: str) -> bool:
        """Apply a move by the table or a robot; return False when the game has moved on."""
        return await self.change(moves.make_move, seat, version, action, by)

    async def reload(self) -> None:
        """Reload the state after a write that bypassed this object."""
        async with self._lock:
            self._may_be_stale = True
            await self._reload_if_stale()

    @property
    def is_stale(self) -> bool:
        """True after a failed write: the state in memory may differ from the stored one."""
        return self._may_be_stale and not self._lock.locked()

    async def fresh_state(self) -> TableState:
        """Return the state, reloaded first if it may be stale."""
        async with self._lock:
            await self._reload_if_stale()
            return self.state

    async def _change(self, function: Callable[[TableState, ChangeContext], TableState]) -> bool:
        async with self._lock:
            if self._may_be_stale or self.replay_error is not None:
                await self._reload_if_stale()
            if self.load_refusal is not None:
                raise Refused(self.load_refusal)
            return await self._save(function(self.state, self.services.change_context()))

    async def _reload_if_stale(self) -> None:
        """Reload after a failed write, and freeze a table whose log does not replay.

        The freeze comes before any other change of that table.
        """
        if self._may_be_stale:
            await self._reload()
        if self.replay_error is not None:
            is_new = await self._save(changes.freeze(self.state, self.services.change_context()))
            if is_new:
                log_frozen(self.id, self.replay_error)

    async def _save(self, after: TableState) -> bool:
        """Store in one transaction, then adopt and announce the state. Requires the lock."""
        before = self.state
        if after == before:
            return False
        is_seen = after.entry is not None or _is_visible(before, after)
        if is_seen and after.entry is None:
            after = after._replace(row=after.row._replace(revision=after.row.revision + 1))
        self._may_be_stale = True
        try:
            await self.services.store.games.save(before.snapshot, after.snapshot, after.entry)
        except (StaleVersion, WriteRefused) as refused:
            await self._reload()
            raise refusal_for(refused) from refused
        except StorageTrouble as trouble:
            if trouble.trouble is Trouble.DOUBTFUL:  # the screen should show the true state soon
                self.services.on_change(self.id)
            raise
        self._adopt(after, before)
        if after.entry is not None:
            self.newest_act = newest_act(self.newest_act, before, after)
            _log_line(self.id, after.entry)
            actor = moves.HURRIED_ROBOT if after.entry.is_hurried else after.entry.line.by
            self.services.on_action(actor)
        if is_seen:
            self.services.on_change(self.id)
        return True

    async def _reload(self) -> None:
        """Read the stored state and announce changes nobody has seen yet. Requires the lock."""
        before = self.state
        stored = await load_or_freeze(self.services.store, self.id)
        if stored is None:
            raise Refused(Refusal.UNKNOWN_TABLE)
        self.newest_act = None
        loaded, row = self._load_state(stored), self.row  # a note of the painter may be on its way
        noted = loaded.row._replace(painted=row.painted, painted_revision=row.painted_revision)
        self._adopt(loaded._replace(row=noted), before)
        if (self.version, self.row.revision) != (before.row.version, before.row.revision):
            self.services.on_change(self.id)

    def _adopt(self, stored: TableState, before: TableState) -> None:
        """Adopt the stored state, but keep newer notes of the painter, which takes no lock."""
        row = stored.row
        if self.state is not before:
            row = _with_message_columns(row, self.row)
        self.state = stored._replace(row=row, entry=None)
        self._may_be_stale = False

    # -- notes about the public message

    def note_painted(self, version: int, revision: int) -> None:
        """Record that the public message shows this state; the store hears of it soon."""
        self.services.store.games.note_painted(self.id, version, revision)
        row = self.row._replace(painted=version, painted_revision=revision)
        self.state = self.state._replace(row=row)

    async def request_repaint(self) -> None:
        """Record that the public message is out of date, also for a restart after a kill."""
        await run_shielded(
            self._save_note(
                self.services.store.games.set_painted(self.id, -1, -1),
                lambda row: row._replace(painted=-1, painted_revision=-1),
            )
        )

    async def mark_posted(self, place_id: int, message_id: int | None, shows: str) -> None:
        """Record the newest public message; ``shows`` identifies its content."""
        await run_shielded(
            self._save_note(
                self.services.store.games.set_place(self.id, place_id, message_id, shows),
                lambda row: row._replace(place_id=place_id, message_id=message_id, shows=shows),
            )
        )

    async def _save_note(
        self, write: Coroutine[None, None, None], noted: Callable[[GameRow], GameRow]
    ) -> None:
        await write
        self.state = self.state._replace(row=noted(self.row))


def refusal_for(refused: StaleVersion | WriteRefused) -> Refused:
    """Translate a refusal of the store into one of the table."""
    if isinstance(refused, StaleVersion):
        return Refused(Refusal.STALE)
    limit = {"limit": refused.limit} if refused.limit else {}
    return Refused(_REFUSAL_OF_FAULT[refused.refusal], **limit)


def _with_message_columns(row: GameRow, shown: GameRow) -> GameRow:
    """Return the row with the message columns of ``shown``."""
    return row._replace(
        place_id=shown.place_id,
        message_id=shown.message_id,
        shows=shown.shows,
        painted=shown.painted,
        painted_revision=shown.painted_revision,
    )


def _is_visible(old: TableState, new: TableState) -> bool:
    """Return True if players can see the difference.

    Another wake-up time alone is invisible, and so is what a kibitzer has seen.
    """
    row, notes = new.row._replace(wake=old.row.wake), asked_and_answered(new)
    is_same_talk = notes == asked_and_answered(old)
    return new._replace(row=row, kibitz=old.kibitz) != old or not is_same_talk


def _log_line(game_id: int, entry: LogEntry) -> None:
    """Log a line; decks, discards and sealed choices are secret and reduced to their verb."""
    line = entry.line
    word = line.text.partition(" ")[0]
    shown = word if word in _SECRET_VERBS else line.text
    log.info("game %s line %s seat %s %s", game_id, line.version, line.seat, shown)
