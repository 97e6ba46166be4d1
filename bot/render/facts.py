"""What a screen shows beside the view: who sits where, the clock, the state of the table."""

from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from bot.engine.actions import Action
from bot.terms import Clock, Faces, Status, Subject, Summoning

DRAWN: Final = 5  # rows of a ranking whose course is drawn


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who sits on a seat.  ``name`` is safe to show; ``user_id`` is None for a robot."""

    name: str
    user_id: int | None
    is_away: bool = False  # a robot plays for this human until "I'm back"
    has_left: bool = False  # and so does one for this human, who got up
    level: str = ""  # how a robot plays

    @property
    def is_robot(self) -> bool:
        return self.user_id is None

    @property
    def is_absent(self) -> bool:
        """A human who may come back."""
        return self.is_away or self.has_left


@dataclass(frozen=True, slots=True)
class DeckFacts:
    """What may be known of a deck before its seed is published; words are safe to show."""

    deal: int
    commitment: str
    cuts: tuple[tuple[int, str], ...]  # seat, word


@dataclass(frozen=True, slots=True)
class Regret:
    """An act that somebody asks back; ``since`` is how many came after it.

    ``action`` is None where only its ``verb`` is public: what was laid away or sealed.
    """

    seat: int
    name: str
    verb: str
    action: Action | None
    since: int


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table beside its cards.  Times are unix seconds."""

    game: int
    status: Status
    host_id: int
    seats: tuple[SeatFacts | None, ...]  # one per player, None while free
    clock: Clock
    deadline: int | None = None  # when the move, the lobby or the pause before a deal ends
    votes: tuple[str, ...] = ()  # names of those who want the running proposal
    proposal: Subject | None = None  # what that is
    vote_heir: str = ""  # who is to get a seat
    regret: Regret | None = None  # what is asked back
    agreed: tuple[int, ...] = ()  # by seat, what the offer that is open would bring
    kept: str = ""  # who has asked for his last act back and been refused
    own_act: int | None = None  # the line of the reader's last act, while he may ask for it
    taken_back: tuple[tuple[int, int], ...] = ()  # seats with how often, in the deal that is shown
    levels: tuple[str, ...] = ()  # how robots may play, the weakest first
    friendly: bool = False  # counts in no ranking, by agreement in the lobby
    ends_at: int | None = None  # when a match for time is over; in the lobby if it began now
    deck: DeckFacts | None = None  # of the open deal or the next one
    starts_at: int | None = None  # the hour at which a lobby begins by itself
    dummy: str = ""  # what the hand without a player is called; its place is after the seats

    def absent(self) -> list[SeatFacts]:
        """Those for whom a robot plays until they are back."""
        return [seat for seat in self.seats if seat is not None and seat.is_absent]

    def left(self) -> tuple[bool, ...]:
        """Of each seat whether whose it is has left."""
        return tuple(seat is not None and seat.has_left for seat in self.seats)

    def sitting(self, seat: int) -> SeatFacts | None:
        """Who plays a hand; nobody while the seat is free, or where it is the dummy's."""
        return self.seats[seat] if seat < len(self.seats) else None

    def name(self, seat: int) -> str:
        if seat >= len(self.seats):
            return self.dummy
        facts = self.seats[seat]
        return "" if facts is None else facts.name

    @property
    def kind(self) -> str:
        """What the table counts for: rated, practice with robots, or friendly."""
        if self.friendly:
            return "friendly"
        is_practice = any(seat is not None and seat.is_robot for seat in self.seats)
        return "practice" if is_practice else "rated"

    @property
    def is_rated(self) -> bool:
        """Only people play, and it counts."""
        return self.kind == "rated"


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """One player of a ranking; ``rank`` is None below the least number of games."""

    rank: int | None
    name: str
    games: int
    wins: int
    balance: int
    average_place: float


@dataclass(frozen=True, slots=True)
class LeaderFilter:
    """What a ranking counts; "" means any."""

    family: str = ""
    preset: str = ""
    season: str = ""
    with_robots: bool = False
    of_two: bool = False


@dataclass(frozen=True, slots=True)
class LeaderDay:
    """What some rows of a ranking won and lost on one day, in their order."""

    day: date
    balances: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeaderFacts:
    """One page of a ranking, pages from 1; ``own`` is the asking player's row, if he has one.

    ``days`` are those of the first ``DRAWN`` rows, in order.
    """

    rows: tuple[LeaderRow, ...]
    own: LeaderRow | None
    page: int
    pages: int
    filter: LeaderFilter
    families: tuple[str, ...]
    presets: tuple[str, ...]
    seasons: tuple[str, ...]
    min_games: int
    days: tuple[LeaderDay, ...] = ()


class Played(NamedTuple):
    """How somebody came out of a game; ``mark`` says that he left it or handed his seat over.

    ``first_deal`` and ``last_deal`` are there where it was not the whole game.
    """

    name: str
    balance: int
    place: int
    mark: str = ""
    first_deal: int | None = None
    last_deal: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """A game of the past: who played, what he won, his place; the best first."""

    game: int
    ended_at: int
    preset: str
    results: tuple[Played, ...]
    with_robots: bool
    friendly: bool = False


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What the managers of a server decide; None as language means Discord's."""

    locale: str | None
    preset: str
    clock: Clock
    max_tables: int
    max_user_tables: int
    use_threads: bool
    min_games: int
    zone: str
    role: int | None = None
    open_history: bool = False
    pictures: bool = True
    faces: Faces | None = None


@dataclass(frozen=True, slots=True)
class WeeklyRow:
    """A table that opens by itself; times are unix seconds, ``minute`` is of the day.

    ``missed`` is why it did not open the last time.
    """

    number: int
    weekday: int  # 0 is Monday
    minute: int
    game: str  # what is played, in words
    clock: Clock
    channel_id: int
    opens_at: int
    missed: str


@dataclass(frozen=True, slots=True)
class OwnWishes:
    """What somebody decides for himself; None as language or zone means the server's.

    Quiet hours go from one full hour to another; from None there are none.  ``refused``: his
    direct messages were closed to the bot.  ``spelled``: names in place of tiles.
    ``pictures`` and ``faces`` None: as the server, and the table.
    """

    locale: str | None
    summoning: Summoning
    quiet_from: int | None
    quiet_until: int
    zone: str | None
    spelled: bool
    pictures: bool | None
    faces: Faces | None
    refused: bool
