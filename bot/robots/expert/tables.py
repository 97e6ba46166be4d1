"""Solver positions of a view of the play: the common data, and the cards of each layout."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from bot.analysis.position import Cards, Position, SolverContract
from bot.analysis.reading import position_of
from bot.engine.cards import Seat
from bot.engine.deal import Deal
from bot.engine.view import View
from bot.robots.expert.prices import TrickPrices
from bot.robots.worlds import Layout, LayoutSample, game_on_layout


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

    @property
    def taken(self) -> int:
        """The declarer's tricks so far."""
        return self.won[self.contract.declarer] if self.contract.declarer >= 0 else 0

    @property
    def left(self) -> int:
        """The tricks still to be played, including the current one."""
        return max(hand.bit_count() for hand in self.layouts[0].hands)

    def count_first(self, layouts: int) -> int:
        """Return how many distributions the first ``layouts`` stand for; samples may repeat."""
        return self.count_layouts(range(len(self.weights[:layouts])))

    def count_layouts(self, layouts: Iterable[int]) -> int:
        """Return how many distributions these layouts stand for, given by number."""
        if self.exact:
            return sum(1 for _ in layouts)
        return sum(max(1, round(self.weights[n])) for n in layouts)


def positions_of(
    view: View, found: LayoutSample, rng: Random, for_both: bool = False
) -> PlayPositions:
    """Return the positions of a view of the play; ``found`` must not be empty.

    ``for_both``: a defender's prices are those of both defenders together.
    """
    assert view.seat is not None
    game = game_on_layout(view, found.layouts[0], rng)
    assert game.deal is not None
    deal = game.deal
    position = position_of(deal)
    assert position is not None
    contract = deal.contract
    first, second, third = (deal.won[seat] for seat in deal.seats)
    beneficiaries = _side_of(deal, position.contract, view.seat) if for_both else (view.seat,)
    return PlayPositions(
        contract=position.contract,
        layouts=tuple(_layout_position(position, deal.seats, layout) for layout in found.layouts),
        weights=tuple(layout.weight for layout in found.layouts),
        exact=found.exact,
        prices=TrickPrices(game, *beneficiaries),
        won=(first, second, third),
        place=deal.seats.index(view.seat),
        seats=deal.seats,
        level=0 if contract is None else contract.level,
        attacks=contract is not None and contract.declarer == view.seat,
        shared=len(beneficiaries) > 1,
    )


def _side_of(deal: Deal, contract: SolverContract, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats on this side, itself included; a dummy scores no points."""
    if contract.declarer < 0 or deal.seats[contract.declarer] == seat:
        return (seat,)
    aside = (contract.declarer, contract.out)
    return tuple(
        other
        for place, other in enumerate(deal.seats)
        if place not in aside and other in deal.players
    )


def _layout_position(position: Position, seats: tuple[Seat, Seat, Seat], layout: Layout) -> Cards:
    """Return the position of one layout."""
    out = position.contract.out
    first, second, third = (
        0 if place == out else layout.hands[seat] for place, seat in enumerate(seats)
    )
    leading = len(layout.talon) - len(position.cards.talon)
    return position.cards._replace(hands=(first, second, third), talon=layout.talon[leading:])
