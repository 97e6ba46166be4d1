"""A view of the play as solver positions, and the price of tricks for a seat."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from bot.analysis.position import (
    Cards,
    Position,
    SolverContract,
    place_of_seat,
    play_of,
    position_of,
)
from bot.engine import deal, families, ledger, trick_play, view
from bot.engine.cards import SUIT_BITS, Seat
from bot.engine.game import Game, score_deal
from bot.robots.inference import void_suits
from bot.robots.worlds import Layout, LayoutSample, game_on_layout

# Prices of tricks for a seat or for partners: the change of balance by the family's scoring.


class TrickPrices:
    """The change of balance as a function of the tricks, by place, at the end of the open deal.

    For one seat, or for several together: two defenders are partners, so a trick that one takes
    from the other is worth nothing to them.
    """

    def __init__(self, game: Game, *seats: Seat) -> None:
        assert game.deal is not None
        self._game, self._deal, self._seats = game, game.deal, seats
        self._family = families.family_of(game.rules)
        self._before = self._balance(game.carry.sheet)
        self._known: dict[tuple[int, int, int], float] = {}
        self._by_declarer: dict[int, float] = {}
        play = play_of(game.deal.phase)
        self._out = -1 if play is None else place_of_seat(game.deal, play.out)

    def price(self, tricks: Sequence[int]) -> float:
        """Return the price of ``tricks`` by place; a fourth player takes the rest of the ten."""
        first, second, third = tricks
        key = (first, second, third)
        if key not in self._known:
            self._known[key] = self._settled(key)
        return self._known[key]

    def price_for_declarer(self, tricks: int) -> float:
        """Return the price of the declarer's final tricks, with the rest split evenly."""
        if tricks not in self._by_declarer:
            ways = self._splits(tricks)
            self._by_declarer[tricks] = sum(map(self.price, ways)) / len(ways)
        return self._by_declarer[tricks]

    def _splits(self, tricks: int) -> list[tuple[int, int, int]]:
        deal = self._deal
        place = deal.seats.index(deal.declared_contract.declarer)
        left, right = (place + 1) % 3, (place + 2) % 3
        won = [deal.won[seat] for seat in deal.seats]
        rest = trick_play.TRICKS - tricks - won[left] - won[right]
        shares = {rest // 2, rest - rest // 2}
        if self._out in (left, right):
            shares = {0 if self._out == left else rest}
        ways = []
        for share in sorted(shares):
            final = won.copy()
            final[place], final[left] = tricks, won[left] + share
            final[right] = won[right] + rest - share
            ways.append((final[0], final[1], final[2]))
        return ways

    def _settled(self, tricks: tuple[int, int, int]) -> float:
        deal, game = self._deal, self._game
        won = list(deal.won)
        for seat, taken in zip(deal.seats, tricks, strict=True):
            won[seat] = taken
        if deal.dealer not in deal.seats:
            won[deal.dealer] = trick_play.TRICKS - sum(tricks)
        result = score_deal(deal._replace(won=tuple(won)))
        carry = self._family.next_carry(game.rules, game.carry, result)
        return float(self._balance(carry.sheet) - self._before)

    def _balance(self, sheet: ledger.Sheet) -> int:
        balance = self._family.balance(self._game.rules, sheet)
        return sum(balance[seat] for seat in self._seats)


# Solver positions of a view of the play: the common data, and the cards of each layout.


class PlayPositions(NamedTuple):
    """The data shared by all layouts, and the cards of each layout."""

    contract: SolverContract
    layouts: tuple[Cards, ...]
    weights: tuple[float, ...]
    exact: bool  # these are all possible layouts
    prices: TrickPrices
    won: tuple[int, int, int]  # tricks so far, by place
    place: int  # place of the seat
    seats: tuple[Seat, Seat, Seat]  # by place
    level: int
    attacks: bool  # the seat is the declarer
    shared: bool  # the prices are those of both defenders
    voids: tuple[int, int, int] = (0, 0, 0)  # by place, the suits it has shown to lack
    led: tuple[int, int, int] = (0, 0, 0)  # by place, the suits it has led in earlier tricks

    @property
    def taken(self) -> int:
        """The declarer's tricks so far."""
        return self.won[self.contract.declarer] if self.contract.declarer >= 0 else 0

    @property
    def left(self) -> int:
        """The tricks still to be played, including the current one."""
        return max(hand.bit_count() for hand in self.layouts[0].hands)

    def with_layouts(self, more: LayoutSample) -> "PlayPositions":
        """Return the positions with further layouts of the same view behind them."""
        first = Position(self.layouts[0], self.contract)
        return self._replace(
            layouts=(*self.layouts, *_layout_positions(first, self.seats, more.layouts)),
            weights=(*self.weights, *(layout.weight for layout in more.layouts)),
        )

    def count_first(self, layouts: int) -> int:
        """Return how many distributions the first ``layouts`` stand for; samples may repeat."""
        return self.count_layouts(range(len(self.weights[:layouts])))

    def count_layouts(self, layouts: Iterable[int]) -> int:
        """Return how many distributions these layouts stand for, given by number."""
        if self.exact:
            return sum(1 for _ in layouts)
        return sum(max(1, round(self.weights[n])) for n in layouts)


def positions_of(
    view: view.SeatView, found: LayoutSample, rng: Random, for_both: bool = False
) -> PlayPositions:
    """Return the positions of a view of the play; ``found`` must not be empty.

    ``for_both``: a defender's prices are those of both defenders together.
    """
    game = game_on_layout(view, found.layouts[0], rng)
    assert game.deal is not None
    deal = game.deal
    position = position_of(deal)
    assert position is not None
    contract = deal.contract
    first, second, third = (deal.won[seat] for seat in deal.seats)
    lacking = void_suits(view.open_deal)
    beneficiaries = _side_of(deal, position.contract, view.seat) if for_both else (view.seat,)
    return PlayPositions(
        contract=position.contract,
        layouts=tuple(_layout_positions(position, deal.seats, found.layouts)),
        weights=tuple(layout.weight for layout in found.layouts),
        exact=found.exact,
        prices=TrickPrices(game, *beneficiaries),
        won=(first, second, third),
        place=deal.seats.index(view.seat),
        seats=deal.seats,
        level=0 if contract is None else contract.level,
        attacks=contract is not None and contract.declarer == view.seat,
        shared=len(beneficiaries) > 1,
        voids=(lacking[deal.seats[0]], lacking[deal.seats[1]], lacking[deal.seats[2]]),
        led=_suits_led(view.open_deal, deal.seats),
    )


def _suits_led(table: view.DealView, seats: tuple[Seat, Seat, Seat]) -> tuple[int, int, int]:
    led = dict.fromkeys(seats, 0)
    for trick in table.tricks:
        if trick.talon is None:
            led[trick.leader] |= SUIT_BITS[trick.cards[0] >> 3]
    first, second, third = (led[seat] for seat in seats)
    return first, second, third


def _side_of(deal: deal.Deal, contract: SolverContract, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats on this side, itself included; a dummy scores no points."""
    if contract.declarer < 0 or deal.seats[contract.declarer] == seat:
        return (seat,)
    aside = (contract.declarer, contract.out)
    return tuple(
        other
        for place, other in enumerate(deal.seats)
        if place not in aside and other in deal.players
    )


def _layout_positions(
    position: Position, seats: tuple[Seat, Seat, Seat], layouts: Sequence[Layout]
) -> list[Cards]:
    """Return the cards of ``position`` with the hands and the talon of each layout."""
    _, leader, trick, ahead, talon_plays, winner_leads = position.cards
    out = position.contract.out  # the place whose hand takes no part; -1 if all do
    one, two, three = seats
    found = []
    for layout in layouts:
        hands, talon = layout.hands, layout.talon
        kept = (
            0 if out == 0 else hands[one],
            0 if out == 1 else hands[two],
            0 if out == 2 else hands[three],
        )
        leading = talon[len(talon) - len(ahead) :]
        found.append(Cards(kept, leader, trick, leading, talon_plays, winner_leads))
    return found
