"""Everything that can be done at a table: a closed union of frozen values.

Cards, discards and the plain words exist once each, so that the check "is it legal" finds them
by identity.  Bids and contracts carry the name they have in their family's ladder.
"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from bot.engine.cards import PACK, Card, Seat


@dataclass(frozen=True, slots=True)
class Draw:
    """The table's draw for dealer, one card per seat, where a family compares cards."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Dealer:
    """The table's draw: who deals first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deck:
    """The table's shuffle: all 32 cards in the order in which they are dealt."""

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
    """Name a contract that nobody sees before all have named theirs."""

    name: str


@dataclass(frozen=True, slots=True)
class Propose:
    """Offer to stop with so many of all the tricks for the declarer, the rest for the other."""

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
    """Go on from the game at an earlier version of the log, as if nothing had been done since."""

    version: int


class Word(StrEnum):
    """What carries nothing but itself; the value is its notation."""

    TIME_UP = "time"  # the table's clock: a match played for time ends with the deal in progress
    STOP = "stop"  # the table ends the game early, by consent of all; what is written is settled
    PASS = "pass"  # no bid, no defence
    HOLD = "hold"  # take the current bid over without raising, by right of seniority
    THROW = "throw"  # refuse the talon; it stays open beside the play
    CONCEDE = "concede"  # give the contract up before the defence is asked
    WHIST = "whist"  # undertake to defend
    HALF_WHIST = "half"  # settle for half the quota without play
    OPEN = "open"  # defend with both hands face up
    CLOSED = "closed"  # defend with the hands hidden
    SILENT = "silent"  # do not show one's game; it cannot beat what is known
    JOIN = "join"  # defend of one's own will, answering for one's own share of the tricks
    DROP = "drop"  # take no part in the defence and lay the cards down
    ALONE = "alone"  # defend without the partner who dropped
    INVITE = "invite"  # make the partner who dropped play along, answering for both
    STAND = "stand"  # let the stake stand: no kontra, no further doubling
    BUY = "buy"  # take what another has laid away, to play a higher contract
    NO_ACES = "noaces"  # tell that one was never dealt an ace
    EXPOSE = "expose"  # lay the own hand open for the rest of the play
    WITHDRAW = "withdraw"  # take the own offer back
    ASK = "ask"  # ask the partner who took the own trick to pay for it
    PAY = "pay"  # pay what he asks for
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
    | Word
)

TIME_UP: Final = Word.TIME_UP
STOP: Final = Word.STOP
PASS: Final = Word.PASS
HOLD: Final = Word.HOLD
THROW: Final = Word.THROW
CONCEDE: Final = Word.CONCEDE
WHIST: Final = Word.WHIST
HALF_WHIST: Final = Word.HALF_WHIST
OPEN: Final = Word.OPEN
CLOSED: Final = Word.CLOSED
SILENT: Final = Word.SILENT
JOIN: Final = Word.JOIN
DROP: Final = Word.DROP
ALONE: Final = Word.ALONE
INVITE: Final = Word.INVITE
STAND: Final = Word.STAND
BUY: Final = Word.BUY
NO_ACES: Final = Word.NO_ACES
EXPOSE: Final = Word.EXPOSE
WITHDRAW: Final = Word.WITHDRAW
ASK: Final = Word.ASK
PAY: Final = Word.PAY
FUND: Final = Word.FUND
ANOTHER: Final = Word.ANOTHER
ACCEPT: Final = Word.ACCEPT
REFUSE: Final = Word.REFUSE

PLAYS: Final = tuple(Play(card) for card in PACK)
KONTRAS: Final = tuple(Kontra(level) for level in range(12))  # by level
DISCARDS: Final = {pair: Discard(*pair) for pair in combinations(PACK, 2)}

# the cards of one suit, by the eight bits of a hand in it: one look-up per suit
_SUIT_PLAYS: Final = tuple(
    tuple(
        tuple(PLAYS[suit * 8 + rank] for rank in range(8) if bits >> rank & 1)
        for bits in range(256)
    )
    for suit in range(4)
)
_SPADES, _CLUBS, _DIAMONDS, _HEARTS = _SUIT_PLAYS


def is_bid(action: Action) -> bool:
    """A bid, or the hold that takes one over."""
    return isinstance(action, Bid) or action is HOLD


def is_auction_call(action: Action) -> bool:
    """A bid, a hold or a pass; a pass is said elsewhere too."""
    return is_bid(action) or action is PASS


def plays_of(cards: int) -> tuple[Play, ...]:
    """One Play per card of a hand, lowest card number first."""
    return (
        _SPADES[cards & 255]
        + _CLUBS[cards >> 8 & 255]
        + _DIAMONDS[cards >> 16 & 255]
        + _HEARTS[cards >> 24]
    )


def discards_of(cards: tuple[Card, ...]) -> tuple[Discard, ...]:
    """Every pair of the given cards (ascending): 66 of twelve."""
    return tuple(map(DISCARDS.__getitem__, combinations(cards, 2)))
