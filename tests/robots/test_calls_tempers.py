"""How the others may answer a contract, and what the last deals have shown of it."""

from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.cards import TABLE
from bot.engine.game import Game, apply, to_act
from bot.engine.view import View, view
from bot.robots.expert.calls.following import Following
from bot.robots.expert.calls.tempers import Temper, answer, tempers
from bot.robots.expert.calls.work import Work
from tests.support import austrian, balkan
from tests.support.builders import contract_won, dealt, deck, play_out, said, texts

WEAK = "7C 8C 9C 7D 8D 9D 7H 8H 9H 10H"
NINE = "AS KS QS JS 10S 9S 8S KC QC 7H | AC 10C 9C 8C KH 8H 9H 7D 8D 9D | ... | AD KD"
PLAIN, WHISTING, REASONABLE = range(3)


def asked(game: Game) -> View:
    return view(game, to_act(game))


def said_by(temper: Temper, seen: View) -> act.Action:
    return answer(seen, Random(1), temper)


def test_who_always_takes_part_does_so_without_an_honour() -> None:
    against_seven = asked(contract_won(dealt(f"AS KS ... | {WEAK} | ... | AC AD"), "7S", ""))
    assert said_by(Temper.WHISTING, against_seven) == act.WHIST
    assert said_by(Temper.PLAIN, against_seven) == act.PASS
    assert said_by(Temper.REASONABLE, against_seven) == act.PASS


def test_a_trick_and_a_half_is_enough_against_nine_for_who_reckons() -> None:
    """A missing quota is one trick there (russian.md 4.2); the plain robot wants nearly two."""
    hand = "7C 8C 9C 7D 8D 9D 7H 8H KH AH"
    against_nine = asked(contract_won(dealt(f"AS KS ... | {hand} | ... | AC AD"), "9S", ""))
    assert said_by(Temper.PLAIN, against_nine) == act.PASS
    assert said_by(Temper.REASONABLE, against_nine) == act.WHIST


@pytest.mark.parametrize("temper", Temper)
def test_the_other_families_are_answered_in_every_temper(temper: Temper) -> None:
    hands = "AS KS QS JS 10S 9S AC KC AD KD | AH KH QH JH 10H 9H 8H 7H QC QD | ... | 7S 8S"
    games = (
        said(balkan.dealt(hands), *texts("bid 2, pass, pass, discard 7S 8S, declare 2S")),
        said(austrian.dealt(hands), *texts("bid 1, pass, pass, discard 7S 8S, declare 1")),
    )
    for game in games:
        while view(game, to_act(game)).stage == "defence":
            action = said_by(temper, asked(game))
            assert temper is not Temper.WHISTING or action not in (act.DROP, act.PASS)
            game = apply(game, to_act(game) or 0, action)


LINE = f"AS KS QS JS 10S 9S AH KH QH JH | {WEAK.replace('10H', '10D')} | ... | AC AD"


def scored(words: str, *, shown: bool = True) -> Game:
    """A seven against which the second seat has nothing, answered so and played."""
    game = contract_won(dealt(LINE, reveal_after_deal=shown), "7S", words)
    return game if game.deal is None else play_out(game)


def next_deal(words: str, *, shown: bool = True) -> View:
    """The first question after that."""
    return view(apply(scored(words, shown=shown), TABLE, deck("... | ... | ... | ...")), 0)


def test_who_whisted_on_nothing_is_thought_to_whist_always() -> None:
    before = tempers(asked(dealt()))
    whisted, passed = tempers(next_deal("whist, whist")), tempers(next_deal("pass, pass"))
    assert sum(before) == pytest.approx(1) == sum(whisted)
    assert whisted[WHISTING] > 2 * before[WHISTING] > 10 * passed[WHISTING]
    assert passed[PLAIN] > before[PLAIN]


def test_what_was_shown_is_not_forgotten_with_the_next_deal() -> None:
    seen = next_deal("pass, pass")
    game = apply(scored("pass, pass"), TABLE, deck("... | ... | ... | ..."))
    game = play_out(said(game, "pass", "pass", "pass"))
    game = apply(game, TABLE, deck("... | ... | ... | ..."))
    assert tempers(view(game, 0)) == tempers(seen)


def test_of_hands_that_are_not_shown_the_answers_alone_tell() -> None:
    before = tempers(asked(dealt()))
    whisted = tempers(next_deal("whist, whist", shown=False))
    passed = tempers(next_deal("pass, pass", shown=False))
    assert passed[WHISTING] < before[WHISTING] / 4
    assert before[WHISTING] < whisted[WHISTING] < tempers(next_deal("whist, whist"))[WHISTING]


def test_nobody_asks_himself() -> None:
    """The second seat has whisted on nothing, and learns of the third from it alone."""
    game = apply(scored("whist, whist"), TABLE, deck("... | ... | ... | ..."))
    assert tempers(view(game, 1))[WHISTING] < tempers(view(game, 2))[WHISTING]


def test_a_contract_is_worth_what_it_brings_against_each_of_them() -> None:
    """Nine that lacks the ace of clubs and hearts: let go it is made, whisted it falls."""
    game = said(dealt(NINE), *texts("bid 6S, pass, pass, discard AD KD, declare 9S"))
    found = Following(game, 0, Work(), (0.5, 0.25, 0.25)).prospect(game, 0, Random(1))
    plain, whisting, reasonable = found.worths
    assert found.worth == pytest.approx(0.5 * plain + 0.25 * whisting + 0.25 * reasonable)
    assert whisting < 0 < plain
