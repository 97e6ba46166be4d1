"""Everything that can be done at a table: a closed union of frozen values.

Cards, discards and the plain words exist once each, so that the check "is it legal" finds them
by identity.  Bids and contracts carry the name they have in their family's ladder.
"""

from dataclasses import dataclass
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
class TimeUp:
    """The table's clock: a match played for time ends with the deal in progress."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The table ends the game early, by consent of all; what is written is settled."""


@dataclass(frozen=True, slots=True)
class Pass:
    """No bid, no defence."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A call of the auction by its name in the family's ladder: 6S, 10NT, M."""

    name: str


@dataclass(frozen=True, slots=True)
class Hold:
    """Take the current bid over without raising, by right of seniority."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay two cards away; ``low`` < ``high`` as card numbers."""

    low: Card
    high: Card


@dataclass(frozen=True, slots=True)
class Throw:
    """Refuse the talon; it stays open beside the play."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Name the contract that will be played."""

    name: str


@dataclass(frozen=True, slots=True)
class Concede:
    """Give the contract up before the defence is asked."""


@dataclass(frozen=True, slots=True)
class Whist:
    """Undertake to defend."""


@dataclass(frozen=True, slots=True)
class HalfWhist:
    """Settle for half the quota without play."""


@dataclass(frozen=True, slots=True)
class Open:
    """Defend with both hands face up."""


@dataclass(frozen=True, slots=True)
class Closed:
    """Defend with the hands hidden."""


@dataclass(frozen=True, slots=True)
class Silent:
    """Do not show one's game; it cannot beat what is known."""


@dataclass(frozen=True, slots=True)
class Join:
    """Defend of one's own will, answering for one's own share of the tricks."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Take no part in the defence and lay the cards down."""


@dataclass(frozen=True, slots=True)
class Alone:
    """Defend without the partner who dropped."""


@dataclass(frozen=True, slots=True)
class Invite:
    """Make the partner who dropped play along, answering for both."""


@dataclass(frozen=True, slots=True)
class Kontra:
    """Double the stake: 1 kontra, 2 rekontra, 3, 4, ... by turns."""

    level: int


@dataclass(frozen=True, slots=True)
class Stand:
    """Let the stake stand: no kontra, no further doubling."""


@dataclass(frozen=True, slots=True)
class Seal:
    """Name a contract that nobody sees before all have named theirs."""

    name: str


@dataclass(frozen=True, slots=True)
class Buy:
    """Take what another has laid away, to play a higher contract."""


@dataclass(frozen=True, slots=True)
class NoAces:
    """Tell that one was never dealt an ace."""


@dataclass(frozen=True, slots=True)
class Expose:
    """Lay the own hand open for the rest of the play."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Offer to stop with so many of all the tricks for the declarer, the rest for the other."""

    tricks: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take the own offer back."""


@dataclass(frozen=True, slots=True)
class Fund:
    """Pay into the empty pot once more and play on."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Claim:
    """Propose the split of the remaining tricks, one number per active seat, forehand first."""

    tricks: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Accept:
    """Agree to what is proposed."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Decline what is proposed."""


Action = (
    Draw
    | Dealer
    | Deck
    | TimeUp
    | Stop
    | Pass
    | Bid
    | Hold
    | Discard
    | Throw
    | Declare
    | Concede
    | Whist
    | HalfWhist
    | Open
    | Closed
    | Silent
    | Join
    | Drop
    | Alone
    | Invite
    | Kontra
    | Stand
    | Seal
    | Buy
    | NoAces
    | Expose
    | Propose
    | Withdraw
    | Fund
    | Play
    | Claim
    | Accept
    | Refuse
)

TIME_UP: Final = TimeUp()
STOP: Final = Stop()
PASS: Final = Pass()
HOLD: Final = Hold()
THROW: Final = Throw()
CONCEDE: Final = Concede()
WHIST: Final = Whist()
HALF_WHIST: Final = HalfWhist()
OPEN: Final = Open()
CLOSED: Final = Closed()
SILENT: Final = Silent()
JOIN: Final = Join()
DROP: Final = Drop()
ALONE: Final = Alone()
INVITE: Final = Invite()
STAND: Final = Stand()
BUY: Final = Buy()
NO_ACES: Final = NoAces()
EXPOSE: Final = Expose()
WITHDRAW: Final = Withdraw()
FUND: Final = Fund()
ACCEPT: Final = Accept()
REFUSE: Final = Refuse()

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
