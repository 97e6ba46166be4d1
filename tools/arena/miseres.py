"""Miseres that plain robots bid, and what a robot says in their place.

Plain robots bid a deal.  Where one of them first bids to take no trick, the examined robot is asked
with several seeds.  Both bids are played on: the exchange and the cards of the bidder by the
examined robot, everything else by each level in turn.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.robots import ROBOTS
from bot.robots.families import strategy_of
from tests.robots.evenings import PRESETS
from tools.arena.bids import PLAIN, dealt
from tools.arena.matches import balance, mean_and_error
from tools.parallel import add_processes, shared

_SEEDS: Final = 4


class Misere(NamedTuple):
    """A plain robot's misere, and what the examined robot said with each seed."""

    seed: int
    said: tuple[str, ...]
    gaps: tuple[float, ...]  # points its best call is ahead of the misere by its own numbers
    ends: tuple["Ends", ...]  # in the order of the levels

    @property
    def kept(self) -> float:
        return sum(not text for text in self.said) / len(self.said)


class Ends(NamedTuple):
    """Points of the bidder against one level, after the misere and after the other call."""

    misere: float
    made: bool
    other: float | None  # None: it keeps the misere


def misere(seed: int, preset: str, robot: str = "expert") -> Misere | None:
    """Examine the first misere of a deal; None if nobody bids one."""
    game = dealt(seed, preset)
    while stage_of(game) is Stage.AUCTION:
        seat = to_act(game)
        assert seat is not None
        view = build_view(game, seat)
        plain = PLAIN(view, Random(game.version))
        if strategy_of(view.rules).takes_none(view.rules, plain):
            return _examined(seed, game, seat, plain, robot)
        game = apply_action(game, seat, plain)
    return None


def _examined(seed: int, game: Game, seat: Seat, plain: Action, robot: str) -> Misere:
    view = build_view(game, seat)
    said, gaps, other = [], [], None
    for number in range(_SEEDS):
        advice = ROBOTS[robot].advise(view, Random(1000 * seed + number))
        worth = {row.action: row.value for row in advice.options}
        said.append("" if advice.action == plain else format_action(advice.action))
        gaps.append(max(worth.values(), default=0.0) - worth.get(plain, 0.0))
        if advice.action != plain and other is None:
            other = advice.action
    ends = []
    for level in ROBOTS:
        kept = _played(apply_action(game, seat, plain), seat, robot, level)
        points = None
        if other is not None:
            points = balance(_played(apply_action(game, seat, other), seat, robot, level), seat)
        assert kept.last is not None
        is_misere = kept.last.contract is not None and kept.last.contract.is_misere
        made = is_misere and not kept.last.won[seat]
        ends.append(Ends(balance(kept, seat), made, points))
    return Misere(seed, tuple(said), tuple(gaps), tuple(ends))


def _played(game: Game, seat: Seat, robot: str, others: str) -> Game:
    """Return the game after the deal."""
    while game.deal is not None:
        acts = to_act(game)
        assert acts is not None
        level = robot if acts == seat else others
        game = apply_action(
            game, acts, ROBOTS[level].choose(build_view(game, acts), Random(game.version))
        )
    return game


def miseres(seeds: Sequence[int], preset: str, robot: str, processes: int) -> Iterator[Misere]:
    found = shared(partial(misere, preset=preset, robot=robot), seeds, processes, chunk=2)
    yield from (each for each in found if each is not None)


def report(found: Sequence[Misere], deals: int) -> str:
    """Count the miseres kept, those kept against the own numbers, and the points of both calls."""
    kept = sum(each.kept for each in found)
    against = [
        gap
        for each in found
        for text, gap in zip(each.said, each.gaps, strict=True)
        if not text and gap > 0
    ]
    lines = [
        f"{deals} deals, {len(found)} miseres, {kept:.1f} kept",
        f"against its own numbers: {len(against) / _SEEDS:.1f}, {sum(against) / _SEEDS:.0f} points",
    ]
    for place, level in enumerate(ROBOTS):
        ends = [each.ends[place] for each in found]
        always = sum(end.made for end in ends if end.other is None)
        lines.append(
            f"{level}: {sum(end.made for end in ends)} made, {always} of those always kept"
            f"{_gained([end.other - end.misere for end in ends if end.other is not None])}"
        )
    return "\n".join(lines)


def _gained(gains: Sequence[float]) -> str:
    if len(gains) < 2:
        return ""
    mean, error = mean_and_error(gains)
    return f"; {len(gains)} others, each {mean:+.1f} +- {error:.1f} points"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", choices=PRESETS.names(), default="sochi")
    parser.add_argument("--robot", choices=ROBOTS, default="expert")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="seed")
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    seeds, found = range(chosen.first, chosen.first + chosen.deals), []
    for each in miseres(seeds, chosen.preset, chosen.robot, chosen.processes):
        found.append(each)
        said = ", ".join(text or "misere" for text in each.said)
        print(f"{each.seed}: {said}, {max(each.gaps):+.1f}", flush=True)
    print(report(found, chosen.deals))
    return 0
