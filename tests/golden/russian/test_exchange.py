"""From the deal to the declaration, and after the score (rules/russian.md 2.3, 2.5, 2.9, 2.10)."""

from itertools import combinations

import pytest

from bot.engine.actions import Discard, Play
from bot.engine.cards import EMPTY, Hand
from bot.engine.deal import Stage
from bot.engine.game import apply_action
from bot.engine.notation import format_action
from bot.engine.rules import IllegalAction, RuleReason
from bot.engine.view import build_view
from tests.golden.russian.asking import choices, refusal, result_of
from tests.support import builders
from tests.support.builders import contract_of, contract_won, deal_of, dealt, said, table_seen


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_distribution(players: int, dealer: int) -> None:
    """Packets of two clockwise from the dealer's left, the talon after the second round."""
    deck = builders.deck(builders.ANY)
    game = dealt(players=players, dealer=dealer)
    deal = deal_of(game)
    assert deal.seats == tuple((dealer + n) % players for n in (1, 2, 3))
    for seat, places in zip(deal.seats, builders.PLACES, strict=False):
        assert deal.hands[seat] == Hand.of(deck.cards[n] for n in places)
    assert deal.talon == (deck.cards[12], deck.cards[13])
    if players == 4:
        assert deal.hands[dealer] == EMPTY
        assert deal.roles[dealer] == "resting"


def test_talon_is_shown_and_the_discard_is_hidden() -> None:
    game = said(dealt("7S 8S ... | ... | ... | AS KS"), "bid 6C", "pass", "pass")
    for seat in (None, 0, 1, 2):
        table = build_view(game, seat).table
        assert table is not None
        assert table.talon == builders.cards("AS KS")
    assert len(build_view(game, 0).hand) == 12
    game = said(game, "discard 7S AS")
    assert build_view(game, 0).discard == builders.cards("7S AS")
    for seat in (None, 1, 2):
        assert build_view(game, seat).discard == ()
    assert "discard" not in str([format_action(call.action) for call in deal_of(game).calls])


def test_sixty_six_discards() -> None:
    game = said(dealt(), "bid 6C", "pass", "pass")
    assert len(builders.actions_of(game)) == 66
    assert refusal(game, "discard KD AD") is RuleReason.DISCARD_TWO_OF_YOURS
    deal = deal_of(game)
    for low, high in combinations(range(32), 2):
        held = {low, high} <= set(deal.hands[0])
        assert deal.phase.allows(deal, 0, Discard(low, high)) is held
    twice = next(iter(deal.hands[0]))
    with pytest.raises(IllegalAction):
        apply_action(game, 0, Discard(twice, twice))
    assert refusal(game, "throw") is RuleReason.CALL_SWITCHED_OFF


def test_misere_has_nothing_to_declare() -> None:
    game = contract_won(dealt(), "M")
    assert deal_of(game).phase.stage is Stage.PLAY
    assert contract_of(game).is_misere


def test_misere_without_talon_skips_talon_and_exchange() -> None:
    game = contract_won(dealt(misere_without_talon=True), "MW")
    assert deal_of(game).phase.stage is Stage.PLAY
    assert table_seen(game, 0).talon == ()
    game = builders.play_out(game)
    shown = build_view(game, 1).last
    assert shown is not None
    assert shown.reveal is not None
    assert len(shown.reveal.talon) == 2


@pytest.mark.parametrize("contract", ["7C", "M"])
def test_thrown_talon(contract: str) -> None:
    """2.5 rule 3: the original ten, the talon stays open, the dealer pays a point."""
    game = said(dealt(players=4), f"bid {contract}", "pass", "pass")
    before = deal_of(game).dealt[0]
    game = said(game, "throw")
    assert deal_of(game).hands[0] == before
    assert table_seen(game, 2).talon == deal_of(game).talon
    assert deal_of(game).discard == ()
    game = builders.play_out(game, "declare 7C, pass, pass" if contract == "7C" else "")
    assert builders.sums(result_of(game).postings)["mountain 3"] == 1
    fines = [p for p in result_of(game).postings if p.why == "talon_thrown"]
    assert len(fines) == 1


def test_a_thrown_talon_is_doubled_or_converted() -> None:
    """4.4: dealer mountain 1, 2, or 5 per opponent."""
    expect = {
        "leningrad": {"mountain 3": 2},
        "rostov": {"whists 0>3": 5, "whists 1>3": 5, "whists 2>3": 5},
    }
    for preset, lines in expect.items():
        game = said(
            dealt("... | ... | ... | 8C 9D", preset, 4),
            *("bid 7C", "pass", "pass", "throw", "declare 7C", "pass", "pass"),
        )
        found = builders.sums(result_of(game).postings)
        assert found == {"pool 0": 4} | lines


def test_no_throwing_of_three_or_where_it_is_off() -> None:
    for game in (dealt(), dealt(players=4, throw_talon=False)):
        game = said(game, "bid 6C", "pass", "pass")
        assert "throw" not in choices(game)


def test_concession_costs_three_of_the_winning_bid() -> None:
    """2.5 rule 5: a failed contract, no whists, the streak stays."""
    game = said(dealt(concede_three=True, streak=2), "bid 8C", "pass", "pass", "discard 7S 8S")
    assert choices(game).endswith(", concede")
    game = said(game, "concede")
    assert builders.sums(result_of(game).postings) == {"mountain 0": 18}
    assert result_of(game).outcome == "conceded"
    assert dict(build_view(game, 0).marks)["streak"] == 2


def test_reveal_after_the_deal() -> None:
    for reveal in (True, False):
        game = builders.play_out(contract_won(dealt(reveal_after_deal=reveal), "7C"))
        last = build_view(game, None).last
        assert last is not None
        assert (last.reveal is not None) is reveal


def test_the_dealer_moves_on() -> None:
    for players in (3, 4):
        for dealer in range(players):
            game = contract_won(dealt(players=players, dealer=dealer), "7C", "pass, pass")
            assert game.carry.dealer == (dealer + 1) % players
            assert game.carry.number == 1


def test_an_illegal_attempt_changes_nothing() -> None:
    game = contract_won(dealt(), "7C")
    kept = game
    with pytest.raises(IllegalAction):
        apply_action(game, 1, Play(0))
    assert game == kept
