"""Discards: in first tricks after all have passed, and before the last trick of a contract."""

from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.actions import PLAYS
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.robots.expert import card_play
from bot.robots.inference import infer_play, suit_set
from bot.robots.misere_play import cheapest_all_pass_card
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, deck
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


def test_a_master_that_can_win_the_last_trick_no_more_goes_first() -> None:
    """Of two cards after a discard the one whose suit nobody else holds takes no trick."""
    found = 0
    for deal in range(60):
        rng = Random(f"last trick {deal}")
        game = apply_action(new_game(PRESETS.rules("sochi")), TABLE_SEAT, act.Dealer(deal % 3))
        game = apply_action(game, TABLE_SEAT, deck(rng))
        while (seat := to_act(game)) is not None and stage_of(game) is not Stage.BETWEEN:
            view = build_view(game, seat)
            action = PLAIN_ROBOT.choose(view, rng)
            game = apply_action(game, seat, action)
            if isinstance(action, act.Play) and len(view.hand) == 2:
                known = infer_play(view)
                useless = [c for c in view.hand if not known.outstanding & suit_set(c >> 3)]
                is_free = known.led >= 0 and int(known.legal).bit_count() == 2
                if known.level and is_free and len(useless) == 1:
                    found += 1
                    assert action.card in useless
    assert found > 3
