"""Decisions of the expert besides the cards, by expected score in sampled worlds.

The same method serves every family and every decision: apply each option in worlds consistent with
the view, continue the deal with calls of plain robots, value the play, let the family score it,
and take the change of the seat's standing.
"""

from random import Random
from typing import Final, NamedTuple

from bot.analysis.advice import Advice, WeighedAction
from bot.engine.actions import CONCEDE, Action, Claim, Kontra, Play, is_bid
from bot.engine.deal import Stage
from bot.engine.game import apply_action
from bot.engine.view import SeatView
from bot.robots.expert import call_candidates, call_reasons, continuation, option_weighing
from bot.robots.expert.opponent_models import model_probabilities
from bot.robots.expert.refinement import world_source
from bot.robots.families import strategy_of
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.robots.worlds import World

_LAYOUTS: Final = {Stage.AUCTION: 40, Stage.EXCHANGE: 24, Stage.DECLARE: 30}
_MOST: Final = 30  # layouts for any other decision
_HIGH_LEVEL: Final = 9  # levels that are often declared on too few tricks
_CAUTION_AGAINST_HIGH: Final = 0.5
_BIDS_IN_WAR: Final = 2  # own bids that were overbid


class CallEffort(NamedTuple):
    """How far a call is examined, and how much better than the plain robot's it must be."""

    layouts: int
    work: int  # factor of the budget of any other decision
    least: int  # layouts before anything is concluded
    caution: float  # standard errors
    rivals: int = 1  # options examined to the end, whatever they are worth


_WAR: Final = CallEffort(layouts=64, work=3, least=24, caution=0.25)
# A misere that falls costs more than twice what it brings, so its mean has a wide error in any
# number of layouts: caution would keep miseres that the layouts speak against.
_MISERE: Final = CallEffort(layouts=100, work=5, least=20, caution=0.0)
_PATIENT: Final = CallEffort(layouts=60, work=8, least=12, caution=0.0, rivals=2)
_LIKELY_NONE: Final = 0.7  # probability by the tables from which a misere is examined like that


def advise_call(view: SeatView, rng: Random, patient: bool = False) -> Advice:
    """Return the call of the highest expected score; the view's seat must be the seat to act.

    ``patient``: for a person, who waits gladly for numbers of more layouts.

    In the play it is a call beside the cards where that beats playing on (see ``advise_in_play``),
    else the plain robot's card.
    """
    plain = PLAIN_ROBOT.choose(view, rng)
    if view.stage is Stage.PLAY:
        said = advise_in_play(view, rng)
        return said or Advice(plain, (), 0)
    options = call_candidates.candidate_calls(view, plain)
    if not patient:
        options = call_candidates.worth_searching(view, plain, options)
    if len(options) == 1 or view.table is None:
        return Advice(plain, (), 0)
    effort = _call_effort(view, plain, options)
    effort = _patient(effort) if patient else effort
    worlds, tally = _weigh_in_worlds(view, rng, plain, options, effort)
    choice = option_weighing.best_option(tally, plain, effort.caution)
    assert choice is not None
    return _call_advice(view, worlds, tally, choice)


def weigh_made_call(
    view: SeatView, rng: Random, made: Action, patient: bool = True
) -> option_weighing.OptionTally:
    """Return the values of a call that was made and of its rivals.

    The made call is weighed to the end, whatever it is worth.  ``patient``: in the layouts of a
    hint, else in those of a robot's move.
    """
    options = call_candidates.candidate_calls(view, made)
    effort = _call_effort(view, made, options)
    effort = _patient(effort) if patient else effort._replace(rivals=_PATIENT.rivals)
    return _weigh_in_worlds(view, rng, made, options, effort)[1]


def _call_effort(
    view: SeatView,
    plain: option_weighing.CallOption,
    options: tuple[option_weighing.CallOption, ...],
) -> CallEffort:
    """Return the effort for a decision.

    Plain robots believe every contract of nine, so their answer counts for little there.  They
    also ignore opposing bids: from the third bid of a seat on, the worlds decide.
    """
    if view.stage is Stage.AUCTION:
        return _bid_effort(view, plain, options)
    contract = None if view.table is None else view.table.contract
    is_high = contract is not None and contract.level >= _HIGH_LEVEL and contract.trump >= 0
    is_doubted = is_high and view.stage is Stage.DEFENCE
    caution = _CAUTION_AGAINST_HIGH if is_doubted else option_weighing.BETTER_ERRORS
    return CallEffort(_LAYOUTS.get(view.stage, _MOST), 1, option_weighing.LEAST_WORLDS, caution)


def _bid_effort(
    view: SeatView,
    plain: option_weighing.CallOption,
    options: tuple[option_weighing.CallOption, ...],
) -> CallEffort:
    strategy = strategy_of(view.rules)
    factor = strategy.auction_effort
    if _may_take_none(view, plain, options):
        effort = _MISERE
    elif _is_war(view):
        effort = _WAR
    else:
        effort = CallEffort(
            _LAYOUTS[Stage.AUCTION], 1, option_weighing.LEAST_WORLDS, strategy.bid_caution
        )
    return effort._replace(layouts=factor * effort.layouts, work=max(factor, effort.work))


def _patient(effort: CallEffort) -> CallEffort:
    """Return an effort in which the two best options see sixty layouts and more."""
    return effort._replace(
        layouts=max(_PATIENT.layouts, effort.layouts),
        work=max(_PATIENT.work, effort.work),
        least=max(_PATIENT.least, effort.least),
        rivals=_PATIENT.rivals,
    )


def _may_take_none(
    view: SeatView,
    plain: option_weighing.CallOption,
    options: tuple[option_weighing.CallOption, ...],
) -> bool:
    """Return True if the plain robot bids to take no trick, or a good hand for it could."""
    strategy = strategy_of(view.rules)
    none = [each for each in options if each and strategy.takes_none(view.rules, each)]
    return plain in none or (bool(none) and call_candidates.misere_chance(view) >= _LIKELY_NONE)


def _is_war(view: SeatView) -> bool:
    """Return True if both bids of the seat were overbid."""
    if view.table is None:
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
    effort = _call_effort(view, None, words)
    worlds, tally = _weigh_in_worlds(view, rng, None, (*words, None), effort)
    choice = option_weighing.best_option(tally, None)
    return None if choice is None else _call_advice(view, worlds, tally, choice)


def _weigh_in_worlds(
    view: SeatView,
    rng: Random,
    plain: option_weighing.CallOption,
    options: tuple[option_weighing.CallOption, ...],
    effort: CallEffort,
) -> tuple[tuple[World, ...], option_weighing.OptionTally]:
    """Return the worlds examined, and the values of every option in them."""
    seat, work = view.seat, continuation.WorkBudget(times=effort.work)
    seed = rng.getrandbits(32)
    weights, worlds = world_source(view, rng, effort.layouts)
    found = [next(worlds)]
    likely = model_probabilities(view)
    following = continuation.DealContinuation(found[0].game, seat, work, likely)

    def value(number: int, option: option_weighing.CallOption) -> continuation.Prospect:
        if number == len(found):
            found.append(next(worlds))
        game = found[number].game
        if option is not None:
            game = apply_action(game, seat, option)
        return following.evaluate(game, number, Random(seed + number))

    tally = option_weighing.weigh_options(
        options,
        plain,
        weights,
        value,
        lambda: work.is_done,
        likely,
        effort.least,
        effort.rivals,
        effort.caution if effort.rivals == 1 else None,
    )
    return tuple(found), tally


def _call_advice(
    view: SeatView, worlds: tuple[World, ...], tally: option_weighing.OptionTally, choice: Action
) -> Advice:
    """Return the advice: the choice first, then the live options, then the dropped ones."""
    rows = [
        WeighedAction(
            option, tally.mean(option), _count_made(view, tally, option), tally.doubt(option)
        )
        for option in tally.values
        if option is not None
    ]
    rows.sort(key=lambda row: (row.action != choice, row.action not in tally.live, -row.value))
    is_counted = any(row.action == choice and row.holds >= 0 for row in rows)
    reasons = call_reasons.reasons_for_call(view, worlds, tally, choice, is_counted=is_counted)
    return Advice(choice, tuple(rows), len(tally.weights), reasons=reasons)


def _count_made(view: SeatView, tally: option_weighing.OptionTally, option: Action) -> int:
    """Count worlds where the own contract is made or the doubled one beaten; -1 if unknown."""
    made = tally.made[option]
    if None in made or len(made) < len(tally.weights) or option == CONCEDE:
        return -1
    if view.stage in (Stage.EXCHANGE, Stage.DECLARE):
        return made.count(True)
    return made.count(False) if isinstance(option, Kontra) and option.level % 2 else -1
