"""The play: two hands or three, the trick that ends it, claims (rules/balkan.md 2.10)."""

import pytest

from bot.engine.actions import Claim, Play
from bot.engine.deal import Stage
from bot.engine.families.balkan.flow import CappedPlay
from bot.engine.game import Game, legal_actions, to_act
from bot.engine.notation import format_action
from bot.engine.rules import IllegalAction, RuleReason
from bot.engine.view import build_view
from bot.presets import OptionSetting
from tests.support import balkan, builders
from tests.support.balkan import dealt, dealt_under
from tests.support.builders import said

# A has all clubs but two and the low cards; B has all spades but two and the high diamonds
LINE = "7C 8C 9C 10C KC AC 7H 8H 9H 10H | 9S 10S JS QS KS AS KD AD 9D 10D | ... | 7S 8S"
BOTH = ("join", "join", "stand", "stand")


def clubs(*answers: str, line: str = LINE, **options: OptionSetting) -> Game:
    """Let A play a game in clubs."""
    game = dealt_under(balkan.rules("croatian", **options), line)
    return said(game, "bid G", "pass", "pass", "declare G5C", *answers)


def leads_out(game: Game) -> Game:
    while game.deal is not None:
        game = said(game, format_action(builders.actions_of(game)[0]))
    return game


def test_a_dropped_hand_takes_no_part() -> None:
    game = clubs("drop", "join", "alone")
    assert game.deal is not None
    assert isinstance(game.deal.phase, CappedPlay)
    assert game.deal.phase.out == 1
    game = said(game, "play AC")
    assert to_act(game) == 2
    game = said(game, format_action(builders.actions_of(game)[0]))
    assert game.deal is not None
    assert [len(trick.cards) for trick in game.deal.tricks] == [2]
    assert to_act(game) == 0
    assert legal_actions(game, 1) == ()


def test_the_dropped_cards_stay_unseen() -> None:
    """2.12: they lie face down, still belong to a hand, and nobody else knows them."""
    game = said(clubs("drop", "join", "alone"), "play AC")
    shown = build_view(game, 2)
    assert shown.table is not None
    assert shown.table.counts == (9, 10, 10)
    assert shown.table.open_hands == ()
    game = leads_out(game)
    assert game.last is not None
    assert all(len(trick.cards) == 2 for trick in game.last.tricks)
    last = build_view(game, 2).last
    assert last is not None
    assert last.reveal is None


def test_following() -> None:
    """The led suit, else a trump, else anything."""
    game = said(clubs(*BOTH), "play 7H")
    for seat in (1, 2):
        assert to_act(game) == seat
        assert game.deal is not None
        hand = game.deal.hands[seat]
        found = {a.card for a in builders.actions_of(game) if isinstance(a, Play)}
        expect = set(hand.of_suit(3)) or set(hand.of_suit(1)) or set(hand)
        assert found == expect
        game = said(game, format_action(builders.actions_of(game)[-1]))
    game = said(clubs(*BOTH), "play AC")
    with pytest.raises(IllegalAction) as caught:
        said(game, "play 7S")
    assert caught.value.reason is RuleReason.NOT_YOUR_CARD


def test_play_stops_at_the_fifth_trick_of_the_defence() -> None:
    line = "7C 8C 9C 10C 7S 8S 7D 8D 7H 8H | AS KS QS JS AD KD QD JD 10D 9D | ... | JC QC"
    game = clubs(*BOTH, line=line)
    game = leads_out(game)
    assert game.last is not None
    assert game.last.outcome == "failed"
    taken = [trick.winner != 0 for trick in game.last.tricks]
    assert taken.count(True) == 5
    assert taken[-1]
    assert len(taken) < 10


def test_bettel_stops_at_the_first_trick_of_the_declarer() -> None:
    game = said(dealt("AS KS ... | ... | ... | ..."), "bid G6B", "pass", "pass", "stand", "stand")
    game = leads_out(said(game, "play AS"))
    assert game.last is not None
    assert (game.last.outcome, len(game.last.tricks)) == ("failed", 1)
    assert builders.sums(game.last.postings) == {"main 0": -14, "side 1>0": 70, "side 2>0": 70}


def test_preferans_stops_at_the_first_trick_of_the_defence() -> None:
    game = dealt("7S 7C ... | AS AC ... | ... | ...", preferans_contract=True)
    game = said(game, "bid G8P", "pass", "pass", "stand", "stand")
    assert to_act(game) == 2  # the hand before the declarer leads
    game = leads_out(game)
    assert game.last is not None
    assert game.last.outcome == "failed"
    assert len(game.last.tricks) <= 10


def test_six_tricks_of_the_declarer_stop_nothing() -> None:
    """2.10: the rest decides about the defenders."""
    line = "AC KC QC JC 10C 9C AS AD 7H 8H | AH KH ... | QH JH ... | 7S 8S"
    game = leads_out(clubs(*BOTH, line=line))
    assert game.last is not None
    assert game.last.outcome == "made"
    assert len(game.last.tricks) == 10


# claims


def splits(game: Game, seat: int) -> set[tuple[int, int, int]]:
    return {action.tricks for action in legal_actions(game, seat) if isinstance(action, Claim)}


def test_a_claim_never_goes_beyond_five_for_the_defence() -> None:
    """3.4: an agreed split is capped like a played one."""
    found = splits(clubs(*BOTH), 0)
    assert {b + c for _, b, c in found} == set(range(6))
    assert all(sum(split) == 10 for split in found)


def test_a_claim_gives_nothing_to_who_dropped() -> None:
    game = clubs("drop", "join", "alone")
    assert {b for _, b, _ in splits(game, 0)} == {0}
    assert splits(game, 1) == set()
    assert splits(game, 2) == splits(game, 0)


def test_only_active_hands_are_asked_about_a_claim() -> None:
    game = said(clubs("drop", "join", "alone"), "2: claim 8 0 2")
    assert game.deal is not None
    assert game.deal.phase.stage is Stage.CLAIM
    assert to_act(game) == 0
    game = said(game, "accept")
    assert game.last is not None
    assert game.last.won == (8, 0, 2)
    assert builders.sums(game.last.postings) == {"main 0": 12, "side 2>0": 24}


def test_a_refused_claim_changes_nothing_and_may_not_be_repeated_at_once() -> None:
    game = said(clubs(*BOTH), "0: claim 10 0 0", "accept", "refuse")
    assert game.deal is not None
    assert isinstance(game.deal.phase, CappedPlay)
    assert game.deal.offer is None
    with pytest.raises(IllegalAction) as caught:
        said(game, "0: claim 10 0 0")
    assert caught.value.reason is RuleReason.CLAIM_ONCE
    assert splits(game, 1)


def test_a_bettel_claim_is_made_or_beaten() -> None:
    game = said(dealt(), "bid G6B", "pass", "pass", "stand", "stand")
    assert {a for a, _, _ in splits(game, 0)} == {0, 1}


def test_all_ten_are_played_where_agreed_and_the_first_five_count() -> None:
    line = "7C 8C 9C 10C 7S 8S 7D 8D 7H 8H | AS KS QS JS AD KD QD JD 10D 9D | ... | JC QC"
    game = leads_out(clubs(*BOTH, line=line, stop_at_five=False))
    assert game.last is not None
    assert len(game.last.tricks) == 10
    assert sum(game.last.won) == 10
    taken = [trick.winner for trick in game.last.tricks if trick.winner != 0][:5]
    found = builders.sums(game.last.postings)
    for seat in (1, 2):
        assert found.get(f"side {seat}>0", 0) == 12 * taken.count(seat)


def test_the_last_trick_plays_itself() -> None:
    game = clubs(*BOTH)
    cards = 0
    while game.deal is not None:
        game = said(game, format_action(builders.actions_of(game)[0]))
        cards += 1
    assert game.last is not None
    stopped = game.last.outcome == "failed"
    assert cards == (3 * len(game.last.tricks) if stopped else 27)


def test_forehand_of_another_dealer_leads() -> None:
    agreed = balkan.rules()
    for dealer in range(3):
        at = balkan.carry(agreed, dealer=dealer)
        game = said(balkan.announced(agreed, at, 4), *BOTH)
        assert to_act(game) == (dealer + 1) % 3
