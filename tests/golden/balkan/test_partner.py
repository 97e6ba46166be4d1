"""Compensation for a trick taken from the partner (rules/balkan.md 3.11)."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.analysis.postmortem.record import DealRecord, NoPlay, replay_record
from bot.engine.actions import STOP
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import DealResult, Stage
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.balkan.scoring import PartnerDebt, balkan_carry, partner_debts, wears_hat
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.replaying import replay_log
from bot.engine.view import build_view
from bot.presets import OptionSetting
from tests.golden.test_logs import read
from tests.support import balkan
from tests.support.builders import actions_of, cards, deck, said

HERE = Path(__file__).parent
LOG = read(HERE / "deals" / "serbian-partner-pays.txt")
ANSWERS = 2  # lines: asked, and paid


def scored(**options: OptionSetting) -> Game:
    """Return the scored deal of that log."""
    agreed = balkan.rules("serbian", **({"partner_pays": "on_request"} | options))
    return replay_log(new_game(agreed), LOG.lines[:-ANSWERS])


def result() -> DealResult:
    last = scored().last
    assert last is not None
    return last


def mains(game: Game) -> tuple[int, ...]:
    return tuple(game.carry.sheet.total("main", seat) for seat in range(3))


def test_the_deal_is_written_before_anybody_is_asked() -> None:
    game = scored()
    assert (stage_of(game), to_act(game)) == (Stage.ASKING, 1)
    assert [str(action) for action in actions_of(game)] == ["pass", "ask"]
    assert mains(game) == (-94, -106, -100)
    assert build_view(game, 1).table is None


def test_it_is_off_in_every_preset() -> None:
    for preset in ("croatian", "serbian", "slovenian", "guide", "balkan"):
        assert BalkanOptions.of(balkan.rules(preset)).partner_pays == "off"
    game = scored(partner_pays="off")
    assert (stage_of(game), mains(game)) == (Stage.BETWEEN, (-94, -106, -100))


def test_asked_and_paid() -> None:
    """The entry stays and two others move it; the deal changes in nothing else."""
    asked = said(scored(), "ask")
    assert (stage_of(asked), to_act(asked)) == (Stage.PAYING, 2)
    assert [str(action) for action in actions_of(asked)] == ["refuse", "pay"]
    game = said(asked, "pay")
    assert stage_of(game) is Stage.BETWEEN
    assert mains(game) == (-94, -100, -106)
    assert game.last is not None
    before, after = result().postings, game.last.postings
    assert after[: len(before)] == before
    moved = [(p.account, p.seat, p.amount, p.why) for p in after[len(before) :]]
    assert moved == [("main", 1, 6, "relieved"), ("main", 2, -6, "taken_over")]
    assert game.last == replace(result(), postings=after)
    assert balkan_carry(game.carry).overtaken == ()


@pytest.mark.parametrize("words", [("pass",), ("ask", "refuse")])
def test_not_asked_or_refused(words: tuple[str, ...]) -> None:
    game = said(scored(), *words)
    assert stage_of(game) is Stage.BETWEEN
    assert (mains(game), game.last) == ((-94, -106, -100), result())
    assert balkan_carry(game.carry).overtaken == ()


def test_silence_asks_for_nothing_and_pays_nothing() -> None:
    game = scored()
    for stage, word in ((Stage.ASKING, "pass"), (Stage.PAYING, "refuse")):
        assert game.deal is not None
        assert (game.deal.phase.stage, game.deal.phase.timeout_action) == (stage, word)
        game = said(game, "ask") if stage is Stage.ASKING else game


def test_a_match_stopped_in_the_question_keeps_the_deal() -> None:
    for game in (scored(), said(scored(), "ask")):
        over = apply_action(game, TABLE_SEAT, STOP)
        assert over.ended
        assert mains(over) == (-94, -106, -100)
    assert mains(apply_action(said(scored(), "ask", "pay"), TABLE_SEAT, STOP)) == (-94, -100, -106)


def test_the_next_deal_begins_with_what_was_moved() -> None:
    game = apply_action(said(scored(), "ask", "pay"), TABLE_SEAT, deck("... | ... | ... | ..."))
    assert game.deal is not None
    assert game.deal.carry.sheet == game.carry.sheet
    assert (game.deal.number, game.deal.dealer) == (2, 0)


def test_hats_follow() -> None:
    """3.10: the relieved player keeps their hat, and the one who pays may lose theirs."""
    agreed = balkan.rules("serbian", partner_pays="on_request")
    options = BalkanOptions.of(agreed)
    for paid, hats in (("pay", (False, True, False)), ("refuse", (False, False, True))):
        before = balkan.carry(agreed, {"main 0": -120, "main 1": 4, "main 2": 4})
        game = new_game(agreed)._replace(carry=replace(before, dealer=2))
        game = said(replay_log(game, LOG.lines[1:-ANSWERS]), "ask", paid)
        found = tuple(wears_hat(options, game.carry, seat) for seat in range(3))
        assert found == hats


def test_nobody_is_asked_when_the_match_is_over() -> None:
    agreed = balkan.rules("serbian", partner_pays="on_request")
    before = balkan.carry(agreed, {"main 0": 0, "main 1": 0, "main 2": 0})
    at = replace(before, dealer=2)
    game = replay_log(new_game(agreed)._replace(carry=at), LOG.lines[1:-ANSWERS])
    assert mains(game) == (6, -6, 0)
    assert game.ended
    assert game.deal is None


# -- tricks that count as taken ----------------------------------------------------------------


def changed(number: int, names: str) -> DealResult:
    """Return the deal with other cards in one of its tricks."""
    found = result()
    tricks = list(found.tricks)
    tricks[number] = tricks[number]._replace(cards=cards(names))
    return replace(found, tricks=tuple(tricks))


DEBT = PartnerDebt(victim=1, taker=2, fine=6)


def test_the_taker_of_a_partners_trick() -> None:
    """Trick three: B leads the jack of clubs, C lays the king on it and still holds the seven."""
    assert partner_debts(result()) == (DEBT,)


def test_who_had_to_take_it_is_not_asked() -> None:
    """Without the seven of clubs every club of C beats the jack."""
    found = result()
    hands = list(found.dealt)
    seven, ace = 1 << cards("7C")[0], 1 << cards("AC")[0]
    hands[2] = hands[2] & ~seven | ace
    assert partner_debts(replace(found, dealt=tuple(hands))) == ()


def test_the_declarer_had_to_be_beaten() -> None:
    """A would have beaten the jack with the queen: no trick of B was taken."""
    assert partner_debts(changed(2, "JC KC QC")) == ()


def test_a_trick_of_trumps_is_taken_by_a_higher_one() -> None:
    """B trumps a heart with the jack, C lays the ace of trumps on it and still holds the eight."""
    found = changed(2, "JC KC QC")
    tricks = (found.tricks[0]._replace(cards=cards("QH JD AD"), winner=2), *found.tricks[1:])
    hands = list(found.dealt)
    hearts = sum(1 << card for card in cards("7H 8H 9H 10H JH QH KH AH"))
    hands[2] = hands[2] & ~hearts | 1 << cards("AD")[0] | 1 << cards("8D")[0]
    changed_too = replace(found, tricks=tricks, dealt=tuple(hands))
    assert partner_debts(changed_too) == (DEBT,)
    hands[2] &= ~sum(1 << card for card in cards("7D 8D 9D 10D"))  # C had to take it
    assert partner_debts(replace(changed_too, dealt=tuple(hands))) == ()


def test_more_is_missing_than_was_taken() -> None:
    """B, with none of its own, would have one trick at most, and the penalty stays the same."""
    assert partner_debts(replace(result(), won=(8, 0, 2))) == ()


def test_only_two_volunteers_answer_for_their_own_tricks() -> None:
    roles = {("declarer", "guest", "host"), ("declarer", "caller", "volunteer")}
    for other in roles:
        assert partner_debts(replace(result(), roles=other)) == ()


def test_who_pays_nothing_asks_nothing() -> None:
    kept = tuple(p for p in result().postings if p.why != "quota_missed")
    assert partner_debts(replace(result(), postings=kept)) == ()


def test_two_may_ask_one_after_the_other() -> None:
    """Each takes tricks from the other: clockwise from the declarer both ask and are paid."""
    both = (DEBT, PartnerDebt(victim=2, taker=1, fine=6))
    game = scored()
    at = replace(balkan_carry(game.carry), overtaken=both)
    game = game._replace(carry=at, deal=BALKAN.pending_question(game.rules, at))
    game = said(game, "ask", "pay")
    assert (stage_of(game), to_act(game)) == (Stage.ASKING, 2)
    game = said(game, "ask", "pay")
    assert mains(game) == (-94, -106, -100)
    assert game.last is not None
    assert len(game.last.postings) == len(result().postings) + 4


def test_the_record_of_the_next_deal_begins_with_the_answers() -> None:
    """A post-mortem reads it from the carry of the deal before, without that deal."""
    game = scored()
    pack = format_action(deck("... | ... | ... | ..."))
    lines = ((1, "ask"), (2, "pay"), (TABLE_SEAT, pack), (1, "pass"), (2, "pass"), (0, "pass"))
    with pytest.raises(NoPlay) as caught:
        replay_record(DealRecord(game.rules, game.carry, lines))
    assert caught.value.result.number == 2
    assert tuple(caught.value.carry_after.sheet.total("main", seat) for seat in range(3)) == (
        -94,
        -100,
        -106,
    )
