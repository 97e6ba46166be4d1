"""Offers between the declarer and a lone defender; claims beside them (rules/austrian.md V-14)."""

from bot.engine import actions as act
from bot.engine.deal import Call, Stage
from bot.engine.game import Game, legal_actions, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.rules import RuleReason
from bot.engine.view import build_view
from bot.presets import OptionSetting
from tests.golden.austrian.asking import choices, clubs_taken, contracted, refused
from tests.support import austrian
from tests.support.builders import deal_of, names, said


def negotiating(**options: OptionSetting) -> Game:
    return clubs_taken(austrian.rules("viennese", 3, **options), ("join", "drop", "alone"))


def offers_of(game: Game, seat: int) -> list[int]:
    return [
        action.tricks for action in legal_actions(game, seat) if isinstance(action, act.Propose)
    ]


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
    assert refused(game, "play AC") is RuleReason.OFFER_OPEN
    assert refused(game, "offer 6") is RuleReason.OFFER_NOT_ALLOWED
    assert refused(game, "accept", 2) is RuleReason.NOT_YOUR_TURN
    table = build_view(game, 2).table
    assert table is not None
    assert table.offer is not None
    assert (table.offer.seat, table.offer.tricks) == (1, (6, 4, 0))


def test_nobody_falls_by_an_agreement() -> None:
    for tricks in (0, 5, 9, 10):
        assert refused(negotiating(), f"offer {tricks}") is RuleReason.OFFER_NOT_ALLOWED


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
    assert refused(game, "offer 8") is RuleReason.OFFER_REPEATED
    assert offers_of(said(game, "offer 7", "refuse"), 0) == [6, 8]


def test_an_offer_declined_before_the_last_one_may_answer_it() -> None:
    """Only a repeat of the offer just declined is rejected."""
    game = said(negotiating(), "offer 8", "refuse", "offer 7")
    assert choices(game) == "accept, refuse, offer 6, offer 8"


def test_an_offer_may_be_withdrawn_by_its_maker() -> None:
    game = said(negotiating(), "offer 7")
    assert [format_action(action) for action in legal_actions(game, 0)] == ["withdraw"]
    assert refused(game, "withdraw", 1) is not None
    game = said(game, "0: withdraw")
    assert (stage_of(game), to_act(game)) == (Stage.PLAY, 0)
    assert offers_of(game, 0) == [6, 7, 8]
    assert deal_of(game).offer is None


def test_offers_are_counted_for_each() -> None:
    game = said(negotiating(negotiation_max_offers=1), "offer 7", "refuse")
    assert offers_of(game, 0) == []
    assert refused(game, "offer 6") is RuleReason.OFFERS_USED_UP
    assert offers_of(game, 1) == [6, 8]
    game = said(game, "1: offer 8")
    assert choices(game) == "accept, refuse"
    assert choices(said(game, "refuse")).startswith("play")


def test_between_tricks_only_what_is_still_possible() -> None:
    """4, ``any_trick_boundary``: each share is at least the tricks already taken."""
    game = negotiating(negotiation="any_trick_boundary")
    deal = deal_of(game)._replace(won=(1, 3, 0))
    assert offers_of(game._replace(deal=deal), 0) == [6, 7]
    deal = deal_of(game)._replace(won=(7, 1, 0))
    assert offers_of(game._replace(deal=deal), 1) == [7, 8]


def test_no_claims_where_splits_are_negotiated() -> None:
    game = negotiating(claims="by_consent")
    assert not any(isinstance(action, act.Claim) for action in legal_actions(game, 0))
    game = contracted("join", "join", claims="by_consent")
    assert any(isinstance(action, act.Claim) for action in legal_actions(game, 0))


def test_a_claim_gives_nothing_to_one_at_home() -> None:
    game = negotiating(claims="by_consent", negotiation="off")
    claims = [action for action in legal_actions(game, 0) if isinstance(action, act.Claim)]
    assert len(claims) == 11
    assert all(claim.tricks[2] == 0 for claim in claims)
    game = said(game, "claim 8 2 0")
    assert (stage_of(game), to_act(game)) == (Stage.CLAIM, 1)
    game = said(game, "accept")
    assert game.last is not None
    assert game.last.won == (8, 2, 0)


def test_a_card_is_refused_for_its_own_reason_while_offers_are_possible() -> None:
    game = negotiating()
    (other, *_) = names(deal_of(game).hands[1])
    assert refused(game, f"play {other}") is RuleReason.NOT_YOUR_CARD


def test_an_offer_is_a_call_of_its_maker() -> None:
    assert deal_of(said(negotiating(), "1: offer 6")).calls[-1] == Call(1, act.Propose(6))
