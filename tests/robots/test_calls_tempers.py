"""Possible answers of opponents to a contract, and the evidence of the last deals for them."""

from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT
from bot.engine.game import Game, apply_action, to_act
from bot.engine.view import SeatView, build_view
from bot.robots.expert.continuation import DealContinuation, WorkBudget
from bot.robots.expert.opponent_models import DefenderModel, answer_as, model_probabilities
from tests.support import austrian, balkan
from tests.support.builders import contract_won, dealt, deck, play_out, said, texts, view_to_act

WEAK = "7C 8C 9C 7D 8D 9D 7H 8H 9H 10H"
NINE = "AS KS QS JS 10S 9S 8S KC QC 7H | AC 10C 9C 8C KH 8H 9H 7D 8D 9D | ... | AD KD"
PLAIN, WHISTING, REASONABLE = range(3)


def asked(game: Game) -> SeatView:
    return view_to_act(game)


def said_by(temper: DefenderModel, seen: SeatView) -> act.Action:
    return answer_as(seen, Random(1), temper)


def test_who_always_takes_part_does_so_without_an_honour() -> None:
    against_seven = asked(contract_won(dealt(f"AS KS ... | {WEAK} | ... | AC AD"), "7S", ""))
    assert said_by(DefenderModel.WHISTING, against_seven) == act.WHIST
    assert said_by(DefenderModel.PLAIN, against_seven) == act.PASS
    assert said_by(DefenderModel.REASONABLE, against_seven) == act.PASS


def test_a_trick_and_a_half_is_enough_against_nine_for_who_reckons() -> None:
    """A missing quota is one trick there (russian.md 4.2); the plain robot demands nearly two."""
    hand = "7C 8C 9C 7D 8D 9D 7H 8H KH AH"
    against_nine = asked(contract_won(dealt(f"AS KS ... | {hand} | ... | AC AD"), "9S", ""))
    assert said_by(DefenderModel.PLAIN, against_nine) == act.PASS
    assert said_by(DefenderModel.REASONABLE, against_nine) == act.WHIST


@pytest.mark.parametrize("temper", DefenderModel)
def test_the_other_families_are_answered_in_every_temper(temper: DefenderModel) -> None:
    hands = "AS KS QS JS 10S 9S AC KC AD KD | AH KH QH JH 10H 9H 8H 7H QC QD | ... | 7S 8S"
    games = (
        said(balkan.dealt(hands), *texts("bid 2, pass, pass, discard 7S 8S, declare 2S")),
        said(austrian.dealt(hands), *texts("bid 1, pass, pass, discard 7S 8S, declare 1")),
    )
    for game in games:
        while build_view(game, to_act(game)).stage == "defence":
            action = said_by(temper, asked(game))
            assert temper is not DefenderModel.WHISTING or action not in (act.DROP, act.PASS)
            game = apply_action(game, to_act(game) or 0, action)


LINE = f"AS KS QS JS 10S 9S AH KH QH JH | {WEAK.replace('10H', '10D')} | ... | AC AD"


def scored(words: str, *, shown: bool = True) -> Game:
    """Return a played seven, which the second seat cannot beat, with these answers."""
    game = contract_won(dealt(LINE, reveal_after_deal=shown), "7S", words)
    return game if game.deal is None else play_out(game)


def next_deal(words: str, *, shown: bool = True) -> SeatView:
    """Return the first decision of the next deal."""
    return build_view(
        apply_action(scored(words, shown=shown), TABLE_SEAT, deck("... | ... | ... | ...")), 0
    )


def test_who_whisted_on_nothing_is_thought_to_whist_always() -> None:
    before = model_probabilities(asked(dealt()))
    whisted, passed = (
        model_probabilities(next_deal("whist, whist")),
        model_probabilities(next_deal("pass, pass")),
    )
    assert sum(before) == pytest.approx(1) == sum(whisted)
    assert whisted[WHISTING] > 2 * before[WHISTING] > 10 * passed[WHISTING]
    assert passed[PLAIN] > before[PLAIN]


def test_what_was_shown_is_not_forgotten_with_the_next_deal() -> None:
    seen = next_deal("pass, pass")
    game = apply_action(scored("pass, pass"), TABLE_SEAT, deck("... | ... | ... | ..."))
    game = play_out(said(game, "pass", "pass", "pass"))
    game = apply_action(game, TABLE_SEAT, deck("... | ... | ... | ..."))
    assert model_probabilities(build_view(game, 0)) == model_probabilities(seen)


def test_of_hands_that_are_not_shown_the_answers_alone_tell() -> None:
    before = model_probabilities(asked(dealt()))
    whisted = model_probabilities(next_deal("whist, whist", shown=False))
    passed = model_probabilities(next_deal("pass, pass", shown=False))
    assert passed[WHISTING] < before[WHISTING] / 4
    assert (
        before[WHISTING]
        < whisted[WHISTING]
        < model_probabilities(next_deal("whist, whist"))[WHISTING]
    )


def test_no_seat_is_a_model_of_itself() -> None:
    """The second seat has whisted on nothing, and learns about the third from it alone."""
    game = apply_action(scored("whist, whist"), TABLE_SEAT, deck("... | ... | ... | ..."))
    assert (
        model_probabilities(build_view(game, 1))[WHISTING]
        < model_probabilities(build_view(game, 2))[WHISTING]
    )


def test_a_contract_is_worth_what_it_brings_against_each_of_them() -> None:
    """Nine that lacks the ace of clubs and hearts: undefended it is made, whisted it falls."""
    game = said(dealt(NINE), *texts("bid 6S, pass, pass, discard AD KD, declare 9S"))
    found = DealContinuation(game, 0, WorkBudget(), (0.5, 0.25, 0.25)).evaluate(game, 0, Random(1))
    plain, whisting, reasonable = found.worths
    assert found.worth == pytest.approx(0.5 * plain + 0.25 * whisting + 0.25 * reasonable)
    assert whisting < 0 < plain
