"""Public knowledge about the cards in play, and the distributions of the rest it allows."""

from typing import Final, NamedTuple, Self

from bot.analysis.duties import cards_in, next_place
from bot.analysis.position import Place, SolverContract
from bot.analysis.reading import place_of_seat, solver_contract_of
from bot.engine import actions as act
from bot.engine.cards import FULL, Card, Hand
from bot.engine.deal import Deal, Trick
from bot.engine.play import TrickPlay
from bot.engine.tricks import denied_suits

OUT_OF_PLAY: Final[Place] = 3  # cards that take no part: the discard, the talon, a hand laid down

CardMasks = tuple[int, int, int, int]  # sets of cards or numbers, by place and aside


class PossibleLayouts(NamedTuple):
    """All possible distributions of the unseen cards: by place, allowed cards and their number."""

    unseen: int
    allowed: CardMasks
    counts: CardMasks

    def is_possible(self) -> bool:
        """True if all cards fit: no group of places must hold more than it has room for."""
        open_places = [place for place in range(4) if self.counts[place]]
        for chosen in range(1 << len(open_places)):
            elsewhere = room = 0
            for n, place in enumerate(open_places):
                if chosen >> n & 1:
                    room += self.counts[place]
                else:
                    elsewhere |= self.allowed[place]
            if (self.unseen & ~elsewhere).bit_count() > room:
                return False
        return True

    def without(self, place: Place, card: Card) -> Self:
        """Return the distributions in which this place held the card, now out of the hand."""
        room = list(self.counts)
        room[place] -= 1
        return self._replace(unseen=self.unseen & ~(1 << card), counts=_four(room))

    def without_suits(self, place: Place, suits: int) -> Self:
        """Return only the distributions in which the place holds none of these cards."""
        may = list(self.allowed)
        may[place] &= ~suits
        return self._replace(allowed=_four(may))

    def example(self) -> CardMasks:
        """Return one of the distributions."""
        left, held = self, [0, 0, 0, 0]
        for card in cards_in(self.unseen):
            for place in sorted(range(4), key=lambda p: -left.counts[p]):
                if left.counts[place] and left.allowed[place] >> card & 1:
                    tried = left.without(place, card)
                    if tried.is_possible():
                        left = tried
                        held[place] |= 1 << card
                        break
        return _four(held)


class PublicPlay(NamedTuple):
    """The public side of a play between two tricks; a hidden hand is 0 in ``hands``."""

    hands: tuple[int, int, int]
    layouts: PossibleLayouts
    leader: Place
    tricks_left: int  # tricks
    contract: SolverContract


def public_play(deal: Deal, play: TrickPlay) -> PublicPlay:
    """Return the public side of a deal: open cards and inferences, never hidden cards."""
    contract = solver_contract_of(deal, play)
    hands = [0, 0, 0]
    for seat in deal.open_seats:
        if seat in deal.seats and seat != play.out:
            hands[deal.seats.index(seat)] = int(deal.hands[seat])
    unseen = int(FULL) & ~_face_up(deal) & ~(hands[0] | hands[1] | hands[2])
    room = [0, 0, 0, 0]
    for place, seat in enumerate(deal.seats):
        if not hands[place] and place != contract.out:
            room[place] = len(deal.hands[seat])
    room[OUT_OF_PLAY] = unseen.bit_count() - sum(room)
    never = _impossible_cards(deal, contract)
    may = [unseen & ~never[place] if room[place] else 0 for place in range(3)]
    return PublicPlay(
        hands=(hands[0], hands[1], hands[2]),
        layouts=PossibleLayouts(unseen, _four([*may, unseen]), _four(room)),
        leader=deal.seats.index(deal.leader),
        tricks_left=10 - len(deal.tricks),
        contract=contract,
    )


def _face_up(deal: Deal) -> int:
    """Return the cards that have left the hands face up."""
    gone = [card for trick in deal.tricks for card in trick.cards]
    gone += [trick.talon for trick in deal.tricks if trick.talon is not None]
    if deal.contract is None:
        gone += deal.talon[: deal.talon_shown]
    return int(Hand.of(gone))


def _impossible_cards(deal: Deal, contract: SolverContract) -> list[int]:
    """Return by place the cards it cannot hold: denied suits, and the declarer's open talon."""
    never = [0, 0, 0]
    bought_away = any(call.action is act.BUY for call in deal.calls)
    if deal.contract is not None and not bought_away:
        shown = int(Hand.of(deal.talon[: deal.talon_shown]))
        never = [0 if place == contract.declarer else shown for place in range(3)]
    for trick in deal.tricks:
        place = place_of_seat(deal, trick.leader)
        for card in trick.cards:
            led, following = _suit_led(trick), contract.following
            never[place] |= denied_suits(card, led, contract.trump, following)
            place = next_place(place, contract.out)
    return never


def _suit_led(trick: Trick) -> int:
    return (trick.cards[0] if trick.talon is None else trick.talon) >> 3


def _four(values: list[int]) -> CardMasks:
    return (values[0], values[1], values[2], values[3])
