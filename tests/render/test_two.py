"""The screens of the game for two (docs/rules/russian.md 2.11): the dummy is not addressed."""

import pytest

from bot.engine.game import Game
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.render.families import table_words
from bot.render.hand.private_hand import hand_screen
from bot.render.rule_text import game_title, is_relevant_option
from bot.render.server.help_screens import help_screen
from bot.render.study.postmortem_screens import best_line_screen, overview_screen, walk_screen
from bot.render.table.board import board_screen
from bot.render.table.result import closed_board_screen, last_trick_screen, result_screen
from tests.golden.screens.studies import study_of
from tests.render.walks import CATALOGUE, PRESETS, acts, rules_for, table_facts, texts
from tests.support import builders
from tests.support.builders import said
from tests.support.deal_records import logged

EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")
FACTS = table_facts(2)
RASPASY = (
    "9S 10S JS QS KS AS 7C 8C KC 7H | 8S 9C QC 8D 9D 10D JD QD KD 7D |"
    " 8H 9H 10H JH QH KH 10C JC AC AD | 7S AH"
)


def dealt(line: str = builders.ANY) -> Game:
    return builders.dealt(line, players=2)


def whisted() -> Game:
    game = said(dealt(), "bid 7NT", "pass")
    return said(game, "discard 7S 8S", "declare 7NT", "whist")


def board(game: Game) -> str:
    return "\n".join(texts(board_screen(build_view(game, None), FACTS, EN)))


def hand(game: Game, seat: int, words: object = EN) -> str:
    return "\n".join(texts(hand_screen(build_view(game, seat), FACTS, RU if words is RU else EN)))


def test_the_dummy_has_no_line_in_the_auction() -> None:
    game = said(dealt(), "bid 6S", "pass")
    for shown in (board(dealt()), hand(dealt(), 0), hand(dealt(), 1), hand(game, 0)):
        assert "Dummy" not in shown
    assert board(game).count("Dummy") == 1  # it holds ten cards


def test_the_board_tells_whose_cards_are_played() -> None:
    game = whisted()
    assert "**Dummy** · **0** tricks · 10 cards" in board(game)
    assert "Dummy, face up" in board(game)
    assert "defenders may talk" not in board(game)
    game = said(game, format_action(builders.actions_of(game)[0]))
    assert "to play the dummy's cards" in board(game)
    assert "Play for the dummy" in hand(game, 1)
    assert "Ход за болвана" in hand(game, 1, RU)
    assert "The dummy's cards, you play them" in hand(game, 1)


def test_the_one_opponent_is_told_what_a_whist_means() -> None:
    game = said(dealt(), "bid 6C", "pass", "discard 7S 8S", "declare 6C")
    assert acts(hand_screen(build_view(game, 1), FACTS, EN)) == {"whist", "pass"}
    assert "you play both. They need 4 tricks" in hand(game, 1)
    assert "The opponent whists or passes" in "\n".join(
        texts(help_screen(build_view(game, 1), FACTS, EN))
    )


def test_in_raspasy_the_dummy_is_told_to_play_by_itself() -> None:
    game = said(dealt(RASPASY), "pass", "pass")
    assert "The dummy plays its lowest card by itself" in hand(game, 0)
    assert "Болван сам кладёт младшую карту" in hand(game, 0, RU)
    game = said(game, "play 9S")
    assert "⟦9S⟧ Ana\n⟦8S⟧ Dummy\n" in board(game)


def test_the_result_has_no_line_of_the_dummy_but_its_cards() -> None:
    game = builders.play_out(whisted())
    shown = texts(result_screen(build_view(game, None), FACTS, EN))
    assert not [line for body in shown for line in body.splitlines() if "**Dummy**" in line]
    assert any("-# Dummy" in body for body in shown)
    for screen in (last_trick_screen, closed_board_screen):
        assert texts(screen(build_view(game, None), FACTS, EN))


@pytest.mark.parametrize("preset", ["sochi", "leningrad", "rostov", "online_classic"])
def test_a_table_for_two_is_called_so(preset: str) -> None:
    rules = rules_for(preset, 2)
    assert "for two" in game_title(rules, table_words(rules, EN))
    assert "Гусарик" in game_title(rules, table_words(rules, RU))
    three = rules_for(preset, 3)
    assert "for two" not in game_title(three, table_words(three, EN))


def test_options_without_meaning_are_not_offered() -> None:
    """2.11 rules 3, 4 and 8."""
    without = (
        *("half_whist", "half_whist_first", "quota_rule", "high_whist", "whist_sharing"),
        *("single_whister_tricks", "defender_talk", "throw_talon", "dealer_talon_bonus"),
        *("raspasy_dealer_4p", "raspasy_zero_bonus_dealer"),
    )
    for option in without:
        assert not is_relevant_option(rules_for("sochi", 2), option)
    assert is_relevant_option(rules_for("sochi", 2), "two_handed_all_pass")
    for players in (3, 4):
        assert not is_relevant_option(
            PRESETS.rules("sochi", players=players), "two_handed_all_pass"
        )


@pytest.mark.parametrize("name", ["sochi-2-raspasy", "rostov-2-remise", "sochi-2-misere-caught"])
def test_looking_back_names_the_dummy_but_judges_nobody_there(name: str) -> None:
    (record,) = logged(name)
    study = study_of(record)
    for words in (EN, RU):
        overview = "\n".join(texts(overview_screen(study, FACTS, words)))
        assert "**Dummy**" not in overview
        assert texts(best_line_screen(study, FACTS, words))
    assert len(study.postmortem.cards) == 30
    steps = ["\n".join(texts(walk_screen(study, step, FACTS, EN))) for step in range(30)]
    assert all("Dummy" in shown for shown in steps)
