"""The defence, the cards, an open defence and a hand without aces (rules/austrian.md 2)."""

import pytest

from bot.engine import actions as act
from bot.engine.deal import DealResult, Stage
from bot.engine.game import Game, legal_actions, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.rules import RuleReason
from bot.engine.view import build_view
from tests.golden.austrian.asking import choices, contracted, refused
from tests.support.austrian import dealt
from tests.support.builders import deal_of, said

# the defence ------------------------------------------------------------------------------


def test_one_stake_forces_the_defenders() -> None:
    game = contracted(pot=0)
    assert stage_of(game) is Stage.PLAY
    assert dict(build_view(game, None).marks)["forced"] == 1
    assert dict(build_view(contracted(), None).marks)["forced"] == 0


def test_the_left_defender_answers_first() -> None:
    game = contracted()
    assert (to_act(game), choices(game)) == (1, "drop, join")
    game = said(game, "drop")
    assert to_act(game) == 2
    game = said(game, "join")
    assert (to_act(game), choices(game)) == (2, "alone, invite")
    game = said(game, "invite")
    assert (stage_of(game), deal_of(game).roles) == (Stage.PLAY, ("declarer", "guest", "host"))


def test_a_dropped_player_keeps_the_cards_and_is_not_asked() -> None:
    game = said(contracted("drop", "join", "alone"), "play AC")
    assert to_act(game) == 2
    game = said(game, format_action(legal_actions(game, 2)[0]))
    deal = deal_of(game)
    assert (len(deal.tricks[0].cards), to_act(game)) == (2, 0)
    assert len(deal.hands[1]) == 10
    assert build_view(game, 1).hand == deal.hands[1]


# the cards --------------------------------------------------------------------------------


def test_why_a_card_is_refused() -> None:
    """C-8, C-9: A leads clubs, which are trump, or spades; B and C must overtake."""
    line = "JC 10C AS ... | 8C QC AC 9S KD QD JD 10D 9D 8D | 9C KC 8S ... | 7C 7D"
    game = said(dealt(line), "bid 1", "pass", "pass", "discard 7C 7D", "declare 1", "play JC")
    assert refused(game, "play KD") is RuleReason.MUST_FOLLOW
    assert refused(game, "play 8C") is RuleReason.MUST_OVERTAKE
    assert refused(game, "play AC") is RuleReason.MUST_WIN_LOW
    assert refused(game, "play 9C") is RuleReason.NOT_YOUR_CARD
    game = said(game, "play QC")
    assert refused(game, "play 9C") is RuleReason.MUST_OVERTAKE


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_a_defender_alone_may_win_high(dealer: int) -> None:
    """C-9: the duty to win low is owed to a partner, at whichever seat the other one dropped."""
    line = "JC 10C AS ... | 8C QC AC 9S KD QD JD 10D 9D 8D | 9C KC 8S ... | 7C 7D"
    game = said(dealt(line, dealer=dealer, pot=30), "bid 1", "pass", "pass", "discard 7C 7D")
    game = said(game, "declare 1", "join", "drop", "alone", "play JC")
    assert "play AC" in map(format_action, legal_actions(game, (dealer + 2) % 3))


def test_the_highest_card_so_far_must_be_beaten() -> None:
    """Not the first one: C holds a card above both."""
    line = "JC 10C 7S ... | QS 9C ... | KS 8S ... | 7C 7D"
    game = said(dealt(line), "bid 1", "pass", "pass", "discard 7C 7D", "declare 1", "play 7S")
    assert refused(said(game, "play QS"), "play 8S") is RuleReason.MUST_OVERTAKE


def test_a_void_hand_that_can_ruff_must() -> None:
    line = "JC 10C AS ... | 8C QC AC KD QD JD 10D 9D 8D 7D | 9C KC 8S ... | 7C 7H"
    game = said(dealt(line), "bid 1", "pass", "pass", "discard 7C 7H", "declare 1", "play AS")
    assert refused(game, "play KD") is RuleReason.MUST_TRUMP
    assert choices(game) == "play 8C"


# open defence -----------------------------------------------------------------------------

BETTEL = (
    "7S 8S 9S 7C 8C 9C 7D 8D 9D 7H | AS KS QS AC KC QC AD KD QD AH | ... | 8H 9H"  # a sure seven
)


@pytest.mark.parametrize(("option", "are_there"), [("by_consent", True), ("off", False)])
def test_a_premium_game_has_claims_by_consent(option: str, are_there: bool) -> None:
    game = said(dealt(BETTEL, claims=option), "bid 7X", "pass", "pass")
    claims = [action for action in legal_actions(game, 0) if isinstance(action, act.Claim)]
    assert bool(claims) is are_there


def test_a_defender_lays_open_at_any_moment() -> None:
    """V-16: after the first trick, in turn or out of it."""
    game = said(dealt(BETTEL), "bid 7X", "pass", "pass")
    assert refused(game, "expose", 1) is RuleReason.NOT_YOUR_TURN
    game = said(game, "play 7S", "play AS", "play 10S", "2: expose")
    table = build_view(game, 0).table
    assert table is not None
    assert [seat for seat, _ in table.open_hands] == [2]
    assert to_act(game) == 1
    game = said(game, "play KS", "1: expose")
    assert deal_of(game).open_seats == (2, 1)
    assert refused(game, "expose", 1) is RuleReason.NOT_YOUR_TURN
    assert refused(game, "expose", 0) is RuleReason.NOT_YOUR_TURN


def test_no_other_contract_lies_open() -> None:
    game = said(dealt(BETTEL), "bid 5X", "pass", "pass", "play 7S", "play AS", "play 10S")
    assert refused(game, "expose") is RuleReason.WRONG_PHASE


# no aces ----------------------------------------------------------------------------------

ACELESS = "KS QS JS 10S 9S 8S 7C 8C 9C 7D | ... | ... | {talon}"


def aceless(talon: str = "7H 8H", *answers: str) -> Game:
    game = dealt(ACELESS.format(talon=talon), "austrian", pot=30)
    discard = f"discard {talon}"
    return said(game, "bid 1", "pass", "pass", discard, "declare 1", *answers)


def test_no_aces_is_said_before_the_first_lead() -> None:
    game = aceless("7H 8H", "join", "join")
    assert act.NO_ACES in legal_actions(game, 0)
    assert act.NO_ACES not in legal_actions(game, 1)
    told = said(game, "noaces")
    assert (to_act(told), act.NO_ACES in legal_actions(told, 0)) == (0, False)
    assert not any(act.NO_ACES in legal_actions(said(game, "play KS"), seat) for seat in range(3))


def test_an_ace_laid_away_counts() -> None:
    """A-10: none among all cards held since the deal."""
    game = aceless("7H AH", "join", "join")
    assert act.NO_ACES not in legal_actions(game, 0)


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
