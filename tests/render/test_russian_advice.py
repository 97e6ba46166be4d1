"""Numbers a Russian table shows before a decision equal those it writes afterwards."""

import pytest

from bot.engine.game import Game, apply_action, legal_actions, to_act
from bot.engine.view import build_view
from bot.presets import OptionSetting
from bot.render.families.russian.deal_guide import stakes_of
from bot.render.hand.private_hand import hand_screen
from bot.render.screen_data import TableData
from bot.render.table.board import board_screen
from bot.render.table.result import result_screen
from tests.render.scenes import EN, shown
from tests.render.walks import table_facts
from tests.support import builders
from tests.support.builders import (
    ANY,
    contract_won,
    dealt,
    dealt_under,
    play_out,
    rules,
    said,
    view_to_act,
)
from tests.support.cases import for_each

LEAST: dict[str, OptionSetting] = {"rostov_raspasy": "least_takes"}


def facts(game: Game) -> TableData:
    return table_facts(game.rules.players)


def hand(game: Game) -> str:
    return shown(hand_screen(view_to_act(game), facts(game), EN))


@pytest.mark.parametrize(
    ("preset", "options", "streak", "told", "column", "unit"),
    [
        ("sochi", {}, 0, "each trick costs 1.", "mountain", 1),
        ("sochi", {}, 1, "each trick costs 2.", "mountain", 2),
        ("leningrad", {}, 0, "each trick costs 2.", "mountain", 2),
        ("leningrad", {}, 1, "each trick costs 4.", "mountain", 4),
        ("rostov", {}, 0, "each trick costs 5 whists to every opponent.", "whists", 5),
        ("rostov", LEAST, 2, "writes 5 whists on each of the others", "whists", 5),
    ],
)
def test_the_price_of_a_trick_in_raspasy_is_what_is_written(
    preset: str, options: dict[str, OptionSetting], streak: int, told: str, column: str, unit: int
) -> None:
    """rules/russian.md 3.5, 4.4: the cost of the streak, in the points of this mountain."""
    agreed = rules(preset, 3, **options)
    game = said(dealt_under(agreed, ANY, streak=streak), "pass", "pass", "pass")
    assert told in hand(game)
    while game.deal is not None and game.deal.contract is None and game.carry.number == 0:
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, legal_actions(game, seat)[0])
    assert game.last is not None
    assert {post.unit for post in game.last.postings if post.account == column} == {unit}


def test_the_streak_is_told_at_the_price_of_the_table() -> None:
    after = play_out(dealt(ANY, "leningrad"), "pass, pass, pass")
    told = shown(result_screen(build_view(after, None), facts(after), EN))
    assert "raspasy so far 1, 4 a trick" in told


@pytest.mark.parametrize(
    ("preset", "told"),
    [
        ("sochi", "writes 1 in the mountain"),
        ("leningrad", "writes 2 in the mountain"),
        ("rostov", "and the others write 5 whists each on"),
    ],
)
def test_a_thrown_talon_costs_what_it_says(preset: str, told: str) -> None:
    """rules/russian.md 2.5 rule 3, 4.4."""
    game = said(dealt(ANY, preset, 4, throw_talon=True), "bid 7C", "pass", "pass")
    assert told in hand(game)


def test_whoever_steps_down_to_half_waits_for_the_other() -> None:
    """rules/russian.md 2.6: after the half-whist of the first it is the second who may return."""
    game = contract_won(dealt(ANY, half_whist_first=True), "7C", "whist, pass")
    assert to_act(game) == 1
    assert "unless your partner whists after all" in hand(game)
    assert to_act(said(game, "half")) == 2


def test_a_thrown_talon_lies_open_to_the_end_where_tricks_are_turned_down() -> None:
    """rules/russian.md 2.5 rule 3: face up beside the play; 2.9 turns only tricks down."""
    game = dealt(ANY, players=4, tricks_shown="last", throw_talon=True)
    game = said(game, "bid 7C", "pass", "pass", "throw", "declare 7C", "whist", "whist")
    talon = build_view(game, None).visible_talon
    assert len(talon) == 2
    for _ in range(24):
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, legal_actions(game, seat)[0])
        assert build_view(game, None).visible_talon == talon
    assert "Talon" in shown(board_screen(build_view(game, None), facts(game), EN))


@for_each("level", range(6, 11))
@for_each("preset", ["sochi", "leningrad", "rostov", "online_classic"])
def test_the_prices_that_are_told_are_those_that_are_written(preset: str, level: int) -> None:
    """rules/russian.md 4.3, 4.4: of an undertrick, a trick and a missing trick of the defence."""
    agreed = builders.rules(preset)
    at, stakes = builders.carry(agreed), stakes_of(agreed, level)
    failed = builders.scored_game(agreed, at, f"{level}C", {0: level - 1, 1: 11 - level}, (1,))
    made = builders.scored_game(agreed, at, f"{level}C", {0: 10, 1: 0}, (1,))
    units = {posting.why: posting.unit for posting in (*failed.postings, *made.postings)}
    tricks = units.get("tricks", units.get("shared_tricks"))
    assert (units["contract"], units["undertricks"]) == (stakes.pool, stakes.mountain)
    assert tricks == stakes.whist
    assert units.get("quota_missed", stakes.penalty) == stakes.penalty
    assert ("quota_missed" in units) is (stakes.quota > 0)
