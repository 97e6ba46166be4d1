"""Processor time of a level for each kind of decision, in deals that plain robots play.

Only decisions with two legal actions or more count.  Two deals before the first warm the tables up.
"""

import argparse
from collections.abc import Iterator
from random import Random
from statistics import mean
from time import process_time
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import apply_action, new_game, to_act
from bot.engine.rules import Rules
from bot.engine.view import build_view
from bot.robots import ROBOTS, Robot
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, deck

WARM: Final = 2  # deals
_FIRST_SEED: Final = 1000
_PER_DEAL: Final = 1000  # seeds of the decisions of a deal


class Decision(NamedTuple):
    """A decision, by its stage, and the seconds it took."""

    stage: Stage
    seconds: float


def timed(rules: Rules, robot: Robot, number: int) -> Iterator[Decision]:
    """Yield the decisions of a deal, each asked of ``robot`` and played by the plain robot."""
    rng = Random(_FIRST_SEED + number)
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(0))
    game, asked = apply_action(game, TABLE_SEAT, deck(rng)), 0
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        seen, action = build_view(game, seat), None
        asked += 1
        if len(seen.legal) > 1:
            began = process_time()
            robot.choose(seen, Random(number * _PER_DEAL + asked))
            yield Decision(seen.stage, process_time() - began)
            action = PLAIN_ROBOT.choose(seen, rng)
        game = apply_action(game, seat, action or seen.legal[0])


def described(found: list[float]) -> str:
    """Return the mean and the 95th percentile in milliseconds."""
    ordered = sorted(found)
    late = ordered[int(0.95 * len(ordered))]
    return f"{len(found)} decisions, mean {1000 * mean(found):.1f}, 95 % below {1000 * late:.1f} ms"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("presets", nargs="*", default=["sochi", "serbian", "croatian", "viennese"])
    parser.add_argument("--level", choices=ROBOTS, default="expert")
    parser.add_argument("--deals", type=int, default=8)


def run(chosen: argparse.Namespace) -> int:
    for preset in chosen.presets:
        rules, robot = PRESETS.rules(preset, players=3), ROBOTS[chosen.level]
        deals = [list(timed(rules, robot, n)) for n in range(-WARM, chosen.deals)]
        found = [decision for deal in deals[WARM:] for decision in deal]
        print(f"{preset}: {described([each.seconds for each in found])}")
        for stage in sorted({each.stage for each in found}):
            print(f"  {stage}: {described([e.seconds for e in found if e.stage is stage])}")
    return 0
