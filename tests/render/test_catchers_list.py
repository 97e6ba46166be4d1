"""Against an open misère the catchers see what the declarer may hold, as they write it on paper."""

import re

from bot.engine.view import build_view
from bot.model.values import replace
from bot.render.hand.private_hand import hand_screen
from bot.render.screen_data import SeatData
from tests.render.scenes import EN, FACTS, NAMED, played, shown
from tests.render.walks import PRESETS

MISERE = "7S 8S 9S 7C 8C 9C 7D 8D 9D 7H | AS KS QS JS 10S AC KC QC JC 10C | ... | 8H 9H"
MOVES = ("bid M", "pass", "pass", "discard 9D 9H", "play 7S")
LISTED = "Ana has 9 of:"


def test_the_cards_are_listed_for_the_catchers_alone() -> None:
    game = played(*MOVES, cards=MISERE)
    for seat in (1, 2):
        text = shown(hand_screen(build_view(game, seat), FACTS, EN))
        assert LISTED in text
        listed = text[text.index(LISTED) :].splitlines()[1]
        possible = {"8S", "9S", "7C", "8C", "9C", "7D", "8D", "9D", "7H", "8H", "9H"}
        assert set(re.findall(r"⟦(\w+)⟧", listed)) == possible
    assert LISTED not in shown(hand_screen(build_view(game, 0), FACTS, EN))


def test_a_table_that_plays_from_memory_has_no_list() -> None:
    rules = PRESETS.rules("sochi", players=3, pool_target=10, tricks_shown="last")
    game = played(*MOVES, cards=MISERE, rules=rules)
    assert LISTED not in shown(hand_screen(build_view(game, 1), FACTS, EN))


def test_the_dealer_who_sits_out_has_no_list() -> None:
    rules = PRESETS.rules("sochi", players=4, pool_target=10)
    game = played(*MOVES, cards=MISERE, rules=rules)
    facts = replace(FACTS, seats=(*NAMED, SeatData("Gleb", 4)))
    with_list = [
        seat
        for seat in range(4)
        if " has 9 of:" in shown(hand_screen(build_view(game, seat), facts, EN))
    ]
    dealer, declarer = 2, 3
    assert sorted({0, 1, 2, 3} - {dealer, declarer}) == with_list
