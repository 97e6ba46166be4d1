"""The duties of who follows: to overtake, to trump, to win low (rules/austrian.md C-8, C-9)."""

from typing import NamedTuple

from bot.engine.cards import SUIT_BITS, Card, Seat
from bot.engine.deal import Deal
from bot.engine.refusal import Reason
from bot.engine.tricks import best_of


class Choice(NamedTuple):
    """The cards of the suit led, the trumps of a hand without it, and which of either win."""

    led: int
    trumps: int
    winning: int


class Overtaking(NamedTuple):
    """``bound`` is the left defender with the lowest-winner duty (-1: nobody)."""

    must_trump: bool
    declarer: Seat = -1
    bound: Seat = -1

    def cards(self, deal: Deal, trump: int) -> int:
        choice = _choice(deal, trump)
        if choice.winning:
            lowest = choice.winning & -choice.winning
            return lowest if self._wins_low(deal) else choice.winning
        if choice.led:
            return choice.led
        return choice.trumps if self.must_trump and choice.trumps else deal.hands[deal.turn]

    def _wins_low(self, deal: Deal) -> bool:
        """C-9: the declarer has led, and the left defender answers."""
        return deal.turn == self.bound and deal.leader == self.declarer

    def why_not(self, deal: Deal, trump: int, card: Card) -> Reason:
        choice = _choice(deal, trump)
        if choice.led and not choice.led >> card & 1:
            return Reason.MUST_FOLLOW
        if choice.trumps and not choice.trumps >> card & 1:
            return Reason.MUST_TRUMP
        return Reason.MUST_WIN_LOW if choice.winning >> card & 1 else Reason.MUST_OVERTAKE


def _choice(deal: Deal, trump: int) -> Choice:
    hand, trick = deal.hands[deal.turn], deal.trick
    suit = trick[0] >> 3
    place = best_of(trick, suit, trump)
    best = trick[0] if place is None else trick[place]
    led = SUIT_BITS[suit] & hand
    if led:
        return Choice(led, 0, led & _above(best) if best >> 3 == suit else 0)
    trumps = SUIT_BITS[trump] & hand if trump >= 0 else 0
    return Choice(0, trumps, trumps & _above(best) if best >> 3 == trump else trumps)


def _above(card: Card) -> int:
    """The cards of the same suit that rank higher."""
    return SUIT_BITS[card >> 3] & -(2 << card)
