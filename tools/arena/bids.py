"""Bids beside the plain robot's, each valued in many worlds that fit what its bidder saw.

Plain robots bid.  Wherever the thinking robot would have said something else, both go on as plain
robots speak, and what is played is settled by its exact value, a deal that all passed by plain
play.  What a call gains has a far smaller error so than in matches, where one auction in three is
decided by who holds the cards.  Bids to take no trick are left out: hands that lie open catch them,
hidden ones do not.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action, is_bid
from bot.engine.cards import TABLE_SEAT, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.view import SeatView, build_view
from bot.robots import ROBOTS
from bot.robots.expert.refinement import refined_worlds
from bot.robots.families import strategy_of
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, Chooser, deck
from tools.arena.matches import balance, exactly, mean_and_error
from tools.parallel import add_processes, shared

PLAIN: Final = PLAIN_ROBOT.choose
KINDS: Final = ("first bids", "second bids", "later bids")
_WORLDS: Final = 100


class Other(NamedTuple):
    """A call that is not the plain robot's; ``own`` counts the bids of the seat before it."""

    seed: int
    own: int
    said: str
    plain: str
    gain: float  # points, the mean over the worlds
    error: float  # the standard error of that mean

    @property
    def kind(self) -> str:
        return KINDS[min(self.own, len(KINDS) - 1)]


class Auction(NamedTuple):
    """Questions of an auction, counted by kind, and the answers that differ."""

    asked: tuple[int, ...]
    others: tuple[Other, ...]


def auction(seed: int, preset: str, robot: str = "expert", worlds: int = _WORLDS) -> Auction:
    """Every bid of a deal as the robot would have made it."""
    game, asked, others = dealt(seed, preset), [0] * len(KINDS), []
    while stage_of(game) is Stage.AUCTION:
        seat = to_act(game)
        assert seat is not None
        seen = build_view(game, seat)
        strategy, plain = strategy_of(seen.rules), PLAIN(seen, Random(game.version))
        said, own = ROBOTS[robot].choose(seen, Random(seed)), _own_bids(seen)
        asked[min(own, len(KINDS) - 1)] += 1
        if said != plain and not any(
            strategy.takes_none(seen.rules, call) for call in (said, plain)
        ):
            mean, error = gained(seen, said, plain, Random(seed), worlds)
            others.append(Other(seed, own, format_action(said), format_action(plain), mean, error))
        game = apply_action(game, seat, plain)
    return Auction(tuple(asked), tuple(others))


def dealt(seed: int, preset: str) -> Game:
    game = apply_action(
        new_game(PRESETS.rules(preset, players=3)), TABLE_SEAT, act.Dealer(seed % 3)
    )
    return apply_action(game, TABLE_SEAT, deck(Random(f"bids {seed}")))


def _own_bids(seen: SeatView) -> int:
    assert seen.table is not None
    return sum(call.seat == seen.seat and is_bid(call.action) for call in seen.table.calls)


def gained(
    seen: SeatView, said: Action, plain: Action, rng: Random, worlds: int = _WORLDS
) -> tuple[float, float]:
    """Estimate the points by which one call beats the other, with the standard error."""
    seat, found = seen.seat, refined_worlds(seen, rng, worlds)
    assert seat is not None
    seed = rng.getrandbits(32)
    gaps = []
    for number, world in enumerate(found):
        one, other = (
            settled(apply_action(world.game, seat, call), seat, Random(seed + number))
            for call in (said, plain)
        )
        gaps.append(one - other)
    return mean_and_error(gaps)


def settled(game: Game, seat: Seat, rng: Random) -> float:
    """The balance of a seat after the deal went on as plain robots speak."""

    def asked(chooser: Chooser) -> Game:
        asks = to_act(game)
        assert asks is not None
        return apply_action(game, asks, chooser(build_view(game, asks), rng))

    while game.deal is not None and stage_of(game) is not Stage.PLAY:
        game = asked(PLAIN)
    before, exact = balance(game, seat), exactly(game, seat)
    if exact is not None:
        return before + exact.points
    while game.deal is not None:
        game = asked(PLAIN)
    return balance(game, seat)


def report(deals: Sequence[Auction]) -> str:
    lines = []
    for place, kind in enumerate(KINDS):
        gains = [other.gain for deal in deals for other in deal.others if other.kind == kind]
        asked = sum(deal.asked[place] for deal in deals)
        lines.append(f"{kind}: {asked}, {len(gains)} others{_each(gains)}")
    firsts = [deal.others[0].gain if deal.others else 0.0 for deal in deals]
    return "\n".join([*lines, f"{len(deals)} deals by the first of them{_each(firsts)}"])


def _each(gains: Sequence[float]) -> str:
    if not gains:
        return ""
    mean, error = mean_and_error(gains)
    return f", each {mean:+.2f} +- {error:.2f} points"


def auctions(seeds: Sequence[int], preset: str, robot: str, processes: int) -> Iterator[Auction]:
    yield from shared(partial(auction, preset=preset, robot=robot), seeds, processes, chunk=2)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", choices=PRESETS.names(), default="sochi")
    parser.add_argument("--robot", choices=ROBOTS, default="expert")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="seed")
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    seeds, found = range(chosen.first, chosen.first + chosen.deals), []
    for deal in auctions(seeds, chosen.preset, chosen.robot, chosen.processes):
        found.append(deal)
        for other in deal.others:
            print(
                f"{other.seed} {other.kind}: {other.said} not {other.plain}, "
                f"{other.gain:+.1f} +- {other.error:.1f}",
                flush=True,
            )
    print(report(found))
    return 0
