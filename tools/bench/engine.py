"""Speed of the engine: moves checked and applied, and a match replayed from its lines.

``python -m tools.bench engine``.  Machines differ and are busy: the reference loop of plain
Python runs in turn with the moves, the best of many short runs counts, in seconds of the processor,
and the ratio is what may be compared.
"""

import random
from collections.abc import Callable
from time import process_time
from typing import NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import PACK, TABLE_SEAT, Seat
from bot.engine.game import Game, apply_action, legal_actions, new_game, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.replaying import replay_log
from bot.engine.rules import Rules
from tests.support import builders

Log = list[tuple[Seat, Action]]

MISERE = act.Bid("M")


class Figures(NamedTuple):
    """``ratio`` is moves of the engine per round of the reference loop."""

    actions: int
    actions_per_second: float
    rounds_per_second: float
    replay_seconds: float
    replay_lines: int

    @property
    def ratio(self) -> float:
        return self.actions_per_second / self.rounds_per_second


def endless(players: int = 3) -> Rules:
    """Sochi played for deals, so that a log may be as long as wanted."""
    return builders.rules("sochi", players, american_aid=False, end_condition="deals(9999)")


def random_log(rules: Rules, deals: int, seed: int = 1) -> Log:
    """Sensible calls and any legal card, without claims."""
    chance, game, log = random.Random(seed), new_game(rules), Log()
    while game.carry.number < deals:
        seat = to_act(game)
        assert seat is not None
        action = _shuffled(game, chance) if seat == TABLE_SEAT else _chosen(game, seat, chance)
        log.append((seat, action))
        game = apply_action(game, seat, action)
    return log


def _shuffled(game: Game, chance: random.Random) -> Action:
    if stage_of(game) == "draw":
        return act.Dealer(0)
    return act.Deck(tuple(chance.sample(PACK, 32)))


def _chosen(game: Game, seat: Seat, chance: random.Random) -> Action:
    choices = [a for a in legal_actions(game, seat) if not isinstance(a, act.Claim)]
    if isinstance(choices[-1], act.Bid):
        if MISERE in choices and chance.random() < 0.03:
            return MISERE
        return choices[0 if chance.random() < 0.6 else min(len(choices) - 1, chance.choice((1, 2)))]
    if isinstance(choices[0], act.Declare):
        return choices[0]
    return chance.choice(choices)


def applied(rules: Rules, log: Log) -> Game:
    game = new_game(rules)
    for seat, action in log:
        game = apply_action(game, seat, action)
    return game


REFERENCE_ROUNDS = 20_000


def reference(rounds: int = REFERENCE_ROUNDS) -> int:
    """A fixed piece of work: small tuples, a dictionary, bits, one call each."""
    seen: dict[tuple[int, int], int] = {}
    total = 0
    for n in range(rounds):
        key = (n & 31, n >> 5 & 7)
        total ^= _step(key, seen.get(key, 0))
        seen[key] = total & 0xFFFF
    return total


def _step(key: tuple[int, int], value: int) -> int:
    return (value << 1 ^ key[0] * 31 + key[1]) & 0xFFFFFF


def seconds(*works: Callable[[], object], times: int = 40) -> list[float]:
    """The best of many runs of each, one after the other, of a processor."""
    best = [float("inf")] * len(works)
    for _ in range(times):
        for n, work in enumerate(works):
            start = process_time()
            work()
            best[n] = min(best[n], process_time() - start)
    return best


def measured(deals: int = 60) -> Figures:
    rules = endless()
    log = random_log(rules, deals)
    lines = [(seat, format_action(action)) for seat, action in log]
    moves, rounds, replayed = seconds(
        lambda: applied(rules, log), reference, lambda: replay_log(new_game(rules), lines)
    )
    return Figures(len(log), len(log) / moves, REFERENCE_ROUNDS / rounds, replayed, len(lines))


def main() -> None:
    found = measured()
    print(f"engine: {found.actions_per_second:,.0f} actions/s ({found.actions:,} actions)")
    print(f"reference loop: {found.rounds_per_second:,.0f} rounds/s, ratio {found.ratio:.3f}")
    print(f"replay of 60 deals: {found.replay_seconds * 1000:.1f} ms ({found.replay_lines} lines)")


if __name__ == "__main__":
    main()
