"""Contracts of nine and ten: what they bring when somebody whists, beside the plain robot's.

The plain robots bid; whoever wins the auction exchanges and names a contract once as the expert and
once as the plain robot does.  Both are settled by their exact value with both defenders whisting.
Which deals are looked at was frozen: those of two thousand in which the expert of that day named
nine or ten.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.analysis.reading import position_of
from bot.analysis.solver import solve
from bot.engine import actions as act
from bot.engine.cards import TABLE, Hand
from bot.engine.deal import Stage
from bot.engine.game import Game, apply, legal, new_game, stage_of, to_act
from bot.engine.view import view
from bot.robots import ROBOTS, worth
from bot.robots.expert.prices import Prices
from tests.robots.evenings import PRESETS, Chooser, deck
from tests.tools.arena.matches import mean_and_error
from tests.tools.sharing import add_places, shared

FROZEN: Final = Path(__file__).parents[2] / "robots" / "golden" / "nines.txt"
DEALS: Final = 2000
HIGH: Final = 9
PLAIN: Final = ROBOTS["beginner"].choose
_HOPE: Final = 1.7  # tricks more than counted that the expert looks at (its candidates)
_JOINING: Final = (act.WHIST, act.JOIN)
_EXCHANGE: Final = (Stage.EXCHANGE, Stage.DECLARE)


class Named(NamedTuple):
    """A contract, and what it settles for the declarer against two who whist."""

    name: str
    level: int
    points: float
    made: bool


def auctioned(seed: int, preset: str = "sochi") -> Game | None:
    """A deal whose auction for tricks plain robots have ended; None where it ended otherwise."""
    rng = Random(f"contracts {seed}")
    game = apply(new_game(PRESETS.rules(preset, players=3)), TABLE, act.Dealer(seed % 3))
    game = apply(game, TABLE, deck(rng))
    while stage_of(game) is Stage.AUCTION:
        game = _asked(game, PLAIN)
    if stage_of(game) is not Stage.EXCHANGE or game.deal is None or game.deal.declared.is_misere:
        return None
    return game


def may_go_high(game: Game) -> bool:
    """Whether nine tricks can be thought of at all; no thinking robot names them on less."""
    assert game.deal is not None
    seat = game.deal.declared.declarer
    twelve = game.deal.hands[seat] | Hand.of(game.deal.talon)
    return max(worth.best_of_twelve(twelve, trump) for trump in worth.STRAINS) >= HIGH - _HOPE


def _asked(game: Game, chooser: Chooser) -> Game:
    seat = to_act(game)
    assert seat is not None
    return apply(game, seat, chooser(view(game, seat), Random(game.version)))


def named(game: Game, chooser: Chooser) -> Named | None:
    """What a declarer makes of his twelve cards; None where he gives up."""
    while stage_of(game) in _EXCHANGE:
        game = _asked(game, chooser)
    if game.deal is None:
        return None
    contract = game.deal.declared
    game = whisted(game)
    assert game.deal is not None
    position = position_of(game.deal)
    assert position is not None
    tricks = solve(*position)
    points = Prices(game, contract.declarer).of_declarer(tricks)
    return Named(contract.name, contract.level, points, tricks >= contract.level)


def whisted(game: Game) -> Game:
    """The first lead, after both have whisted."""
    while stage_of(game) is Stage.DEFENCE:
        seat = to_act(game)
        assert seat is not None
        choices = legal(game, seat)
        game = apply(game, seat, next((word for word in _JOINING if word in choices), choices[0]))
    return game


def compared(seed: int, robot: str) -> tuple[int, Named, Named] | None:
    """The robot's contract and the plain robot's in one deal."""
    game = auctioned(seed)
    if game is None or not may_go_high(game):
        return None
    mine, plain = named(game, ROBOTS[robot].choose), named(game, PLAIN)
    return None if mine is None or plain is None else (seed, mine, plain)


def contracts(
    seeds: list[int], robot: str, processes: int, on: str | None = None
) -> Iterator[tuple[int, Named, Named]]:
    job = partial(compared, robot=robot)
    yield from filter(None, shared(job, seeds, processes, on, chunk=4))


def frozen() -> list[int]:
    return [int(line.partition(" ")[0]) for line in FROZEN.read_text().splitlines()]


def report(rows: list[tuple[int, Named, Named]]) -> str:
    lines = []
    for title, place in (("robot", 1), ("plain", 2)):
        found = [row[place] for row in rows]
        assert all(isinstance(each, Named) for each in found)
        each = [named for named in found if isinstance(named, Named)]
        points, error = mean_and_error([one.points for one in each])
        high = [one for one in each if one.level >= HIGH]
        lines.append(
            f"{title}: {points:+.1f} +- {error:.1f} points, {len(high)} of {HIGH} or more, "
            f"made {sum(one.made for one in high)}"
        )
    gap, error = mean_and_error([mine.points - plain.points for _, mine, plain in rows])
    lines.append(f"{len(rows)} contracts, robot less plain: {gap:+.1f} +- {error:.1f} points")
    return "\n".join(lines)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--robot", choices=ROBOTS, default="expert")
    parser.add_argument("--all", type=int, default=0, help="the first deals instead of the frozen")
    parser.add_argument("--write", action="store_true", help="freeze those of nine or more")
    add_places(parser)


def run(chosen: argparse.Namespace) -> int:
    seeds = list(range(chosen.all)) if chosen.all else frozen()
    rows = list(contracts(seeds, chosen.robot, chosen.processes, chosen.on))
    print(report(rows))
    if chosen.write:
        high = [f"{seed} {mine.name}" for seed, mine, _ in rows if mine.level >= HIGH]
        FROZEN.write_text("\n".join(high) + "\n")
    return 0
