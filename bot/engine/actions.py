"""The actions at a table: a closed union of frozen values.

Plays, discards and the plain words exist once each, so that a search among the legal actions
matches by identity.  Bids and contracts carry their name in the family's ladder.
"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple

from bot.engine.cards import PACK, Card, Seat
from bot.model.enums import RulingKind


class RulingEntry(NamedTuple):
    """An addition to one line of the sheet; ``against`` is set in paired accounts."""

    account: str
    seat: Seat
    against: Seat | None
    amount: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The table's draw for dealer, one card per seat, where a family compares cards."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Dealer:
    """The table's draw of the first dealer."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deck:
    """The table's shuffle: all 32 cards in dealing order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """A call of the auction by its name in the family's ladder: 6S, 10NT, M."""

    name: str


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay two cards away; ``low`` < ``high`` as card numbers."""

    low: Card
    high: Card


@dataclass(frozen=True, slots=True)
class Declare:
    """Name the contract that will be played."""

    name: str


@dataclass(frozen=True, slots=True)
class Kontra:
    """Double the stake: 1 kontra, 2 rekontra, 3, 4, ... by turns."""

    level: int


@dataclass(frozen=True, slots=True)
class Seal:
    """Name a contract in secret, until all callers have named theirs."""

    name: str


@dataclass(frozen=True, slots=True)
class Propose:
    """Offer to stop with ``tricks`` of all ten for the declarer, the rest for the defender."""

    tricks: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Claim:
    """Propose the split of the remaining tricks, one number per active seat, forehand first."""

    tricks: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Continue from the game at an earlier version of the log, dropping every later action."""

    version: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """The decision about an earlier deal, with its additions to the sheet."""

    kind: RulingKind
    deal: int
    entries: tuple[RulingEntry, ...] = ()


class SimpleAction(StrEnum):
    """Actions without arguments; the value is the notation."""

    TIME_UP = "time"  # the table's clock: a timed match ends with the deal in progress
    STOP = "stop"  # the table ends the game early, by consent of all; the sheet is settled
    PASS = "pass"  # no bid, no defence
    HOLD = "hold"  # take over the current bid without raising, by right of seniority
    THROW = "throw"  # refuse the talon; it stays open beside the play
    CONCEDE = "concede"  # give up the contract before the defence is asked
    WHIST = "whist"  # undertake to defend
    HALF_WHIST = "half"  # settle for half the quota without play
    OPEN = "open"  # defend with both hands face up
    CLOSED = "closed"  # defend with the hands hidden
    SILENT = "silent"  # keep one's game hidden; it cannot beat the best one shown
    JOIN = "join"  # defend as a volunteer, answering for one's own share of the tricks
    DROP = "drop"  # leave the defence and lay the cards down
    ALONE = "alone"  # defend without the partner who dropped
    INVITE = "invite"  # make the dropped partner play along, answering for both
    STAND = "stand"  # let the stake stand: no kontra, no further doubling
    BUY = "buy"  # take another player's discard, to play a higher contract
    NO_ACES = "noaces"  # declare that one never held an ace
    EXPOSE = "expose"  # lay one's hand open for the rest of the play
    WITHDRAW = "withdraw"  # withdraw one's offer
    ASK = "ask"  # ask the partner to pay for a trick they took from one
    PAY = "pay"  # pay what the partner asks for
    FUND = "fund"  # pay into the empty pot once more and play on
    ANOTHER = "another"  # play another full round
    ACCEPT = "accept"  # agree to what is proposed
    REFUSE = "refuse"  # decline what is proposed


Action = (
    Draw
    | Dealer
    | Deck
    | Bid
    | Discard
    | Declare
    | Kontra
    | Seal
    | Propose
    | Play
    | Claim
    | TakeBack
    | Ruling
    | SimpleAction
)

TIME_UP: Final = SimpleAction.TIME_UP
STOP: Final = SimpleAction.STOP
PASS: Final = SimpleAction.PASS
HOLD: Final = SimpleAction.HOLD
THROW: Final = SimpleAction.THROW
CONCEDE: Final = SimpleAction.CONCEDE
WHIST: Final = SimpleAction.WHIST
HALF_WHIST: Final = SimpleAction.HALF_WHIST
OPEN: Final = SimpleAction.OPEN
CLOSED: Final = SimpleAction.CLOSED
SILENT: Final = SimpleAction.SILENT
JOIN: Final = SimpleAction.JOIN
DROP: Final = SimpleAction.DROP
ALONE: Final = SimpleAction.ALONE
INVITE: Final = SimpleAction.INVITE
STAND: Final = SimpleAction.STAND
BUY: Final = SimpleAction.BUY
NO_ACES: Final = SimpleAction.NO_ACES
EXPOSE: Final = SimpleAction.EXPOSE
WITHDRAW: Final = SimpleAction.WITHDRAW
ASK: Final = SimpleAction.ASK
PAY: Final = SimpleAction.PAY
FUND: Final = SimpleAction.FUND
ANOTHER: Final = SimpleAction.ANOTHER
ACCEPT: Final = SimpleAction.ACCEPT
REFUSE: Final = SimpleAction.REFUSE

PLAYS: Final = tuple(Play(card) for card in PACK)
KONTRAS: Final = tuple(Kontra(level) for level in range(12))  # by level
DISCARDS: Final = {pair: Discard(*pair) for pair in combinations(PACK, 2)}


def is_bid(action: Action) -> bool:
    """Return True for a bid, or the hold that takes one over."""
    return isinstance(action, Bid) or action is HOLD


def is_auction_call(action: Action) -> bool:
    """Return True for a bid, a hold or a pass (passes occur in other phases too)."""
    return is_bid(action) or action is PASS


def discards_of(cards: tuple[Card, ...]) -> tuple[Discard, ...]:
    """Return a Discard for every pair of ``cards`` (ascending): 66 from twelve."""
    return tuple(map(DISCARDS.__getitem__, combinations(cards, 2)))
