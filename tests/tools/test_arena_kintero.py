"""Questions to a foreign program: in its own terms, and nothing of what its seat cannot see."""

from random import Random

from bot.engine import actions as act
from bot.engine.cards import CARDS_BY_NAME, Hand
from bot.engine.deal import Stage
from bot.engine.game import stage_of, to_act
from bot.engine.view import build_view
from bot.robots.worlds import LayoutSpace, game_on_layout
from tests.robots.evenings import positions
from tests.support import builders
from tests.support.builders import dealt, said
from tools.arena.kintero import LADDER, Question, question

ASKED = (Stage.AUCTION, Stage.EXCHANGE, Stage.DECLARE, Stage.DEFENCE, Stage.PLAY)


def questions(seeds: range) -> list[tuple[Question, Question]]:
    """Return each question of some deals, and that of the same view over other hidden cards."""
    found = []
    for seed in seeds:
        for game, _ in positions(builders.rules("sochi"), seed):
            seat = to_act(game)
            assert seat is not None
            seen = build_view(game, seat)
            if stage_of(game) not in ASKED or len(seen.legal) == 1 or act.OPEN in seen.legal:
                continue
            again = game_on_layout(seen, LayoutSpace(seen).draw(Random(seed)), Random(seed))
            other = build_view(again, seat)
            found.append((question(seen, Random(1)), question(other, Random(1))))
    return found


def test_every_question_has_answers_and_tells_no_hidden_card() -> None:
    asked = questions(range(6))
    assert {first.kind for first, _ in asked} == {"bid", "discard", "contract", "whist", "card"}
    assert all(first.means for first, _ in asked)
    assert all(first == second for first, second in asked)


def test_a_misere_stands_below_nine() -> None:
    assert LADDER[:6] == ("6S", "6C", "6D", "6H", "6NT", "7S")
    assert LADDER[14:17] == ("8NT", "M", "9S")


def test_a_suit_not_followed_and_not_ruffed_is_lacking() -> None:
    game = said(
        dealt(
            "7S 9S 10S 8C 9C 10C 9D 9H QH KH | 8S AS JC KC 8D 10D JD QD 7H 8H"
            " | JS QS KS QC AC KD AD 10H JH AH | 7C 7D"
        ),
        "pass",
        "pass",
        "bid 6S",
        "discard 7C 7D",
        "declare 6S",
        "play KH",
        "play 7H",
        "play AH",
        "play KS",
        "play 7S",
        "play AS",
        "play KC",
        "play AC",
    )
    seat = to_act(game)
    assert seat is not None
    seen = build_view(game, seat)
    asked = question(seen, Random(1))
    assert asked.deal["trick"] == [
        {"seat": 1, "card": CARDS_BY_NAME["KC"]},
        {"seat": 2, "card": CARDS_BY_NAME["AC"]},
    ]
    assert asked.deal["tricks"] == [0, 1, 1]
    assert asked.deal["hands"] == [list(Hand(seen.hand)), [-1] * 7, [-1] * 7]
