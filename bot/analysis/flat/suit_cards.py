"""The remaining cards of one suit, read from its code."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

_MOST_CARDS: Final = 8


@final
class SuitCards:
    """The owners of the cards, the lowest first; a card is its place, -1 is no card."""

    def __init__(self) -> None:
        self.owners: vec[i64] = vec[i64]([0] * _MOST_CARDS)
        self.length: i64 = 0

    def read(self, code: i64) -> None:
        """Read the owners of the cards of a suit from its code."""
        count: i64 = 1
        length: i64 = 0
        while code >= count:
            code -= count
            count *= 3
            length += 1
        self.length = length
        place: i64 = 0
        while place < length:
            self.owners[place] = code % 3
            code //= 3
            place += 1

    def code_without(self, a: i64, b: i64, c: i64) -> i64:
        """Return the code of the suit without the cards at these places; -1 is no card."""
        value: i64 = 0
        unit: i64 = 1
        place: i64 = 0
        while place < self.length:
            if place != a and place != b and place != c:
                value += self.owners[place] * unit
                unit *= 3
            place += 1
        return (unit - 1) // 2 + value

    def next_card(self, player: i64, place: i64) -> i64:
        """Return a player's next card above a place, the lowest of its run, or -1."""
        return self.card_above(player, place, -1)

    def card_above(self, player: i64, place: i64, gone: i64) -> i64:
        """Return the same as if the card at ``gone`` had left the suit."""
        place += 1
        while place < self.length:
            if self._begins_run(player, place, gone):
                return place
            place += 1
        return -1

    def card_below(self, player: i64, place: i64, gone: i64) -> i64:
        """Return the next one below a place."""
        place -= 1
        while place >= 0 and not self._begins_run(player, place, gone):
            place -= 1
        return place

    def _begins_run(self, player: i64, place: i64, gone: i64) -> bool:
        if place == gone or self.owners[place] != player:
            return False
        below = place - 1
        if below == gone:
            below -= 1
        return below < 0 or self.owners[below] != player

    def top_card(self, player: i64) -> i64:
        """Return the place of a player's highest card, or -1."""
        place = self.length - 1
        while place >= 0 and self.owners[place] != player:
            place -= 1
        return place
