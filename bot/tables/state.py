"""The state of a table as one frozen value: seat holders, votes, and the game of its log.

Everything that happens to a table is a pure function from one state to the next
(``bot.tables.changes``, ``bot.tables.moves``); ``Table.change`` stores the result and adopts it. A
deck's seed determines all cards, so it stays secret until the rules show them
(``refuse_unless_published``).
"""

from typing import Final, NamedTuple

from bot.engine.cards import Seat
from bot.engine.game import Game, to_act
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.store.rows import Entry, Line, Room, Score, Shuffle, Sitting, Vote
from bot.store.rows import Game as Row
from bot.tables.lines import NONE, lines_of
from bot.tables.scored import NONE as NOT_YET
from bot.tables.scored import packed, result_of
from bot.tables.timing import deadline_of, plays_himself, sitting_of, wake_of
from bot.terms import ENDED, Clock, Status

TAKE_BACK: Final = "takeback"  # the kind of the vote on taking an act back
KEPT: Final = "kept"  # not a vote but a mark: a take-back was declined, the act stands

_CLOSED: Final = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.PAUSED: Refusal.TABLE_PAUSED,
    Status.FROZEN: Refusal.TABLE_FROZEN,
    Status.OVER: Refusal.TABLE_OVER,
    Status.VOID: Refusal.TABLE_OVER,
}


class Moment(NamedTuple):
    """The context of a change: its time (unix seconds) and the robot levels, weakest first.

    ``level`` is the default robot level, ``seed`` a fresh one for a deck.
    """

    now: int
    levels: tuple[str, ...]
    level: str
    seed: bytes

    def known(self, level: str) -> str:
        """Return a stored level, or the weakest one if it does not exist (any more, or yet)."""
        return level if level in self.levels else self.levels[0]


class State(NamedTuple):
    """A table at one version and revision.

    ``bare`` is the game without the deal that was scored last, which is ``scored``, packed; it is
    None before the match begins. ``entry`` is the log entry that led here from the state before, or
    None. ``shuffle`` belongs to the open deal or the next one; it is None during a deal older than
    all seeds. ``log`` holds the packed lines since the last closed deal.
    """

    row: Row
    sittings: tuple[Sitting, ...]  # by seat
    votes: tuple[Vote, ...]  # the oldest first
    bare: Game | None = None
    entry: Entry | None = None
    shuffle: Shuffle | None = None
    log: bytes = NONE
    shares: tuple[Score, ...] = ()  # scores of previous holders of a seat
    scored: bytes = NOT_YET

    @property
    def room(self) -> Room:
        """The part of the state that is stored beside the log."""
        return Room(self.row, self.sittings, self.votes, self.shuffle, self.shares)

    @property
    def game(self) -> Game | None:
        """The whole game, the last deal included; None before the match begins."""
        if self.bare is None or not self.scored:
            return self.bare
        return self.bare._replace(last=result_of(self.scored))

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines since the last closed deal."""
        return lines_of(self.log)

    def running(self) -> Game:
        """Return the game in play. Raises Refused when it is not being played now."""
        game = self.game
        if self.row.status is not Status.PLAYING or game is None:
            raise Refused(_CLOSED.get(self.row.status, Refusal.TABLE_FROZEN))
        return game

    def seat_of(self, user_id: int) -> Seat | None:
        return next((s.seat for s in self.sittings if s.user_id == user_id), None)

    def seat_needed(self, user_id: int) -> Seat:
        """Return the user's seat. Raises Refused for everybody else."""
        if (seat := self.seat_of(user_id)) is None:
            may_return = self.kept_seat(user_id) is not None and self.row.status not in ENDED
            raise Refused(Refusal.HAS_LEFT if may_return else Refusal.NOT_SEATED)
        return seat

    def kept_seat(self, user_id: int) -> Seat | None:
        """Return the seat reserved for this user after they left."""
        return next((s.seat for s in self.sittings if s.kept_for == user_id), None)

    def sitting(self, seat: Seat) -> Sitting:
        """Return the holder of a seat in a match, where no seat is free."""
        return sitting_of(self.sittings, seat)

    def there(self, seat: Seat) -> Sitting | None:
        """Return the holder of the seat, or None for a free seat."""
        return next((one for one in self.sittings if one.seat == seat), None)

    def asked(self) -> Seat | None:
        """Return the seat to act, even if a robot plays for it; None when nobody has to act."""
        if self.row.status is not Status.PLAYING or self.bare is None:
            return None
        return to_act(self.bare)

    def players(self) -> int:
        return parse_rules(self.row.rules).players

    def running_votes(self) -> tuple[Vote, ...]:
        """Return the votes for the open proposal; a table not in play has none."""
        if self.row.status is not Status.PLAYING:
            return ()
        return tuple(vote for vote in self.votes if vote.kind != KEPT)

    def humans(self) -> list[int]:
        """Return the ids of the seated users, without robots."""
        return [sitting.user_id for sitting in self.sittings if sitting.user_id is not None]

    @property
    def clock(self) -> Clock:
        """The effective clock: one human among robots has none unless it was chosen explicitly."""
        is_alone = len(self.humans()) == 1 and len(self.sittings) == self.players()
        return Clock.NONE if is_alone and not self.row.clock_chosen else self.row.clock

    def proposal(self) -> str:
        """Return the kind of the open proposal, or ""."""
        running = self.running_votes()
        return running[0].kind if running else ""

    def takes_back(self) -> bool:
        """Return True while the table votes on a take-back."""
        return self.proposal() == TAKE_BACK

    def waiting_for(self) -> list[int]:
        """Return the present humans who have not agreed, and the successor if there is one."""
        running = self.running_votes()
        agreed = {vote.user_id for vote in running}
        asked = [sitting.user_id for sitting in self.sittings if plays_himself(sitting)]
        asked += [vote.heir for vote in running[:1]]
        return [user for user in asked if user is not None and user not in agreed]


def with_game(state: State, game: Game | None) -> State:
    """Return the state with this game."""
    if game is None or game.last is None:
        return state._replace(bare=game, scored=NOT_YET)
    is_known = bool(state.scored) and game.last is result_of(state.scored)
    scored = state.scored if is_known else packed(game.last)
    return state._replace(bare=game._replace(last=None), scored=scored)


def refuse_if_over(state: State) -> None:
    if state.row.status in ENDED:
        never_began = state.row.started_at is None
        raise Refused(Refusal.LOBBY_EXPIRED if never_began else Refusal.TABLE_OVER)


def refuse_unless_asked(state: State, user_id: int) -> None:
    """Raise Refused for a user who has no vote on the open proposal."""
    if user_id not in [vote.heir for vote in state.votes]:
        state.seat_needed(user_id)


def refuse_unless_lobby(state: State) -> None:
    refuse_if_over(state)
    if state.row.status is not Status.LOBBY:
        raise Refused(Refusal.GAME_RUNNING)


def refuse_unless_host_in_lobby(state: State, user_id: int) -> None:
    refuse_unless_lobby(state)
    if state.row.host_id != user_id:
        raise Refused(Refusal.NOT_HOST)


def refuse_start(state: State, user_id: int) -> None:
    """Raise Refused unless this user may start this table now."""
    refuse_unless_host_in_lobby(state, user_id)
    if free := state.players() - len(state.sittings):
        raise Refused(Refusal.SEATS_FREE, free=free)


def with_sitting(state: State, sitting: Sitting) -> State:
    """Return the state with this seat holder in place of the previous one."""
    others = [one for one in state.sittings if one.seat != sitting.seat]
    by_seat = sorted([*others, sitting], key=lambda one: one.seat)
    return state._replace(sittings=tuple(by_seat))


def with_status(state: State, status: Status, now: int) -> State:
    """Return the state with this status since ``now``; the clock is stopped until the next move."""
    row = state.row._replace(status=status, deadline=None, wake=None)
    if status is Status.PLAYING and row.started_at is None:
        row = row._replace(started_at=now)
    return state._replace(row=row._replace(ended_at=now if status in ENDED else None))


def with_deadline(state: State, game: Game, now: int) -> State:
    """Return the state with the full time for the seat to act; an open take-back keeps its own."""
    if state.takes_back():
        return state
    deadline = deadline_of(game, state.sittings, state.clock, now)
    wake = wake_of(game, deadline, state.clock)
    return state._replace(row=state.row._replace(deadline=deadline, wake=wake))


def with_vote(state: State, vote: Vote) -> State:
    """Add a vote: votes of other kinds are dropped, and a repeated vote counts once."""
    stays = [one for one in state.votes if one.kind in (vote.kind, KEPT)]
    if all((one.user_id, one.kind) != (vote.user_id, vote.kind) for one in stays):
        stays.append(vote)
    by_time = sorted(stays, key=lambda one: (one.at, one.user_id, one.kind))
    return state._replace(votes=tuple(by_time))


def without_votes(state: State, now: int) -> State:
    """Drop the open proposal; after a take-back vote the seat to act gets its full time again."""
    waited = state.takes_back()
    state = state._replace(votes=tuple(vote for vote in state.votes if vote.kind == KEPT))
    return with_deadline(state, state.running(), now) if waited else state
