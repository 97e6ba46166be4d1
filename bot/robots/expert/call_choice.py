"""Decisions of the expert besides the cards, by expected score in sampled worlds.

The same method serves every family and every decision: apply each option in worlds consistent with
the view, continue the deal with calls of plain robots, value the play, let the family score it,
and take the change of the seat's standing.
"""

from random import Random
from typing import Final

from bot.analysis.advice import Advice, WeighedAction
from bot.engine.actions import CONCEDE, Action, Claim, Kontra, Play, is_bid
from bot.engine.deal import Stage
from bot.engine.game import apply_action
from bot.engine.view import SeatView
from bot.robots.beginner import Beginner
from bot.robots.expert.call_candidates import candidate_calls
from bot.robots.expert.call_reasons import reasons_for_call
from bot.robots.expert.continuation import DealContinuation, Prospect, WorkBudget
from bot.robots.expert.opponent_models import model_probabilities
from bot.robots.expert.option_weighing import (
    BETTER_ERRORS,
    LEAST_WORLDS,
    CallOption,
    OptionTally,
    best_option,
    weigh_options,
)
from bot.robots.expert.refinement import refined_worlds
from bot.robots.families import strategy_of
from bot.robots.worlds import World

_PLAIN: Final = Beginner()
_LAYOUTS: Final = {Stage.AUCTION: 40, Stage.EXCHANGE: 24, Stage.DECLARE: 30}
_MOST: Final = 30  # layouts for any other decision
_HIGH_LEVEL: Final = 9  # levels that are often declared on too few tricks
_CAUTION_AGAINST_HIGH: Final = 0.5
_BIDS_IN_WAR: Final = 2  # own bids that were overbid
_LAYOUTS_IN_WAR: Final = 64
_WORK_FACTOR_IN_WAR: Final = 3  # the work of another decision
_LEAST_IN_WAR: Final = 24  # layouts before anything is concluded
_BETTER_IN_WAR: Final = 0.25  # standard errors


def advise_call(view: SeatView, rng: Random) -> Advice:
    """Return the call of the highest expected score; the view's seat must be the seat to act.

    In the play it is a call beside the cards where that beats playing on (see ``advise_in_play``),
    else the plain robot's card.
    """
    plain = _PLAIN.choose(view, rng)
    if view.stage is Stage.PLAY:
        said = advise_in_play(view, rng)
        return said or Advice(plain, (), 0)
    options = candidate_calls(view, plain)
    if len(options) == 1 or view.table is None:
        return Advice(plain, (), 0)
    worlds, tally = _weigh_in_worlds(view, rng, plain, options)
    choice = best_option(tally, plain, _caution(view))
    assert choice is not None
    return _call_advice(view, worlds, tally, choice)


def _caution(view: SeatView) -> float:
    """Return by how many standard errors an option must beat the plain robot's call.

    Plain robots believe every contract of nine, so their answer counts for little there.  They
    also ignore opposing bids: from the third bid of a seat on, the worlds decide.
    """
    if view.stage is Stage.AUCTION:
        return _BETTER_IN_WAR if _is_war(view) else strategy_of(view.rules).bid_caution
    contract = None if view.table is None else view.table.contract
    is_high = contract is not None and contract.level >= _HIGH_LEVEL and contract.trump >= 0
    return _CAUTION_AGAINST_HIGH if is_high and view.stage is Stage.DEFENCE else BETTER_ERRORS


def _is_war(view: SeatView) -> bool:
    """Return True if both bids of the seat were overbid."""
    if view.stage is not Stage.AUCTION or view.table is None:
        return False
    own = sum(call.seat == view.seat and is_bid(call.action) for call in view.table.calls)
    return own >= _BIDS_IN_WAR


def advise_in_play(view: SeatView, rng: Random) -> Advice | None:
    """Return a call beside the cards (no aces, open hands, an offer) that beats playing on.

    None if no such call is legal or better.  The first of equal calls wins: announcing no aces
    costs nothing where the contract is sure to be made.
    """
    words = tuple(a for a in view.legal if not isinstance(a, Play | Claim))
    if not words:
        return None
    worlds, tally = _weigh_in_worlds(view, rng, None, (*words, None))
    choice = best_option(tally, None)
    return None if choice is None else _call_advice(view, worlds, tally, choice)


def _weigh_in_worlds(
    view: SeatView, rng: Random, plain: CallOption, options: tuple[CallOption, ...]
) -> tuple[tuple[World, ...], OptionTally]:
    """Return the worlds, and the values of every option in those examined."""
    seat, is_war = view.seat, _is_war(view)
    patience = strategy_of(view.rules).auction_effort if view.stage is Stage.AUCTION else 1
    work = WorkBudget(times=max(patience, _WORK_FACTOR_IN_WAR if is_war else 1))
    layouts = patience * (_LAYOUTS_IN_WAR if is_war else _LAYOUTS.get(view.stage, _MOST))
    found = refined_worlds(view, rng, layouts)
    likely = model_probabilities(view)
    following = DealContinuation(found[0].game, seat, work, likely)
    seed = rng.getrandbits(32)

    def value(number: int, option: CallOption) -> Prospect:
        game = found[number].game
        if option is not None:
            game = apply_action(game, seat, option)
        return following.evaluate(game, number, Random(seed + number))

    weights = [world.weight for world in found]
    least = _LEAST_IN_WAR if is_war else LEAST_WORLDS
    return found, weigh_options(options, plain, weights, value, lambda: work.is_done, likely, least)


def _call_advice(
    view: SeatView, worlds: tuple[World, ...], tally: OptionTally, choice: Action
) -> Advice:
    """Return the advice: the choice first, then the live options, then the dropped ones."""
    rows = [
        WeighedAction(option, tally.mean(option), _count_made(view, tally, option))
        for option in tally.values
        if option is not None
    ]
    rows.sort(key=lambda row: (row.action != choice, row.action not in tally.live, -row.value))
    is_counted = any(row.action == choice and row.holds >= 0 for row in rows)
    reasons = reasons_for_call(view, worlds, tally, choice, is_counted=is_counted)
    return Advice(choice, tuple(rows), len(tally.weights), reasons=reasons)


def _count_made(view: SeatView, tally: OptionTally, option: Action) -> int:
    """Count worlds where the own contract is made or the doubled one beaten; -1 if unknown."""
    made = tally.made[option]
    if None in made or len(made) < len(tally.weights) or option == CONCEDE:
        return -1
    if view.stage in (Stage.EXCHANGE, Stage.DECLARE):
        return made.count(True)
    return made.count(False) if isinstance(option, Kontra) and option.level % 2 else -1
