"""Levels beside each other: what the card of each gives away in the same positions.

Plain robots speak and play.  At every card where there is a choice each level is asked, and its
card is charged with the tricks and the points by which the exact value gets worse for its side.
All stand in the same positions, so the differences need a hundredth of the deals that matches do;
what a level gains by its bids is not in them.  A deal that all passed has no such value.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from bot.analysis.position import Aim, position_of
from bot.analysis.solver import Solver
from bot.engine import actions as act
from bot.engine.actions import Action, Play
from bot.engine.cards import TABLE_SEAT, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.view import build_view
from bot.robots import ROBOTS
from bot.robots.expert.play_positions import TrickPrices
from tests.robots.evenings import PRESETS, deck
from tools.arena.contracts import PLAIN, asked
from tools.arena.defence import tricks_of
from tools.arena.matches import mean_and_error
from tools.parallel import add_processes, shared

_SURE: Final = 3.0  # standard errors


class Lost(NamedTuple):
    """Loss of every level in one deal, in the order of ROBOTS."""

    seed: int
    tricks: tuple[float, ...]
    points: tuple[float, ...]  # of the declarer, or of both who defend


def started(seed: int, preset: str, players: int) -> Game | None:
    """Return a deal at its first card; None if no contract is played."""
    rules = PRESETS.rules(preset, players=players)
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(seed % players))
    game = apply_action(game, TABLE_SEAT, deck(Random(f"steps {seed}")))
    while game.deal is not None and stage_of(game) is not Stage.PLAY:
        game = asked(game, PLAIN)
    position = None if game.deal is None else position_of(game.deal)
    return None if position is None or position.contract.aim is Aim.OWN else game


def lost(seed: int, preset: str, players: int = 3) -> Lost | None:
    """A deal as plain robots play it, and what each level would have given away on the way."""
    start = started(seed, preset, players)
    if start is None or start.deal is None:
        return None
    declarer, position = start.deal.declared_contract.declarer, position_of(start.deal)
    assert position is not None
    solver = Solver(position.contract)
    others = [seat for seat in start.deal.seats if seat != declarer]
    prices = {True: TrickPrices(start, declarer), False: TrickPrices(start, *others)}
    tricks, points = [0.0] * len(ROBOTS), [0.0] * len(ROBOTS)
    for game, seat in _choices(start):
        before = tricks_of(game, declarer, solver)
        value = prices[seat == declarer].price_for_declarer
        sign = 1 if (seat == declarer) == (position.contract.aim is not Aim.LEAST) else -1
        for place, came in enumerate(_by_level(game, seat, declarer, solver)):
            tricks[place] += sign * (before - came)
            points[place] += value(before) - value(came)
    return Lost(seed, tuple(tricks), tuple(points))


def _choices(game: Game) -> Iterator[tuple[Game, Seat]]:
    """Every moment of the play at which a seat may put more than one card."""
    while game.deal is not None:
        seat = to_act(game)
        assert seat is not None
        if sum(isinstance(action, Play) for action in build_view(game, seat).legal) > 1:
            yield game, seat
        game = asked(game, PLAIN)


def _by_level(game: Game, seat: Seat, declarer: Seat, solver: Solver) -> list[int]:
    """The declarer's tricks at best after the card of each level; what is no card changes none."""
    known: dict[Action, int] = {}
    came = []
    for robot in ROBOTS.values():
        action = robot.choose(build_view(game, seat), Random(game.version))
        if action not in known:
            after = apply_action(game, seat, action) if isinstance(action, Play) else game
            known[action] = tricks_of(after, declarer, solver)
        came.append(known[action])
    return came


def deals(seeds: Sequence[int], preset: str, players: int, processes: int) -> Iterator[Lost]:
    job = partial(lost, preset=preset, players=players)
    yield from filter(None, shared(job, seeds, processes, chunk=2))


def report(found: Sequence[Lost]) -> str:
    names, lines = list(ROBOTS), [f"{len(found)} deals, given away a deal by three seats:"]
    for place, name in enumerate(names):
        tricks = _told([deal.tricks[place] for deal in found])
        points = _told([deal.points[place] for deal in found])
        lines.append(f"  {name}: {tricks} tricks, {points} points")
    for less, more in (*pairwise(range(len(names))), (0, len(names) - 1)):
        gains = [deal.points[less] - deal.points[more] for deal in found]
        mean, error = mean_and_error(gains)
        sure = " (sure)" if mean > _SURE * error else ""
        lines.append(f"  {names[more]} over {names[less]}: {_told(gains)} points{sure}")
    return "\n".join(lines)


def _told(values: Sequence[float]) -> str:
    mean, error = mean_and_error(values)
    return f"{mean:+.2f} +- {error:.2f}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", choices=PRESETS.names(), default="sochi")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="seed")
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    seeds = range(chosen.first, chosen.first + chosen.deals)
    print(report(list(deals(seeds, chosen.preset, chosen.players, chosen.processes))))
    return 0
