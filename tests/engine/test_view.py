"""The views of a seat and of the public at every stage (rules/russian.md 2.9)."""

from bot.engine.cards import EMPTY, TABLE_SEAT, Hand
from bot.engine.deal import Stage
from bot.engine.game import new_game
from bot.engine.view import DealView, View, build_view, match_view
from tests.support import builders
from tests.support.builders import contract_won, deal_of, dealt, said


def table(shown: View) -> DealView:
    assert shown.table is not None
    return shown.table


def test_before_the_first_deal() -> None:
    shown = build_view(new_game(builders.rules()), 0)
    assert (shown.stage, shown.to_act, shown.table, shown.hand) == (
        Stage.DRAW,
        TABLE_SEAT,
        None,
        EMPTY,
    )
    assert shown.legal == ()
    assert not shown.is_my_turn


def test_auction() -> None:
    game = said(dealt(players=4), "bid 6C")
    own, other, resting, public = (build_view(game, seat) for seat in (1, 2, 3, None))
    assert own.hand == deal_of(game).hands[1]
    assert own.is_my_turn
    assert not other.is_my_turn
    assert own.legal
    assert other.legal == ()
    assert resting.hand == public.hand == EMPTY
    assert table(public).counts == (10, 10, 10, 0)
    assert table(public).talon == ()
    assert [call.seat for call in table(public).calls] == [0]
    assert table(public).open_hands == ()
    assert table(public).turn is None


def test_the_match_beside_a_deal_is_seen_alike_all_through_it() -> None:
    game = dealt(players=4)
    match, later = match_view(game), said(game, "bid 6C", "pass", "pass")
    for seat in (None, 0, 1, 2, 3):
        assert build_view(later, seat, match) == build_view(later, seat)


def test_exchange() -> None:
    game = said(dealt(), "bid 6C", "pass", "pass")
    for seat in (None, 0, 1, 2):
        shown = build_view(game, seat)
        assert table(shown).talon == deal_of(game).talon
        assert table(shown).counts == (12, 10, 10)
        taken = Hand.of(deal_of(game).talon) if seat == 0 else EMPTY
        assert shown.from_talon == taken, "only who takes the cards has them marked"
    assert len(build_view(game, 0).legal) == 66
    assert build_view(game, 1).legal == ()


def test_open_play() -> None:
    game = contract_won(dealt(), "7C", "pass, whist, open")
    hands = deal_of(game).hands
    for seat in (None, 0, 1, 2):
        assert table(build_view(game, seat)).open_hands == ((1, hands[1]), (2, hands[2]))
    game = said(game, "play " + builders.names([next(iter(hands[0]))])[0])
    assert table(build_view(game, None)).turn == 1
    assert build_view(game, 2).to_act == 2
    assert build_view(game, 2).is_my_turn
    assert not build_view(game, 1).is_my_turn
    assert build_view(game, 1).legal == ()


def test_a_claim_waits() -> None:
    game = said(contract_won(dealt(), "7C"), "0: claim 7 3 0")
    shown = build_view(game, 1)
    assert shown.stage is Stage.CLAIM
    assert table(shown).offer == (0, (7, 3, 0))
    assert len(shown.legal) == 2
    assert build_view(game, 2).legal == ()


def test_scored() -> None:
    game = contract_won(dealt(players=4), "7C", "pass, half, pass")
    for seat in (None, 0, 3):
        shown = build_view(game, seat)
        assert shown.table is None
        assert shown.last is not None
        assert shown.last.outcome == "half_whist"
        assert shown.last.reveal is not None
        assert len(shown.last.reveal.talon) == 2
        assert shown.last.reveal.dealt[3] == EMPTY
        assert shown.deals == 1
        assert sum(shown.balance) == 0


def test_marks_and_balance() -> None:
    shown = build_view(dealt(streak=1, before={"pool 0": 2}), None)
    assert dict(shown.marks) == {"streak": 1, "cost": 2, "bar": 7}
    assert shown.balance == (13, -6, -7)  # 13 1/3, -6 2/3 twice: the earlier loser gains one
