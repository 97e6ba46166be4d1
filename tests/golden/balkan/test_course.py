"""The course of a deal and of a game: talon, discard, refas, hats, the end (2, 3.7-3.9)."""

import pytest

from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.game import Game, apply_action, legal_actions, new_game, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.rules import IllegalAction, RuleReason
from bot.engine.view import build_view
from tests.support import balkan, builders
from tests.support.balkan import dealt
from tests.support.builders import said
from tests.support.cases import for_each


def marks(game: Game) -> dict[str, int]:
    return dict(build_view(game, None).marks)


def test_packets() -> None:
    """2.2: 0-4 F, 5-9 M, 10-14 rear, 15-16 talon, 17-21 F, 22-26 M, 27-31 rear."""
    game = new_game(balkan.rules())._replace(carry=balkan.carry(balkan.rules(), dealer=0))
    deal = apply_action(game, TABLE_SEAT, act.Deck(tuple(range(32)))).deal
    assert deal is not None
    assert deal.seats == (1, 2, 0)
    assert list(deal.hands[1]) == [0, 1, 2, 3, 4, 17, 18, 19, 20, 21]
    assert list(deal.hands[2]) == [5, 6, 7, 8, 9, 22, 23, 24, 25, 26]
    assert list(deal.hands[0]) == [10, 11, 12, 13, 14, 27, 28, 29, 30, 31]
    assert deal.talon == (15, 16)


def test_a_game_opens_with_a_draw_and_a_debt() -> None:
    game = new_game(balkan.rules("serbian"))
    assert stage_of(game) is Stage.DRAW
    assert marks(game) == {
        "remaining": 300,
        "refas_given": 0,
        "refas_most": 3,
        "refas_0": 0,
        "refas_1": 0,
        "refas_2": 0,
    }
    assert build_view(game, None).balance == (0, 0, 0)


def test_the_talon_is_shown_and_any_two_are_laid_away() -> None:
    """2.6."""
    game = said(dealt(), "bid 2", "pass", "pass")
    assert game.deal is not None
    talon = game.deal.talon
    assert len(legal_actions(game, 0)) == 66
    for seat in (None, 0, 1, 2):
        shown = build_view(game, seat).table
        assert shown is not None
        assert shown.talon == talon
        assert shown.counts == (12, 10, 10)
    game = said(game, f"discard {' '.join(builders.names(talon))}")
    assert [len(build_view(game, seat).discard) for seat in (0, 1, 2, None)] == [2, 0, 0, 0]


def test_a_hidden_talon_is_only_taken() -> None:
    game = said(dealt(talon_exposed=False), "bid 2", "pass", "pass")
    assert game.deal is not None
    for seat in (None, 1, 2):
        shown = build_view(game, seat).table
        assert shown is not None
        assert shown.talon == ()
    assert all(card in build_view(game, 0).hand for card in game.deal.talon)


def test_a_game_leaves_the_talon_alone() -> None:
    """2.6, A30: not used, not shown, not after the deal either."""
    game = said(dealt(), "bid G", "pass", "pass", "declare G5C", "drop", "drop")
    assert game.last is not None
    assert game.last.discard == ()
    shown = build_view(game, 0)
    assert shown.last is not None
    assert shown.last.reveal is None
    assert shown.last.outcome == "unplayed"


def test_the_contract_is_not_below_the_number() -> None:
    game = said(dealt(), "bid 2", "bid 3", "pass", "pass")
    game = apply_action(game, 1, legal_actions(game, 1)[0])
    with pytest.raises(IllegalAction) as caught:
        said(game, "declare 2S")
    assert caught.value.reason is RuleReason.CONTRACT_BELOW_BID
    game = said(game, "declare 6B")
    assert game.deal is not None
    assert game.deal.contract == ("6B", 1, 0, -1)
    assert game.deal.contract.is_misere


def conceded(game: Game, *lines: str) -> Game:
    """Let a two be won with the talon, announced as clubs, and not defended."""
    game = said(game, "bid 2", "pass", "pass")
    seat = to_act(game)
    assert seat is not None
    game = apply_action(game, seat, legal_actions(game, seat)[0])
    return said(game, "declare 5C", *(lines or ("drop", "drop")))


def test_everybody_passes() -> None:
    """2.5: a refa for each, once from thirty; the next dealer deals."""
    game = said(dealt(), "pass", "pass", "pass")
    assert game.last is not None
    assert game.last.outcome == "passed_out_refa"
    assert (game.carry.dealer, game.carry.number) == (0, 1)
    assert [marks(game)[f"refas_{seat}"] for seat in range(3)] == [1, 1, 1]
    game = said(apply_action(game, TABLE_SEAT, balkan.deck()), "pass", "pass", "pass")
    assert game.last is not None
    assert game.last.outcome == "passed_out"
    assert marks(game)["refas_given"] == 1


def test_a_refa_doubles_once_and_is_used_by_its_owner() -> None:
    """3.7: also when nobody defends (A20), with several open ones (A19)."""
    game = conceded(dealt(refas=(2, 1, 1), given=2, starting_level=100))
    assert game.last is not None
    assert builders.sums(game.last.postings) == {"main 0": 20}
    assert [marks(game)[f"refas_{seat}"] for seat in range(3)] == [1, 1, 1]


def test_a_credited_two_may_use_a_refa() -> None:
    """3.6: where a refa does not exempt it, +4 is doubled and the refa is spent."""
    agreed = balkan.rules(plain_two_refa_exempt=False)
    game = balkan.announced(agreed, balkan.carry(agreed, refas=(1, 1, 1), given=1), 2)
    game = said(game, "stand", "stand")
    assert game.last is not None
    assert builders.sums(game.last.postings) == {"main 0": 8}
    assert [marks(game)[f"refas_{seat}"] for seat in range(3)] == [0, 1, 1]


def test_a_thrown_in_two_uses_no_refa() -> None:
    agreed = balkan.rules("slovenian", starting_level=60)
    at = balkan.carry(agreed, refas=(0, 1, 1), given=1)
    game = said(balkan.announced(agreed, at, 2), "stand", "stand")
    assert game.last is not None
    assert game.last.outcome == "two_refa"
    assert [marks(game)[f"refas_{seat}"] for seat in range(3)] == [1, 2, 2]


def test_a_hat_freezes_no_open_refa() -> None:
    """A21: only new ones are blocked."""
    game = conceded(dealt(before={"main 1": 8}, refas=(1, 1, 1), given=1))
    assert game.last is not None
    assert builders.sums(game.last.postings) == {"main 0": 20}


def test_the_game_ends_when_the_columns_are_even() -> None:
    """3.8, A28: a contract nobody defends is cut like any other."""
    before = {"main 0": -6, "main 1": 20, "main 2": -20, "side 1>0": 12}
    game = conceded(dealt(before=before))
    assert game.ended
    assert to_act(game) is None
    assert game.last is not None
    assert [(p.amount, p.why) for p in game.last.postings] == [(6, "contract_cut")]
    assert build_view(game, None).balance == (-12, 212, -200)


def test_an_abandoned_game_is_written_off() -> None:
    game = said(dealt(before={"main 0": -20, "main 1": -30, "main 2": -40}), "0: pass")
    game = apply_action(game, TABLE_SEAT, act.STOP)
    assert game.ended
    assert build_view(game, None).balance == (100, 0, -100)


def test_a_void_game_is_nothing_only_when_it_has_ended() -> None:
    """3.9: the running balance is that of the sheet."""
    before = {"main 0": -20, "main 1": -30, "main 2": -40}
    game = dealt(before=before, abandoned_game="void")
    assert build_view(game, None).balance == (100, 0, -100)
    game = apply_action(game, TABLE_SEAT, act.STOP)
    assert build_view(game, None).balance == (0, 0, 0)


@for_each("preset", balkan.PRESETS)
@for_each("abandoned", ["write_off", "void"])
def test_a_scored_deal_moves_the_balance(preset: str, abandoned: str) -> None:
    """3.9: ten times the column above the mean; the worst columns take the remainder."""
    agreed = balkan.rules(preset, abandoned_game=abandoned)
    game = said(balkan.announced(agreed, balkan.carry(agreed), 5), "drop", "drop")
    assert game.last is not None
    assert builders.sums(game.last.postings) == {"main 0": 10}
    assert not game.ended
    assert build_view(game, None).balance == (60, -30, -30)


def test_time_has_no_say() -> None:
    game = said(dealt(), "pass", "pass", "pass")
    game = apply_action(game, TABLE_SEAT, act.TIME_UP)
    assert not game.ended


@pytest.mark.parametrize("preset", balkan.PRESETS)
def test_a_whole_deal_of_every_preset(preset: str) -> None:
    game = said(dealt(preset=preset), "bid 2", "pass", "pass")
    game = apply_action(game, 0, legal_actions(game, 0)[0])
    game = said(game, "declare 7NT", "join", "join", "stand", "kontra 1", "stand")
    while game.deal is not None:
        game = said(game, format_action(builders.actions_of(game)[0]))
    assert game.last is not None
    assert game.last.roles == ("declarer", "guest", "caller")
    assert sum(BALKAN.settle(game.rules, game.carry.sheet)) == 0


PLAYED: list[tuple[str, dict[str, tuple[int, ...]]]] = [
    ("drop, join, alone", {"dropped": (1,), "volunteer": (2,)}),
    ("join, drop, invite", {"host": (1,), "guest": (2,)}),
    ("join, drop, kontra 1, stand", {"caller": (1,), "guest": (2,)}),
    ("join, join, stand, stand", {"volunteer": (1, 2)}),
]


@pytest.mark.parametrize(("answers", "roles"), PLAYED)
def test_roles_tell_the_defence(answers: str, roles: dict[str, tuple[int, ...]]) -> None:
    game = said(dealt(), "bid G", "pass", "pass", "declare G4H", *builders.texts(answers))
    assert game.deal is not None
    assert game.deal.roles[0] == "declarer"
    for word, seats in roles.items():
        assert all(game.deal.roles[seat] == word for seat in seats)
