"""Slips in the calls of plain robots: what they are judged to cost, and what they cost.

In each deal one call is exchanged for another one that the expert would consider, and plain robots
go on.  What the seat then earns less is the cost; the judgement of a post-mortem forecasts it from
the view of the seat (``bot/robots/call_judging.py``).  A single cost is mostly luck, so the means
are compared: the costs of all deals beside the forecasts of some.
"""

import argparse
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from bot.analysis.postmortem.forecast import points_earned
from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.view import build_view
from bot.robots import ROBOTS
from bot.robots.expert.call_choice import candidate_calls, weigh_made_call
from tests.robots.evenings import PRESETS, deck
from tools.arena.matches import mean_and_error
from tools.parallel import add_processes, shared

_PLAIN: Final = ROBOTS["beginner"]
_STAGES: Final = (Stage.AUCTION, Stage.EXCHANGE, Stage.DECLARE, Stage.DEFENCE)


class Slip(NamedTuple):
    """A call that replaced the plain robot's; ``forecast`` is None where it was not judged."""

    stage: Stage
    cost: int  # points that the seat earned less
    forecast: float | None


class Place(NamedTuple):
    """A deal with a slip; ``judged`` says whether its cost is forecast too."""

    preset: str
    seed: int
    judged: bool


class _Choice(NamedTuple):
    """A call of a plain deal with the others worth considering."""

    game: Game
    plain: act.Action
    others: tuple[act.Action, ...]


def slip(place: Place) -> Slip | None:
    """Return the slip of a deal; None where no call has another one beside it."""
    rng = Random(f"slip {place.seed}")
    game = apply_action(
        new_game(PRESETS.rules(place.preset, players=3)), TABLE_SEAT, act.Dealer(place.seed % 3)
    )
    game, choices = apply_action(game, TABLE_SEAT, deck(rng)), list[_Choice]()
    start = game
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        view = build_view(game, seat)
        plain = _PLAIN.choose(view, Random(game.version))
        if stage_of(game) in _STAGES and len(view.legal) > 1:
            others = tuple(each for each in candidate_calls(view, plain) if each != plain)
            choices += [_Choice(game, plain, others)] if others else []
        game = apply_action(game, seat, plain)
    if not choices:
        return None
    chosen = rng.choice(choices)
    seat, made = to_act(chosen.game), rng.choice(chosen.others)
    assert seat is not None
    ends = (game, _played_out(apply_action(chosen.game, seat, made)))
    earned = [points_earned(game.rules, start.carry, end.carry)[seat] for end in ends]
    cost = earned[0] - earned[1]
    return Slip(stage_of(chosen.game), cost, _forecast(chosen, made) if place.judged else None)


def _played_out(game: Game) -> Game:
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        view = build_view(game, seat)
        game = apply_action(game, seat, _PLAIN.choose(view, Random(game.version)))
    return game


def _forecast(chosen: _Choice, made: act.Action) -> float:
    """Return by how much the judgement of a post-mortem holds a slip for worse."""
    seat = to_act(chosen.game)
    assert seat is not None
    tally = weigh_made_call(build_view(chosen.game, seat), Random(1), made)
    return tally.lead_over(chosen.plain, made)[0]


def report(slips: Sequence[Slip]) -> str:
    """Return a line for each kind of call and for all: the mean cost and the mean forecast."""
    lines = []
    for name, stages in (*((stage.value, (stage,)) for stage in _STAGES), ("all", _STAGES)):
        own = [found for found in slips if found.stage in stages]
        judged = [found.forecast for found in own if found.forecast is not None]
        if len(judged) < 2:
            continue
        cost, error = mean_and_error([found.cost for found in own])
        forecast, doubt = mean_and_error(judged)
        lines.append(
            f"{name:10} {len(own)} slips cost {cost:+.1f} ± {error:.1f}, "
            f"{len(judged)} forecasts {forecast:+.1f} ± {doubt:.1f}"
        )
    return "\n".join(lines)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", choices=PRESETS.names(), default="sochi")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--judged", type=int, default=150, help="deals with a forecast")
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    places = (
        Place(chosen.preset, seed, seed < chosen.judged) for seed in reversed(range(chosen.deals))
    )
    found = []
    for each in shared(slip, places, chosen.processes, chunk=8):
        found += [each] if each is not None else []
        if each is not None and each.forecast is not None and len(found) % 25 == 0:
            print(report(found), "\n", flush=True)
    print(report(found))
    return 0
