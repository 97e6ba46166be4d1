"""Card play alone: contested six-trick hands, each played by plain and by thinking robots.

A hand is contested when the exact value is five, six or seven tricks.  The plain robots bid, lay
away, name the contract and whist; then the same cards are played three times: by plain robots
alone, by the thinking robot against plain defenders, by a plain declarer against thinking ones.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count as countup
from itertools import islice
from random import Random
from statistics import mean, stdev
from time import process_time

from bot.analysis.position import position_of
from bot.analysis.solver import solve
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.view import SeatView, build_view
from bot.robots.expert import card_play as thinking
from bot.robots.expert.card_play import CLUB_EFFORT, EXPERT_EFFORT, SearchEffort
from bot.robots.expert.play_positions import TrickPrices
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, Chooser, deck
from tools.parallel import add_processes, shared

LEVEL = 6
CONTESTED = range(5, 8)
EFFORTS = {"expert": EXPERT_EFFORT, "club": CLUB_EFFORT}
PLAIN = PLAIN_ROBOT.choose


@dataclass(frozen=True)
class Hand:
    """One hand: its exact value, and the declarer's tricks in three plays."""

    value: int
    plain: int
    declaring: int  # the thinking robot against plain defenders
    defending: int  # the plain declarer against thinking defenders
    prices: tuple[float, ...]  # what so many tricks settle for the declarer
    seconds: tuple[float, ...]  # of CPU, for every decision of the thinking robot


def contested(seed: int) -> Game | None:
    """A deal at the first lead of a six-trick contract that both whist, or None."""
    rng = Random(seed)
    game = apply_action(new_game(PRESETS.rules("sochi", players=3)), TABLE_SEAT, act.Dealer(2))
    game = apply_action(game, TABLE_SEAT, deck(rng))
    while stage_of(game) is not Stage.PLAY:
        seat = to_act(game)
        if seat is None or seat == TABLE_SEAT:
            return None
        game = apply_action(game, seat, PLAIN(build_view(game, seat), rng))
    deal = game.deal
    assert deal is not None
    contract = deal.contract
    if contract is None or contract.level != LEVEL or deal.roles.count("whister") != 2:
        return None
    return game if value_of(game) in CONTESTED else None


def value_of(game: Game) -> int:
    assert game.deal is not None
    position = position_of(game.deal)
    assert position is not None
    return solve(*position)


def played(game: Game, choosers: Mapping[int, Chooser]) -> int:
    """The declarer's tricks when the seats choose so."""
    deal = game.deal
    assert deal is not None
    assert deal.contract is not None
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        action = choosers[seat](build_view(game, seat), Random(game.version))
        game = apply_action(game, seat, action)
    assert game.last is not None
    return game.last.won[deal.contract.declarer]


def hand_of(seed: int, effort: SearchEffort) -> Hand | None:
    """The three plays of one hand; None where the seed gives no contested one."""
    game = contested(seed)
    if game is None or game.deal is None or game.deal.contract is None:
        return None
    seconds: list[float] = []

    def think(seen: SeatView, rng: Random) -> Action:
        start = process_time()
        action = thinking.advise_card(seen, rng, effort).action
        seconds.append(process_time() - start)
        return action

    declarer = game.deal.contract.declarer
    plain: dict[int, Chooser] = dict.fromkeys(range(3), PLAIN)
    attack = plain | {declarer: think}
    defence = dict.fromkeys(range(3), think) | {declarer: PLAIN}
    prices = TrickPrices(game, declarer)
    return Hand(
        value=value_of(game),
        plain=played(game, plain),
        declaring=played(game, attack),
        defending=played(game, defence),
        prices=tuple(map(prices.price_for_declarer, range(11))),
        seconds=tuple(seconds),
    )


def contests(
    count: int, effort: SearchEffort, first: int = 0, processes: int = 1
) -> Iterator[Hand]:
    """Yield `count` contested hands, starting at the seed `first`."""
    job = partial(hand_of, effort=effort)
    found = shared(job, countup(first), processes, chunk=4)
    yield from islice(filter(None, found), count)


def swing(hands: list[Hand]) -> tuple[float, float]:
    """Points of success, thinking declarer less thinking defenders, and the standard error."""
    gaps = [100.0 * ((hand.declaring >= LEVEL) - (hand.defending >= LEVEL)) for hand in hands]
    return mean(gaps), stdev(gaps) / len(gaps) ** 0.5


def report(hands: list[Hand]) -> str:
    """Success and tricks of the three plays, the swing, and the time of a decision."""
    points, error = swing(hands)
    gained = mean(hand.declaring - hand.defending for hand in hands)
    lines = [f"{len(hands)} contested six-trick hands, success of the declarer in %:"]
    for name in ("value", "plain", "declaring", "defending"):
        tricks = [getattr(hand, name) for hand in hands]
        made = 100 * mean(number >= LEVEL for number in tricks)
        lines.append(f"  {name:10} {made:5.1f}  {mean(tricks):.3f} tricks")
        given = mean(hand.prices[hand.value] - hand.prices[getattr(hand, name)] for hand in hands)
        lines[-1] += f"  {given:+.1f} points below the exact value"
    lines.append(f"swing {points:.1f} +- {error:.1f} points, {gained:.3f} tricks a hand")
    seconds = sorted(each for hand in hands for each in hand.seconds)
    at = [1000 * seconds[int(share * (len(seconds) - 1))] for share in (0.5, 0.95, 0.99, 1)]
    lines.append("CPU ms a decision, p50 p95 p99 max: " + " ".join(f"{ms:.0f}" for ms in at))
    return "\n".join(lines)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--robot", choices=EFFORTS, default="expert")
    parser.add_argument("--layouts", type=int, default=0, help="instead of the robot's own number")
    parser.add_argument("--uniform", action="store_true", help="believe nothing that was said")
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    effort = EFFORTS[chosen.robot]
    effort = effort._replace(
        layouts=chosen.layouts or effort.layouts,
        believes=effort.believes and not chosen.uniform,
    )
    print(report(list(contests(chosen.hands, effort, chosen.first, chosen.processes))))
    return 0
