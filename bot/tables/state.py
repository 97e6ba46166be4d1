"""The state of a table as one frozen value: seat holders, votes, and the game of its log.

Everything that happens to a table is a pure function from one state to the next
(``bot.tables.changes``, ``bot.tables.moves``); ``Table.change`` stores the result and adopts it. A
deck's seed determines all cards, so it stays secret until the rules show them
(``refuse_unless_seed_public``).
"""

import zlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple, Self

from bot.engine import deal, notation
from bot.engine.cards import TABLE_SEAT, Seat
from bot.engine.game import Game, to_act
from bot.model.enums import ENDED_STATUSES, Clock, KibitzKind, Status
from bot.model.refusals import Refusal, Refused
from bot.model.table_events import EVENT_LEVEL
from bot.presets import parse_rules
from bot.store import packing, records
from bot.store.admin.user_data import LEAGUE_HOST

# Compressed state of an idle table: log lines since the last closed deal, and that deal.
#
# As records the lines take 4 KiB by the sixth trick, most of a table's memory; packed they take
# 0.3. The last deal takes 3 KiB as a record, and every drawing needs it; packed it takes 0.5. The
# records of busy tables stay as they are.

_BUSY_LOGS: Final = 512  # logs that are not packed: 2 MiB, and a move of 100 tables packs none
_LINE_FIELDS: Final = attrgetter("version", "deal", "seat", "text", "by", "at")


class OpenLog:
    """The lines since the last closed deal, packed while other tables are busier."""

    __slots__ = ("_lines", "_packed")
    _busy: Final[OrderedDict[int, "OpenLog"]] = OrderedDict()  # by identity, the idlest first

    def __init__(self, lines: Iterable[records.LogLine] = ()) -> None:
        self._lines: tuple[records.LogLine, ...] | None = tuple(lines)
        self._packed = b""
        self._mark_busy()

    @classmethod
    def resting(cls, lines: Iterable[records.LogLine]) -> Self:
        """Return a log that is packed until somebody reads it."""
        log = cls(lines)
        cls._busy.pop(id(log))
        log._pack()
        return log

    @property
    def lines(self) -> tuple[records.LogLine, ...]:
        """The lines in order."""
        if self._lines is None:
            rows = packing.decompress_lines(self._packed)
            self._lines = tuple(records.LogLine(*row) for row in rows)
        self._mark_busy()
        return self._lines

    def with_line(self, line: records.LogLine) -> "OpenLog":
        """Return the log with one more line, which takes the place of this one."""
        lines = (*self.lines, line)
        self._busy.pop(id(self))
        return OpenLog(lines)

    def _mark_busy(self) -> None:
        self._busy[id(self)] = self
        self._busy.move_to_end(id(self))
        if len(self._busy) > _BUSY_LOGS:
            _, idle = self._busy.popitem(last=False)
            idle._pack()

    def _pack(self) -> None:
        if self._lines and not self._packed:
            self._packed = packing.compress_lines([_LINE_FIELDS(line) for line in self._lines])
        if self._packed:
            self._lines = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenLog) and self.lines == other.lines

    def __hash__(self) -> int:
        return hash(self.lines)


NO_LINES: Final = OpenLog()


# Compressed record of the last scored deal of an idle table.

NO_RESULT: Final = b""
_CACHED_RESULTS: Final = 512  # deals in the cache, of 3 KiB each


def compress_result(result: deal.DealResult) -> bytes:
    """Pack a result for ``decompress_result``; equal deals give equal bytes."""
    return zlib.compress(notation.result_text(result).encode())


@lru_cache(maxsize=_CACHED_RESULTS)
def decompress_result(scored: bytes) -> deal.DealResult:
    """Return the deal, the same object while it is cached."""
    return notation.read_result(zlib.decompress(scored).decode())


TAKE_BACK_VOTE: Final = "takeback"  # the kind of the vote on taking an act back
TAKE_BACK_DECLINED: Final = (
    "kept"  # not a vote but a mark: a take-back was declined, the act stands
)
DECLINED_BY: Final = "no"  # a mark: this player has declined the take-back
READY: Final = "ready"  # a mark too: this player has read the score, the next deal may come
MARKS: Final = (TAKE_BACK_DECLINED, DECLINED_BY, READY)
READING_SECONDS: Final = 15  # for the others, once somebody is ready

_NOT_PLAYING: Final = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.PAUSED: Refusal.TABLE_PAUSED,
    Status.FROZEN: Refusal.TABLE_FROZEN,
    Status.OVER: Refusal.TABLE_OVER,
    Status.VOID: Refusal.TABLE_OVER,
}


def known_level(level: str, levels: Sequence[str]) -> str:
    """Return a stored level, or the weakest one if it does not exist (any more, or yet)."""
    return level if level in levels else levels[0]


class ChangeContext(NamedTuple):
    """The context of a change: its time (unix seconds) and the robot levels, weakest first.

    ``default_level`` is the default robot level, ``seed`` a fresh one for a deck.
    """

    now: int
    levels: tuple[str, ...]
    default_level: str
    seed: bytes

    def level_for(self, row: records.GameRow) -> str:
        """Return the level of a robot that nobody chose; at an event's tables all have one."""
        if not row.event:
            return self.default_level
        return EVENT_LEVEL if EVENT_LEVEL in self.levels else self.levels[-1]


def is_present_human(holder: records.SeatHolder) -> bool:
    """Return True for a present human; robots play for the others."""
    return holder.user_id is not None and not holder.away


class TableState(NamedTuple):
    """A table at one version and revision.

    ``base_game`` is the game without the deal that was scored last, which is ``compressed_result``,
    packed; it is None before the match begins. ``entry`` is the log entry that led here from the
    state before, or None. ``shuffle`` belongs to the open deal or the next one.
    """

    row: records.GameRow
    seat_holders: tuple[records.SeatHolder, ...]  # by seat
    votes: tuple[records.StoredVote, ...]  # the oldest first
    base_game: Game | None = None
    entry: records.LogEntry | None = None
    shuffle: records.Shuffle | None = None
    log: OpenLog = NO_LINES
    shares: tuple[records.SeatScore, ...] = ()  # scores of previous holders of a seat
    compressed_result: bytes = NO_RESULT
    kibitz: tuple[records.KibitzNote, ...] = ()  # see ``bot.tables.kibitzing``

    @property
    def snapshot(self) -> records.TableSnapshot:
        """The part of the state that is stored beside the log."""
        return records.TableSnapshot(
            self.row, self.seat_holders, self.votes, self.shuffle, self.shares, self.kibitz
        )

    @property
    def game(self) -> Game | None:
        """The whole game, the last deal included; None before the match begins."""
        if self.base_game is None or not self.compressed_result:
            return self.base_game
        return self.base_game._replace(last=decompress_result(self.compressed_result))

    def require_game(self) -> Game:
        """Return the game in play. Raises Refused when it is not being played now."""
        game = self.game
        if self.row.status is not Status.PLAYING or game is None:
            raise Refused(_NOT_PLAYING.get(self.row.status, Refusal.TABLE_FROZEN))
        return game

    def seat_of(self, user_id: int) -> Seat | None:
        for holder in self.seat_holders:
            if holder.user_id == user_id:
                return holder.seat
        return None

    def require_seat(self, user_id: int) -> Seat:
        """Return the user's seat. Raises Refused for everybody else."""
        if (seat := self.seat_of(user_id)) is None:
            may_return = (
                self.reserved_seat(user_id) is not None and self.row.status not in ENDED_STATUSES
            )
            raise Refused(Refusal.HAS_LEFT if may_return else Refusal.NOT_SEATED)
        return seat

    def reserved_seat(self, user_id: int) -> Seat | None:
        """Return the seat reserved for this user after they left."""
        return next((s.seat for s in self.seat_holders if s.kept_for == user_id), None)

    def seat_holder(self, seat: Seat) -> records.SeatHolder:
        """Return the holder of a seat in a match, where no seat is free."""
        return next(holder for holder in self.seat_holders if holder.seat == seat)

    def find_seat_holder(self, seat: Seat) -> records.SeatHolder | None:
        """Return the holder of the seat, or None for a free seat."""
        return next((one for one in self.seat_holders if one.seat == seat), None)

    def seat_to_act(self) -> Seat | None:
        """Return the seat to act, even if a robot plays for it; None when nobody has to act."""
        if self.row.status is not Status.PLAYING or self.base_game is None:
            return None
        return to_act(self.base_game)

    def player_count(self) -> int:
        return parse_rules(self.row.rules).players

    def open_votes(self) -> tuple[records.StoredVote, ...]:
        """Return the votes for the open proposal; a table not in play has none."""
        if self.row.status is not Status.PLAYING:
            return ()
        return tuple(vote for vote in self.votes if vote.kind not in MARKS)

    def ready_seats(self) -> tuple[Seat, ...]:
        """Return the seats whose players have asked for the next deal."""
        ready = {vote.user_id for vote in self.votes if vote.kind == READY}
        return tuple(one.seat for one in self.seat_holders if one.user_id in ready)

    def human_ids(self) -> list[int]:
        """Return the ids of the seated users, without robots."""
        return [sitting.user_id for sitting in self.seat_holders if sitting.user_id is not None]

    @property
    def clock(self) -> Clock:
        """The effective clock: one human among robots has none unless it was chosen explicitly."""
        if self.row.clock_chosen or len(self.human_ids()) != 1:
            return self.row.clock
        is_full = len(self.seat_holders) == self.player_count()
        return Clock.NONE if is_full else self.row.clock

    def proposal_kind(self) -> str:
        """Return the kind of the open proposal, or ""."""
        running = self.open_votes()
        return running[0].kind if running else ""

    def is_take_back_open(self) -> bool:
        """Return True while the table votes on a take-back."""
        is_asked = any(vote.kind == TAKE_BACK_VOTE for vote in self.votes)
        return is_asked and self.row.status is Status.PLAYING

    def missing_voters(self) -> list[int]:
        """Return the present humans who have not agreed, and the successor if there is one."""
        running = self.open_votes()
        agreed = {vote.user_id for vote in running}
        asked = [sitting.user_id for sitting in self.seat_holders if is_present_human(sitting)]
        asked += [vote.successor for vote in running[:1]]
        return [user for user in asked if user is not None and user not in agreed]


def with_game(state: TableState, game: Game | None) -> TableState:
    """Return the state with this game."""
    if game is None or game.last is None:
        return state._replace(base_game=game, compressed_result=NO_RESULT)
    is_known = bool(state.compressed_result) and game.last is decompress_result(
        state.compressed_result
    )
    scored = state.compressed_result if is_known else compress_result(game.last)
    return state._replace(base_game=game._replace(last=None), compressed_result=scored)


def asked_and_answered(state: TableState) -> tuple[records.KibitzNote, ...]:
    """Return the notes about kibitzers without those of what they have seen."""
    return tuple(note for note in state.kibitz if note.kind is not KibitzKind.SAW)


def is_deserted(state: TableState) -> bool:
    """Return True for a lobby that has closed with nobody in it, such as an unused weekly table."""
    if state.row.status is not Status.VOID or state.row.started_at is not None:
        return False
    return all(one.user_id is None for one in state.seat_holders)


def refuse_if_over(state: TableState) -> None:
    if state.row.status in ENDED_STATUSES:
        never_began = state.row.started_at is None
        raise Refused(Refusal.LOBBY_EXPIRED if never_began else Refusal.TABLE_OVER)


def refuse_unless_voter(state: TableState, user_id: int) -> None:
    """Raise Refused for a user who has no vote on the open proposal."""
    if user_id not in [vote.successor for vote in state.votes]:
        state.require_seat(user_id)


def refuse_unless_lobby(state: TableState) -> None:
    refuse_if_over(state)
    if state.row.status is not Status.LOBBY:
        raise Refused(Refusal.GAME_RUNNING)


def refuse_unless_host_in_lobby(state: TableState, user_id: int) -> None:
    refuse_unless_lobby(state)
    if state.row.host_id == LEAGUE_HOST:
        raise Refused(Refusal.LEAGUE_TABLE)
    if state.row.host_id != user_id:
        raise Refused(Refusal.NOT_HOST)


def refuse_at_event(state: TableState) -> None:
    """Raise Refused at a table of an event, where all that bears on the cards is agreed."""
    if state.row.event:
        raise Refused(Refusal.EVENT_FIXED)


def refuse_start(state: TableState, user_id: int) -> None:
    """Raise Refused unless this user may start this table now.

    Every player of a league's table may, once it is full: it waited for the last one.
    """
    if state.row.host_id == LEAGUE_HOST and user_id in (LEAGUE_HOST, *state.human_ids()):
        refuse_unless_lobby(state)
    else:
        refuse_unless_host_in_lobby(state, user_id)
    if free := state.player_count() - len(state.seat_holders):
        raise Refused(Refusal.SEATS_FREE, free=free)


def with_seat_holder(state: TableState, holder: records.SeatHolder) -> TableState:
    """Return the state with this seat holder in place of the previous one."""
    others = [one for one in state.seat_holders if one.seat != holder.seat]
    by_seat = sorted([*others, holder], key=lambda one: one.seat)
    return state._replace(seat_holders=tuple(by_seat))


def with_status(state: TableState, status: Status, now: int) -> TableState:
    """Return the state with this status since ``now``; the clock is stopped until the next move.

    The end of a match ends what was noted about its kibitzers.
    """
    row = state.row._replace(status=status, deadline=None, wake=None)
    if status is Status.PLAYING and row.started_at is None:
        row = row._replace(started_at=now)
    is_over = status in ENDED_STATUSES
    row = row._replace(ended_at=now if is_over else None)
    return state._replace(row=row, kibitz=() if is_over else state.kibitz)


# Deadlines and wake-up times (unix seconds).


class ClockTimes(NamedTuple):
    """Seconds of a clock: for a move, for reading a score, and left of a move at the reminder."""

    move: int
    reading: int
    reminder: int


CLOCK_TIMES: Final = {
    Clock.FAST: ClockTimes(30, 20, 15),
    Clock.NORMAL: ClockTimes(180, 90, 90),
    Clock.SLOW: ClockTimes(86400, 3600, 21600),  # half of a day could be a whole night
}
VOTE_SECONDS: Final = 24 * 3600  # for a vote at a table without a clock


def with_deadline(state: TableState, game: Game, now: int) -> TableState:
    """Return the state with the full time for the seat to act; an open take-back keeps its own.

    Once a player is ready for the next deal, the others have a short time left.  The first wake-up
    is late in a move, else at the deadline.
    """
    if state.is_take_back_open():
        return state
    seat, times = to_act(game), CLOCK_TIMES.get(state.clock)
    ends = [vote.at + READING_SECONDS for vote in state.votes if vote.kind == READY]
    if times is not None and (seconds := _seconds_to_act(state, game, seat, times)) is not None:
        ends.append(now + seconds)
    deadline = min(ends, default=None)
    wake = deadline
    if deadline is not None and times is not None and seat != TABLE_SEAT:
        wake = deadline - times.reminder
    return state._replace(row=state.row._replace(deadline=deadline, wake=wake))


def _seconds_to_act(
    state: TableState, game: Game, seat: Seat | None, times: ClockTimes
) -> int | None:
    """Return the time of a human's move or of "next deal"; None for no limit."""
    if seat is None or not any(map(is_present_human, state.seat_holders)):
        return None
    if seat == TABLE_SEAT:
        return times.reading if game.carry.number else None
    return times.move if is_present_human(state.seat_holder(seat)) else None


def with_vote(state: TableState, vote: records.StoredVote) -> TableState:
    """Add a vote: votes of other kinds are dropped, and a repeated vote counts once."""
    stays = [one for one in state.votes if one.kind in (vote.kind, *MARKS)]
    if all((one.user_id, one.kind) != (vote.user_id, vote.kind) for one in stays):
        stays.append(vote)
    by_time = sorted(stays, key=lambda one: (one.at, one.user_id, one.kind))
    return state._replace(votes=tuple(by_time))


def without_votes(state: TableState, now: int) -> TableState:
    """Drop the open proposal; after a take-back vote the seat to act gets its full time again."""
    waited = state.is_take_back_open()
    state = state._replace(votes=tuple(vote for vote in state.votes if vote.kind in MARKS))
    return with_deadline(state, state.require_game(), now) if waited else state


# Publication of deck seeds.
#
# A seed determines all cards, so it is published when the rules show them, at the latest with the
# end of the match. Then every seed is published, also of void matches, abandoned deals and
# unplayed decks: otherwise the operator of the bot could discard bad decks unnoticed.


def refuse_unless_seed_public(state: TableState, deal: int) -> None:
    """Raise Refused, with the time of publication, while the seed of that deal is secret."""
    if state.row.status in ENDED_STATUSES:
        return
    if not parse_rules(state.row.rules).options.reveal_after_deal:
        raise Refused(Refusal.SEED_UNTIL_END, deal=deal)
    if deal > scored_deal_count(state):
        raise Refused(Refusal.SEED_UNTIL_SCORED, deal=deal)


def scored_deal_count(state: TableState) -> int:
    """Return the number of closed deals."""
    return 0 if state.game is None else state.game.carry.number
