"""Records the store reads and writes: frozen, one per table or query result.

Records of other subjects are in their own modules: preferences, weekly tables, leaderboards.

Times are unix seconds. A version counts lines: the line with version 0 is the first of a game.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from bot.model.enums import Clock, Departure, KibitzKind, Posting, Status
from bot.model.table_events import TableEvent, parse_table_event
from bot.model.values import Record


class GameRow(NamedTuple):
    """One table from lobby to end, without its lines.

    ``version`` is the number of lines, ``revision`` rises with every visible change that is no
    line; ``painted`` and ``painted_revision`` are those the newest public message shows (-1:
    never), ``shows`` is the subject of that message. ``wake`` is when the timer is due next.
    ``friendly``: the game counts in no ranking, and hints are given. ``ends_at`` is when a match
    for time is over, set at its start; None for every other match. ``starts_at`` is the time at
    which a lobby begins by itself, until that time has come. ``clock_chosen``: a player asked for
    this clock. ``event``: the text of the ``TableEvent`` of this table, or "".
    """

    game_id: int
    status: Status
    guild_id: int
    channel_id: int
    place_id: int | None
    message_id: int | None
    host_id: int
    rules: str
    clock: Clock
    created_at: int
    started_at: int | None
    ended_at: int | None
    deadline: int | None
    version: int
    painted: int
    revision: int
    painted_revision: int
    wake: int | None
    shows: str
    friendly: bool
    ends_at: int | None
    starts_at: int | None
    clock_chosen: bool
    event: str = ""

    @property
    def table_event(self) -> TableEvent | None:
        """The event whose cards the table is dealt; None for cards of its own."""
        return parse_table_event(self.event) if self.event else None

    @property
    def deck_number(self) -> int:
        """The game of the shuffle's protocol: of an event the day (docs/fairness.md)."""
        event = self.table_event
        return self.game_id if event is None else event.day


class SeatHolder(Record):
    """A seat holder for the lines ``since <= version < until``: a user or a robot, never both.

    Neither: a person who was erased after the game.

    ``away``: a robot plays for this human until they return.
    ``misses``: the number of timeouts of this player.
    ``kept_for``: the user who left in the deal ``left_in``; the robot plays on, and the result is
    that user's.
    ``first_deal``: the deal from which the present owner of the seat has it; None: the start.
    """

    seat: int
    user_id: int | None
    robot: str | None
    since: int = 0
    until: int | None = None
    misses: int = 0
    away: bool = False
    kept_for: int | None = None
    left_in: int | None = None
    first_deal: int | None = None


class LogLine(Record):
    """One logged action. ``by`` is table, robot, clock or a decimal user id.

    For an erased person it is their number in this game.

    ``seat`` is 0..3, or -1 when the table itself acts.
    """

    version: int
    deal: int
    seat: int
    text: str
    by: str
    at: int


class DealClosing(Record):
    """A deal closed by its last line: its summary, the carry-over, its postings in order."""

    summary: str
    carry: str
    postings: tuple[Posting, ...] = ()


class SeatScore(Record):
    """The result of one seat; ``place`` 1 is best, ties share a place.  Held as a ``SeatHolder``.

    Where a seat changed hands, ``part`` 0 is its owner at the end, 1 and up are the earlier owners
    in order; each has what was written from ``first_deal`` to ``last_deal`` (None: from the first,
    to the last). ``mark``: this owner left or handed the seat over. ``player``: the player number
    of an owner who was erased during the game.
    """

    seat: int
    user_id: int | None
    robot: str | None
    balance: int
    place: int
    part: int = 0
    mark: Departure | None = None
    first_deal: int | None = None
    last_deal: int | None = None
    player: int | None = None


class GameResults(Record):
    """The results of a game with its last line; a void game has no scores.

    ``with_robots``: these scores are ranked separately.
    """

    family: str
    preset: str
    season: str
    with_robots: bool
    scores: tuple[SeatScore, ...] = ()


class AddedPostings(Record):
    """Postings that a line adds to a closed deal, after the ``first`` it already has."""

    deal: int
    first: int
    postings: tuple[Posting, ...]


class WrittenRuling(NamedTuple):
    """A decision about a deal that a line carries out, by its number among those of the deal.

    ``entries`` are as in the line.  ``is_void``: the deal counts nowhere from now on.  ``undoes``:
    the number of the decision it takes back.  ``scores``: the new results of a match that is over.
    """

    deal: int
    number: int
    entries: str
    is_void: bool
    undoes: int | None = None
    scores: tuple[SeatScore, ...] = ()


class LogEntry(NamedTuple):
    """A line with the deal and the game it closes, or what it adds to a closed deal.

    ``is_hurried``: a robot made the plain move, because the machine was too busy for its level.
    """

    line: LogLine
    closing: DealClosing | None = None
    final: GameResults | None = None
    addition: AddedPostings | None = None
    is_hurried: bool = False
    ruling: WrittenRuling | None = None


class ClosedDeal(Record):
    """A closed deal; its lines end with ``last_version``."""

    deal: int
    last_version: int
    summary: str
    carry: str
    closed_at: int


class DealPosting(Record):
    """A posting with the deal it was written in."""

    deal: int
    posting: Posting


class GameLog(Record):
    """The whole stored course of a game, for the audit; ``sittings`` are those at the end.

    ``shares`` are those of an open game; in a finished one they are among its ``scores``.
    """

    game: GameRow
    sittings: tuple[SeatHolder, ...]
    lines: tuple[LogLine, ...]
    deals: tuple[ClosedDeal, ...]
    postings: tuple[DealPosting, ...]
    scores: tuple[SeatScore, ...]
    shares: tuple[SeatScore, ...] = ()


class StoredVote(Record):
    """One player's vote of one kind; one on a handover names the ``seat`` and its ``successor``."""

    user_id: int
    kind: str
    at: int
    seat: int | None = None
    successor: int | None = None


class KibitzNote(Record):
    """A note about a kibitzer, ``user_id``, and the hand of a player.

    ``user_id`` 0: every kibitzer; ``player_id`` 0: all hands.  ``deal``: in which it was SAW.
    """

    user_id: int
    player_id: int
    kind: KibitzKind
    at: int
    deal: int = 0


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The origin of a deal's deck; no seed is ever drawn twice.

    ``words`` are encoded by ``bot.engine.shuffle``.  The seed stays secret until it is revealed.
    """

    deal: int
    seed: bytes = field(repr=False)
    words: str = ""


class WeeklyTurn(NamedTuple):
    """One opening of a weekly table: the time it was due, and the next one."""

    weekly_id: int
    opens_at: int
    following: int


class DueTimer(NamedTuple):
    """A game, or a weekly table, whose timer is due since ``wake`` (unix seconds)."""

    game_id: int
    guild_id: int
    wake: int


class TableSnapshot(NamedTuple):
    """A table snapshot without its log; ``Games.save`` writes the difference between two of them.

    ``sittings`` are the current seat holders by seat, ``votes`` the oldest first, ``shuffle`` is
    the newest one: for the open deal, or the next. ``shares`` are the parts of earlier seat owners,
    until they become results. ``kibitz`` are notes about kibitzers, the oldest first.
    """

    row: GameRow
    sittings: tuple[SeatHolder, ...]
    votes: tuple[StoredVote, ...]
    shuffle: Shuffle | None
    shares: tuple[SeatScore, ...] = ()
    kibitz: tuple[KibitzNote, ...] = ()


class LeagueTable(NamedTuple):
    """The line that a new game adds to its league: ``text`` before its id, at ``version``."""

    league_id: int
    version: int
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class NewGame:
    """A table to be opened in the lobby, the host among its ``sittings``.

    Other people of ``sittings`` are left out if they sit at too many tables by then. ``seed`` is
    for the first deck. ``follows`` is the finished game of which this is the only rematch. The
    timer is first due at ``wake``, which defaults to ``deadline``.
    """

    guild_id: int
    channel_id: int
    host_id: int
    rules: str
    clock: Clock
    friendly: bool
    at: int
    deadline: int | None
    sittings: tuple[SeatHolder, ...]
    seed: bytes = field(repr=False)
    follows: int | None = None
    starts_at: int | None = None
    wake: int | None = None
    turn: WeeklyTurn | None = None  # set if a weekly table opens
    league: LeagueTable | None = None  # set if a league opens it, whatever the limits
    clock_chosen: bool = False
    event: str = ""  # the ``TableEvent`` whose seed ``seed`` is, as text


class StoredGame(Record):
    """Everything needed to resume a table: its snapshot, the carry, the open deal's lines."""

    game: GameRow
    sittings: tuple[SeatHolder, ...]
    votes: tuple[StoredVote, ...]
    carry: str | None
    summary: str | None
    lines: tuple[LogLine, ...]
    shuffle: Shuffle | None
    damaged: bool = False  # then nothing of it may be shown
    shares: tuple[SeatScore, ...] = ()
    kibitz: tuple[KibitzNote, ...] = ()

    @property
    def snapshot(self) -> TableSnapshot:
        people = (self.sittings, self.votes)
        return TableSnapshot(self.game, *people, self.shuffle, self.shares, self.kibitz)
