"""Claims of the remaining tricks where these are certain against every distribution.

A human need not watch a robot take trick after trick that nobody can prevent.  The proof is that
of any claim: against every distribution that is possible in public, with the hand that the claim
shows.  A robot claims once a deal: a player who refused wants to play on.
"""

from random import Random
from typing import Final

from bot.analysis.claims import prove_offer
from bot.analysis.position import Aim, Cards, SolverContract
from bot.analysis.reading import position_of
from bot.analysis.solver import BudgetSpent, Solver
from bot.engine.actions import Claim
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action
from bot.engine.play import TRICKS
from bot.engine.view import DealView, View
from bot.robots.worlds import game_on_layout, sample_layouts

_LEAST_LEFT: Final = 3  # tricks left: below three a claim saves little
_LAYOUTS: Final = 4  # solved with open hands before the proof is tried
_NODES: Final = 4_000  # of the solver, for them
_PROOF_BUDGET: Final = 5_000  # positions of the proof


def may_propose_claim(view: View) -> bool:
    """Return True if a claim is legal, enough tricks are left and none was made in this deal."""
    table = view.table
    if view.stage is not Stage.PLAY or table is None or table.contract is None:
        return False
    if TRICKS - len(table.tricks) < _LEAST_LEFT or _was_claimed(table):
        return False
    return any(isinstance(action, Claim) for action in view.legal)


def _was_claimed(table: DealView) -> bool:
    return any(isinstance(call.action, Claim) for call in table.calls)


def propose_claim(view: View, rng: Random) -> Claim | None:
    """Return a claim of all remaining tricks, or of none against a misere; None if unproved."""
    if not may_propose_claim(view) or (claim := _wanted_claim(view)) is None:
        return None
    layouts = sample_layouts(view, rng, _LAYOUTS, use_likelihood=False).layouts[:_LAYOUTS]
    worlds = [game_on_layout(view, layout, rng) for layout in layouts]
    if not worlds or not all(_is_reached_in(world, claim) for world in worlds):
        return None
    assert view.seat is not None
    offered = apply_action(worlds[0], view.seat, claim).deal
    assert offered is not None
    return claim if prove_offer(offered, _PROOF_BUDGET) is not None else None


def _wanted_claim(view: View) -> Claim | None:
    """Return the claim of the best result for the seat; None if it is not legal."""
    table = view.table
    assert table is not None
    assert view.seat is not None
    contract = table.declared_contract
    if contract.is_misere and contract.declarer != view.seat:
        return None
    place = table.seats.index(view.seat)
    own = 0 if contract.is_misere else TRICKS - len(table.tricks)
    claims = (action for action in view.legal if isinstance(action, Claim))
    return next((claim for claim in claims if claim.tricks[place] == own), None)


def _is_reached_in(world: Game, claim: Claim) -> bool:
    """Return True if best play reaches the claim in one layout; else a proof is hopeless."""
    assert world.deal is not None
    position = position_of(world.deal)
    assert position is not None
    cards, contract = position
    declarers = claim.tricks[contract.declarer]
    try:
        return _reaches(cards, contract, declarers)
    except BudgetSpent:
        return False


def _reaches(cards: Cards, contract: SolverContract, declarers: int) -> bool:
    """Ask the solver if the declarer gets exactly this many of the remaining tricks."""
    solver = Solver(contract, _NODES)
    if contract.aim is Aim.MOST and not declarers:
        return not solver.makes(cards, 1)
    return solver.makes(cards, declarers)
