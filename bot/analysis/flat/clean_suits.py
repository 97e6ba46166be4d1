"""``bot.analysis.suit_facts.CleanSuits`` on native integers: the same bits for every suit."""

from functools import cache
from typing import final

from librt.vecs import vec
from mypy_extensions import i64, u8

from bot.analysis.flat.constants import CODE_COUNT, DIRTY, EXIT
from bot.analysis.flat.suit_cards import SuitCards
from bot.analysis.suit_facts import FORCED_BY_LAST, FORCED_BY_NEXT, UNKNOWN


@final
class FlatCleanSuits:
    """Suits of a declarer who wants no trick, without trumps; computed when first met."""

    def __init__(self, overtake: bool) -> None:
        self._overtake: bool = overtake
        self._known: vec[u8] = vec[u8]([UNKNOWN] * int(CODE_COUNT))

    def bits(self, code: i64) -> i64:
        """Return the bits DIRTY, FORCED_BY_NEXT, FORCED_BY_LAST, EXIT that hold for a suit."""
        known: i64 = i64(self._known[code])
        return known if known != UNKNOWN else self._compute(code)

    def _compute(self, code: i64) -> i64:
        suit = SuitCards()
        suit.read(code)
        found: i64 = DIRTY
        if self._is_clean(suit, -1, -1, -1):
            found = EXIT if self._has_exit(suit) else 0
        if self._is_forced(suit, 1):
            found |= FORCED_BY_NEXT
        if self._is_forced(suit, 2):
            found |= FORCED_BY_LAST
        self._known[code] = u8(found)
        return found

    def _is_clean(self, suit: SuitCards, a: i64, b: i64, c: i64) -> bool:
        """True if the suit is clean without the cards at these places."""
        below: i64 = 0
        own: i64 = 0
        place: i64 = 0
        while place < suit.length:
            if place != a and place != b and place != c:
                if suit.owners[place] != 0:
                    below += 1
                elif below > (0 if self._overtake else own):
                    return False
                else:
                    own += 1
            place += 1
        return True

    def _has_exit(self, suit: SuitCards) -> bool:
        if suit.top_card(1) < 0 and suit.top_card(2) < 0:
            return False
        led = suit.next_card(0, -1)
        while led >= 0:
            if self._is_safe(suit, led):
                return True
            led = suit.next_card(0, led)
        return False

    def _is_safe(self, suit: SuitCards, led: i64) -> bool:
        """True if every answer of the defenders is higher and leaves the suit clean."""
        second = suit.next_card(1, -1)
        while True:
            third = suit.next_card(2, -1)
            while True:
                if max(second, third) < led or not self._is_clean(suit, led, second, third):
                    return False
                if third >= 0:
                    third = suit.next_card(2, third)
                if third < 0:
                    break
            if second >= 0:
                second = suit.next_card(1, second)
            if second < 0:
                return True

    def _is_forced(self, suit: SuitCards, leader: i64) -> bool:
        """True if the defenders, leading nothing but this suit, can make the declarer win."""
        if self._overtake or suit.top_card(0) < 0:
            return False
        led = suit.next_card(leader, -1)
        while led >= 0:
            other = suit.next_card(3 - leader, -1)
            while True:
                if self._must_take(suit, led, other):
                    return True
                if other >= 0:
                    other = suit.next_card(3 - leader, other)
                if other < 0:
                    break
            led = suit.next_card(leader, led)
        return False

    def _must_take(self, suit: SuitCards, led: i64, other: i64) -> bool:
        """True if every card of the declarer wins this trick of the suit, or a later one of it."""
        own = suit.next_card(0, -1)
        while own >= 0:
            winner = suit.owners[max(led, other, own)]
            if winner != 0 and self.bits(suit.code_without(led, other, own)) >> winner & 1 == 0:
                return False
            own = suit.next_card(0, own)
        return True


@cache
def flat_clean_suits(overtake: bool) -> FlatCleanSuits:
    return FlatCleanSuits(overtake)
