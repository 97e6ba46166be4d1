"""The course of an Austrian deal up to the contract (rules/austrian.md 2)."""

import pytest

from bot.engine.deal import Role, Stage
from bot.engine.families.austrian.contracts import first_dealer
from bot.engine.families.austrian.options import SuitOrder
from bot.engine.game import Game, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.rules import RuleReason
from bot.engine.view import build_view
from tests.golden.austrian.asking import CLUBS, choices, contracted, refused
from tests.support.austrian import dealt
from tests.support.builders import cards, deal_of, names, said
from tests.support.cases import for_each

# the draw ---------------------------------------------------------------------------------


def test_the_highest_card_deals_first() -> None:
    """C-4: the seven of hearts beats the ace of diamonds; clubs and spades by the order."""
    for order in SuitOrder:
        assert first_dealer(order, cards("AD 7H KS")) == 1
        assert first_dealer(order, cards("7D 8D AC KD")) == 3
    assert first_dealer(SuitOrder.CSDH, cards("AC 7S 8C")) == 1
    assert first_dealer(SuitOrder.SCDH, cards("AC 7S 8C")) == 0


# the seats ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_of_four_sits_out(dealer: int) -> None:
    """C-3, C-5: cards go to the other three, forehand first."""
    deal = deal_of(dealt(players=4, dealer=dealer))
    forehand = (dealer + 1) % 4
    assert deal.seats == (forehand, (forehand + 1) % 4, (forehand + 2) % 4)
    assert deal.roles[dealer] == Role.RESTING
    assert deal.roles.count(Role.RESTING) == 1
    assert [len(tuple(hand)) for hand in deal.hands] == [0 if s == dealer else 10 for s in range(4)]


# the auction ------------------------------------------------------------------------------

REFUSED = [
    ("bid 2", "bid 1", RuleReason.BID_TOO_LOW),
    ("bid 1, bid 2, pass", "bid S", RuleReason.BOUND_BY_FIRST_BID),
    ("bid 1, bid 2, pass", "bid HE", RuleReason.BOUND_BY_FIRST_BID),
    ("bid S", "bid 3", RuleReason.BID_TOO_LOW),
    ("bid S, bid S, pass", "pass", RuleReason.MUST_NAME_SUIT),
    ("bid S, bid S, pass", "bid HE", RuleReason.MUST_NAME_SUIT),
    ("bid S", "bid S1", RuleReason.BID_TOO_LOW),
    ("bid 5", "bid HE", RuleReason.BID_TOO_LOW),
    ("bid 1", "hold", RuleReason.HOLD_NOT_YOURS),
    ("bid HE", "hold", RuleReason.NOTHING_TO_HOLD),
    ("", "declare 1", RuleReason.WRONG_PHASE),
    ("", "bid 9", RuleReason.WRONG_PHASE),
]


@for_each(("before", "line", "reason"), REFUSED)
def test_what_is_refused_in_the_auction(before: str, line: str, reason: RuleReason) -> None:
    game = said(dealt(), *(part for part in before.split(", ") if part))
    assert refused(game, line) is reason


def test_what_is_refused_in_the_plain_auction() -> None:
    game = dealt(preset="austrian")
    assert refused(game, "bid 2") is RuleReason.BID_MUST_STEP
    assert refused(game, "bid 5") is RuleReason.CALL_SWITCHED_OFF
    game = said(game, "bid 1")
    assert refused(game, "hold") is RuleReason.NOTHING_TO_HOLD
    assert refused(said(game, "bid 2", "pass"), "bid 4") is RuleReason.BID_MUST_STEP


def test_one_who_names_a_game_too_low_may_go_on() -> None:
    """V-7: A names clubs, C spades, A diamonds; then C can only pass."""
    game = said(dealt(), "bid S", "pass", "bid S", "bid S1")
    assert choices(game) == "pass, bid S2, bid S3"
    game = said(game, "bid S2")
    assert choices(game) == "pass, bid S3"
    assert choices(said(game, "bid S3")) == "pass"


def test_three_games_the_first_names_first() -> None:
    game = said(dealt(), "bid S", "bid S", "bid S")
    assert (to_act(game), choices(game)) == (0, "bid S1, bid S2, bid S3")
    game = said(game, "bid S1", "pass", "bid S3", "pass")
    contract = deal_of(game).contract
    assert contract is not None
    assert (contract.name, contract.declarer) == ("3X", 2)


def test_a_game_alone_is_named_after_the_auction() -> None:
    """V-10; spades are the second suit."""
    game = said(dealt(), "bid S", "pass", "pass")
    assert (stage_of(game), choices(game)) == (Stage.DECLARE, "declare 1X, declare 2X, declare 3X")
    contract = deal_of(said(game, "declare 2X")).contract
    assert contract is not None
    assert (contract.trump, contract.level) == (0, 6)


def test_the_purchase_may_end_higher_in_its_category() -> None:
    """V-9: two may become four, six may become eight; the top level names itself."""
    game = said(dealt(CLUBS), "bid 2", "pass", "pass", "discard 7C 7D")
    assert choices(game) == "declare 2, declare 3, declare 4"
    game = said(dealt(CLUBS), "bid 6", "pass", "pass", "discard 7C 7D")
    assert choices(game) == "declare 6, declare 7, declare 8"
    game = said(dealt(CLUBS), "bid 8", "pass", "pass", "discard 7C 7D")
    assert stage_of(game) is Stage.PLAY


def test_the_talon_is_seen_by_the_buyer_alone() -> None:
    game = said(dealt(CLUBS), "bid 1", "pass", "pass")
    assert len(build_view(game, 0).hand) == 12
    for seat in (1, 2, None):
        table = build_view(game, seat).table
        assert table is not None
        assert table.talon == ()


# sealed games -----------------------------------------------------------------------------


def test_sealed_suits_are_opened_together() -> None:
    """A-7: the highest suit wins, of two equal ones the first from the dealer's left."""
    game = said(dealt(preset="austrian"), "bid 1", "bid S", "bid S", "pass")
    assert (to_act(game), choices(game)) == (1, "seal S1, seal S2, seal S3, seal S4")
    game = said(game, "seal S2")
    assert to_act(game) == 2
    game = said(game, "seal S2")
    shown = [format_action(call.action) for call in deal_of(game).calls][-2:]
    assert shown == ["bid S2", "bid S2"]
    contract = deal_of(game).contract
    assert contract is not None
    assert (contract.declarer, contract.name, contract.trump) == (1, "2X", 1)


def test_a_game_in_hearts_is_refused_by_name_where_it_is_switched_off() -> None:
    """A-7, Q12: neither unseen among several nor as the only game."""
    several = said(
        dealt(preset="austrian", game_may_name_hearts=False), "bid 1", "bid S", "bid S", "pass"
    )
    assert choices(several) == "seal S1, seal S2, seal S3"
    assert refused(several, "seal S4") is RuleReason.CALL_SWITCHED_OFF
    sole = said(dealt(preset="austrian", game_may_name_hearts=False), "bid S", "pass", "pass")
    assert choices(sole) == "declare 1X, declare 2X, declare 3X"
    assert refused(sole, "declare 4X") is RuleReason.CALL_SWITCHED_OFF
    bought = said(dealt(CLUBS), "bid 2", "pass", "pass", "discard 7C 7D")
    assert refused(bought, "declare 1") is RuleReason.CONTRACT_BELOW_BID


def test_a_game_in_hearts_pays_no_premium() -> None:
    """A-7: an immediate hearts bid plays for the premium, a game bid does not."""
    game = ("bid S", "pass", "pass", "declare 4X")
    for moves, premiums in ((("bid HE",), 2), (game, 0)):
        last = said(dealt(preset="austrian", pot=30), *moves, "drop", "drop").last
        assert last is not None
        assert sum(posting.why == "premium" for posting in last.postings) == premiums


# the after-buy ----------------------------------------------------------------------------


def after_buying() -> Game:
    game = said(dealt(CLUBS, pot=10), "bid 1", "bid 2", "pass", "hold", "pass")
    return said(game, "discard 7C 7D", "declare 2")


def test_only_who_has_bid_may_buy() -> None:
    game = after_buying()
    assert (stage_of(game), to_act(game), choices(game)) == (Stage.AFTER_BUY, 1, "pass, buy")
    assert stage_of(said(game, "pass")) is Stage.DEFENCE
    assert stage_of(contracted()) is Stage.DEFENCE  # nobody else has bid


def test_the_buyer_alone_sees_the_discards() -> None:
    game = after_buying()
    assert names(build_view(game, 0).discard) == ["7C", "7D"]
    assert build_view(game, 1).discard == ()
    game = said(game, "buy")
    assert {"7C", "7D"} <= set(names(build_view(game, 1).hand))
    game = said(game, "discard 8C 8S")
    assert build_view(game, 0).discard == ()
    assert names(build_view(game, 1).discard) == ["8S", "8C"]


def test_the_first_declarer_may_buy_back() -> None:
    """V-11 rules 3 to 6: always higher, up to the top."""
    game = said(after_buying(), "buy", "discard 7C 7D", "declare 6")
    assert (stage_of(game), to_act(game)) == (Stage.AFTER_BUY, 0)
    game = said(game, "buy", "discard 7C 7D")
    assert choices(game) == "declare 7, declare 8"
    assert to_act(said(game, "declare 7")) == 1
    game = said(game, "declare 8")  # nobody can go higher
    assert (stage_of(game), to_act(game)) == (Stage.PLAY, 0)
    assert deal_of(game).roles == ("declarer", "defender", "defender")
