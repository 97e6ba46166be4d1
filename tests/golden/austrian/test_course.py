"""Rules of the course of a deal that no table shows (rules/austrian.md 2)."""

from collections.abc import Iterable

import pytest

from bot.engine import actions as act
from bot.engine.cards import TABLE
from bot.engine.deal import DealResult, Stage
from bot.engine.families.austrian.carry import REST, pot_of
from bot.engine.families.austrian.contracts import first_dealer
from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.austrian.options import SuitOrder
from bot.engine.game import Game, apply, legal, stage_of, to_act
from bot.engine.notation import parse, text
from bot.engine.refusal import IllegalAction, Reason
from bot.engine.rules import Rules
from bot.engine.view import view
from bot.presets import Setting
from tests.support import austrian
from tests.support.austrian import dealt, dealt_under
from tests.support.builders import cards, deal_of, names, play_out, said

# A has six clubs, C seven hearts; the talon is 7C 7D
CLUBS = "AC KC QC JC 10C 9C AS KS 8D 7H | 8C AD KD QD 9D 10D JD 10S 9S 8S | ... | 7C 7D"


def choices(game: Game) -> str:
    seat = to_act(game)
    assert seat is not None
    return ", ".join(map(text, legal(game, seat)))


def refused(game: Game, line: str, seat: int | None = None) -> Reason:
    asked = to_act(game) if seat is None else seat
    assert asked is not None
    with pytest.raises(IllegalAction) as caught:
        apply(game, asked, parse(line))
    return caught.value.reason


def contracted(*answers: str, pot: int = 10, preset: str = "viennese", **options: Setting) -> Game:
    """A takes clubs, which are suit 1; ``pot`` is what lies in it before the ante."""
    return clubs_taken(austrian.rules(preset, 3, **options), answers, pot)


def clubs_taken(agreed: Rules, answers: Iterable[str], pot: int = 10) -> Game:
    game = dealt_under(agreed, CLUBS, pot=pot)
    return said(game, "bid 1", "pass", "pass", "discard 7C 7D", "declare 1", *answers)


# the draw ---------------------------------------------------------------------------------


def test_the_highest_card_deals_first() -> None:
    """C-4: the seven of hearts beats the ace of diamonds; clubs and spades by the order."""
    for order in SuitOrder:
        assert first_dealer(order, cards("AD 7H KS")) == 1
        assert first_dealer(order, cards("7D 8D AC KD")) == 3
    assert first_dealer(SuitOrder.CSDH, cards("AC 7S 8C")) == 1
    assert first_dealer(SuitOrder.SCDH, cards("AC 7S 8C")) == 0


# the auction ------------------------------------------------------------------------------

REFUSED = [
    ("bid 2", "bid 1", Reason.BID_TOO_LOW),
    ("bid 1, bid 2, pass", "bid S", Reason.BOUND_BY_FIRST_BID),
    ("bid 1, bid 2, pass", "bid HE", Reason.BOUND_BY_FIRST_BID),
    ("bid S", "bid 3", Reason.BID_TOO_LOW),
    ("bid S, bid S, pass", "pass", Reason.MUST_NAME_SUIT),
    ("bid S, bid S, pass", "bid HE", Reason.MUST_NAME_SUIT),
    ("bid S", "bid S1", Reason.BID_TOO_LOW),
    ("bid 5", "bid HE", Reason.BID_TOO_LOW),
    ("bid 1", "hold", Reason.HOLD_NOT_YOURS),
    ("bid HE", "hold", Reason.NOTHING_TO_HOLD),
    ("", "declare 1", Reason.WRONG_PHASE),
    ("", "bid 9", Reason.WRONG_PHASE),
]


@pytest.mark.parametrize(("before", "line", "reason"), REFUSED)
def test_what_is_refused_in_the_auction(before: str, line: str, reason: Reason) -> None:
    game = said(dealt(), *(part for part in before.split(", ") if part))
    assert refused(game, line) is reason


def test_what_is_refused_in_the_plain_auction() -> None:
    game = dealt(preset="austrian")
    assert refused(game, "bid 2") is Reason.BID_MUST_STEP
    assert refused(game, "bid 5") is Reason.CALL_SWITCHED_OFF
    game = said(game, "bid 1")
    assert refused(game, "hold") is Reason.NOTHING_TO_HOLD
    assert refused(said(game, "bid 2", "pass"), "bid 4") is Reason.BID_MUST_STEP


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
    assert len(view(game, 0).hand) == 12
    for seat in (1, 2, None):
        table = view(game, seat).table
        assert table is not None
        assert table.talon == ()


# sealed games -----------------------------------------------------------------------------


def test_sealed_suits_are_opened_together() -> None:
    """A-7: the highest suit wins, of two equal ones the first from the dealer's left."""
    game = said(dealt(preset="austrian"), "bid 1", "bid S", "bid S", "pass")
    assert (to_act(game), choices(game)) == (1, "seal S1, seal S2, seal S3")
    game = said(game, "seal S2")
    assert to_act(game) == 2
    assert refused(game, "seal S4") is Reason.CALL_SWITCHED_OFF
    game = said(game, "seal S2")
    shown = [text(call.action) for call in deal_of(game).calls][-2:]
    assert shown == ["bid S2", "bid S2"]
    contract = deal_of(game).contract
    assert contract is not None
    assert (contract.declarer, contract.name, contract.trump) == (1, "2X", 1)


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
    assert names(view(game, 0).discard) == ["7C", "7D"]
    assert view(game, 1).discard == ()
    game = said(game, "buy")
    assert {"7C", "7D"} <= set(names(view(game, 1).hand))
    game = said(game, "discard 8C 8S")
    assert view(game, 0).discard == ()
    assert names(view(game, 1).discard) == ["8S", "8C"]


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


# the defence ------------------------------------------------------------------------------


def test_one_stake_forces_the_defenders() -> None:
    game = contracted(pot=0)
    assert stage_of(game) is Stage.PLAY
    assert dict(view(game, None).marks)["forced"] == 1
    assert dict(view(contracted(), None).marks)["forced"] == 0


def test_the_left_defender_answers_first() -> None:
    game = contracted()
    assert (to_act(game), choices(game)) == (1, "drop, join")
    game = said(game, "drop")
    assert to_act(game) == 2
    game = said(game, "join")
    assert (to_act(game), choices(game)) == (2, "alone, invite")
    game = said(game, "invite")
    assert (stage_of(game), deal_of(game).roles) == (Stage.PLAY, ("declarer", "guest", "host"))


def test_one_at_home_keeps_his_cards_and_is_not_asked() -> None:
    game = said(contracted("drop", "join", "alone"), "play AC")
    assert to_act(game) == 2
    game = said(game, text(legal(game, 2)[0]))
    deal = deal_of(game)
    assert (len(deal.tricks[0].cards), to_act(game)) == (2, 0)
    assert len(deal.hands[1]) == 10
    assert view(game, 1).hand == deal.hands[1]


# negotiation ------------------------------------------------------------------------------


def negotiating(**options: Setting) -> Game:
    return clubs_taken(austrian.rules("viennese", 3, **options), ("join", "drop", "alone"))


def offers_of(game: Game, seat: int) -> list[int]:
    return [action.tricks for action in legal(game, seat) if isinstance(action, act.Propose)]


def test_either_may_offer_and_the_declarer_may_lead() -> None:
    game = negotiating()
    assert (stage_of(game), to_act(game)) == (Stage.PLAY, 0)
    assert offers_of(game, 0) == offers_of(game, 1) == [6, 7, 8]
    assert offers_of(game, 2) == []
    led = said(game, "play AC")
    assert offers_of(led, 0) == offers_of(led, 1) == []


def test_an_open_offer_is_answered_first() -> None:
    game = said(negotiating(), "1: offer 6")
    assert (stage_of(game), to_act(game)) == (Stage.NEGOTIATION, 0)
    assert choices(game) == "accept, refuse, offer 7, offer 8"
    assert refused(game, "play AC") is Reason.OFFER_OPEN
    assert refused(game, "offer 6") is Reason.OFFER_NOT_ALLOWED
    assert refused(game, "accept", 2) is Reason.NOT_YOUR_TURN
    table = view(game, 2).table
    assert table is not None
    assert table.offer is not None
    assert (table.offer.seat, table.offer.tricks) == (1, (6, 4, 0))


def test_nobody_falls_by_an_agreement() -> None:
    for tricks in (0, 5, 9, 10):
        assert refused(negotiating(), f"offer {tricks}") is Reason.OFFER_NOT_ALLOWED


def test_a_counter_offer_turns_the_table() -> None:
    game = said(negotiating(), "offer 8", "offer 7")
    assert (to_act(game), choices(game)) == (0, "accept, refuse, offer 6, offer 8")
    game = said(game, "accept")
    assert game.last is not None
    assert (game.last.outcome, game.last.won) == ("agreed", (7, 3, 0))


def test_an_offer_just_declined_is_not_repeated() -> None:
    game = said(negotiating(), "offer 8", "refuse")
    assert (stage_of(game), to_act(game)) == (Stage.PLAY, 0)
    assert offers_of(game, 0) == offers_of(game, 1) == [6, 7]
    assert refused(game, "offer 8") is Reason.OFFER_REPEATED
    assert offers_of(said(game, "offer 7", "refuse"), 0) == [6, 8]


def test_an_offer_may_be_withdrawn_by_its_maker() -> None:
    game = said(negotiating(), "offer 7")
    assert [text(action) for action in legal(game, 0)] == ["withdraw"]
    assert refused(game, "withdraw", 1) is not None
    game = said(game, "0: withdraw")
    assert (stage_of(game), to_act(game)) == (Stage.PLAY, 0)
    assert offers_of(game, 0) == [6, 7, 8]
    assert deal_of(game).offer is None


def test_offers_are_counted_for_each() -> None:
    game = said(negotiating(negotiation_max_offers=1), "offer 7", "refuse")
    assert offers_of(game, 0) == []
    assert refused(game, "offer 6") is Reason.OFFERS_USED_UP
    assert offers_of(game, 1) == [6, 8]
    game = said(game, "1: offer 8")
    assert choices(game) == "accept, refuse"
    assert choices(said(game, "refuse")).startswith("play")


def test_between_tricks_only_what_is_still_possible() -> None:
    """4, ``any_trick_boundary``: both shares at least the tricks already taken."""
    game = negotiating(negotiation="any_trick_boundary")
    deal = deal_of(game)._replace(won=(1, 3, 0))
    assert offers_of(game._replace(deal=deal), 0) == [6, 7]
    deal = deal_of(game)._replace(won=(7, 1, 0))
    assert offers_of(game._replace(deal=deal), 1) == [7, 8]


def test_no_claims_where_splits_are_negotiated() -> None:
    game = negotiating(claims="by_consent")
    assert not any(isinstance(action, act.Claim) for action in legal(game, 0))
    game = contracted("join", "join", claims="by_consent")
    assert any(isinstance(action, act.Claim) for action in legal(game, 0))


def test_a_claim_gives_nothing_to_one_at_home() -> None:
    game = negotiating(claims="by_consent", negotiation="off")
    claims = [action for action in legal(game, 0) if isinstance(action, act.Claim)]
    assert len(claims) == 11
    assert all(claim.tricks[2] == 0 for claim in claims)
    game = said(game, "claim 8 2 0")
    assert (stage_of(game), to_act(game)) == (Stage.CLAIM, 1)
    game = said(game, "accept")
    assert game.last is not None
    assert game.last.won == (8, 2, 0)


# open defence -----------------------------------------------------------------------------

BETTEL = (
    "7S 8S 9S 7C 8C 9C 7D 8D 9D 7H | AS KS QS AC KC QC AD KD QD AH | ... | 8H 9H"  # a sure seven
)


def test_a_defender_lays_open_at_any_moment() -> None:
    """V-16: after the first trick, in turn or out of it."""
    game = said(dealt(BETTEL), "bid 7X", "pass", "pass")
    assert refused(game, "expose", 1) is Reason.NOT_YOUR_TURN
    game = said(game, "play 7S", "play AS", "play 10S", "2: expose")
    table = view(game, 0).table
    assert table is not None
    assert [seat for seat, _ in table.open_hands] == [2]
    assert to_act(game) == 1
    game = said(game, "play KS", "1: expose")
    assert deal_of(game).open_seats == (2, 1)
    assert refused(game, "expose", 1) is Reason.NOT_YOUR_TURN
    assert refused(game, "expose", 0) is Reason.NOT_YOUR_TURN


def test_no_other_contract_lies_open() -> None:
    game = said(dealt(BETTEL), "bid 5X", "pass", "pass", "play 7S", "play AS", "play 10S")
    assert refused(game, "expose") is Reason.WRONG_PHASE


# the cards --------------------------------------------------------------------------------


def test_why_a_card_is_refused() -> None:
    """C-8, C-9: A leads clubs, which are trump, or spades; B and C must overtake."""
    line = "JC 10C AS ... | 8C QC AC 9S KD QD JD 10D 9D 8D | 9C KC 8S ... | 7C 7D"
    game = said(dealt(line), "bid 1", "pass", "pass", "discard 7C 7D", "declare 1", "play JC")
    assert refused(game, "play KD") is Reason.MUST_FOLLOW
    assert refused(game, "play 8C") is Reason.MUST_OVERTAKE
    assert refused(game, "play AC") is Reason.MUST_WIN_LOW
    assert refused(game, "play 9C") is Reason.NOT_YOUR_CARD
    game = said(game, "play QC")
    assert refused(game, "play 9C") is Reason.MUST_OVERTAKE


def test_a_void_hand_that_can_ruff_must() -> None:
    line = "JC 10C AS ... | 8C QC AC KD QD JD 10D 9D 8D 7D | 9C KC 8S ... | 7C 7H"
    game = said(dealt(line), "bid 1", "pass", "pass", "discard 7C 7H", "declare 1", "play AS")
    assert refused(game, "play KD") is Reason.MUST_TRUMP
    assert choices(game) == "play 8C"


# no aces ----------------------------------------------------------------------------------

ACELESS = "KS QS JS 10S 9S 8S 7C 8C 9C 7D | ... | ... | {talon}"


def aceless(talon: str = "7H 8H", *answers: str) -> Game:
    game = dealt(ACELESS.format(talon=talon), "austrian", pot=30)
    discard = f"discard {talon}"
    return said(game, "bid 1", "pass", "pass", discard, "declare 1", *answers)


def test_no_aces_is_said_before_the_first_lead() -> None:
    game = aceless("7H 8H", "join", "join")
    assert act.NO_ACES in legal(game, 0)
    assert act.NO_ACES not in legal(game, 1)
    told = said(game, "noaces")
    assert (to_act(told), act.NO_ACES in legal(told, 0)) == (0, False)
    assert not any(act.NO_ACES in legal(said(game, "play KS"), seat) for seat in range(3))


def test_an_ace_laid_away_counts() -> None:
    """A-10: none among all cards held since the deal."""
    game = aceless("7H AH", "join", "join")
    assert act.NO_ACES not in legal(game, 0)


def test_no_aces_without_play() -> None:
    """Q13: before settlement; ten from each."""
    game = aceless("7H 8H", "drop", "drop")
    assert (stage_of(game), to_act(game), choices(game)) == (Stage.DECLARE, 0, "pass, noaces")
    paid = [
        (posting.against, posting.amount)
        for posting in _last(said(game, "noaces")).postings
        if posting.why == "no_aces"
    ]
    assert paid == [(1, 10), (2, 10)]
    assert all(posting.why != "no_aces" for posting in _last(said(game, "pass")).postings)


def _last(game: Game) -> DealResult:
    assert game.last is not None
    return game.last


# the pot and the end ----------------------------------------------------------------------


def test_marks_of_the_pot() -> None:
    """3.2: with fifty in the pot and a maximum of thirty, thirty are played for."""
    marks = dict(view(dealt(pot=40), None).marks)
    assert marks == {"pot": 50, "amount": 30, "maximum": 30, "ante": 10, "forced": 0}
    marks = dict(view(dealt(preset="austrian", players=4), None).marks)
    assert marks == {"pot": 40, "amount": 10, "maximum": 10, "ante": 40, "forced": 0}


def test_a_stopped_game_shares_the_pot_out() -> None:
    """3.6: twenty for three, an odd unit each for the two left of the last dealer."""
    game = play_out(dealt(CLUBS), "pass, pass, pass")
    sheet = game.carry.sheet
    assert pot_of(sheet) == 20
    assert [sheet.of(REST, seat) for seat in range(3)] == [7, 7, 6]  # C, seat 2, has dealt
    game = apply(game, TABLE, act.STOP)
    assert game.ended
    assert sum(view(game, None).balance) == 0


def test_an_empty_pot_is_voted_on() -> None:
    """3.6: clockwise from the dealer's left, all must agree; no pot is left to share."""
    game = aceless_pot()
    assert (stage_of(game), to_act(game), choices(game)) == (Stage.FUNDING, 0, "pass, fund")
    again = said(game, "fund", "fund", "fund")
    assert (again.ended, stage_of(again)) == (False, Stage.BETWEEN)
    assert dict(view(again, None).marks)["pot"] == 30
    ended = said(game, "fund", "pass")
    assert (ended.ended, pot_of(ended.carry.sheet)) == (True, 0)


def aceless_pot() -> Game:
    """A takes the last ten."""
    game = dealt(CLUBS, "austrian", pot=10)
    return said(game, "bid 1", "pass", "pass", "discard 7C 7D", "declare 2", "drop", "drop")


def test_the_resting_dealer_votes_too() -> None:
    game = dealt(CLUBS, "austrian", 4, pot=10)
    game = said(game, "bid 1", "pass", "pass", "discard 7C 7D", "declare 2", "drop", "drop")
    game = said(game, "fund", "fund", "fund")
    assert (stage_of(game), to_act(game)) == (Stage.FUNDING, 3)


def test_the_same_dealer_deals_again() -> None:
    game = play_out(dealt(all_pass="redeal_same_dealer", rounds=1), "pass, pass, pass")
    assert (game.carry.dealer, game.ended) == (2, False)
    assert pot_of(game.carry.sheet) == 10  # a new deal takes a new ante
    assert AUSTRIAN.over(game.rules, game.carry) is False


def test_a_pass_that_is_the_only_call_is_made_unasked() -> None:
    """6.2: a number bidder after a game or a premium contract."""
    game = said(dealt(), "bid 1")
    assert AUSTRIAN.unasked(deal_of(game)) is None
    assert AUSTRIAN.unasked(deal_of(said(game, "bid 5", "pass"))) == act.PASS


def test_what_a_chat_plays_to() -> None:
    assert AUSTRIAN.chat_target(austrian.rules(rounds=10).options) == 4
    assert AUSTRIAN.chat_target(austrian.rules(rounds=2).options) == 2
    assert AUSTRIAN.chat_target(austrian.rules("austrian", ante_units=50).options) == 10
