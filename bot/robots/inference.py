"""Inference from the public play: which cards each seat may still hold.

It uses the view only: the own hand, open hands, cards played, suits not followed, and the shown
part of the talon.  All of it is native integers once compiled: robots simulate thousands of cards
for a call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from bot.engine import actions, deal
from bot.engine.cards import Card, Hand, Seat
from bot.engine.trick_play import TRICKS
from bot.engine.view import DealView, SeatView

if TYPE_CHECKING:  # compiled code needs the name only, and other code no package for it
    from mypy_extensions import i64

# Sets of cards as bits, eight a suit (bot/engine/cards.py), and cards by their number.
#
# Constants are shifted to the right: to the left they are ints of C, also in native integers.

_FULL: Final = 0xFFFFFFFF
_PAST_LAST_CARD: Final = 0x100000000
_LAST_SUIT: Final = 0xFF000000
_LOWEST_RANK: Final = 0x01010101  # the four cards of a rank as bits
_HIGHEST_RANK: Final = 0x80808080


def card_set(card: i64) -> i64:
    """Return the set of one card, or of one place, or of one suit of a place."""
    return _PAST_LAST_CARD >> 32 - card


def suit_set(suit: i64) -> i64:
    """Return all cards of a suit."""
    return _LAST_SUIT >> 24 - suit * 8


def higher_cards(card: i64) -> i64:
    """Return all higher cards of the same suit."""
    return suit_set(card >> 3) & -(card_set(card) * 2)


def lower_cards(card: i64) -> i64:
    """Return all lower cards of the same suit."""
    return suit_set(card >> 3) & card_set(card) - 1


def without_card(cards: i64, card: i64) -> i64:
    """Return the set without this card."""
    return cards & ~card_set(card)


def cards_beating(best: i64, trump: i64) -> i64:
    """Return the cards that beat the best so far if they are played later."""
    higher = higher_cards(best)
    return higher if trump < 0 or best >> 3 == trump else higher | suit_set(trump)


def beats(card: i64, best: i64, trump: i64) -> bool:
    """Return True if a later card beats the best so far."""
    return card > best if card >> 3 == best >> 3 else card >> 3 == trump


def count_cards(cards: i64) -> i64:
    """Return the number of cards of a set."""
    pairs = cards - (cards >> 1 & 0x55555555)
    fours = (pairs & 0x33333333) + (pairs >> 2 & 0x33333333)
    bytewise = fours + (fours >> 4) & 0x0F0F0F0F
    return (bytewise * 0x01010101 >> 24) & 255


def first_card(cards: i64) -> i64:
    """Return the card of the lowest number in a set that is not empty."""
    return int(cards & -cards).bit_length() - 1


def lowest_card(cards: i64) -> i64:
    """Return the card of lowest rank; the first among equals."""
    if not cards:
        raise ValueError("no card")
    rank: i64 = _LOWEST_RANK
    while not cards & rank:
        rank <<= 1
    return first_card(cards & rank)


def highest_card(cards: i64) -> i64:
    """Return the card of highest rank; the first among equals."""
    if not cards:
        raise ValueError("no card")
    rank: i64 = _HIGHEST_RANK
    while not cards & rank:
        rank >>= 1
    return first_card(cards & rank)


def _to_bits(cards: tuple[Card, ...]) -> int:
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


# Sets of suits by place, as the record of the play keeps them: bit 4 * place + suit.


def _suits_of(place: i64, suits: i64) -> i64:
    """Return the suits of one place, four bits."""
    return suits >> place * 4 & 15


def _cards_of_suits(suits: i64) -> i64:
    """Return all cards of a set of suits."""
    firsts = suits & 1 | (suits & 2) << 7 | (suits & 4) << 14 | (suits & 8) << 21
    return firsts * 255


NO_PLACE: Final = -1
NEXT, LAST = 1, 2  # players after the one on turn, who is 0; as bits 2 and 4
DEALER_PLACE: Final = 3  # of four, whose talon card takes part in a trick


@final
class PlayInference:
    """The current trick and the possible cards of each seat, for the seat on turn.

    Sets of cards are bits.  Players are counted from the one on turn, and ``first`` and ``second``
    are those after it, also where one of them takes no part.
    """

    def __init__(
        self,
        hand: i64,
        legal: i64,  # playable cards
        trump: i64,
        led: i64,  # the suit to follow, -1 on lead
        best: i64,  # the winning card so far, -1
        holder: i64,  # its player, ``DEALER_PLACE`` or ``NO_PLACE``
        declarer: i64,  # the player, -1 if everybody plays alone
        level: i64,  # tricks of the contract, 0 where the declarer wants none
        won: i64,  # own tricks
        left: i64,  # tricks still to be played, this one included
        first: i64,  # the cards that the next player may hold
        second: i64,
        later: i64,  # players yet to play to this trick, as bits
        known: i64,  # players whose cards are all known, as bits
        led_before: i64,  # suits led to past tricks: bit 4 * player + suit
    ) -> None:
        self.hand, self.legal, self.trump, self.led = hand, legal, trump, led
        self.best, self.holder, self.declarer, self.level = best, holder, declarer, level
        self.won, self.left, self.first, self.second = won, left, first, second
        self.later, self.known, self.led_before = later, known, led_before
        self.outstanding = first | second  # all that the other two seats may hold
        self.trumps = 0 if trump < 0 else suit_set(trump)
        self.led_cards = 0 if led < 0 else suit_set(led)
        self.partner: i64 = LAST if declarer == NEXT else NEXT  # the other defender
        self.of_partner = second if declarer == NEXT else first
        self.of_declarer = first if declarer == NEXT else second
        self.of_later = (first if later & 2 else 0) | (second if later & 4 else 0)

    def believing(self, card: Card, first: bool, second: bool) -> PlayInference:
        """Return the same where a card is thought to be with these players, if they are hidden."""
        bit = 1 << card
        with_first = first and self.first and not self.known & 2
        with_second = second and self.second and not self.known & 4
        return PlayInference(
            self.hand,
            self.legal,
            self.trump,
            self.led,
            self.best,
            self.holder,
            self.declarer,
            self.level,
            self.won,
            self.left,
            self.first | (bit if with_first else 0),
            self.second | (bit if with_second else 0),
            self.later,
            self.known,
            self.led_before,
        )

    @property
    def sees_partner(self) -> bool:
        return self.known >> self.partner & 1 != 0

    @property
    def declarer_is_later(self) -> bool:
        return self.declarer > 0 and self.later >> self.declarer & 1 != 0

    @property
    def next_player(self) -> i64:
        """The player after this one to this trick, on a lead."""
        return NEXT if self.later & 2 else LAST

    def in_suit(self, suit: i64) -> i64:
        return self.hand & suit_set(suit)

    def has_led(self, player: i64, suit: i64) -> bool:
        """Return True if the player has led the suit to a past trick."""
        return self.led_before >> player * 4 + suit & 1 != 0

    def must_ruff(self) -> bool:
        """Return True if the seat cannot follow suit and must ruff."""
        return self.led >= 0 and not self.legal & self.led_cards and self.legal & self.trumps != 0

    def is_master(self, card: i64) -> bool:
        """Return True if no other seat may hold a higher card of the suit."""
        return not self.outstanding & higher_cards(card)

    def winners(self) -> i64:
        """Return the playable cards that beat the trick so far."""
        return self.legal if self.best < 0 else self.legal & cards_beating(self.best, self.trump)

    def may_be_beaten(self, card: i64) -> bool:
        """Return True if one of the later players may beat the card."""
        if self.later & 2 and self.may_beat(self.first, card):
            return True
        return self.later & 4 != 0 and self.may_beat(self.second, card)

    def may_beat(self, cards: i64, best: i64) -> bool:
        """Return True if a player who holds some of these cards may beat the best so far."""
        follows = cards & (self.led_cards if self.led >= 0 else suit_set(best >> 3))
        if not follows:
            follows = cards & self.trumps or cards
        return follows & cards_beating(best, self.trump) != 0


@final
class PlayRecord:
    """The record of the cards played so far, and what each of them has shown.

    It reads the public part of a deal: a view of it, or the deal itself where robots play on.
    Seats are places, forehand 0.
    """

    def __init__(self, table: DealView | deal.Deal, talon_lead: Card | None) -> None:
        seats, contract = table.seats, table.contract
        out = [place for place, s in enumerate(seats) if table.roles[s] == deal.Role.DROPPED]
        self.out: i64 = out[0] if out else NO_PLACE
        self.full: i64 = 2 if out else 3  # cards of a trick
        self.dealer_plays: bool = (
            table.dealer not in seats and table.roles[table.dealer] != deal.Role.RESTING
        )
        self.trump: i64 = -1 if contract is None else contract.trump
        self.declarer: i64 = -1 if contract is None else seats.index(contract.declarer)
        self.level: i64 = 0 if contract is None else contract.level
        # the shown talon can be only the declarer's
        self.is_talon_out: bool = contract is None or any(
            call.action is actions.THROW for call in table.calls
        )
        self.hand_a: i64 = 0  # the hands that are known, by place
        self.hand_b: i64 = 0
        self.hand_c: i64 = 0
        self.gone: i64 = 0  # cards played, the talon's excepted
        self.lacks: i64 = 0  # suits that a place has shown to be void in
        self.led_before: i64 = 0  # suits that a place has led to past tricks
        self.leader: i64 = 0  # a place, as ``turn``
        self.turn: i64 = 0
        self.count: i64 = 0  # cards of the trick
        self.opened: i64 = -1  # the suit of its first card
        self.led: i64 = -1  # the suit to follow, -1 on lead
        self.best: i64 = -1
        self.holder: i64 = NO_PLACE
        self._read(table, talon_lead)

    def _read(self, table: DealView | deal.Deal, talon_lead: Card | None) -> None:
        for trick in table.tricks:
            self._note_trick(table.seats.index(trick.leader), trick.cards, trick.talon)
            self.finish_trick()
        self._note_trick(table.seats.index(table.leader), table.trick, talon_lead)

    def _note_trick(self, leader: i64, cards: tuple[Card, ...], talon: Card | None) -> None:
        self.begin_trick(leader, -1 if talon is None else talon)
        for card in cards:
            self.add(card)

    def begin_trick(self, leader: i64, talon: i64) -> None:
        """Begin a trick; a talon card (-1: none) counts in it only if the dealer takes part."""
        self.leader, self.turn, self.count, self.opened = leader, leader, 0, -1
        self.led = -1 if talon < 0 else talon >> 3
        self.best, self.holder = -1, NO_PLACE
        if talon >= 0 and self.dealer_plays:
            self.best, self.holder = talon, DEALER_PLACE

    def add(self, card: i64) -> None:
        """Note the next card of the trick."""
        suit = card >> 3
        self.gone |= card_set(card)
        if self.opened < 0:
            self.opened = suit
        if self.led < 0:
            self.led = suit
        if suit == self.led if self.best < 0 else beats(card, self.best, self.trump):
            self.best, self.holder = card, self.turn
        if suit != self.led:
            self.lacks |= card_set(self.turn * 4 + self.led)
            if self.trump >= 0 and suit != self.trump:
                self.lacks |= card_set(self.turn * 4 + self.trump)
        self.count += 1
        self.turn = self.after(self.turn)

    def finish_trick(self) -> None:
        """Note who led to the trick that is complete."""
        self.led_before |= card_set(self.leader * 4 + self.opened)

    def after(self, place: i64) -> i64:
        """Return the next place that takes part."""
        following = place_after(place)
        return place_after(following) if following == self.out else following

    def hand_of(self, place: i64) -> i64:
        return self.hand_a if place == 0 else self.hand_b if place == 1 else self.hand_c

    def give(self, place: i64, hand: i64) -> None:
        """Note the hand of a place."""
        if place == 0:
            self.hand_a = hand
        elif place == 1:
            self.hand_b = hand
        else:
            self.hand_c = hand

    def lacking(self, place: i64) -> i64:
        """Return the cards of the suits that a place has shown to be void in."""
        return _cards_of_suits(_suits_of(place, self.lacks))

    def infer(
        self, legal: i64, known: i64, discard: i64, shown: i64, won: i64, left: i64
    ) -> PlayInference:
        """Return what a player knows for the place on turn.

        ``known`` are the places whose hands the player sees, the own among them, as bits; ``legal``
        are the playable cards, ``discard`` is the player's own and ``shown`` the talon's part that
        was shown; ``won`` are the tricks of the place.
        """
        own = self.turn
        first = place_after(own)
        second = place_after(first)
        unseen = _FULL & ~(self.gone | discard | (shown if self.is_talon_out else 0))
        for place in range(3):
            if known >> place & 1:
                unseen &= ~self.hand_of(place)
        return PlayInference(
            self.hand_of(own),
            legal,
            self.trump,
            self.led,
            self.best,
            self.holder if self.holder in (NO_PLACE, DEALER_PLACE) else _turned(self.holder, own),
            -1 if self.declarer < 0 else _turned(self.declarer, own),
            self.level,
            won,
            left,
            self._possible(first, known, unseen, shown),
            self._possible(second, known, unseen, shown),
            self._later(own, first),
            1 | (known >> first & 1) << 1 | (known >> second & 1) << 2,
            _suits_of(own, self.led_before)
            | _suits_of(first, self.led_before) << 4
            | _suits_of(second, self.led_before) << 8,
        )

    def _possible(self, place: i64, known: i64, unseen: i64, shown: i64) -> i64:
        """Return the cards that a place may hold."""
        if known >> place & 1:
            return self.hand_of(place)
        if place == self.out:
            return 0
        may = unseen & ~self.lacking(place)
        return may if self.declarer in (-1, place) else may & ~shown

    def _later(self, own: i64, first: i64) -> i64:
        """Return the players yet to play to this trick after the one on turn, as bits."""
        left = self.full - self.count - 1
        if left <= 0:
            return 0
        return 6 if left == 2 else 2 if self.after(own) == first else 4


def place_after(place: i64) -> i64:
    """Return the next of the three places, also if it takes no part."""
    return 0 if place == 2 else place + 1


def _turned(place: i64, own: i64) -> i64:
    """Return a place counted from another one."""
    return place - own if place >= own else place - own + 3


def infer_play(view: SeatView) -> PlayInference:
    """Infer the ``PlayInference`` of the seat on turn from a view of the play."""
    table = view.open_deal
    record, known = PlayRecord(table, table.talon_lead), 0
    for seat, hand in (*table.open_hands, (view.seat, view.hand)):
        place = table.seats.index(seat)
        record.give(place, int(hand))
        known |= 1 << place
    legal = Hand.of(action.card for action in view.legal if isinstance(action, actions.Play))
    return record.infer(
        int(legal),
        known,
        _to_bits(view.discard),
        _to_bits(table.talon),
        table.won[table.player_on_turn],
        TRICKS - len(table.tricks),
    )


def void_suits(table: DealView) -> dict[Seat, int]:
    """Return, by seat, the suits it has shown to be void in."""
    record = PlayRecord(table, table.talon_lead)
    return {seat: int(record.lacking(place)) for place, seat in enumerate(table.seats)}
