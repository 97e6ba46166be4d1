"""What the store takes and gives of games: frozen records, one per table or answer.

What is no part of a game stands in its own room: wishes, weekly tables, standings.

Times are unix seconds. A version counts lines: the line with version 0 is the first of a game.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from bot.terms import Clock, Parting, Status


class Game(NamedTuple):
    """One table from lobby to end, without its lines.

    ``version`` is the number of lines, ``revision`` rises with every visible change that is no
    line; ``painted`` and ``painted_revision`` are those the newest public message shows (-1:
    never), ``shows`` is what that message is about. ``wake`` is when the clock looks next.
    ``friendly``: it counts in no ranking, and hints are given. ``ends_at`` is when a match for
    time is over, known from its start on; None for every other match. ``starts_at`` is the hour at
    which a lobby begins by itself, until that hour has come. ``clock_chosen``: somebody asked for
    this clock.
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


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who holds a seat for the lines ``since <= version < until``; a user or a robot, never both.

    Neither: a person who was forgotten after the game.

    ``away``: a robot plays for this human until he is back. ``misses``: clocks he let run out.
    ``kept_for``: who has left, in the deal ``left_in``; the robot plays his seat on, and its
    result is his.  ``first_deal``: whose it is took it over with that deal; None: at the start.
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


@dataclass(frozen=True, slots=True)
class Line:
    """One logged action. ``by`` is table, robot, clock or a decimal user id.

    Of somebody forgotten it is the number this game had for him.

    ``seat`` is 0..3, or -1 when the table itself acts.
    """

    version: int
    deal: int
    seat: int
    text: str
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class Posting:
    """``amount`` written into ``account`` of ``seat``; ``count`` times ``unit`` says how."""

    account: str
    seat: int
    against: int | None
    amount: int
    why: str
    count: int
    unit: int


@dataclass(frozen=True, slots=True)
class Closing:
    """What the last line of a deal closes: its summary, the carry-over, its postings in order."""

    summary: str
    carry: str
    postings: tuple[Posting, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """How one seat ended; ``place`` 1 is best, ties share a place.  Held as a ``Sitting``.

    Where a seat changed hands, ``part`` 0 is whose it was at the end, 1 and on are those before
    him in their order; each has what was written from ``first_deal`` to ``last_deal`` (None: from
    the first, to the last).  ``mark``: he did not stay.  ``player``: the game's number of somebody
    who was forgotten while it went on.
    """

    seat: int
    user_id: int | None
    robot: str | None
    balance: int
    place: int
    part: int = 0
    mark: Parting | None = None
    first_deal: int | None = None
    last_deal: int | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Final:
    """The results of a game with its last line; a void game has no scores.

    ``with_robots``: these scores are kept apart in every ranking.
    """

    family: str
    preset: str
    season: str
    with_robots: bool
    scores: tuple[Score, ...] = ()


@dataclass(frozen=True, slots=True)
class Addition:
    """What a line writes beside the ``first`` postings of a deal that is closed already."""

    deal: int
    first: int
    postings: tuple[Posting, ...]


class Entry(NamedTuple):
    """A line with the deal and the game it closes, or what it adds to a closed deal."""

    line: Line
    closing: Closing | None = None
    final: Final | None = None
    addition: Addition | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """A closed deal; its lines end with ``last_version``."""

    deal: int
    last_version: int
    summary: str
    carry: str
    closed_at: int


@dataclass(frozen=True, slots=True)
class DealPosting:
    """A posting with the deal it was written in."""

    deal: int
    posting: Posting


@dataclass(frozen=True, slots=True)
class GameLog:
    """All that is stored of a game's course, for the audit; ``sittings`` are those of the end.

    ``shares`` are those of an open game; of one that is over they are among its ``scores``.
    """

    game: Game
    sittings: tuple[Sitting, ...]
    lines: tuple[Line, ...]
    deals: tuple[Deal, ...]
    postings: tuple[DealPosting, ...]
    scores: tuple[Score, ...]
    shares: tuple[Score, ...] = ()


@dataclass(frozen=True, slots=True)
class Vote:
    """One player's vote of one kind; ``seat`` is to be given to ``heir``, if it is about that."""

    user_id: int
    kind: str
    at: int
    seat: int | None = None
    heir: int | None = None


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Where the deck of a deal comes from; a seed is never drawn twice.

    ``words`` are as ``bot.engine.fairness`` writes them.  Nobody reads the seed before its time.
    """

    deal: int
    seed: bytes = field(repr=False)
    words: str = ""


class Turn(NamedTuple):
    """One opening of a weekly table: the hour it was due, and the one that follows."""

    weekly_id: int
    opens_at: int
    following: int


class Due(NamedTuple):
    """A game, or a weekly table, whose clock must be looked at since ``wake`` (unix seconds)."""

    game_id: int
    guild_id: int
    wake: int


class Room(NamedTuple):
    """A table beside its log: what ``Games.save`` compares, and writes where it differs.

    ``sittings`` are the current ones by seat, ``votes`` the oldest first, ``shuffle`` is the
    newest one: of the deal that is open, or the next.  ``shares`` are the parts of those who had
    a seat before who has it now, until they are results.
    """

    row: Game
    sittings: tuple[Sitting, ...]
    votes: tuple[Vote, ...]
    shuffle: Shuffle | None
    shares: tuple[Score, ...] = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """A table to be opened in the lobby, the host among its ``sittings``.

    Other people of ``sittings`` are left out if they sit at too many tables by then.  ``seed`` is
    that of the first deck.  ``follows`` is the finished game of which it is the one rematch.
    The clock looks at ``wake`` first, at ``deadline`` unless it is given.
    """

    guild_id: int
    channel_id: int
    host_id: int
    rules: str
    clock: Clock
    friendly: bool
    at: int
    deadline: int | None
    sittings: tuple[Sitting, ...]
    seed: bytes = field(repr=False)
    follows: int | None = None
    starts_at: int | None = None
    wake: int | None = None
    turn: Turn | None = None  # of the weekly table that it opens
    clock_chosen: bool = False


@dataclass(frozen=True, slots=True)
class StoredGame:
    """All a table needs to stand up again: its room, the carry, the open deal's lines."""

    game: Game
    sittings: tuple[Sitting, ...]
    votes: tuple[Vote, ...]
    carry: str | None
    summary: str | None
    lines: tuple[Line, ...]
    shuffle: Shuffle | None
    damaged: bool = False  # and nothing of it may be shown
    shares: tuple[Score, ...] = ()

    @property
    def room(self) -> Room:
        return Room(self.game, self.sittings, self.votes, self.shuffle, self.shares)
