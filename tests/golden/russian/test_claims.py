"""Claims by consent (rules/russian.md 2.8)."""

from bot.engine.cards import PACK
from bot.engine.deal import Stage
from bot.engine.game import Game, to_act
from bot.engine.rules import RuleReason
from bot.presets import OptionSetting
from tests.golden.russian.asking import choices, claims_of, refusal, result_of
from tests.support import builders
from tests.support.builders import contract_won, deal_of, dealt, dealt_under, said, table_seen


def at_first_trick(**options: OptionSetting) -> Game:
    agreed = builders.rules("sochi", 3, **options)
    return contract_won(dealt_under(agreed), "7C", "whist, pass, closed")


def test_any_controller_may_claim_between_two_tricks() -> None:
    """All 66 splits of ten tricks, for every active hand in closed play, the passer too."""
    game = at_first_trick()
    assert [claims_of(game, seat) for seat in (0, 1, 2)] == [66, 66, 66]
    game = said(game, choices(game).split(", ")[0])
    assert [claims_of(game, seat) for seat in (0, 1, 2)] == [0, 0, 0]
    assert refusal(game, "2: claim 0 0 10") is RuleReason.CLAIM_BETWEEN_TRICKS
    game = builders.play_out_trick(game)
    assert [claims_of(game, seat) for seat in (0, 1, 2)] == [55, 55, 55]
    assert refusal(game, "2: claim 0 0 10") is RuleReason.CLAIM_SPLIT


def test_in_open_play_the_boss_answers_for_both_defenders() -> None:
    game = contract_won(dealt(), "7C", "whist, pass, open")
    assert [claims_of(game, seat) for seat in (0, 1, 2)] == [66, 66, 0]
    assert refusal(game, "2: claim 7 3 0") is RuleReason.NOT_YOUR_TURN
    game = said(game, "0: claim 7 2 1")
    assert to_act(game) == 1
    game = said(game, "accept")
    assert result_of(game).won == (7, 2, 1)
    assert builders.sums(result_of(game).postings) == {"pool 0": 4, "whists 1>0": 12}


def test_closed_play_asks_the_passed_defender_too() -> None:
    game = said(at_first_trick(), "0: claim 7 3 0")
    assert deal_of(game).phase.stage is Stage.CLAIM
    assert deal_of(game).offer == (0, (7, 3, 0))
    assert (to_act(game), choices(game)) == (1, "accept, refuse")
    game = said(game, "accept")
    assert to_act(game) == 2
    game = said(game, "accept")
    assert result_of(game).won == (7, 3, 0)


def test_the_resting_dealer_is_not_asked() -> None:
    game = contract_won(dealt(players=4), "7C", "whist, pass, closed")
    assert claims_of(game, 3) == 0
    assert refusal(game, "3: claim 7 3 0") is RuleReason.NOT_YOUR_TURN
    game = said(game, "2: claim 10 0 0", "0: accept", "1: accept")
    assert result_of(game).won == (10, 0, 0, 0)


def test_a_refusal_returns_to_the_same_position() -> None:
    game = at_first_trick()
    before = deal_of(game)
    game = said(game, "1: claim 7 3 0", "2: accept", "0: refuse")
    after = deal_of(game)
    assert (after.hands, after.trick, after.turn, after.offer) == (
        before.hands, (), before.turn, None,
    )  # fmt: skip
    assert claims_of(game, 1) == 0
    assert refusal(game, "1: claim 0 0 10") is RuleReason.CLAIM_ONCE
    assert claims_of(game, 2) == 66
    game = builders.play_out_trick(game)
    assert claims_of(game, 1) == 55


def test_a_claim_of_all_shows_the_hand_and_it_stays_shown() -> None:
    game = at_first_trick()
    split = said(game, "0: claim 9 1 0")
    assert deal_of(split).open_seats == ()
    game = said(game, "0: claim 10 0 0")
    assert table_seen(game, 2).open_hands == ((0, deal_of(game).hands[0]),)
    game = said(game, "refuse")
    assert deal_of(game).open_seats == (0,)
    game = builders.play_out_trick(game)
    assert table_seen(game, None).open_hands == ((0, deal_of(game).hands[0]),)


def test_claims_off() -> None:
    game = at_first_trick(claims="off")
    assert [claims_of(game, seat) for seat in (0, 1, 2)] == [0, 0, 0]
    assert refusal(game, "0: claim 10 0 0") is RuleReason.CALL_SWITCHED_OFF


def test_the_last_trick_plays_itself() -> None:
    """2.8 rule 4."""
    game = builders.play_out(at_first_trick())
    assert len(result_of(game).tricks) == 10
    assert sum(result_of(game).won) == 10
    played = [card for trick in result_of(game).tricks for card in trick.cards]
    assert sorted((*played, *result_of(game).discard)) == list(PACK)


def test_a_claim_after_some_tricks_adds_to_them() -> None:
    game = builders.play_out_trick(at_first_trick())
    won = deal_of(game).won
    game = said(game, "0: claim 5 2 2", "1: accept", "2: accept")
    assert result_of(game).won == (won[0] + 5, won[1] + 2, won[2] + 2)
    assert len(result_of(game).tricks) == 1
