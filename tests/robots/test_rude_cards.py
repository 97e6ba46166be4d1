"""Sixty positions in which a card would be rude, and no robot plays it.

The rules are a strong player's.  Each position names the cards that break its rule; the solver
confirms that they cost a trick as the cards lie.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.analysis.all_pass_solver import AllPassSolver
from bot.analysis.position import Aim, play_card, position_of
from bot.analysis.solver import move_values
from bot.engine import actions as act
from bot.engine.actions import Play
from bot.engine.cards import TABLE_SEAT
from bot.engine.game import Game, apply_action, new_game, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.view import SeatView, build_view
from bot.robots import EVERY_ROBOT
from bot.robots.inference import infer_play
from tests.properties.walking import fewer
from tests.robots.evenings import PRESETS
from tests.support.builders import texts
from tests.support.cases import for_each

FILE: Final = Path(__file__).parent / "golden" / "rude.txt"
PARTNERS: Final = "A partner's trick is not overtaken for nothing"
SEEDS: Final = 2
_NODES: Final = 200_000


class Position(NamedTuple):
    """A position with the rule that some cards would break."""

    number: int
    rule: str
    preset: str
    dealer: int
    deck: str
    acts: str
    hand: str
    trick: str
    wrong: frozenset[str]

    def game(self) -> Game:
        game = new_game(PRESETS.rules(self.preset, players=3))
        game = apply_action(game, TABLE_SEAT, act.Dealer(self.dealer))
        game = apply_action(game, TABLE_SEAT, parse_action(f"deck {self.deck}"))
        for text in texts(self.acts):
            seat = to_act(game)
            assert seat is not None
            game = apply_action(game, seat, parse_action(text))
        return game


def read() -> Iterator[Position]:
    """Yield the positions of the file: three lines each, under the line of their rule."""
    rule, lines, number = "", [], 0
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            rule = line.removeprefix("== ")
        elif rule:
            lines.append(line.strip())
        if len(lines) == 3:
            (preset, dealer, deck), acts = lines[0].split(" | "), lines[1]
            hand, trick, wrong = lines[2].split(" | ")
            number += 1
            cards = frozenset(wrong.split())
            yield Position(number, rule, preset, int(dealer), deck, acts, hand, trick, cards)
            lines = []


POSITIONS: Final = tuple(read())


def view_of(game: Game) -> SeatView:
    seat = to_act(game)
    assert seat is not None
    return build_view(game, seat)


def name_of(action: act.Action) -> str:
    return format_action(action).removeprefix("play ")


def test_there_are_sixty_of_all_families() -> None:
    assert len(POSITIONS) == 60
    families = {PRESETS.family_key(position.preset) for position in POSITIONS}
    assert families == {"russian", "balkan", "austrian"}


def costs_of(game: Game) -> dict[str, int]:
    """Return the tricks that each card costs the side that plays it, by open cards."""
    assert game.deal is not None
    position = position_of(game.deal)
    assert position is not None
    turn = view_of(game).open_deal.player_on_turn
    place = game.deal.seats.index(turn)
    if position.contract.aim is Aim.OWN:
        solver, own = AllPassSolver(position.contract, _NODES), {}
        for action in view_of(game).legal:
            if isinstance(action, Play):
                after, winner = play_card(position.cards, position.contract, action.card)
                own[name_of(action)] = solver.tricks(after)[place] + (winner == place)
        return {card: tricks - min(own.values()) for card, tricks in own.items()}
    found = {name_of(act.PLAYS[card]): tricks for card, tricks in move_values(position)}
    wants = (position.contract.declarer == place) == (position.contract.aim is Aim.MOST)
    best = max(found.values()) if wants else min(found.values())
    return {card: abs(best - tricks) for card, tricks in found.items()}


@for_each("position", POSITIONS, ids=lambda position: position.number)
def test_a_rude_card_is_legal_and_costs_a_trick(position: Position) -> None:
    game = position.game()
    seen, known = view_of(game), infer_play(view_of(game))
    legal = {name_of(action) for action in seen.legal if isinstance(action, Play)}
    assert position.wrong < legal
    costs = costs_of(game)
    told = position.wrong & {*costs}  # the solver names one of touching cards
    assert told
    assert all(costs[card] > 0 for card in told)
    if position.rule == PARTNERS:
        assert known.holder == known.partner
        assert not known.later


@for_each("position", POSITIONS, ids=lambda position: position.number)
def test_no_robot_is_rude(position: Position) -> None:
    seen = view_of(position.game())
    for name, robot in EVERY_ROBOT.items():
        for seed in range(fewer(SEEDS)):
            card = name_of(robot.choose(seen, Random(seed)))
            assert card not in position.wrong, f"{name} plays {card}: {position.rule}"
