"""Decisions of the expert besides the cards, by expected score in sampled worlds.

The same method serves every family and every decision: apply each option in worlds consistent with
the view, continue the deal with calls of plain robots, value the play, let the family score it,
and take the change of the seat's standing.
"""

from random import Random
from typing import Final

from bot.analysis.advice import Advice, Option
from bot.engine.actions import CONCEDE, Action, Claim, Kontra, Play, is_bid
from bot.engine.deal import Stage
from bot.engine.game import apply
from bot.engine.view import View
from bot.robots.beginner import Beginner
from bot.robots.expert.calls.candidates import candidates
from bot.robots.expert.calls.following import Following, Prospect
from bot.robots.expert.calls.sharpening import imagined
from bot.robots.expert.calls.tempers import tempers
from bot.robots.expert.calls.weighing import (
    BETTER,
    LEAST,
    Choice,
    Tally,
    decided,
    weigh,
)
from bot.robots.expert.calls.work import Work
from bot.robots.expert.reasons.calls import reasons_of
from bot.robots.families import mind_of
from bot.robots.worlds import World

_PLAIN: Final = Beginner()
_LAYOUTS: Final = {Stage.AUCTION: 40, Stage.EXCHANGE: 24, Stage.DECLARE: 30}
_MOST: Final = 30  # layouts for any other decision
_HIGH: Final = 9  # levels that are often declared on too few tricks
_AGAINST_HIGH: Final = 0.5
_WAR: Final = 2  # own bids that were overbid
_LAYOUTS_IN_WAR: Final = 64
_TIMES_IN_WAR: Final = 3  # the work of another decision
_LEAST_IN_WAR: Final = 24  # layouts before anything is concluded
_BETTER_IN_WAR: Final = 0.25  # standard errors


def advise(view: View, rng: Random) -> Advice:
    """Return the call of the highest expected score; the view's seat must be the seat to act.

    In the play it is a call beside the cards where that beats playing on (see ``remark``), else
    the plain robot's card.
    """
    plain = _PLAIN.choose(view, rng)
    if view.stage is Stage.PLAY:
        said = remark(view, rng)
        return said or Advice(plain, (), 0)
    options = candidates(view, plain)
    if len(options) == 1 or view.table is None:
        return Advice(plain, (), 0)
    worlds, tally = _weighed(view, rng, plain, options)
    choice = decided(tally, plain, _caution(view))
    assert choice is not None
    return _told(view, worlds, tally, choice)


def _caution(view: View) -> float:
    """Return by how many standard errors an option must beat the plain robot's call.

    Plain robots believe every contract of nine, so their answer counts for little there.  They
    also ignore opposing bids: from the third bid of a seat on, the worlds decide.
    """
    if view.stage is Stage.AUCTION:
        return _BETTER_IN_WAR if _is_war(view) else mind_of(view.rules).caution
    contract = None if view.table is None else view.table.contract
    is_high = contract is not None and contract.level >= _HIGH and contract.trump >= 0
    return _AGAINST_HIGH if is_high and view.stage is Stage.DEFENCE else BETTER


def _is_war(view: View) -> bool:
    """Return True if both bids of the seat were overbid."""
    if view.stage is not Stage.AUCTION or view.table is None:
        return False
    own = sum(call.seat == view.seat and is_bid(call.action) for call in view.table.calls)
    return own >= _WAR


def remark(view: View, rng: Random) -> Advice | None:
    """Return a call beside the cards (no aces, open hands, an offer) that beats playing on.

    None if no such call is legal or better.  The first of equal calls wins: announcing no aces
    costs nothing where the contract is sure to be made.
    """
    words = tuple(a for a in view.legal if not isinstance(a, Play | Claim))
    if not words:
        return None
    worlds, tally = _weighed(view, rng, None, (*words, None))
    choice = decided(tally, None)
    return None if choice is None else _told(view, worlds, tally, choice)


def _weighed(
    view: View, rng: Random, plain: Choice, options: tuple[Choice, ...]
) -> tuple[tuple[World, ...], Tally]:
    """Return the worlds, and the values of every option in those examined."""
    seat, is_war = view.seat, _is_war(view)
    assert seat is not None
    patience = mind_of(view.rules).patience if view.stage is Stage.AUCTION else 1
    work = Work(times=max(patience, _TIMES_IN_WAR if is_war else 1))
    layouts = patience * (_LAYOUTS_IN_WAR if is_war else _LAYOUTS.get(view.stage, _MOST))
    found = imagined(view, rng, layouts)
    likely = tempers(view)
    following = Following(found[0].game, seat, work, likely)
    seed = rng.getrandbits(32)

    def value(number: int, option: Choice) -> Prospect:
        game = found[number].game
        if option is not None:
            game = apply(game, seat, option)
        return following.prospect(game, number, Random(seed + number))

    weights = [world.weight for world in found]
    least = _LEAST_IN_WAR if is_war else LEAST
    return found, weigh(options, plain, weights, value, lambda: work.is_done, likely, least)


def _told(view: View, worlds: tuple[World, ...], tally: Tally, choice: Action) -> Advice:
    """Return the advice: the choice first, then the live options, then the dropped ones."""
    rows = [
        Option(option, tally.mean(option), _holds(view, tally, option))
        for option in tally.values
        if option is not None
    ]
    rows.sort(key=lambda row: (row.action != choice, row.action not in tally.live, -row.worth))
    is_counted = any(row.action == choice and row.holds >= 0 for row in rows)
    reasons = reasons_of(view, worlds, tally, choice, is_counted=is_counted)
    return Advice(choice, tuple(rows), len(tally.weights), reasons=reasons)


def _holds(view: View, tally: Tally, option: Action) -> int:
    """Count worlds where the own contract is made or the doubled one beaten; -1 if unknown."""
    made = tally.made[option]
    if None in made or len(made) < len(tally.weights) or option == CONCEDE:
        return -1
    if view.stage in (Stage.EXCHANGE, Stage.DECLARE):
        return made.count(True)
    return made.count(False) if isinstance(option, Kontra) and option.level % 2 else -1
