"""The hand shows everybody's score beside a question, and in the play the defenders' duties."""

import pytest

from bot.engine.deal import Stage
from bot.engine.game import Game, to_act
from bot.engine.view import build_view
from bot.render.families import presenter_of, table_words
from bot.render.hand.private_hand import hand_screen
from bot.render.sheet_screens import brief_line
from tests.render.walks import CATALOGUE, rules_for, table_facts, texts, walk
from tests.support.builders import contract_won, dealt

EN = CATALOGUE.words("en")
FACTS = table_facts()


def score_text(game: Game, seat: int) -> str:
    return "\n".join(texts(hand_screen(build_view(game, seat), FACTS, EN)))


@pytest.mark.parametrize(
    ("preset", "head"), [("sochi", "pool/mtn"), ("serbian", "bula"), ("viennese", "won")]
)
def test_who_is_asked_for_a_bid_or_an_answer_sees_how_all_stand(preset: str, head: str) -> None:
    asked = set()
    for game in walk(rules_for(preset, 3), 1, 6):
        seat = to_act(game)
        if seat is None or seat < 0 or game.deal is None:
            continue
        seen = build_view(game, seat)
        line = brief_line(seen, FACTS, table_words(seen.rules, EN))
        assert bool(line) == bool(seen.deals)
        if line and seen.stage in (Stage.AUCTION, Stage.DEFENCE):
            assert line.startswith(f"-# {head}: ")
            assert all(
                presenter_of(seen.rules).short_score(seen, each)[1] in line for each in range(3)
            )
            assert line in score_text(game, seat)
            asked.add(seen.stage)
    assert asked == {Stage.AUCTION, Stage.DEFENCE}


def test_a_defender_sees_in_the_play_who_whists_and_what_is_owed() -> None:
    line = "7H 8H 9H 10H JH QH KH AH AC AD | ... | ... | 7S 8S"
    game = contract_won(dealt(line), "7H", "whist, whist")
    assert build_view(game, 2).stage is Stage.PLAY
    hand = score_text(game, 2)
    assert f"{FACTS.name(1)}: whists · {FACTS.name(2)}: whists" in hand
    assert "Whisters: 0 of 2" in hand
