"""Deals that all passed: the first tricks by the learned table and by the plain robot's habit.

One seat in turn plays its first tricks in both ways, the same cards and the same others; the rest
of its cards a thinking robot chooses, the others' the plain one.
"""

import argparse
from collections.abc import Callable, Iterator
from itertools import count as countup
from itertools import islice
from random import Random
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import PLAYS, Action
from bot.engine.cards import TABLE_SEAT, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.view import SeatView, build_view
from bot.robots.expert import card_play
from bot.robots.inference import infer_play
from bot.robots.misere_play import cheapest_all_pass_card
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, Chooser, deck
from tools.arena.matches import mean_and_error

PLAIN: Final = PLAIN_ROBOT.choose
FIRST: Final = 2  # tricks in which the two ways part


def passed(seed: int, preset: str, players: int) -> Game | None:
    """A deal for the fewest tricks after plain robots have passed; None where one of them bids."""
    rng = Random(f"all pass {seed}")
    rules = PRESETS.rules(preset, players=players)
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(seed % players))
    game = apply_action(game, TABLE_SEAT, deck(rng))
    while stage_of(game) is Stage.AUCTION:
        seat = to_act(game)
        assert seat is not None
        said = PLAIN(build_view(game, seat), rng)
        if said != act.PASS:
            return None
        game = apply_action(game, seat, said)
    is_played = game.deal is not None and stage_of(game) is Stage.PLAY
    return game if is_played else None


def by_table(seen: SeatView, _: Random) -> Action:
    return PLAYS[cheapest_all_pass_card(infer_play(seen))]


def tricks(game: Game, seat: Seat, first: Chooser, later: Chooser) -> int:
    """Count the tricks of a seat that plays its first tricks in one way, later ones in another."""
    while game.deal is not None:
        asked = to_act(game)
        assert asked is not None
        own = first if len(game.deal.tricks) < FIRST else later
        chooser = own if asked == seat else PLAIN
        game = apply_action(game, asked, chooser(build_view(game, asked), Random(game.version)))
    assert game.last is not None
    return game.last.won[seat]


def fewer(game: Game, later: Chooser) -> Iterator[int]:
    """For each seat that plays, the tricks it is spared by the table."""
    assert game.deal is not None
    for seat in game.deal.seats:
        yield tricks(game, seat, PLAIN, later) - tricks(game, seat, by_table, later)


def hands(preset: str, players: int) -> Iterator[Game]:
    yield from filter(None, (passed(seed, preset, players) for seed in countup()))


def compared(preset: str, players: int, count: int, later: Chooser) -> list[int]:
    """Over so many deals."""
    found = islice(hands(preset, players), count)
    return [spared for game in found for spared in fewer(game, later)]


def thinking(seen: SeatView, rng: Random) -> Action:
    return card_play.advise_card(seen, rng, card_play.CLUB_EFFORT).action


LATER: Final[dict[str, Callable[[SeatView, Random], Action]]] = {
    "club": thinking,
    "beginner": PLAIN,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("presets", nargs="*", default=["sochi", "rostov", "viennese"])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--later", choices=LATER, default="club", help="who plays the later cards")


def run(chosen: argparse.Namespace) -> int:
    for preset in chosen.presets:
        spared = compared(preset, chosen.players, chosen.hands, LATER[chosen.later])
        mean, error = mean_and_error(list(map(float, spared)))
        print(f"{preset}: {len(spared)} seatings, fewer by {mean:.3f} +- {error:.3f} tricks")
    return 0
