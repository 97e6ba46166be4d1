"""Two players and the dummy (rules/russian.md 2.11).

Seat 1 deals by default, so the hands are seat 0, the dummy (2), seat 1.
"""

import pytest

from bot.engine.actions import Deck
from bot.engine.cards import PACK
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.families.russian.scoring import RussianCarry
from bot.engine.game import Game, legal_actions, to_act
from bot.engine.ledger import Sheet
from bot.engine.rules import RuleReason
from bot.presets import OptionSetting
from tests.golden.russian.asking import choices, claims_of, refusal, result_of
from tests.support import builders
from tests.support.builders import deal_of, names, said, table_seen
from tests.support.cases import for_each

DUMMY = 2


def dealt(line: str = builders.ANY, streak: int = 0, **options: OptionSetting) -> Game:
    return builders.dealt_under(builders.rules("sochi", 2, **options), line, streak=streak)


def won_by(game: Game, contract: str, *answers: str) -> Game:
    """Let the seat to act win the auction, discard its lowest cards and name the contract."""
    is_first = to_act(game) == deal_of(game).seats[0]
    game = said(game, f"bid {contract}", *(["pass"] if is_first else []))
    if contract == "MW":
        return game
    game = said(game, choices(game).split(", ")[0])
    return game if contract == "M" else said(game, f"declare {contract}", *answers)


# rules 1-3: seats, auction, exchange -------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dummy_sits_between_the_other_and_the_dealer(dealer: int) -> None:
    """Rule 1: three hands of ten, packets of two from the non-dealer on, the talon as ever."""
    deal = deal_of(begun(dealer))
    assert deal.seats == (1 - dealer, DUMMY, dealer)
    for seat, places in zip(deal.seats, builders.PLACES, strict=False):
        assert tuple(deal.hands[seat]) == places
    assert deal.talon == (12, 13)
    assert deal.roles[DUMMY] == "dummy"


def begun(dealer: int) -> Game:
    """Return the unshuffled pack: card and place in the deck are one number."""
    agreed = builders.rules("sochi", 2)
    return builders.begun(agreed, builders.carry(agreed, dealer), Deck(PACK))


def test_the_deal_alternates() -> None:
    game = dealt()
    for dealer in (0, 1, 0):
        game = won_by(game, "7C", "pass")
        assert game.carry.dealer == dealer
        game = builders.begun(game.rules, game.carry, builders.deck(builders.ANY))


def test_the_dummy_says_nothing() -> None:
    """Rule 2: forehand and dealer in turn; a pass after a bid ends it."""
    game = dealt()
    asked = []
    for line in ("bid 6S", "bid 6C", "hold", "bid 7S", "pass"):
        asked.append(to_act(game))
        game = said(game, line)
    assert asked == [0, 1, 0, 1, 0]
    assert (to_act(game), deal_of(game).phase.stage) == (1, Stage.EXCHANGE)


def test_forehand_is_the_senior_hand() -> None:
    game = said(dealt(), "bid 6S", "bid 6C")
    assert "hold" in choices(game)
    assert "hold" not in choices(said(game, "hold"))
    assert "hold" not in choices(said(dealt(), "bid 6S"))


def test_the_second_one_may_still_bid_after_a_pass() -> None:
    game = said(dealt(), "pass")
    assert to_act(game) == 1
    assert deal_of(said(game, "bid 6S")).phase.stage is Stage.EXCHANGE


def test_nobody_rests_so_nothing_is_thrown_or_paid() -> None:
    """Rule 3."""
    game = said(dealt(throw_talon=True), "bid 7C", "pass")
    assert "throw" not in choices(game)
    assert len(choices(game).split(", ")) == 66
    agreed = builders.rules("sochi", 2, dealer_talon_bonus=True)
    at = builders.carry(agreed)
    result = builders.scored_unplayed(agreed, at, "7C", talon="AC AD")
    assert builders.sums(result.postings) == {"pool 0": 4}


# rules 4 and 5: the defence ----------------------------------------------------------------


def test_the_opponent_whists_or_passes_and_never_halves() -> None:
    game = won_by(dealt(half_whist=True, half_whist_first=True), "7C")
    assert (to_act(game), choices(game)) == (1, "pass, whist")
    passed = result_of(said(game, "pass"))
    assert passed.outcome == "unplayed"
    assert builders.sums(passed.postings) == {"pool 0": 4}


@pytest.mark.parametrize("declarer", [0, 1])
def test_a_whister_plays_both_hands_in_the_light(declarer: int) -> None:
    game = dealt() if declarer == 0 else said(dealt(), "pass")
    game = won_by(game, "7NT", "whist")
    opponent = 1 - declarer
    assert {seat for seat, _ in table_seen(game, None).open_hands} == {opponent, DUMMY}
    for _ in range(9):
        deal = deal_of(game)
        mine = deal.turn in (opponent, DUMMY)
        assert to_act(game) == (opponent if mine else declarer)
        game = said(game, choices(game).split(", ")[0])


@pytest.mark.parametrize(("contract", "quota", "value"), [("6C", 4, 2), ("7C", 2, 4), ("8C", 1, 6)])
def test_the_whister_owes_the_whole_quota(contract: str, quota: int, value: int) -> None:
    """The tricks of both hands count, whatever else is agreed on a sole whister."""
    agreed = builders.rules("sochi", 2, single_whister_tricks="own", quota_rule="personal")
    at = builders.carry(agreed)
    for own in range(quota + 1):
        short = quota - own
        tricks = {0: 10 - own, DUMMY: own}
        result = builders.scored_game(agreed, at, contract, tricks, (1,))
        expect = {"pool 0": value, "whists 1>0": value * own, "mountain 1": value * short}
        assert builders.sums(result.postings) == {k: n for k, n in expect.items() if n}


REMISE = [
    # 7C without one, the opponent one trick and the dummy three: T = 4, u = 1
    ("sochi", {"mountain 0": 4, "whists 1>0": 16 + 4}),
    ("leningrad", {"mountain 0": 8, "whists 1>0": 2 * (16 + 4)}),
    ("rostov", {"whists 1>0": 5 * 4 + 16 + 4}),
    ("online_classic", {"mountain 0": 4, "whists 1>0": 16 + 4}),
]


@for_each(("preset", "expect"), REMISE)
@for_each("sharing", ["individual", "gentleman_single", "gentleman_all"])
@for_each("to", ["whisters", "defenders", "defenders_and_dealer"])
def test_nobody_shares_a_remise(preset: str, expect: dict[str, int], sharing: str, to: str) -> None:
    """Rule 8: no gentleman's whist, and the consolation is the whister's."""
    agreed = builders.rules(preset, 2, whist_sharing=sharing, consolation_to=to)
    tricks = {0: 6, 1: 1, DUMMY: 3}
    result = builders.scored_game(agreed, builders.carry(agreed), "7C", tricks, (1,))
    assert builders.sums(result.postings) == expect


def test_stalingrad_forces_the_whist_and_it_is_open() -> None:
    game = won_by(dealt(stalingrad=True), "6S")
    table = table_seen(game, None)
    assert deal_of(game).phase.stage is Stage.PLAY
    assert {seat for seat, _ in table.open_hands} == {1, DUMMY}
    assert table.roles == ("declarer", "whister", "dummy")


def test_a_checked_ten_is_played_without_a_quota() -> None:
    game = won_by(dealt(ten_trick="checked"), "10NT")
    assert deal_of(game).phase.stage is Stage.PLAY
    assert not table_seen(game, None).open_hands
    game = said(game, choices(game).split(", ")[0])  # 2.7: after the declarer's lead
    assert {seat for seat, _ in table_seen(game, None).open_hands} == {1, DUMMY}
    assert to_act(game) == 1
    agreed = builders.rules("online_classic", 2)
    result = builders.scored_game(agreed, builders.carry(agreed), "10NT", {0: 10}, (1,))
    assert builders.sums(result.postings) == {"pool 0": 10}


EXPOSURES = [
    # who declares, the option -> open before the lead and after it
    (0, "before_lead", True, True),
    (0, "after_declarer_lead", False, True),
    (1, "before_lead", True, True),
    (1, "after_declarer_lead", True, True),
]


@pytest.mark.parametrize(("declarer", "moment", "before", "after"), EXPOSURES)
def test_misere_lays_both_hands_open(declarer: int, moment: str, before: bool, after: bool) -> None:
    """Rule 5: the opponent plays the dummy's hand as well."""
    game = dealt(misere_exposure=moment)
    game = won_by(game if declarer == 0 else said(game, "pass"), "M")
    both = {1 - declarer, DUMMY}
    assert {seat for seat, _ in table_seen(game, None).open_hands} == (both if before else set())
    game = said(game, choices(game).split(", ")[0])
    assert {seat for seat, _ in table_seen(game, None).open_hands} == (both if after else set())
    assert (deal_of(game).turn, to_act(game)) == (DUMMY, 1 - declarer)
    assert not [a for a in legal_actions(game, declarer) if a in legal_actions(game, 1 - declarer)]


# rule 6: two passes ------------------------------------------------------------------------

# the talon names spades and then hearts; the dummy has no heart
RASPASY = (
    "9S 10S JS QS KS AS 7C 8C KC 7H | 8S 9C QC 8D 9D 10D JD QD KD 7D |"
    " 8H 9H 10H JH QH KH 10C JC AC AD | 7S AH"
)


def passed_out(talon: str = "open") -> Game:
    return said(dealt(RASPASY, raspasy_talon=talon), "pass", "pass")


def test_the_dummy_lies_open_before_the_first_lead() -> None:
    game = passed_out()
    assert [seat for seat, _ in table_seen(game, 0).open_hands] == [DUMMY]
    assert deal_of(game).roles == ("alone", "alone", "dummy")


def test_the_dummy_follows_with_its_lowest_card_and_nobody_is_asked() -> None:
    game = said(passed_out(), "play 9S")
    assert names(deal_of(game).trick) == ["9S", "8S"]
    assert to_act(game) == 1


def test_a_hand_without_the_suit_throws_its_lowest_card() -> None:
    """Without a heart it plays the lowest rank, the seven of diamonds."""
    game = said(passed_out(), "play 9S", "play AD", "play 7H")
    assert names(deal_of(game).trick) == ["7H", "7D"]


CLOSED = (
    "7D 9S 10S JS QS KS AS 7C 9C KC | 8S 8C QC 8D 9D 10D JD QD KD AD |"
    " 7H 8H 9H 10H JH QH KH AH JC AC | 7S 10C"
)


def test_the_dummy_leads_its_lowest_card_at_once() -> None:
    """It takes 7D with 8D; between its two eights the spade is the lower suit."""
    game = said(dealt(CLOSED, raspasy_talon="closed"), "pass", "pass", "play 7D", "play AC")
    assert deal_of(game).won == (0, 0, 1)
    assert names(deal_of(game).trick) == ["8S"]
    assert (to_act(game), claims_of(game, 0), claims_of(game, 1)) == (1, 0, 0)
    game = said(game, "play AH", "play 9S")
    assert deal_of(game).won == (1, 0, 1)
    assert (to_act(game), claims_of(game, 0), claims_of(game, 1)) == (0, 45, 45)


WRITTEN = [
    # tricks of 0, 1 and the dummy -> what is written in the first raspasy
    ("sochi", (2, 5, 3), {"mountain 1": 3}),
    ("sochi", (0, 6, 4), {"mountain 1": 6, "pool 0": 2}),
    ("sochi", (0, 0, 10), {"pool 0": 2, "pool 1": 2}),
    ("sochi", (5, 5, 0), {}),
    ("leningrad", (2, 5, 3), {"mountain 1": 6}),
    ("leningrad", (0, 6, 4), {"mountain 1": 12, "pool 0": 2}),
    ("rostov", (2, 5, 3), {"whists 0>1": 15}),
    ("rostov", (0, 6, 4), {"whists 0>1": 30, "pool 0": 2}),
    ("online_classic", (0, 6, 4), {"mountain 1": 6, "pool 0": 1}),
]


@pytest.mark.parametrize(("preset", "won", "expect"), WRITTEN)
def test_amnesty_and_bonus_concern_the_two(
    preset: str, won: tuple[int, int, int], expect: dict[str, int]
) -> None:
    """3.5 among the players; the dummy's tricks belong to nobody, its zero is no minimum."""
    agreed = builders.rules(preset, 2)
    result = builders.scored_all_pass(agreed, builders.carry(agreed), dict(enumerate(won)))
    assert builders.sums(result.postings) == expect


@pytest.mark.parametrize(("tricks", "expect"), [((2, 5, 3), {"whists 0>1": 25}), ((4, 4, 2), {})])
def test_the_fewest_tricks_write_on_the_other(
    tricks: tuple[int, int, int], expect: dict[str, int]
) -> None:
    agreed = builders.rules("rostov", 2, rostov_raspasy="least_takes")
    result = builders.scored_all_pass(agreed, builders.carry(agreed), dict(enumerate(tricks)))
    assert builders.sums(result.postings) == expect


@pytest.mark.parametrize(("rotation", "dealer"), [("always", 0), ("stays_on_raspasy", 1)])
def test_thrown_in_cards_write_nothing(rotation: str, dealer: int) -> None:
    """The streak stays, the deal counts; the next player deals, or the same after two passes."""
    game = dealt(streak=1, two_handed_all_pass="redeal", dealer_rotation=rotation)
    game = said(game, "pass", "pass")
    result = result_of(game)
    assert (result.outcome, result.postings, result.tricks) == ("thrown_in", (), ())
    assert isinstance(game.carry, RussianCarry)
    assert (game.carry.streak, game.carry.number, game.carry.dealer) == (1, 1, dealer)


@pytest.mark.parametrize("exits", ["fulfilled", "declared", "fulfilled_whisted"])
def test_thrown_in_cards_leave_no_raspasy(exits: str) -> None:
    game = dealt(streak=2, two_handed_all_pass="redeal", raspasy_exit_on=exits)
    after = said(game, "pass", "pass").carry
    assert isinstance(after, RussianCarry)
    assert after.streak == 2


# rule 7: claims ----------------------------------------------------------------------------


def test_whoever_plays_the_dummys_cards_answers_for_them() -> None:
    """Splits are forehand's, the dummy's, the dealer's tricks."""
    game = won_by(dealt(), "7C", "whist")
    assert [claims_of(game, seat) for seat in (0, 1)] == [66, 66]
    game = said(game, "1: claim 7 2 1")
    assert to_act(game) == 0
    assert result_of(said(game, "accept")).won == (7, 1, 2)


def test_before_the_hands_are_laid_open_the_dummy_is_not_asked_either() -> None:
    game = won_by(dealt(), "M")
    assert [claims_of(game, seat) for seat in (0, 1)] == [66, 66]
    game = said(game, "0: claim 0 5 5")
    assert (to_act(game), choices(game)) == (1, "accept, refuse")
    assert result_of(said(game, "accept")).outcome == "misere_made"


def test_in_raspasy_the_two_answer_for_themselves() -> None:
    game = passed_out("closed")
    game = said(game, "0: claim 3 3 4", "accept")
    assert result_of(game).won == (3, 4, 3)
    assert builders.sums(result_of(game).postings) == {"mountain 1": 1}


def test_cards_of_the_other_are_refused() -> None:
    game = won_by(dealt(), "7C", "whist")
    assert refusal(game, "1: play 9C") is RuleReason.NOT_YOUR_TURN


# rules 8 and 9: settlement and end ---------------------------------------------------------


def test_aid_goes_to_the_only_other_one() -> None:
    agreed = builders.rules("sochi", 2)
    at = builders.carry(agreed, before={"pool 0": 19, "pool 1": 18})
    expect = {"pool 0": 1, "pool 1": 2, "whists 0>1": 20, "mountain 0": -7}
    result = builders.scored_unplayed(agreed, at, "10C")
    assert builders.sums(result.postings) == expect


SETTLED = [
    ("sochi", {"mountain 0": 1}, (-5, 5)),
    ("sochi", {"pool 0": 1}, (5, -5)),
    ("sochi", {"whists 0>1": 7}, (7, -7)),
    ("leningrad", {"mountain 0": 2}, (-10, 10)),
    ("leningrad", {"pool 1": 1}, (-10, 10)),
    ("rostov", {"pool 0": 3, "whists 1>0": 4}, (11, -11)),
    ("sochi", {"mountain 0": 13, "mountain 1": 4, "whists 1>0": 6}, (-51, 51)),
]


@for_each(("preset", "sheet", "expect"), SETTLED)
@for_each("rounding", ["combined", "separate"])
def test_everything_is_whole(
    preset: str, sheet: dict[str, int], expect: tuple[int, int], rounding: str
) -> None:
    """Rule 8: a mountain point costs 5 and brings the other 5."""
    agreed = builders.rules(preset, 2, rounding=rounding)
    assert family_of(agreed).settle(agreed, builders.sheet(sheet)) == expect


ENDS: list[tuple[str, dict[str, OptionSetting], dict[str, int], int, bool]] = [
    ("sochi", {"pool_target": 10}, {"pool 0": 10, "pool 1": 10}, 7, True),
    ("sochi", {"pool_target": 10}, {"pool 0": 10, "pool 1": 9}, 7, False),
    ("leningrad", {}, {"pool 0": 39, "pool 1": 1}, 7, True),  # 20 * players
    ("leningrad", {}, {"pool 0": 39}, 7, False),
    ("rostov", {}, {}, 8, True),  # 4 * players
    ("rostov", {}, {}, 7, False),
]


@pytest.mark.parametrize(("preset", "options", "sheet", "number", "expect"), ENDS)
def test_the_target_counts_for_two(
    preset: str, options: dict[str, OptionSetting], sheet: dict[str, int], number: int, expect: bool
) -> None:
    agreed = builders.rules(preset, 2, **options)
    at = RussianCarry(number=number, dealer=0, sheet=builders.sheet(sheet))
    assert family_of(agreed).has_ended(agreed, at) is expect
    assert not family_of(agreed).has_ended(agreed, RussianCarry(dealer=0, sheet=Sheet()))
