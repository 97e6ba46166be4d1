"""Contracts beside the plain robot's: what they bring against whoever answers them.

The plain robots bid; whoever wins the auction exchanges and names a contract once as the expert and
once as the plain robot does.  Both are settled by their exact value, with two who always take part,
who never do, and who answer as plain robots.  Which deals are looked at was frozen: of the Russian
game those of two thousand in which the expert of that day named nine or ten, of the others those in
which it named another contract than the plain robot.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import TABLE_SEAT, Hand
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.view import build_view
from bot.robots import ROBOTS, evaluation
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, Chooser, deck
from tools.arena.matches import ANSWERS, Exact, balance, exactly, mean_and_error, of_habit
from tools.parallel import add_processes, shared

GOLDEN: Final = Path(__file__).parents[2] / "tests" / "robots" / "golden"
FROZEN: Final = {
    "sochi": GOLDEN / "nines.txt",
    "serbian": GOLDEN / "contracts_serbian.txt",
    "viennese": GOLDEN / "contracts_viennese.txt",
}
NINES: Final = "sochi"
HIGH: Final = 9
PLAIN: Final = PLAIN_ROBOT.choose
_HOPE: Final = 1.7  # tricks more than counted that the expert looks at (its candidates)
_EXCHANGE: Final = (Stage.EXCHANGE, Stage.AFTER_BUY, Stage.DECLARE)
WAYS: Final[dict[str, tuple[Action, ...]]] = ANSWERS | {"plain": ()}  # who answer a contract


class Pair(NamedTuple):
    """The contracts that the examined and the plain robot name in one deal."""

    seed: int
    mine: "Named"
    plain: "Named"


class Named(NamedTuple):
    """A contract, and what it settles for the declarer by the ways of the others to answer."""

    name: str
    level: int
    points: tuple[float, ...]  # in the order of WAYS
    made: bool  # against two who take part


def auctioned(seed: int, preset: str = NINES) -> Game | None:
    """A deal whose auction for tricks plain robots have ended; None where it ended otherwise."""
    rng = Random(f"contracts {seed}")
    game = apply_action(
        new_game(PRESETS.rules(preset, players=3)), TABLE_SEAT, act.Dealer(seed % 3)
    )
    game = apply_action(game, TABLE_SEAT, deck(rng))
    while stage_of(game) is Stage.AUCTION:
        game = asked(game, PLAIN)
    if (
        stage_of(game) is not Stage.EXCHANGE
        or game.deal is None
        or game.deal.declared_contract.is_misere
    ):
        return None
    return game


def may_go_high(game: Game) -> bool:
    """True if nine tricks are conceivable; no thinking robot names them on less."""
    assert game.deal is not None
    seat = game.deal.declared_contract.declarer
    twelve = game.deal.hands[seat] | Hand.of(game.deal.talon)
    return (
        max(evaluation.tricks_after_exchange(twelve, trump) for trump in evaluation.STRAIN_ORDER)
        >= HIGH - _HOPE
    )


def asked(game: Game, chooser: Chooser) -> Game:
    """Apply the next action, as the chooser picks it."""
    seat = to_act(game)
    assert seat is not None
    return apply_action(game, seat, chooser(build_view(game, seat), Random(game.version)))


def named(game: Game, chooser: Chooser) -> Named | None:
    """Play the exchange; None if the declarer concedes or somebody else buys the talon."""
    assert game.deal is not None
    declarer = game.deal.declared_contract.declarer
    while stage_of(game) in _EXCHANGE:
        game = asked(game, chooser if to_act(game) == declarer else PLAIN)
    if game.deal is None or game.deal.declared_contract.declarer != declarer:
        return None
    contract, before = game.deal.declared_contract, balance(game, declarer)
    ends = [ended(game, words) for words in WAYS.values()]
    made = ends[0].made
    return Named(contract.name, contract.level, tuple(e.points - before for e in ends), made)


def ended(game: Game, words: Sequence[Action]) -> Exact:
    """The declarer's balance after the exact play, the others answering in this way."""
    assert game.deal is not None
    declarer, before = (
        game.deal.declared_contract.declarer,
        balance(game, game.deal.declared_contract.declarer),
    )
    game = answered(game, words)
    if game.deal is None:
        return Exact(made=True, points=balance(game, declarer))
    found = exactly(game, declarer)
    assert found is not None
    return found._replace(points=before + found.points)


def answered(game: Game, words: Sequence[Action]) -> Game:
    """The first lead, or the score; what none of the words answers the plain robots do."""
    while stage_of(game) is Stage.DEFENCE:
        game = asked(game, lambda seen, rng: of_habit(words, seen, rng) or PLAIN(seen, rng))
    return game


def compared(seed: int, robot: str, preset: str) -> Pair | None:
    """The robot's contract and the plain robot's in one deal."""
    game = auctioned(seed, preset)
    if game is None or (preset == NINES and not may_go_high(game)):
        return None
    mine, plain = named(game, ROBOTS[robot].choose), named(game, PLAIN)
    return None if mine is None or plain is None else Pair(seed, mine, plain)


def contracts(seeds: Sequence[int], robot: str, preset: str, processes: int) -> Iterator[Pair]:
    job = partial(compared, robot=robot, preset=preset)
    yield from filter(None, shared(job, seeds, processes, chunk=4))


def frozen(preset: str = NINES) -> list[int]:
    return [int(line.partition(" ")[0]) for line in FROZEN[preset].read_text().splitlines()]


def is_told(pair: Pair, preset: str) -> bool:
    """True if the deal is frozen: a high contract, or one that differs."""
    return pair.mine.level >= HIGH if preset == NINES else pair.mine.name != pair.plain.name


def report(pairs: Sequence[Pair]) -> str:
    lines = [f"robot: {_summary([pair.mine for pair in pairs])}"]
    lines.append(f"plain: {_summary([pair.plain for pair in pairs])}")
    for place, way in enumerate(WAYS):
        gaps = [pair.mine.points[place] - pair.plain.points[place] for pair in pairs]
        gap, error = mean_and_error(gaps)
        lines.append(f"{len(pairs)} contracts, {way}: robot less plain {gap:+.1f} +- {error:.1f}")
    return "\n".join(lines)


def _summary(found: Sequence[Named]) -> str:
    points, error = mean_and_error([one.points[0] for one in found])
    high = [one for one in found if one.level >= HIGH]
    made, both = sum(one.made for one in found), sum(one.made for one in high)
    return (
        f"{points:+.1f} +- {error:.1f} points where both take part, {made} of {len(found)} made, "
        f"{len(high)} of {HIGH} or more, made {both}"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", choices=FROZEN, default=NINES)
    parser.add_argument("--robot", choices=ROBOTS, default="expert")
    parser.add_argument("--all", type=int, default=0, help="the first deals instead of the frozen")
    parser.add_argument("--write", action="store_true", help="freeze those that are told apart")
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    seeds = range(chosen.all) if chosen.all else frozen(chosen.preset)
    pairs = list(contracts(seeds, chosen.robot, chosen.preset, chosen.processes))
    print(report(pairs))
    if chosen.write:
        told = [pair for pair in pairs if is_told(pair, chosen.preset)]
        lines = [f"{pair.seed} {pair.mine.name}\n" for pair in told]
        FROZEN[chosen.preset].write_text("".join(lines))
    return 0
