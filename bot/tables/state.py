"""The state of a table as one frozen value: who sits, what is agreed, and the game of its log.

Everything that happens to a table is a pure function from one state to the next
(``bot.tables.changes``, ``bot.tables.moves``); ``Table.change`` stores and believes it.
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

TAKE_BACK: Final = "takeback"  # the vote on taking an act back
KEPT: Final = "kept"  # no vote: that act stands, the question has been answered

_CLOSED: Final = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.PAUSED: Refusal.TABLE_PAUSED,
    Status.FROZEN: Refusal.TABLE_FROZEN,
    Status.OVER: Refusal.TABLE_OVER,
    Status.VOID: Refusal.TABLE_OVER,
}


class Moment(NamedTuple):
    """When a change is made (unix seconds), and which robots there are, the weakest first.

    ``level`` is that of a robot nobody chose, ``seed`` a fresh one for a deck.
    """

    now: int
    levels: tuple[str, ...]
    level: str
    seed: bytes

    def known(self, level: str) -> str:
        """How a stored level plays; one that no longer exists, or not yet, as the weakest."""
        return level if level in self.levels else self.levels[0]


class State(NamedTuple):
    """A table at one version and revision.

    ``bare`` is the game without the deal that was scored last, which is ``scored``, packed; None
    before it has begun.  ``entry`` is the line that led here from the state before, None when none
    did.  ``shuffle`` is of the open deal or the next one; None while a deal lasts that is older
    than all seeds.  ``log`` are the lines since the last closed deal, packed.
    """

    row: Row
    sittings: tuple[Sitting, ...]  # by seat
    votes: tuple[Vote, ...]  # the oldest first
    bare: Game | None = None
    entry: Entry | None = None
    shuffle: Shuffle | None = None
    log: bytes = NONE
    shares: tuple[Score, ...] = ()  # of those who had a seat before who has it now
    scored: bytes = NOT_YET

    @property
    def room(self) -> Room:
        """What is stored beside the log."""
        return Room(self.row, self.sittings, self.votes, self.shuffle, self.shares)

    @property
    def game(self) -> Game | None:
        """All of it; None before it has begun."""
        if self.bare is None or not self.scored:
            return self.bare
        return self.bare._replace(last=result_of(self.scored))

    @property
    def lines(self) -> tuple[Line, ...]:
        """Those since the last closed deal."""
        return lines_of(self.log)

    def running(self) -> Game:
        """The game in play.  Raises Refused when it is not being played now."""
        game = self.game
        if self.row.status is not Status.PLAYING or game is None:
            raise Refused(_CLOSED.get(self.row.status, Refusal.TABLE_FROZEN))
        return game

    def seat_of(self, user_id: int) -> Seat | None:
        return next((s.seat for s in self.sittings if s.user_id == user_id), None)

    def seat_needed(self, user_id: int) -> Seat:
        """The user's seat.  Raises Refused for everybody else."""
        if (seat := self.seat_of(user_id)) is None:
            may_return = self.kept_seat(user_id) is not None and self.row.status not in ENDED
            raise Refused(Refusal.HAS_LEFT if may_return else Refusal.NOT_SEATED)
        return seat

    def kept_seat(self, user_id: int) -> Seat | None:
        """The seat that is kept for this user, who has left."""
        return next((s.seat for s in self.sittings if s.kept_for == user_id), None)

    def sitting(self, seat: Seat) -> Sitting:
        """Of a match, where nobody's seat is free."""
        return sitting_of(self.sittings, seat)

    def there(self, seat: Seat) -> Sitting | None:
        """Who has the seat, if anybody does."""
        return next((one for one in self.sittings if one.seat == seat), None)

    def asked(self) -> Seat | None:
        """Who is asked now, whoever plays for him; None when nobody is."""
        if self.row.status is not Status.PLAYING or self.bare is None:
            return None
        return to_act(self.bare)

    def players(self) -> int:
        return parse_rules(self.row.rules).players

    def running_votes(self) -> tuple[Vote, ...]:
        """The votes for what is being proposed; nothing is at a table that is not played at."""
        if self.row.status is not Status.PLAYING:
            return ()
        return tuple(vote for vote in self.votes if vote.kind != KEPT)

    def humans(self) -> list[int]:
        """Who sits here and is no robot."""
        return [sitting.user_id for sitting in self.sittings if sitting.user_id is not None]

    @property
    def clock(self) -> Clock:
        """The clock that runs: one human among robots has none, unless somebody asked for it."""
        is_alone = len(self.humans()) == 1 and len(self.sittings) == self.players()
        return Clock.NONE if is_alone and not self.row.clock_chosen else self.row.clock

    def proposal(self) -> str:
        """What is being proposed; "" for nothing."""
        running = self.running_votes()
        return running[0].kind if running else ""

    def takes_back(self) -> bool:
        """Whether the table waits for an answer to whoever wants his act back."""
        return self.proposal() == TAKE_BACK

    def waiting_for(self) -> list[int]:
        """The humans at the table, present ones, who have not agreed; and who is to sit down."""
        running = self.running_votes()
        agreed = {vote.user_id for vote in running}
        asked = [sitting.user_id for sitting in self.sittings if plays_himself(sitting)]
        asked += [vote.heir for vote in running[:1]]
        return [user for user in asked if user is not None and user not in agreed]


def with_game(state: State, game: Game | None) -> State:
    """Its game stands like this from now on."""
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
    """Raises Refused for who has no word in the running proposal."""
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
    """Raises Refused unless this user may start this table now."""
    refuse_unless_host_in_lobby(state, user_id)
    if free := state.players() - len(state.sittings):
        raise Refused(Refusal.SEATS_FREE, free=free)


def with_sitting(state: State, sitting: Sitting) -> State:
    """Its seat is held like this from now on, whoever had it."""
    others = [one for one in state.sittings if one.seat != sitting.seat]
    by_seat = sorted([*others, sitting], key=lambda one: one.seat)
    return state._replace(sittings=tuple(by_seat))


def with_status(state: State, status: Status, now: int) -> State:
    """Another status, at that time; no clock runs until the next deadline."""
    row = state.row._replace(status=status, deadline=None, wake=None)
    if status is Status.PLAYING and row.started_at is None:
        row = row._replace(started_at=now)
    return state._replace(row=row._replace(ended_at=now if status in ENDED else None))


def with_deadline(state: State, game: Game, now: int) -> State:
    """The full time for whoever is asked now; while the table waits for an answer, that time."""
    if state.takes_back():
        return state
    deadline = deadline_of(game, state.sittings, state.clock, now)
    wake = wake_of(game, deadline, state.clock)
    return state._replace(row=state.row._replace(deadline=deadline, wake=wake))


def with_vote(state: State, vote: Vote) -> State:
    """One more vote of its kind; one of another kind gives way, voting twice is voting once."""
    stays = [one for one in state.votes if one.kind in (vote.kind, KEPT)]
    if all((one.user_id, one.kind) != (vote.user_id, vote.kind) for one in stays):
        stays.append(vote)
    by_time = sorted(stays, key=lambda one: (one.at, one.user_id, one.kind))
    return state._replace(votes=tuple(by_time))


def without_votes(state: State, now: int) -> State:
    """Nothing is proposed any more; whoever waited for the answer has his full time again."""
    waited = state.takes_back()
    state = state._replace(votes=tuple(vote for vote in state.votes if vote.kind == KEPT))
    return with_deadline(state, state.running(), now) if waited else state
