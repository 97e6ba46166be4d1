"""Public knowledge about the cards in play, and the distributions of the rest it allows."""

from typing import Final, NamedTuple, Self

from bot.analysis.duties import after, bits
from bot.analysis.position import Contract, Place
from bot.analysis.reading import contract_of, place_of
from bot.engine import actions as act
from bot.engine.cards import FULL, Card, Hand
from bot.engine.deal import Deal, Trick
from bot.engine.play import TrickPlay
from bot.engine.tricks import suits_denied

ASIDE: Final[Place] = 3  # cards that take no part: the discard, the talon, a hand laid down

Masks = tuple[int, int, int, int]  # sets of cards or numbers, by place and aside


class Layouts(NamedTuple):
    """All possible distributions of the unseen cards: by place, allowed cards and their number."""

    unseen: int
    may: Masks
    room: Masks

    def is_possible(self) -> bool:
        """True if all cards fit: no group of places must hold more than it has room for."""
        open_places = [place for place in range(4) if self.room[place]]
        for chosen in range(1 << len(open_places)):
            elsewhere = room = 0
            for n, place in enumerate(open_places):
                if chosen >> n & 1:
                    room += self.room[place]
                else:
                    elsewhere |= self.may[place]
            if (self.unseen & ~elsewhere).bit_count() > room:
                return False
        return True

    def without(self, place: Place, card: Card) -> Self:
        """Return the distributions in which this place held the card, now out of the hand."""
        room = list(self.room)
        room[place] -= 1
        return self._replace(unseen=self.unseen & ~(1 << card), room=_four(room))

    def void(self, place: Place, suits: int) -> Self:
        """Return only the distributions in which the place holds none of these cards."""
        may = list(self.may)
        may[place] &= ~suits
        return self._replace(may=_four(may))

    def example(self) -> Masks:
        """Return one of the distributions."""
        left, held = self, [0, 0, 0, 0]
        for card in bits(self.unseen):
            for place in sorted(range(4), key=lambda p: -left.room[p]):
                if left.room[place] and left.may[place] >> card & 1:
                    tried = left.without(place, card)
                    if tried.is_possible():
                        left = tried
                        held[place] |= 1 << card
                        break
        return _four(held)


class Known(NamedTuple):
    """The public side of a play between two tricks; a hidden hand is 0 in ``hands``."""

    hands: tuple[int, int, int]
    layouts: Layouts
    leader: Place
    left: int  # tricks
    contract: Contract


def known_of(deal: Deal, play: TrickPlay) -> Known:
    """Return the public side of a deal: open cards and inferences, never hidden cards."""
    contract = contract_of(deal, play)
    hands = [0, 0, 0]
    for seat in deal.open_seats:
        if seat in deal.seats and seat != play.out:
            hands[deal.seats.index(seat)] = int(deal.hands[seat])
    unseen = int(FULL) & ~_face_up(deal) & ~(hands[0] | hands[1] | hands[2])
    room = [0, 0, 0, 0]
    for place, seat in enumerate(deal.seats):
        if not hands[place] and place != contract.out:
            room[place] = len(deal.hands[seat])
    room[ASIDE] = unseen.bit_count() - sum(room)
    never = _impossible(deal, contract)
    may = [unseen & ~never[place] if room[place] else 0 for place in range(3)]
    return Known(
        hands=(hands[0], hands[1], hands[2]),
        layouts=Layouts(unseen, _four([*may, unseen]), _four(room)),
        leader=deal.seats.index(deal.leader),
        left=10 - len(deal.tricks),
        contract=contract,
    )


def _face_up(deal: Deal) -> int:
    """Return the cards that have left the hands face up."""
    gone = [card for trick in deal.tricks for card in trick.cards]
    gone += [trick.talon for trick in deal.tricks if trick.talon is not None]
    if deal.contract is None:
        gone += deal.talon[: deal.talon_shown]
    return int(Hand.of(gone))


def _impossible(deal: Deal, contract: Contract) -> list[int]:
    """Return by place the cards it cannot hold: denied suits, and the declarer's open talon."""
    never = [0, 0, 0]
    bought_away = any(call.action is act.BUY for call in deal.calls)
    if deal.contract is not None and not bought_away:
        shown = int(Hand.of(deal.talon[: deal.talon_shown]))
        never = [0 if place == contract.declarer else shown for place in range(3)]
    for trick in deal.tricks:
        place = place_of(deal, trick.leader)
        for card in trick.cards:
            led, following = _led(trick), contract.following
            never[place] |= suits_denied(card, led, contract.trump, following)
            place = after(place, contract.out)
    return never


def _led(trick: Trick) -> int:
    return (trick.cards[0] if trick.talon is None else trick.talon) >> 3


def _four(values: list[int]) -> Masks:
    return (values[0], values[1], values[2], values[3])
