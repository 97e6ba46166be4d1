"""Defenders and their choices (rules/russian.md 2.6)."""

import pytest

from bot.engine.deal import Stage
from bot.engine.game import to_act
from tests.golden.russian.asking import choices, result_of
from tests.support import builders
from tests.support.builders import contract_won, deal_of, dealt, dealt_under, said
from tests.support.cases import for_each

WHIST = [
    # level, options, answers given, the next question (seat, choices)
    ("7C", {}, "", (1, "pass, whist")),
    ("7C", {}, "whist", (2, "pass, whist")),
    ("7C", {}, "pass", (2, "pass, whist, half")),
    ("8C", {}, "pass", (2, "pass, whist")),
    ("10C", {}, "pass", (2, "pass, whist")),
    ("7C", {"half_whist": False}, "pass", (2, "pass, whist")),
    ("7C", {}, "whist, pass", (1, "open, closed")),
    ("7C", {}, "pass, whist", (2, "open, closed")),
    ("7C", {}, "pass, half", (1, "pass, whist")),
    ("7C", {}, "pass, half, whist", (1, "open, closed")),
    ("7C", {"half_whist_first": True}, "whist, pass", (1, "open, closed, half")),
    ("8C", {"half_whist_first": True}, "whist, pass", (1, "open, closed")),
    ("7C", {"half_whist_first": True}, "pass, whist", (2, "open, closed")),
    ("7C", {"half_whist_first": True}, "whist, pass, half", (2, "pass, whist")),
    ("7C", {"half_whist_first": True}, "whist, pass, half, whist", (2, "open, closed")),
]


@for_each(("contract", "options", "answers", "expect"), WHIST)
def test_whist_questions(
    contract: str, options: dict[str, bool], answers: str, expect: tuple[int, str]
) -> None:
    game = contract_won(dealt_under(builders.rules("sochi", 3, **options)), contract, answers)
    assert (to_act(game), choices(game)) == expect


SETTLED = [
    # no play: outcome, postings of 6C and of 7C
    ("pass, pass", "unplayed", {"pool 0": 2}, {"pool 0": 4}),
    (
        "pass, half, pass",
        "half_whist",
        {"pool 0": 2, "whists 2>0": 4},
        {"pool 0": 4, "whists 2>0": 4},
    ),
    (
        "whist, pass, half, pass",
        "half_whist",
        {"pool 0": 2, "whists 1>0": 4},
        {"pool 0": 4, "whists 1>0": 4},
    ),
]


@pytest.mark.parametrize(("answers", "outcome", "six", "seven"), SETTLED)
def test_settled_without_play(
    answers: str, outcome: str, six: dict[str, int], seven: dict[str, int]
) -> None:
    for contract, expect in (("6C", six), ("7C", seven)):
        game = contract_won(dealt(half_whist_first=True), contract, answers)
        assert result_of(game).outcome == outcome
        assert builders.sums(result_of(game).postings) == expect


def test_two_whisters_play_closed_at_once() -> None:
    game = contract_won(dealt(), "7C", "whist, whist")
    assert deal_of(game).phase.stage is Stage.PLAY
    assert deal_of(game).roles == ("declarer", "whister", "whister")
    assert deal_of(builders.play_out_trick(game)).open_seats == ()


def test_the_half_whister_counts_as_having_passed_after_a_return() -> None:
    game = contract_won(dealt(), "7C", "pass, half, whist, closed")
    assert deal_of(game).roles == ("declarer", "whister", "passer")


def test_stalingrad_asks_nobody() -> None:
    game = contract_won(dealt(), "6S", "")
    assert deal_of(game).phase.stage is Stage.PLAY
    assert deal_of(game).roles == ("declarer", "whister", "whister")
    assert deal_of(contract_won(dealt(), "6C", "")).phase.stage is Stage.DEFENCE
    off = contract_won(dealt(stalingrad=False), "6S", "")
    assert deal_of(off).phase.stage is Stage.DEFENCE


def test_stalingrad_counts_the_declared_contract() -> None:
    """Won with 6S, declared higher: whist is free again."""
    game = said(dealt(), "bid 6S", "pass", "pass", "discard 7S 8S", "declare 6C")
    assert deal_of(game).phase.stage is Stage.DEFENCE


def test_checked_ten_lays_hands_open_and_knows_no_quota() -> None:
    game = contract_won(dealt(ten_trick="checked"), "10C", "")
    assert deal_of(game).roles == ("declarer", "whister", "whister")
    assert deal_of(game).open_seats == ()  # forehand is the declarer and has not led
    game = said(game, choices(game).split(", ")[0])
    assert deal_of(game).open_seats == (1, 2)
    assert to_act(game) == 1  # each defender plays their own hand
    agreed = builders.rules("sochi", ten_trick="checked")
    at = builders.carry(agreed)
    made = builders.scored_game(agreed, at, "10C", {0: 10}, (1, 2))
    assert builders.sums(made.postings) == {"pool 0": 10}
    failed = builders.scored_game(agreed, at, "10C", {0: 8, 1: 2}, (1, 2))
    assert builders.sums(failed.postings) == {"mountain 0": 20, "whists 1>0": 40, "whists 2>0": 20}


def test_checked_ten_is_only_a_ten() -> None:
    game = contract_won(dealt(ten_trick="checked"), "9C", "")
    assert deal_of(game).phase.stage is Stage.DEFENCE
    game = contract_won(dealt(ten_trick="whisted"), "10C", "")
    assert deal_of(game).phase.stage is Stage.DEFENCE
