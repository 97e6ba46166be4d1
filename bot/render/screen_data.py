"""Records a screen needs beside the view: seats, clock, votes, history, weekly tables."""

from typing import Final, NamedTuple

from bot.engine.actions import Action
from bot.engine.view import DealView
from bot.model.enums import Clock, KibitzKind, Proposal, Status
from bot.model.table_events import TableEvent
from bot.model.values import Record, field
from bot.render.words import Words

# kinds of tables (``TableData.kind``) on which no rating and no event depends
KINDS_WITH_HINTS: Final = ("practice", "friendly")


class SeatData(Record):
    """The player of a seat.  ``name`` is safe to show; ``user_id`` is None for a robot."""

    name: str
    user_id: int | None
    is_away: bool = False  # a robot plays for this human until "I'm back"
    has_left: bool = False  # a robot plays for this human after they got up
    level: str = ""  # how a robot plays

    @property
    def is_robot(self) -> bool:
        return self.user_id is None


class DeckData(Record):
    """The public data of a deck before its seed is published; words are safe to show."""

    deal: int
    commitment: str
    cuts: tuple[tuple[int, str], ...]  # seat, word


class TakeBackRequest(Record):
    """An open take-back request; ``since`` counts the later actions.

    ``action`` is None where only its ``verb`` is public: a discard or a sealed bid.
    """

    seat: int
    name: str
    verb: str
    action: Action | None
    since: int


class KibitzData(Record):
    """The kibitzers of the reader's hand: the oldest question, and who follows it.

    ``is_closed``: the reader shows it to nobody.  Empty for a reader without a seat.
    """

    asked_by: int | None = None
    asked_for: KibitzKind = KibitzKind.ONE
    followers: tuple[int, ...] = ()
    is_closed: bool = False


class SettledLines(NamedTuple):
    """The lines of a deal that no played card changes, and all that they depend on."""

    inputs: tuple[object, ...]
    headline: str
    fine_print: str
    auction: str
    pot: str  # the line of the hands
    pot_drawing: str  # the same on the board
    quota: int  # tricks that the defence owes


class TrickLines(NamedTuple):
    """The lines of an open deal's tricks that the board and all hands show."""

    table: DealView  # of these and of their names they were laid out
    seats: tuple[SeatData | None, ...]
    won: str  # by whom, and what the defenders said they would do
    last: str  # the last finished trick; "" before the first
    current: str


class TableData(Record):
    """A table without its cards.  Times are unix seconds."""

    game: int
    status: Status
    host_id: int
    seats: tuple[SeatData | None, ...]  # one per player, None while free
    clock: Clock
    deadline: int | None = None  # when the move, the lobby or the pause before a deal ends
    votes: tuple[str, ...] = ()  # names of the supporters of the running proposal
    proposal: Proposal | None = None  # the running proposal
    vote_successor: str = ""  # the player proposed for a seat
    regret: TakeBackRequest | None = None  # the open take-back request
    agreed: tuple[int, ...] = ()  # by seat, the score if the open claim is accepted
    kept: str = ""  # the player whose take-back request was refused
    kept_by: str = ""  # the player who refused it; "" where the time ran out
    ready: tuple[int, ...] = ()  # the seats that have asked for the next deal
    own_act: int | None = None  # log line of the reader's last action, while they may take it back
    taken_back: tuple[tuple[int, int], ...] = ()  # (seat, number of take-backs) in the shown deal
    levels: tuple[str, ...] = ()  # how robots may play, the weakest first
    friendly: bool = False  # counts in no ranking, by agreement in the lobby
    ends_at: int | None = None  # when a match for time is over; in the lobby if it began now
    deck: DeckData | None = None  # of the open deal or the next one
    starts_at: int | None = None  # the hour at which a lobby begins by itself
    dummy: str = ""  # name of the hand without a player; its place is after the seats
    code: str = ""  # of the shown deal, once it is scored and its cards are public
    kibitz: KibitzData | None = None  # where hands may be followed, on the reader's own pages
    event: TableEvent | None = None  # whose cards all its tables are dealt
    # laid out already, for a kind of readers; handed on from state to state
    settled: dict[Words, SettledLines] = field(default_factory=dict)
    tricks: dict[Words, TrickLines] = field(default_factory=dict)  # the same, of one state

    def absent_seats(self) -> list[SeatData]:
        """Return the players replaced by a robot until they are back."""
        return [seat for seat in self.seats if seat is not None and (seat.is_away or seat.has_left)]

    def seats_left(self) -> tuple[bool, ...]:
        """Return for each seat whether its player has left."""
        return tuple(seat is not None and seat.has_left for seat in self.seats)

    def seat_data(self, seat: int) -> SeatData | None:
        """Return the player of a hand; None for a free seat or the dummy's hand."""
        return self.seats[seat] if seat < len(self.seats) else None

    def name(self, seat: int) -> str:
        if seat >= len(self.seats):
            return self.dummy
        facts = self.seats[seat]
        return "" if facts is None else facts.name

    @property
    def kind(self) -> str:
        """Return how the table counts: rated, practice with robots, friendly, or of an event."""
        if self.event is not None:
            return "event"
        if self.friendly:
            return "friendly"
        is_practice = any(seat is not None and seat.is_robot for seat in self.seats)
        return "practice" if is_practice else "rated"


class PlayerResult(NamedTuple):
    """A player's result in a game; ``mark`` tells that they left it or handed the seat over.

    ``first_deal`` and ``last_deal`` are set unless it was the whole game.
    """

    name: str
    balance: int
    place: int
    mark: str = ""
    first_deal: int | None = None
    last_deal: int | None = None


class FinishedGame(Record):
    """A finished game with its results, the best first."""

    game: int
    ended_at: int
    preset: str
    results: tuple[PlayerResult, ...]
    with_robots: bool
    friendly: bool = False


class WeeklyTableData(Record):
    """A weekly table; times are unix seconds, ``minute`` is of the day.

    ``missed`` is the reason why it did not open the last time.
    """

    number: int
    weekday: int  # 0 is Monday
    minute: int
    game: str  # the game played, in words
    clock: Clock
    channel_id: int
    opens_at: int
    missed: str
