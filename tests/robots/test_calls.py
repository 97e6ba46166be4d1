"""Calls of the expert that follow from the rules and its cards."""

from random import Random

import pytest

from bot.analysis.advice import Advice
from bot.engine.game import Game, to_act
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.robots.expert.call_choice import (
    advise_call,
    advise_in_play,
    call_effort,
    candidate_calls,
    weigh_in_worlds,
)
from bot.robots.expert.option_weighing import LEAST_WORLDS
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.support import austrian, balkan, builders
from tests.support.builders import said, texts

TEN_SPADES = "AS KS QS JS 10S 9S 8S 7S AC AD"
LAYDOWN = f"{TEN_SPADES} | ... | ... | 7C 7D"
SIX_BY_ITSELF = (  # tricks of the third hand in diamonds, for any talon
    "7S 9S KS 7C 8C 9C 9D 7H 10H KH | 8S 10C QC KC AC JD KD AD 9H JH"
    " | JS QS AS JC 7D 8D 10D QD QH AH | 10S 8H"
)
LOWEST = "7S 8S 9S 7C 8C 9C 7D 8D 7H 8H"
HOPELESS = "7S 8S JC 9C QC 9D JD 10H JH QH"


def advice(game: Game) -> Advice:
    seat = to_act(game)
    assert seat is not None
    return advise_call(build_view(game, seat), Random(1))


def choice(game: Game) -> str:
    return format_action(advice(game).action)


def after(game: Game, line: str) -> Game:
    return said(game, *texts(line))


@pytest.mark.slow
def test_a_hand_of_sure_tricks_is_bid_and_not_passed() -> None:
    assert choice(builders.dealt(LAYDOWN)).startswith("bid")
    assert choice(balkan.dealt(LAYDOWN, preset="serbian")).startswith("bid")
    assert choice(austrian.dealt(LAYDOWN)).startswith("bid")


@pytest.mark.slow
def test_a_sound_bid_is_not_passed_by_the_luck_of_layouts() -> None:
    """A margin of one standard error would pass this hand in six samples of sixteen layouts."""
    game = after(builders.dealt(SIX_BY_ITSELF), "pass, bid 6S")
    seen = build_view(game, 2)
    assert [format_action(advise_call(seen, Random(seed)).action) for seed in range(4, 10)] == [
        "bid 6C"
    ] * 6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "calls"),
    [
        ("7S 8S JS KS 8C JC QD AD JH AH | ... | ... | ...", ""),
        ("10S JS AS 8C 9C AC 9D 9H QH AH | ... | ... | ...", ""),
        ("... | 9S AS 7C 10C 10D KD 8H JH QH AH | ... | ...", "pass"),
    ],
)
def test_a_hand_that_expects_six_tricks_with_the_talon_opens(line: str, calls: str) -> None:
    """The plain robot passes; with the caution of other bids the expert followed it."""
    game = after(builders.dealt(line), calls) if calls else builders.dealt(line)
    seat = to_act(game)
    assert seat is not None
    seen = build_view(game, seat)
    assert format_action(PLAIN_ROBOT.choose(seen, Random(1))) == "pass"
    moves = [advise_call(seen, Random(seed), explains=False).action for seed in range(6)]
    assert [format_action(move) for move in moves].count("bid 6S") >= 5


def test_a_third_bid_of_russian_deals_is_passed_for_a_lead_of_one_error_only() -> None:
    """A quarter, as in other families, gave up bids that bring four points more than a pass."""
    hand = "8S KS AS 8C 10C QC AC QD AD JH"
    game = after(builders.dealt(f"... | {hand} | ... | ..."), "pass, bid 6S, bid 6C, hold, bid 6D")
    seen = build_view(game, 1)
    plain = PLAIN_ROBOT.choose(seen, Random(1))
    options = candidate_calls(seen, plain)
    assert [format_action(option) for option in options] == ["pass", "hold"]
    assert call_effort(seen, plain, options).caution == 1.0
    first = after(builders.dealt(f"... | {hand} | ... | ..."), "pass, bid 6S, bid 6C")
    seen = build_view(first, 1)
    assert call_effort(seen, plain, options).caution == 2.5


@pytest.mark.slow
def test_the_two_losers_are_laid_away_and_all_ten_declared() -> None:
    game = after(builders.dealt(LAYDOWN), "bid 6S, pass, pass")
    assert choice(game) == "discard 7C 7D"
    told = advice(after(game, "discard 7C 7D"))
    assert format_action(told.action) == "declare 10S"
    assert told.options[0].holds == told.layouts > 0


def test_a_short_suit_goes_as_a_whole() -> None:
    """The ten cards left expect as many tricks with single low cards in two suits."""
    for hand, talon, goes in (
        ("JS 10S AC KC 9C 8C 7C 10D 9D AH", "8H 7H", "discard 9D 10D"),
        ("AS JS 10S AC QC JC 9C 8C QD 7D", "QH 7H", "discard 7D QD"),
    ):
        line = f"{hand} | ... | ... | {talon}"
        for game in (
            after(builders.dealt(line), "bid 6S, pass, pass"),
            after(balkan.dealt(line, preset="serbian"), "bid 2, pass, pass"),
            after(austrian.dealt(line), "bid 1, pass, pass"),
        ):
            seen = build_view(game, 0)
            assert format_action(PLAIN_ROBOT.choose(seen, Random(1))) == goes


@pytest.mark.slow
def test_a_discard_rests_on_six_layouts_or_on_a_clear_lead() -> None:
    """Ten discards, each solved by itself: the usual budget ends in the fifth layout."""
    line = "QS 8S KC QC JC 10C 8C 7C AD JD | ... | ... | 9D 8H"
    game = after(balkan.dealt(line, preset="serbian"), "bid 2, pass, pass")
    seen = build_view(game, 0)
    plain = PLAIN_ROBOT.choose(seen, Random(1))
    options = candidate_calls(seen, plain)
    effort = call_effort(seen, plain, options)
    for seed in range(6):
        _, tally = weigh_in_worlds(seen, Random(seed), plain, options, effort, explains=False)
        assert len(tally.live) == 1 or len(tally.weights) >= LEAST_WORLDS


@pytest.mark.parametrize(
    ("line", "bids"),
    [
        (f"... | {HOPELESS} | ... | ...", "bid 6S"),
        (f"... | ... | {HOPELESS} | ...", "pass, bid 6S"),
    ],
)
def test_a_hopeless_hand_is_passed(line: str, bids: str) -> None:
    assert choice(after(builders.dealt(line), bids)) == "pass"


def test_a_weak_hand_is_passed_without_a_search_but_a_hint_has_its_numbers() -> None:
    seen = build_view(builders.dealt(f"{HOPELESS} | ... | ... | ..."), 0)
    move, hint = advise_call(seen, Random(1)), advise_call(seen, Random(1), patient=True)
    assert format_action(move.action) == format_action(hint.action) == "pass"
    assert not move.options
    assert len(hint.options) > 1


def test_no_robot_raises_a_bid_it_may_hold() -> None:
    """A hold leaves every contract open that the next step does; the step gains nothing."""
    hand = "10S JS QS KS 9C KC AC 9D 10D JD"
    game = after(builders.dealt(f"{hand} | ... | ... | ..."), "bid 6S, pass, bid 6C, hold, bid 6D")
    assert {format_action(row.action) for row in advice(game).options} == {"pass", "hold"}


@pytest.mark.slow
def test_to_take_none_is_bid_with_the_lowest_cards_of_every_suit() -> None:
    line = f"{LOWEST} | ... | ... | ..."
    assert choice(builders.dealt(line)) == "bid M"
    assert choice(balkan.dealt(line, preset="serbian")) == "bid G6B"
    assert choice(austrian.dealt(line)) in ("bid 5X", "bid 7X")


def test_who_wants_none_lays_the_aces_away() -> None:
    game = builders.dealt(f"{LOWEST} | ... | ... | AS AC")
    assert choice(after(game, "bid M, pass, pass")) == "discard AS AC"


def test_a_quota_out_of_reach_is_not_promised() -> None:
    """No card above a nine: alone against a nine, a missing trick costs eight (russian.md 4.2)."""
    game = builders.dealt(
        "AS KS QS JS 10S 9S AC KC QC JC | ... | 7S 8S 7C 8C 7D 8D 9D 7H 8H 9H | 10C 9C"
    )
    game = after(game, "bid 6S, pass, pass, discard 9C 10C, declare 9S")
    assert choice(after(game, "pass")) == "pass"


def test_five_sure_tricks_whist_a_six() -> None:
    game = builders.dealt("... | ... | AC KC AD KD AH 7S 8S 7C 7D 7H | 8C 8D")
    game = after(game, "bid 6S, pass, pass, discard 8C 8D, declare 6H")
    assert choice(after(game, "pass")) == "whist"


@pytest.mark.slow
def test_five_trump_tricks_double_a_trump_contract() -> None:
    """Five tricks of the defence beat it, whatever the other cards are (balkan.md 3.3)."""
    line = "... | AD KD QD JD 10D 7S 8S 7C 8C 7H | ... | ..."
    game = after(balkan.dealt(line), "bid 2, pass, pass")
    game = said(game, choice(game), "declare 3D")
    assert choice(game) == "join"
    assert choice(after(game, "join, drop")) == "kontra 1"


def test_a_declarer_who_will_fall_does_not_double_again() -> None:
    line = "7S 8S JS 9C QC 9D JD 10H JH QH | AS KS QS 10S 9S AC KC AD KD AH | ... | 7H 8H"
    game = after(balkan.dealt(line), "bid 2, pass, pass, discard 7H 8H, declare 2S")
    assert choice(after(game, "kontra 1")) == "stand"


def test_a_bettel_that_every_lead_catches_is_not_bid() -> None:
    """Who must beat the trick takes one with J7, J or the spades when their queen is led."""
    own = "AS KS JS 10S 9S 8S 7S JC 7C JH"
    game = after(austrian.dealt(f"... | ... | {own} | ...", preset="viennese"), "bid 1, bid 2")
    seen = build_view(game, 2)
    for seed in range(5):
        told = advise_call(seen, Random(seed))
        assert format_action(told.action) == "bid S"
        weighed = {format_action(row.action) for row in told.options}
        assert not weighed & {"bid 5", "bid 5X", "bid 7", "bid 7X"}


def test_a_bettel_is_worth_less_where_the_defenders_may_show_their_hands() -> None:
    """They may in a seven (austrian.md V-16), so it is no cheap sacrifice."""
    own = "KS 8S 7S 10C 8C 9D 8D 7D 10H 7H"
    game = after(austrian.dealt(f"... | ... | {own} | ...", preset="viennese"), "bid S, pass")
    told = advice(game)
    worth = {format_action(row.action): row.value for row in told.options}
    assert worth["bid 7"] < worth["bid 5"] - 10


def test_no_aces_are_told_with_a_contract_that_cannot_fall() -> None:
    """Seven trumps from the king and three hearts from the king: six tricks at least."""
    line = "KS QS JS 10S 9S 8S 7S KH QH JH | ... | ... | 7C 7D"
    game = after(austrian.dealt(line, preset="austrian"), "bid 1, pass, pass")
    game = after(game, "discard 7C 7D, declare 1, join, join")
    told = advise_in_play(build_view(game, 0), Random(1))
    assert told is not None
    assert format_action(told.action) == "noaces"


def test_nothing_is_said_where_there_is_only_a_card_to_play() -> None:
    game = builders.contract_won(builders.dealt(LAYDOWN), "6C")
    assert advise_in_play(build_view(game, 0), Random(1)) is None
