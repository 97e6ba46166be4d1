"""What the seat on turn can make out of the play: who may still hold which card.

Drawn from a View only: the own hand, hands laid open, cards played, suits not followed, the
talon as far as it was shown.
"""

from collections.abc import Iterable
from typing import NamedTuple

from bot.engine.actions import THROW, Play
from bot.engine.cards import FULL, SUIT_BITS, Card, Hand, Seat
from bot.engine.roles import Role
from bot.engine.tricks import playable
from bot.engine.view import Table, View


class Sight(NamedTuple):
    """The trick in progress and the cards that may be where, for the seat on turn."""

    seat: Seat
    hand: int
    legal: int  # the cards that may be played
    trump: int
    led: int  # the suit to follow, -1 on lead
    best: Card  # the winning card so far, -1
    holder: Seat  # who played it, -1
    later: tuple[Seat, ...]  # who play after this seat
    others: tuple[Seat, Seat]  # the two other seats
    may: tuple[int, ...]  # by seat, the cards it may hold
    known: int  # seats whose cards are all known, as bits
    declarer: Seat
    level: int
    won: tuple[int, ...]
    left: int  # tricks still to be played, this one included
    led_by: tuple[tuple[Seat, int], ...]  # who led which suit so far

    @property
    def out(self) -> int:
        """Every card that may stand against this hand."""
        return self.may[self.others[0]] | self.may[self.others[1]]

    @property
    def partner(self) -> Seat:
        """The other defender."""
        first, second = self.others
        return second if first == self.declarer else first

    @property
    def sees_partner(self) -> bool:
        return bool(self.known >> self.partner & 1)

    @property
    def ruffs(self) -> bool:
        """The suit led cannot be followed and a trump must be played."""
        follows = self.led < 0 or self.legal & SUIT_BITS[self.led]
        return self.trump >= 0 and not follows and bool(self.legal & SUIT_BITS[self.trump])

    def in_suit(self, suit: int) -> int:
        return self.hand & SUIT_BITS[suit]

    def is_master(self, card: Card) -> bool:
        """No higher card of the suit stands against it."""
        return not self.out & higher(card)

    def beats_best(self, card: Card) -> bool:
        return self.best < 0 or beats(card, self.best, self.trump)

    def winners(self) -> int:
        return _bits(card for card in Hand(self.legal) if self.beats_best(card))

    def may_be_beaten(self, card: Card, seats: tuple[Seat, ...]) -> bool:
        """Whether one of these later seats may play over the card."""
        return any(self._may_beat(card, seat) for seat in seats)

    def _may_beat(self, card: Card, seat: Seat) -> bool:
        led = self.led if self.led >= 0 else card >> 3
        cards = self.may[seat]
        if self.known >> seat & 1 or not cards & SUIT_BITS[led]:
            cards = playable(cards, led, self.trump)
        else:
            cards &= SUIT_BITS[led]
        return any(beats(other, card, self.trump) for other in Hand(cards))


def higher(card: Card) -> int:
    """All higher cards of the same suit."""
    return SUIT_BITS[card >> 3] & (-2 << card)


def lower(card: Card) -> int:
    return SUIT_BITS[card >> 3] & ((1 << card) - 1)


def beats(card: Card, best: Card, trump: int) -> bool:
    """Whether a card played later takes the trick from the best so far."""
    if card >> 3 == best >> 3:
        return card > best
    return card >> 3 == trump


def lowest(cards: int) -> Card:
    """The card of lowest rank; of equal ones the first."""
    return min(Hand(cards), key=_rank)


def highest(cards: int) -> Card:
    return max(Hand(cards), key=_rank)


def _rank(card: Card) -> int:
    return card & 7


def _bits(cards: Iterable[Card]) -> int:
    return int(Hand.of(cards))


def look(view: View) -> Sight:
    """The sight of the seat on turn in a view of the play."""
    table = view.table
    assert table is not None
    assert table.turn is not None
    assert view.seat is not None
    contract, seat = table.contract, table.turn
    open_hands = dict(table.open_hands) | {view.seat: view.hand}
    may = _places(view, table, open_hands)
    best, holder = _best(table, -1 if contract is None else contract.trump)
    first = table.seats.index(seat)
    others = (table.seats[(first + 1) % 3], table.seats[(first + 2) % 3])
    order = _order(table, table.leader)
    return Sight(
        seat=seat,
        hand=open_hands[seat],
        legal=_bits(action.card for action in view.legal if isinstance(action, Play)),
        trump=-1 if contract is None else contract.trump,
        led=_led(table),
        best=best,
        holder=holder,
        later=order[len(table.trick) + 1 :],
        others=others,
        may=may,
        known=sum(1 << open_seat for open_seat in open_hands),
        declarer=-1 if contract is None else contract.declarer,
        level=0 if contract is None else contract.level,
        won=table.won,
        left=10 - len(table.tricks),
        led_by=tuple((trick.leader, trick.cards[0] >> 3) for trick in table.tricks),
    )


def _led(table: Table) -> int:
    if table.talon_lead is not None:
        return table.talon_lead >> 3
    return table.trick[0] >> 3 if table.trick else -1


def _best(table: Table, trump: int) -> tuple[Card, Seat]:
    """The winning card so far; a talon card counts only where the dealer takes part."""
    best, holder = -1, -1
    dealer = table.dealer
    stands_by = dealer not in table.seats and table.roles[dealer] != Role.RESTING
    if table.talon_lead is not None and stands_by:
        best, holder = table.talon_lead, dealer
    for seat, card in zip(_order(table, table.leader), table.trick, strict=False):
        follows = card >> 3 == _led(table) if best < 0 else beats(card, best, trump)
        if follows:
            best, holder = card, seat
    return best, holder


def takes_part(table: Table, seat: Seat) -> bool:
    """Whether a seat plays; who has dropped out of the defence has laid the cards down."""
    return seat in table.seats and table.roles[seat] != Role.DROPPED


def _order(table: Table, leader: Seat) -> tuple[Seat, ...]:
    """The seats that play, from this leader on."""
    start = table.seats.index(leader)
    order = table.seats[start:] + table.seats[:start]
    if Role.DROPPED not in table.roles:
        return order
    return tuple(seat for seat in order if takes_part(table, seat))


def _places(view: View, table: Table, open_hands: dict[Seat, Hand]) -> tuple[int, ...]:
    """By seat, the cards it may hold."""
    gone = _bits(card for trick in table.tricks for card in trick.cards)
    gone |= _bits(table.trick) | _bits(view.discard)
    if table.contract is None or any(call.action is THROW for call in table.calls):
        gone |= _bits(table.talon)
    unseen = FULL & ~gone
    for hand in open_hands.values():
        unseen &= ~hand
    lacking = _lacking(table)
    may = []
    for seat in range(len(table.counts)):
        if seat in open_hands:
            may.append(int(open_hands[seat]))
        elif takes_part(table, seat):
            may.append(unseen & ~lacking[seat] & ~_taken_up(table, seat))
        else:
            may.append(0)
    return tuple(may)


def _taken_up(table: Table, seat: Seat) -> int:
    """The shown talon is with the declarer: nobody else can hold it."""
    if table.contract is None or table.contract.declarer == seat:
        return 0
    return _bits(table.talon)


def _lacking(table: Table) -> dict[Seat, int]:
    """Suits each seat has shown that it does not hold."""
    trump = -1 if table.contract is None else table.contract.trump
    lacking = dict.fromkeys(table.seats, 0)
    shown = [(t.leader, t.cards, t.cards[0] if t.talon is None else t.talon) for t in table.tricks]
    if table.trick:
        lead = table.trick[0] if table.talon_lead is None else table.talon_lead
        shown.append((table.leader, table.trick, lead))
    for leader, cards, lead in shown:
        for seat, card in zip(_order(table, leader), cards, strict=False):
            if card >> 3 == lead >> 3:
                continue
            lacking[seat] |= SUIT_BITS[lead >> 3]
            if trump >= 0 and card >> 3 != trump:
                lacking[seat] |= SUIT_BITS[trump]
    return lacking
