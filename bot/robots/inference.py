"""Inference from a view of the play: which cards each seat may still hold.

It uses the view only: the own hand, open hands, cards played, suits not followed, and the shown
part of the talon.
"""

from collections.abc import Iterable
from typing import NamedTuple

from bot.engine import actions, deal, trick_rules
from bot.engine.cards import FULL, SUIT_BITS, Card, Hand, Seat
from bot.engine.view import DealView, SeatView


class PlayInference(NamedTuple):
    """The current trick and the possible cards of each seat, for the seat on turn."""

    seat: Seat
    hand: int
    legal: int  # playable cards
    trump: int
    led: int  # the suit to follow, -1 on lead
    best: Card  # the winning card so far, -1
    holder: Seat  # its player, -1
    later: tuple[Seat, ...]  # the seats after this one
    others: tuple[Seat, Seat]  # the two other seats
    may: tuple[int, ...]  # by seat, the cards it may hold
    known: int  # seats whose cards are all known, as bits
    declarer: Seat
    level: int
    won: tuple[int, ...]
    left: int  # tricks still to be played, this one included
    led_by: tuple[tuple[Seat, int], ...]  # (leader, suit) of past tricks

    @property
    def outstanding(self) -> int:
        """All cards that the other two seats may hold."""
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
    def must_ruff(self) -> bool:
        """True if the seat cannot follow suit and must ruff."""
        follows = self.led < 0 or self.legal & SUIT_BITS[self.led]
        return self.trump >= 0 and not follows and bool(self.legal & SUIT_BITS[self.trump])

    def in_suit(self, suit: int) -> int:
        return self.hand & SUIT_BITS[suit]

    def is_master(self, card: Card) -> bool:
        """Return True if no other seat may hold a higher card of the suit."""
        return not self.outstanding & higher_cards(card)

    def beats_best(self, card: Card) -> bool:
        return self.best < 0 or beats(card, self.best, self.trump)

    def winners(self) -> int:
        return _to_bits(card for card in Hand(self.legal) if self.beats_best(card))

    def may_be_beaten(self, card: Card, seats: tuple[Seat, ...]) -> bool:
        """Return True if one of these later seats may beat the card."""
        return any(self._may_beat(card, seat) for seat in seats)

    def _may_beat(self, card: Card, seat: Seat) -> bool:
        led = self.led if self.led >= 0 else card >> 3
        cards = self.may[seat]
        if self.known >> seat & 1 or not cards & SUIT_BITS[led]:
            cards = trick_rules.following_cards(cards, led, self.trump)
        else:
            cards &= SUIT_BITS[led]
        return any(beats(other, card, self.trump) for other in Hand(cards))


def higher_cards(card: Card) -> int:
    """Return all higher cards of the same suit."""
    return SUIT_BITS[card >> 3] & (-2 << card)


def lower_cards(card: Card) -> int:
    return SUIT_BITS[card >> 3] & ((1 << card) - 1)


def beats(card: Card, best: Card, trump: int) -> bool:
    """Return True if a later card beats the best so far."""
    if card >> 3 == best >> 3:
        return card > best
    return card >> 3 == trump


def lowest_card(cards: int) -> Card:
    """Return the card of lowest rank; the first among equals."""
    return min(Hand(cards), key=_rank)


def highest_card(cards: int) -> Card:
    return max(Hand(cards), key=_rank)


def _rank(card: Card) -> int:
    return card & 7


def _to_bits(cards: Iterable[Card]) -> int:
    return int(Hand.of(cards))


def infer_play(view: SeatView) -> PlayInference:
    """Infer the ``PlayInference`` of the seat on turn from a view of the play."""
    table = view.open_deal
    contract, seat = table.contract, table.player_on_turn
    open_hands = dict(table.open_hands) | {view.seat: view.hand}
    may = _possible_cards(view, table, open_hands)
    best, holder = _best_so_far(table, -1 if contract is None else contract.trump)
    first = table.seats.index(seat)
    others = (table.seats[(first + 1) % 3], table.seats[(first + 2) % 3])
    order = _playing_order(table, table.leader)
    return PlayInference(
        seat=seat,
        hand=open_hands[seat],
        legal=_to_bits(action.card for action in view.legal if isinstance(action, actions.Play)),
        trump=-1 if contract is None else contract.trump,
        led=_led_suit(table),
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


def _led_suit(table: DealView) -> int:
    if table.talon_lead is not None:
        return table.talon_lead >> 3
    return table.trick[0] >> 3 if table.trick else -1


def _best_so_far(table: DealView, trump: int) -> tuple[Card, Seat]:
    """Return the winning card and its seat; a talon card counts only if the dealer takes part."""
    best, holder = -1, -1
    dealer = table.dealer
    stands_by = dealer not in table.seats and table.roles[dealer] != deal.Role.RESTING
    if table.talon_lead is not None and stands_by:
        best, holder = table.talon_lead, dealer
    for seat, card in zip(_playing_order(table, table.leader), table.trick, strict=False):
        follows = card >> 3 == _led_suit(table) if best < 0 else beats(card, best, trump)
        if follows:
            best, holder = card, seat
    return best, holder


def is_playing(table: DealView, seat: Seat) -> bool:
    """Return True if a seat plays; a defender who dropped out plays no cards."""
    return seat in table.seats and table.roles[seat] != deal.Role.DROPPED


def _playing_order(table: DealView, leader: Seat) -> tuple[Seat, ...]:
    """Return the active seats in playing order from this leader."""
    start = table.seats.index(leader)
    order = table.seats[start:] + table.seats[:start]
    if deal.Role.DROPPED not in table.roles:
        return order
    return tuple(seat for seat in order if is_playing(table, seat))


def _possible_cards(
    view: SeatView, table: DealView, open_hands: dict[Seat, Hand]
) -> tuple[int, ...]:
    """Return, by seat, the cards it may hold."""
    gone = _to_bits(card for trick in table.tricks for card in trick.cards)
    gone |= _to_bits(table.trick) | _to_bits(view.discard)
    if table.contract is None or any(call.action is actions.THROW for call in table.calls):
        gone |= _to_bits(table.talon)
    unseen = FULL & ~gone
    for hand in open_hands.values():
        unseen &= ~hand
    lacking = void_suits(table)
    may = []
    for seat in range(len(table.counts)):
        if seat in open_hands:
            may.append(int(open_hands[seat]))
        elif is_playing(table, seat):
            may.append(unseen & ~lacking[seat] & ~_talon_of_declarer(table, seat))
        else:
            may.append(0)
    return tuple(may)


def _talon_of_declarer(table: DealView, seat: Seat) -> int:
    """Return the shown talon for any seat but the declarer, which alone can hold it."""
    if table.contract is None or table.contract.declarer == seat:
        return 0
    return _to_bits(table.talon)


def void_suits(table: DealView) -> dict[Seat, int]:
    """Return, by seat, the suits it has shown to be void in."""
    trump = -1 if table.contract is None else table.contract.trump
    lacking = dict.fromkeys(table.seats, 0)
    shown = [(t.leader, t.cards, t.cards[0] if t.talon is None else t.talon) for t in table.tricks]
    if table.trick:
        lead = table.trick[0] if table.talon_lead is None else table.talon_lead
        shown.append((table.leader, table.trick, lead))
    for leader, cards, lead in shown:
        for seat, card in zip(_playing_order(table, leader), cards, strict=False):
            if card >> 3 == lead >> 3:
                continue
            lacking[seat] |= SUIT_BITS[lead >> 3]
            if trump >= 0 and card >> 3 != trump:
                lacking[seat] |= SUIT_BITS[trump]
    return lacking
