"""Inference from a view of the play: which cards each seat may still hold.

It uses the view only: the own hand, open hands, cards played, suits not followed, and the shown
part of the talon.
"""

from collections.abc import Iterable
from typing import Final

from bot.engine import actions, deal
from bot.engine.cards import FULL, PACK, SUIT_BITS, Card, Seat, following_cards
from bot.engine.view import DealView, SeatView


class PlayInference:
    """The current trick and the possible cards of each seat, for the seat on turn.

    Sets of cards are bits.  It is no tuple, because compiled code reads plain attributes fastest.
    """

    def __init__(
        self,
        seat: Seat,
        hand: int,
        legal: int,  # playable cards
        trump: int,
        led: int,  # the suit to follow, -1 on lead
        best: Card,  # the winning card so far, -1
        holder: Seat,  # its player, -1
        later: tuple[Seat, ...],  # the seats after this one
        others: tuple[Seat, Seat],  # the two other seats
        may: tuple[int, ...],  # by seat, the cards it may hold
        known: int,  # seats whose cards are all known, as bits
        declarer: Seat,
        level: int,
        won: tuple[int, ...],
        left: int,  # tricks still to be played, this one included
        led_by: tuple[tuple[Seat, int], ...],  # (leader, suit) of past tricks
    ) -> None:
        self.seat, self.hand, self.legal, self.trump = seat, hand, legal, trump
        self.led, self.best, self.holder, self.later = led, best, holder, later
        self.others, self.may, self.known, self.declarer = others, may, known, declarer
        self.level, self.won, self.left, self.led_by = level, won, left, led_by
        first, second = others
        self.outstanding = may[first] | may[second]  # all that the other two seats may hold
        self.partner = second if first == declarer else first  # the other defender

    def seen_as(self, legal: int, may: tuple[int, ...]) -> "PlayInference":
        """Return the same with other playable cards, or other cards that the seats may hold."""
        return PlayInference(
            self.seat,
            self.hand,
            legal,
            self.trump,
            self.led,
            self.best,
            self.holder,
            self.later,
            self.others,
            may,
            self.known,
            self.declarer,
            self.level,
            self.won,
            self.left,
            self.led_by,
        )

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

    def winners(self) -> int:
        """Return the playable cards that beat the trick so far."""
        return self.legal if self.best < 0 else self.legal & beating_cards(self.best, self.trump)

    def may_be_beaten(self, card: Card, seats: tuple[Seat, ...]) -> bool:
        """Return True if one of these later seats may beat the card."""
        return any(self._may_beat(card, seat) for seat in seats)

    def _may_beat(self, card: Card, seat: Seat) -> bool:
        led = self.led if self.led >= 0 else card >> 3
        cards = self.may[seat]
        if self.known >> seat & 1 or not cards & SUIT_BITS[led]:
            cards = following_cards(cards, led, self.trump)
        else:
            cards &= SUIT_BITS[led]
        return bool(cards & beating_cards(card, self.trump))


_HIGHER: Final = tuple(SUIT_BITS[card >> 3] & (-2 << card) for card in PACK)
_LOWER: Final = tuple(SUIT_BITS[card >> 3] & ((1 << card) - 1) for card in PACK)
# the four cards of each rank as bits
_RANK_BITS: Final = tuple(0x01010101 << rank for rank in range(8))


def higher_cards(card: Card) -> int:
    """Return all higher cards of the same suit."""
    return _HIGHER[card]


def lower_cards(card: Card) -> int:
    return _LOWER[card]


def beating_cards(best: Card, trump: int) -> int:
    """Return the cards that beat the best so far if they are played later."""
    return _HIGHER[best] | (SUIT_BITS[trump] if trump >= 0 and best >> 3 != trump else 0)


def beats(card: Card, best: Card, trump: int) -> bool:
    """Return True if a later card beats the best so far."""
    if card >> 3 == best >> 3:
        return card > best
    return card >> 3 == trump


def lowest_card(cards: int) -> Card:
    """Return the card of lowest rank; the first among equals."""
    for rank in _RANK_BITS:
        found = cards & rank
        if found:
            return (found & -found).bit_length() - 1
    raise ValueError("no card")


def highest_card(cards: int) -> Card:
    """Return the card of highest rank; the first among equals."""
    for rank in reversed(_RANK_BITS):
        found = cards & rank
        if found:
            return (found & -found).bit_length() - 1
    raise ValueError("no card")


def _to_bits(cards: Iterable[Card]) -> int:
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


class PlayRecord:
    """The record of the cards played so far, and what each of them has shown.

    It reads the public part of a deal: a view of it, or the deal itself where robots play on.
    """

    def __init__(self, table: DealView | deal.Deal, talon_lead: Card | None) -> None:
        self._seats, self._dealer = table.seats, table.dealer
        self._out = [table.roles[seat] == deal.Role.DROPPED for seat in table.seats]
        self._stands_by = (
            table.dealer not in table.seats and table.roles[table.dealer] != deal.Role.RESTING
        )
        self.trump = -1 if table.contract is None else table.contract.trump
        self.gone = 0
        self.lacking = dict.fromkeys(table.seats, 0)
        self.led_by: list[tuple[Seat, int]] = []  # (leader, suit) of past tricks
        for trick in table.tricks:
            self._note_trick(trick.leader, trick.cards, trick.talon)
        self._note_trick(table.leader, table.trick, talon_lead)

    def _note_trick(self, leader: Seat, cards: tuple[Card, ...], talon: Card | None) -> None:
        if self.gone:
            self.finish_trick()
        self.begin_trick(leader, talon)
        for seat, card in zip(self.order, cards, strict=False):
            self.add(seat, card)

    def begin_trick(self, leader: Seat, talon: Card | None) -> None:
        """Begin a trick; a talon card counts in it only if the dealer takes part."""
        self._leader, self._first = leader, -1
        self.order = self.playing_order(leader)
        self.led = -1 if talon is None else talon >> 3  # the suit to follow, -1 on lead
        self.best, self.holder = -1, -1
        if talon is not None and self._stands_by:
            self.best, self.holder = talon, self._dealer

    def add(self, seat: Seat, card: Card) -> None:
        """Note the next card of the trick."""
        suit = card >> 3
        self.gone |= 1 << card
        if self._first < 0:
            self._first = suit
        if self.led < 0:
            self.led = suit
        if suit == self.led if self.best < 0 else beats(card, self.best, self.trump):
            self.best, self.holder = card, seat
        if suit != self.led:
            self.lacking[seat] |= SUIT_BITS[self.led]
            if self.trump >= 0 and suit != self.trump:
                self.lacking[seat] |= SUIT_BITS[self.trump]

    def finish_trick(self) -> None:
        """Note who led to the trick that is complete."""
        self.led_by.append((self._leader, self._first))

    def playing_order(self, leader: Seat) -> tuple[Seat, ...]:
        """Return the seats in playing order from this leader, without one that dropped out."""
        start = self._seats.index(leader)
        order = self._seats[start:] + self._seats[:start]
        if not any(self._out):
            return order
        out = self._out[start:] + self._out[:start]
        return tuple(seat for seat, is_out in zip(order, out, strict=True) if not is_out)

    def infer(
        self,
        table: DealView | deal.Deal,
        seat: Seat,
        open_hands: dict[Seat, int],
        legal: int,
        discard: tuple[Card, ...],
        talon: tuple[Card, ...],
    ) -> PlayInference:
        """Return what a player knows for the seat on turn.

        ``open_hands`` are the hands that the player sees, the own among them; ``legal`` are the
        playable cards, ``discard`` is the player's own and ``talon`` the shown part.
        """
        contract, first = table.contract, self._seats.index(seat)
        return PlayInference(
            seat,
            open_hands[seat],
            legal,
            self.trump,
            self.led,
            self.best,
            self.holder,
            self.order[len(table.trick) + 1 :],
            (self._seats[first - 2], self._seats[first - 1]),
            self._possible_cards(table, open_hands, discard, talon),
            _to_bits(open_hands),
            -1 if contract is None else contract.declarer,
            0 if contract is None else contract.level,
            table.won,
            10 - len(table.tricks),
            tuple(self.led_by),
        )

    def _possible_cards(
        self,
        table: DealView | deal.Deal,
        open_hands: dict[Seat, int],
        discard: tuple[Card, ...],
        talon: tuple[Card, ...],
    ) -> tuple[int, ...]:
        """Return, by seat, the cards it may hold; the shown talon can be only the declarer's."""
        unseen = FULL & ~self.gone & ~_to_bits(discard)
        shown, contract = _to_bits(talon), table.contract
        if contract is None or any(call.action is actions.THROW for call in table.calls):
            unseen &= ~shown
        for hand in open_hands.values():
            unseen &= ~hand
        may = [0] * len(table.roles)
        for seat, is_out in zip(self._seats, self._out, strict=True):
            if seat not in open_hands and not is_out:
                may[seat] = unseen & ~self.lacking[seat]
                if contract is not None and contract.declarer != seat:
                    may[seat] &= ~shown
        for seat, hand in open_hands.items():
            may[seat] = hand
        return tuple(may)


def infer_play(view: SeatView) -> PlayInference:
    """Infer the ``PlayInference`` of the seat on turn from a view of the play."""
    table = view.open_deal
    hands = {seat: int(hand) for seat, hand in table.open_hands} | {view.seat: int(view.hand)}
    legal = _to_bits(action.card for action in view.legal if isinstance(action, actions.Play))
    record = PlayRecord(table, table.talon_lead)
    return record.infer(table, table.player_on_turn, hands, legal, view.discard, table.talon)


def void_suits(table: DealView) -> dict[Seat, int]:
    """Return, by seat, the suits it has shown to be void in."""
    return PlayRecord(table, table.talon_lead).lacking
