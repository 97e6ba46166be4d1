"""First tricks after all have passed: discards that keep the remaining suits safe."""

from random import Random

import pytest

from bot.engine.actions import PLAYS
from bot.engine.game import Game, to_act
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.robots.expert import card_play
from bot.robots.inference import infer_play
from bot.robots.misere_play import cheapest_all_pass_card
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.support.builders import dealt, said

PASSES = ("pass",) * 3


def chosen(game: Game) -> str:
    """Return the discard of the seat to act."""
    seat = to_act(game)
    assert seat is not None
    return format_action(PLAYS[cheapest_all_pass_card(infer_play(build_view(game, seat)))])


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("9S 10S JS 8C 9C AC 7H 8H 9H AH", "play JS"),  # three cards below guard the ace
        ("7S 8S 9S AS QC KC 7H 8H 9H AH", "play KC"),  # two high ones guard nothing
        ("7S 8S 9S AS 7C 8C AC 9H 10H AH", "play AH"),  # the lowest of them is a nine
    ],
)
def test_who_cannot_follow_keeps_what_low_cards_guard(hand: str, card: str) -> None:
    game = said(dealt(f"{hand} | ... | ... | KD QD"), *PASSES)
    assert chosen(game) == card


def test_under_a_trick_the_seven_stays_with_the_ace() -> None:
    hands = "9H 7C 8C 9C 7D 8D 9D 7S 8S 9S | JH ... | 7H 8H AH 10C JC QC 10D JD QD 10S | 10H KC"
    assert chosen(said(dealt(hands), *PASSES, "play 9H", "play JH")) == "play 8H"


def test_thinking_robots_play_so_until_the_third_trick() -> None:
    game = said(dealt("9S 10S JS 8C 9C AC 7H 8H 9H AH | ... | ... | KD QD"), *PASSES)
    for level in (card_play.CLUB_EFFORT, card_play.EXPERT_EFFORT):
        assert (
            format_action(card_play.advise_card(build_view(game, 0), Random(1), level).action)
            == "play JS"
        )
    assert format_action(PLAIN_ROBOT.choose(build_view(game, 0), Random(1))) == "play AC"
