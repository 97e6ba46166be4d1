"""Offers of the tricks that are left, where they are certain however the hidden cards lie.

A human need not watch a robot take trick after trick that nobody can keep from it.  The proof is
that of any offer: against every distribution that is possible in public, with the hand that the
offer shows.  It is made once a deal: who refused it wants to play on.
"""

from random import Random
from typing import Final

from bot.analysis.claims import proof
from bot.analysis.position import Aim, Cards, Contract
from bot.analysis.reading import position_of
from bot.analysis.solver import BudgetSpent, Solver
from bot.engine.actions import Claim
from bot.engine.deal import Stage
from bot.engine.game import Game, apply
from bot.engine.play import TRICKS
from bot.engine.view import Table, View
from bot.robots.worlds import game_of, survey

_LEAST: Final = 3  # tricks left: of two there is little to spare
_LAYOUTS: Final = 4  # looked at with open hands before anything is proved
_NODES: Final = 4_000  # of the solver, for them
_BUDGET: Final = 5_000  # positions of the proof


def may_offer(view: View) -> bool:
    """Whether this is a moment for it: on lead, and nothing was offered in this deal."""
    table = view.table
    if view.stage is not Stage.PLAY or table is None or table.contract is None:
        return False
    if TRICKS - len(table.tricks) < _LEAST or _was_offered(table):
        return False
    return any(isinstance(action, Claim) for action in view.legal)


def _was_offered(table: Table) -> bool:
    return any(isinstance(call.action, Claim) for call in table.calls)


def offer(view: View, rng: Random) -> Claim | None:
    """All the tricks left, or none for who wants none; None where that is not certain."""
    if not may_offer(view) or (claim := _wanted(view)) is None:
        return None
    layouts = survey(view, rng, _LAYOUTS, believes=False).layouts[:_LAYOUTS]
    worlds = [game_of(view, layout, rng) for layout in layouts]
    if not worlds or not all(_holds(world, claim) for world in worlds):
        return None
    assert view.seat is not None
    offered = apply(worlds[0], view.seat, claim).deal
    assert offered is not None
    return claim if proof(offered, _BUDGET) is not None else None


def _wanted(view: View) -> Claim | None:
    """The most that the seat may want."""
    table = view.table
    assert table is not None
    assert view.seat is not None
    contract = table.declared
    if contract.is_misere and contract.declarer != view.seat:
        return None
    place = table.seats.index(view.seat)
    own = 0 if contract.is_misere else TRICKS - len(table.tricks)
    claims = (action for action in view.legal if isinstance(action, Claim))
    return next((claim for claim in claims if claim.tricks[place] == own), None)


def _holds(world: Game, claim: Claim) -> bool:
    """Whether best play of all leads there in one layout: else no proof is worth trying."""
    assert world.deal is not None
    position = position_of(world.deal)
    assert position is not None
    cards, contract = position
    declarers = claim.tricks[contract.declarer]
    try:
        return _reaches(cards, contract, declarers)
    except BudgetSpent:
        return False


def _reaches(cards: Cards, contract: Contract, declarers: int) -> bool:
    """The solver's word on so many of the tricks left for the declarer."""
    solver = Solver(contract, _NODES)
    if contract.aim is Aim.MOST and not declarers:
        return not solver.makes(cards, 1)
    return solver.makes(cards, declarers)
