"""Answers to a proposed split: yes when the layouts promise this seat no more than it gives."""

from random import Random
from typing import Final

from bot.analysis.advice import Advice, Option
from bot.analysis.allpass import Rational
from bot.analysis.position import Aim
from bot.analysis.solver import BudgetSpent, Solver
from bot.engine import actions as act
from bot.engine.view import View
from bot.robots.expert.alone import price_of
from bot.robots.expert.tables import Table, table_of
from bot.robots.worlds import survey

_SAME: Final = 1e-6  # balances closer than this are equal


def advise(view: View, rng: Random, layouts: int, nodes: int) -> Advice | None:
    """Accept or refuse with what both are worth; None where the nodes did not last."""
    assert view.table is not None
    assert view.table.offer is not None
    found = survey(view, rng, layouts)
    if not found.layouts:
        return None
    table = table_of(view, found, rng)
    promised, looked = _promised(table, nodes)
    if not looked:
        return None
    offered = price_of(table, list(view.table.offer.tricks))
    rows = [Option(act.ACCEPT, offered, -1), Option(act.REFUSE, promised, -1)]
    if offered < promised - _SAME:
        rows.reverse()
    exact = table.exact and looked == len(table.layouts)
    return Advice(rows[0].action, tuple(rows), table.count(looked), exact)


def _promised(table: Table, nodes: int) -> tuple[float, int]:
    """The mean price of playing on, and in how many layouts it was found."""
    is_alone = table.contract.aim is Aim.OWN
    rational = Rational(table.contract, nodes) if is_alone else None
    solver = None if is_alone else Solver(table.contract, nodes)
    value, total, looked = 0.0, 0.0, 0
    try:
        for cards, weight in zip(table.layouts, table.weights, strict=True):
            if rational is not None:
                price = price_of(table, list(rational.tricks(cards)))
            else:
                assert solver is not None
                price = table.prices.of_declarer(table.taken + solver.solve(cards))
            value += price * weight
            total += weight
            looked += 1
    except BudgetSpent:
        pass
    return value / (total or 1.0), looked
