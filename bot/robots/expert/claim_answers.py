"""Answers to a proposed split: accept if playing on is worth no more in the sampled layouts."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from bot.analysis import all_pass_solver, position
from bot.analysis.advice import Advice, Reason, ReasonKind, WeighedAction
from bot.analysis.solver import BudgetSpent, Solver
from bot.engine import actions, view
from bot.engine import actions as act
from bot.robots.expert.card_play import price_of_tricks
from bot.robots.expert.play_positions import PlayPositions, positions_of
from bot.robots.worlds import sample_layouts

_SAME: Final = 1e-6  # balances closer than this are equal


def advise_claim(view: view.SeatView, rng: Random, layouts: int, nodes: int) -> Advice | None:
    """Accept or refuse, with the value of both; None if the nodes ran out."""
    found = sample_layouts(view, rng, layouts)
    if not found.layouts:
        return None
    table = positions_of(view, found, rng)
    prices = list(_playing_prices(table, nodes))
    looked = len(prices)
    if not looked:
        return None
    offered, promised = (
        price_of_tricks(table, list(view.open_deal.open_offer.tricks)),
        _mean_price(table, prices),
    )
    rows = [WeighedAction(act.ACCEPT, offered, -1), WeighedAction(act.REFUSE, promised, -1)]
    if offered < promised - _SAME:
        rows.reverse()
    exact = table.exact and looked == len(table.layouts)
    reasons = (_other_answer_reason(table, prices, offered, rows[0].action),)
    return Advice(rows[0].action, tuple(rows), table.count_first(looked), exact, reasons=reasons)


def _playing_prices(table: PlayPositions, nodes: int) -> Iterator[float]:
    """Yield the price of playing on, layout by layout, until the nodes run out."""
    is_alone = table.contract.aim is position.Aim.OWN
    rational = all_pass_solver.AllPassSolver(table.contract, nodes) if is_alone else None
    solver = None if is_alone else Solver(table.contract, nodes)
    try:
        for cards in table.layouts:
            if rational is not None:
                yield price_of_tricks(table, list(rational.tricks(cards)))
            else:
                assert solver is not None
                yield table.prices.price_for_declarer(table.taken + solver.solve(cards))
    except BudgetSpent:
        return


def _mean_price(table: PlayPositions, prices: Sequence[float]) -> float:
    weights = table.weights[: len(prices)]
    value = sum(price * weight for price, weight in zip(prices, weights, strict=True))
    return value / (sum(weights) or 1.0)


def _other_answer_reason(
    table: PlayPositions, prices: Sequence[float], offered: float, choice: actions.Action
) -> Reason:
    """Return the reason: in how many layouts the other answer brings no more."""
    sign, other = (1, act.REFUSE) if choice == act.ACCEPT else (-1, act.ACCEPT)
    no_more = [n for n, price in enumerate(prices) if sign * (price - offered) <= _SAME]
    return Reason(
        ReasonKind.NO_MORE,
        table.count_layouts(no_more),
        table.count_first(len(prices)),
        action=other,
    )
