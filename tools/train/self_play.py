"""Deals for training: mixed robots with human-like errors play them, a line of text each.

No person's deal is among them.  A line names the preset, the seed of the deck and the actions, so
that the deal can be played over and looked at from every seat.  A file that was stopped grows from
where it was.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action, Play
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.view import SeatView, build_view
from bot.robots import ROBOTS
from bot.robots.expert import card_play
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, deck
from tools.arena.matches import ANSWERS, of_habit

TRAINED: Final = {  # presets of each family that a model learns from
    "russian": ("sochi", "sochi", "leningrad", "rostov"),
    "balkan": ("serbian", "serbian", "croatian", "guide"),
    "austrian": ("viennese", "viennese", "austrian"),
}
SEPARATOR: Final = ", "
_CARDS: Final = ("beginner", "beginner", "club", "club", "expert")  # who plays a seat's cards
_ANSWERS: Final = ("beginner", "beginner", "always", "never", "beginner")
_THOUGHTFUL: Final = 0.04  # share of the seats whose calls are the expert's
_SLIPS: Final = (0.0, 0.0, 0.05, 0.15)  # share of a seat's cards that are no choice of the robot
_BOLD: Final = 0.03  # share of the calls that are another one

Chooser = Callable[[SeatView, Random], Action]


def played_deal(family: str, seed: int) -> str:
    """Return the line of a deal; equal seeds give equal lines."""
    rng = Random(f"{family} {seed}")
    preset = TRAINED[family][seed % len(TRAINED[family])]
    game, said = _start(preset, seed), []
    seats = [_seat(rng) for _ in range(game.rules.players)]
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        action = seats[seat](build_view(game, seat), rng)
        said.append(format_action(action))
        game = apply_action(game, seat, action)
    return SEPARATOR.join((f"{preset} {seed}", *said))


def _start(preset: str, seed: int) -> Game:
    rules = PRESETS.rules(preset, players=3)
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(seed % 3))
    return apply_action(game, TABLE_SEAT, deck(Random(seed)))


def _seat(rng: Random) -> Chooser:
    """Return a player with habits of its own in calls, answers, cards and slips."""
    cards, answers = rng.choice(_CARDS), rng.choice(_ANSWERS)
    calls = ROBOTS["expert"] if rng.random() < _THOUGHTFUL else PLAIN_ROBOT
    slips = rng.choice(_SLIPS)

    def choose(seen: SeatView, rng: Random) -> Action:
        if any(isinstance(action, Play) for action in seen.legal):
            return _card(seen, rng, cards, slips)
        if seen.stage is Stage.DEFENCE and answers in ANSWERS:
            habit = of_habit(ANSWERS[answers], seen, rng)
            if habit is not None:
                return habit
        choice = calls.choose(seen, rng)
        if seen.stage in (Stage.AUCTION, Stage.DEFENCE) and rng.random() < _BOLD:
            others = [each for each in seen.legal if each in (act.PASS, act.WHIST, act.JOIN)]
            return rng.choice(others) if others else choice
        return choice

    return choose


def _card(seen: SeatView, rng: Random, level: str, slips: float) -> Action:
    """Return a card: the robot's, or by a slip another of a suit that may be played."""
    plays = tuple(action for action in seen.legal if isinstance(action, Play))
    seen = seen._replace(legal=plays)
    if rng.random() < slips:
        return rng.choice(plays)
    match level:
        case "expert":
            return card_play.advise_card(seen, rng).action
        case "club":
            return card_play.advise_card(seen, rng, card_play.CLUB_EFFORT).action
        case _:
            return PLAIN_ROBOT.choose(seen, rng)


def grow(path: Path, family: str, count: int) -> None:
    """Play deals until the file holds ``count`` of them."""
    done = len(path.read_text().splitlines()) if path.exists() else 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="ascii") as book:
        for seed in range(done, count):
            book.write(played_deal(family, seed) + "\n")
            book.flush()


def replay(line: str) -> Iterator[tuple[Game, Action]]:
    """Yield every position of a deal with the action that follows."""
    start, *said = line.split(SEPARATOR)
    preset, seed = start.split()
    game = _start(preset, int(seed))
    for action in map(parse_action, said):
        yield game, action
        seat = to_act(game)
        assert seat is not None
        if stage_of(game) is Stage.CLAIM:
            return
        game = apply_action(game, seat, action)
