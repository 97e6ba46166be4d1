"""The pot and the end of a game (rules/austrian.md 3)."""

from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.austrian.scoring import REST, pot_total
from bot.engine.game import Game, apply_action, stage_of, to_act
from bot.engine.view import build_view
from bot.presets import OptionSetting
from tests.golden.austrian.asking import CLUBS, choices
from tests.support import austrian
from tests.support.austrian import dealt, dealt_under
from tests.support.builders import deal_of, play_out, said

HEARTS = ("bid HE", "pass", "pass", "drop", "drop")


def test_marks_of_the_pot() -> None:
    """3.2: with fifty in the pot and a maximum of thirty, thirty are played for."""
    marks = dict(build_view(dealt(pot=40), None).marks)
    assert marks == {"pot": 50, "amount": 30, "maximum": 30, "ante": 10, "forced": 0}
    marks = dict(build_view(dealt(preset="austrian", players=4), None).marks)
    assert marks == {"pot": 40, "amount": 10, "maximum": 10, "ante": 40, "forced": 0}


def test_a_stopped_game_shares_the_pot_out() -> None:
    """3.6: twenty for three, an odd unit each for the two left of the last dealer."""
    game = play_out(dealt(CLUBS), "pass, pass, pass")
    sheet = game.carry.sheet
    assert pot_total(sheet) == 20
    assert [sheet.total(REST, seat) for seat in range(3)] == [7, 7, 6]  # C, seat 2, has dealt
    game = apply_action(game, TABLE_SEAT, act.STOP)
    assert game.ended
    assert sum(build_view(game, None).balance) == 0


def test_an_empty_pot_is_voted_on() -> None:
    """3.6: clockwise from the dealer's left, all must agree; no pot is left to share."""
    game = aceless_pot()
    assert (stage_of(game), to_act(game), choices(game)) == (Stage.FUNDING, 0, "pass, fund")
    again = said(game, "fund", "fund", "fund")
    assert (again.ended, stage_of(again)) == (False, Stage.BETWEEN)
    assert dict(build_view(again, None).marks)["pot"] == 30
    ended = said(game, "fund", "pass")
    assert (ended.ended, pot_total(ended.carry.sheet)) == (True, 0)


def test_the_deal_that_empties_the_pot_is_written_before_the_vote() -> None:
    """3.6: a game stopped in the vote keeps it."""
    game = said(aceless_pot(), "fund")
    seen = build_view(game, 1)
    assert (seen.deals, seen.table, seen.legal) == (1, None, (act.PASS, act.FUND))
    assert game.last is not None
    assert (game.last.number, game.last.outcome) == (1, "unplayed")
    stopped = apply_action(game, TABLE_SEAT, act.STOP)
    assert (stopped.ended, stopped.carry, stopped.last) == (True, game.carry, game.last)
    assert (pot_total(stopped.carry.sheet), sum(build_view(stopped, None).balance)) == (0, 0)


def aceless_pot() -> Game:
    """Let A take the last ten."""
    game = dealt(CLUBS, "austrian", pot=10)
    return said(game, "bid 1", "pass", "pass", "discard 7C 7D", "declare 2", "drop", "drop")


def test_the_resting_dealer_votes_too() -> None:
    game = dealt(CLUBS, "austrian", 4, pot=10)
    game = said(game, "bid 1", "pass", "pass", "discard 7C 7D", "declare 2", "drop", "drop")
    game = said(game, "fund", "fund", "fund")
    assert (stage_of(game), to_act(game)) == (Stage.FUNDING, 3)


def round_over(players: int = 3, **options: OptionSetting) -> Game:
    """Play three deals, the last seat's first: hearts that nobody defends."""
    options = {"forced_play": "never", "match_end": "vote", **options}
    game = dealt_under(austrian.rules("viennese", players, **options), CLUBS)
    for _ in range(2):
        game = apply_action(said(game, *HEARTS), TABLE_SEAT, austrian.deck(CLUBS))
    return said(game, *HEARTS)


def test_a_full_round_is_voted_on() -> None:
    """3.6, Q15: clockwise from the next dealer, all must agree; not in the middle of a round."""
    game = round_over()
    assert (stage_of(game), to_act(game), choices(game)) == (Stage.ROUND, 2, "pass, another")
    assert (build_view(game, None).table, build_view(game, None).deals) == (None, 3)
    again = said(game, "another", "another", "another")
    assert (again.ended, stage_of(again), again.carry.dealer) == (False, Stage.BETWEEN, 2)
    for middle in range(3):
        assert stage_of(again) is Stage.BETWEEN, middle
        again = said(apply_action(again, TABLE_SEAT, austrian.deck(CLUBS)), *HEARTS)
    assert stage_of(again) is Stage.ROUND
    ended = said(game, "another", "pass")
    assert (ended.ended, ended.last, ended.carry.sheet) == (True, game.last, game.carry.sheet)
    assert sum(build_view(ended, None).balance) == 0


def test_four_players_vote_after_four_deals() -> None:
    game = round_over(players=4)
    assert stage_of(game) is Stage.BETWEEN
    game = said(apply_action(game, TABLE_SEAT, austrian.deck(CLUBS)), *HEARTS)
    assert (stage_of(game), to_act(game)) == (Stage.ROUND, 3)


def test_the_early_stop_falls_into_a_round() -> None:
    """3.6: it is no vote of a round; the pot is shared out all the same."""
    game = said(dealt(CLUBS, pot=10, match_end="vote"), *HEARTS)
    assert stage_of(game) is Stage.BETWEEN
    stopped = apply_action(game, TABLE_SEAT, act.STOP)
    assert (stopped.ended, sum(build_view(stopped, None).balance)) == (True, 0)


def test_a_deal_of_the_same_dealer_asks_no_question() -> None:
    """3.6: the vote is not repeated after an answer for this round."""
    game = dealt(CLUBS, all_pass="redeal_same_dealer", match_end="vote")
    game = said(game, "pass", "pass", "pass")
    assert stage_of(game) is Stage.BETWEEN
    game = said(round_over(all_pass="redeal_same_dealer"), "another", "another", "another")
    game = said(apply_action(game, TABLE_SEAT, austrian.deck(CLUBS)), "pass", "pass", "pass")
    assert (stage_of(game), game.carry.dealer) == (Stage.BETWEEN, 2)


def test_the_same_dealer_deals_again() -> None:
    game = play_out(dealt(all_pass="redeal_same_dealer", rounds=1), "pass, pass, pass")
    assert (game.carry.dealer, game.ended) == (2, False)
    assert pot_total(game.carry.sheet) == 10  # a new deal takes a new ante
    assert AUSTRIAN.has_ended(game.rules, game.carry) is False


def test_a_pass_that_is_the_only_call_is_made_unasked() -> None:
    """6.2: a number bidder after a game or a premium contract."""
    game = said(dealt(), "bid 1")
    assert AUSTRIAN.automatic_call(deal_of(game)) is None
    assert AUSTRIAN.automatic_call(deal_of(said(game, "bid 5", "pass"))) == act.PASS


def test_what_a_chat_plays_to() -> None:
    assert AUSTRIAN.chat_target(austrian.rules(rounds=10)) == 4
    assert AUSTRIAN.chat_target(austrian.rules(rounds=2)) == 2
    assert AUSTRIAN.chat_target(austrian.rules("austrian", ante_units=50)) == 10
