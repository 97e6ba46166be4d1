"""Kibitzers: whose consent they need, when they see cards, and what takes the consent back."""

from random import Random

from bot.engine.game import legal_actions
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.model.enums import KibitzKind, KibitzReply
from bot.model.refusals import Refusal
from bot.store import Store
from bot.store.admin.user_data import LEAGUE_HOST
from bot.tables import Table, changes, kibitzing, leaving, voting
from bot.tables.kibitzing import ALL_HANDS, KibitzQuestion
from bot.tables.state import TableState
from tests.support.informed_actions import leave
from tests.tables.conftest import ANA, BORIS, EGOR, START, VERA, House, make_house
from tests.tables.test_changes import AT, at, lobby, refused
from tests.tables.test_clock import begun, idle
from tests.tables.test_take_backs import act, dealt

ZOE, MILA = 21, 22
ONE, ALL = KibitzKind.ONE, KibitzKind.ALL
YES, EVERYBODY, NO = KibitzReply


def at_trick(tricks: int, state: TableState | None = None) -> TableState:
    """Pass the deal out and play on until so many tricks are finished."""
    state, chance = state or dealt(), Random(3)
    while state.base_game is not None and state.base_game.deal is not None:
        deal, game = state.base_game.deal, state.base_game
        if deal.is_dealt and len(deal.tricks) >= tricks:
            return state
        seat = state.seat_to_act()
        assert seat is not None
        words = [format_action(one) for one in legal_actions(game, seat)]
        calls = [word for word in words if word == "pass"] or [
            word for word in words if word.startswith("play")
        ]
        state = act(state, chance.choice(calls))
    raise AssertionError("the deal is over")


def asks(state: TableState, user_id: int, player_id: int, now: int = 1) -> TableState:
    return kibitzing.ask(state, at(now), user_id, player_id)


def says(
    state: TableState,
    player_id: int,
    reply: KibitzReply,
    user_id: int,
    scope: KibitzKind = ONE,
    now: int = 2,
) -> TableState:
    asked = KibitzQuestion(user_id, scope)
    return kibitzing.reply_to_kibitzer(state, at(now), player_id, reply, asked)


def looks(state: TableState, user_id: int) -> TableState:
    return kibitzing.note_seen(state, at(3), user_id)


def is_shown(state: TableState, user_id: int) -> bool:
    """Return True if a kibitzer is shown cards that are not public."""
    seen = kibitzing.followed_hand(looks(state, user_id), user_id)
    return seen is not None and seen.is_open


def test_a_hand_is_followed_with_its_players_consent_one_trick_late() -> None:
    before = asks(at_trick(0), ZOE, ANA)
    assert kibitzing.questions_to(before, ANA) == [KibitzQuestion(ZOE, ONE)]
    assert kibitzing.questions_to(before, BORIS) == []
    assert kibitzing.followed_hand(before, ZOE) is None
    agreed = says(before, ANA, YES, ZOE)
    assert kibitzing.questions_to(agreed, ANA) == []
    assert kibitzing.followers(agreed, ANA) == [ZOE]
    public = kibitzing.followed_hand(looks(agreed, ZOE), ZOE)
    assert public is not None
    assert (public.is_open, public.view) == (False, build_view(agreed.require_game(), None))
    first = at_trick(1, agreed)
    seen = kibitzing.followed_hand(looks(first, ZOE), ZOE)
    assert seen is not None
    assert seen.is_open
    assert len(seen.view.hand) == 10
    third = kibitzing.followed_hand(looks(at_trick(3, first), ZOE), ZOE)
    assert third is not None
    assert len(third.view.hand) == 8
    assert third.view.legal == ()


def test_cards_are_shown_only_after_it_is_noted_that_they_are() -> None:
    agreed = at_trick(2, says(asks(at_trick(0), ZOE, ANA), ANA, YES, ZOE))
    unnoted = kibitzing.followed_hand(agreed, ZOE)
    assert unnoted is not None
    assert not unnoted.is_open
    assert is_shown(agreed, ZOE)


def test_a_second_press_changes_nothing() -> None:
    asked = asks(at_trick(2), ZOE, ANA)
    assert asks(asked, ZOE, ANA, 9) == asked
    agreed = says(asked, ANA, YES, ZOE)
    assert says(agreed, ANA, YES, ZOE, now=9) == agreed
    assert says(agreed, ANA, NO, ZOE, now=9) == agreed  # the question is answered: stop is for that
    seen = looks(agreed, ZOE)
    assert kibitzing.note_seen(seen, at(9), ZOE) == seen
    closed = kibitzing.stop(seen, at(4), ANA)
    assert kibitzing.stop(closed, at(9), ANA) == closed


def test_an_answer_is_for_what_was_asked() -> None:
    """A button of an earlier question agrees to nothing else."""
    asked = asks(asks(at_trick(2), ZOE, ANA), ZOE, ALL_HANDS)
    assert says(asked, ANA, YES, ZOE, ONE) == asked
    assert says(asked, ANA, YES, MILA, ALL) == asked


def test_all_hands_need_everybody() -> None:
    state = asks(at_trick(2), ZOE, ALL_HANDS)
    for user in (ANA, BORIS):
        state = says(state, user, YES, ZOE, ALL)
        assert not is_shown(state, ZOE)
    assert kibitzing.unanswered(state, ZOE) == [VERA]
    state = says(state, VERA, YES, ZOE, ALL)
    seen = kibitzing.followed_hand(looks(state, ZOE), ZOE)
    assert seen is not None
    assert [len(hand) for _, hand in seen.view.open_deal.open_hands] == [9, 9, 9]
    assert not is_shown(kibitzing.stop(state, at(4), BORIS), ZOE)


def test_consent_to_the_own_hand_alone_is_none_to_all_hands() -> None:
    state = says(asks(at_trick(2), ZOE, ANA), ANA, YES, ZOE)
    asked = asks(state, ZOE, ALL_HANDS)
    assert kibitzing.questions_to(asked, ANA) == [KibitzQuestion(ZOE, ALL)]


def test_a_kibitzer_sees_one_hand_of_a_deal() -> None:
    """Two players who each show the own hand have not agreed to show both."""
    state = looks(says(asks(at_trick(2), ZOE, ANA), ANA, YES, ZOE), ZOE)
    refused(Refusal.KIBITZ_ONE_HAND, asks, state, ZOE, BORIS)
    stopped = kibitzing.stop(state, at(4), ZOE)
    refused(Refusal.KIBITZ_ONE_HAND, asks, stopped, ZOE, BORIS)
    assert kibitzing.wish_of(asks(stopped, ZOE, ANA), ZOE) == ANA


def test_everybody_may_follow() -> None:
    state = says(asks(at_trick(2), ZOE, ANA), ANA, EVERYBODY, ZOE)
    assert is_shown(state, ZOE)
    assert is_shown(asks(state, MILA, ANA), MILA)
    other = asks(state, MILA, ALL_HANDS)
    assert kibitzing.questions_to(other, ANA) == [KibitzQuestion(MILA, ALL)]


def test_a_no_ends_the_asking() -> None:
    state = says(asks(at_trick(2), ZOE, ANA), ANA, NO, ZOE)
    assert kibitzing.wish_of(state, ZOE) is None
    refused(Refusal.KIBITZ_DECLINED, asks, state, ZOE, ANA)
    refused(Refusal.KIBITZ_DECLINED, asks, state, ZOE, ALL_HANDS)
    assert kibitzing.wish_of(asks(state, ZOE, BORIS), ZOE) == BORIS
    assert kibitzing.questions_to(asks(state, MILA, ANA), ANA) == [KibitzQuestion(MILA, ONE)]


def test_a_player_stops_all_kibitzers_at_any_time() -> None:
    state = says(asks(at_trick(2), ZOE, ANA), ANA, EVERYBODY, ZOE)
    state = says(asks(state, MILA, BORIS), BORIS, YES, MILA)
    closed = kibitzing.stop(state, at(4), ANA)
    assert not is_shown(closed, ZOE)
    assert is_shown(closed, MILA)
    refused(Refusal.KIBITZ_DECLINED, asks, closed, ZOE, ANA)
    assert kibitzing.is_closed(closed, ANA)
    again = kibitzing.allow(closed, at(5), ANA)
    assert not kibitzing.is_closed(again, ANA)
    assert not is_shown(again, ZOE)
    assert kibitzing.questions_to(asks(again, ZOE, ANA), ANA) == [KibitzQuestion(ZOE, ONE)]


def test_who_cannot_kibitz_where() -> None:
    state = at_trick(2)
    refused(Refusal.KIBITZ_PLAYER, asks, state, BORIS, ANA)
    left = leave(state, AT, BORIS)
    refused(Refusal.KIBITZ_PLAYER, asks, left, BORIS, ANA)
    refused(Refusal.STALE, asks, state, ZOE, EGOR)
    refused(Refusal.NOT_STARTED, asks, lobby(ANA, BORIS, VERA), ZOE, ANA)
    of_league = state._replace(row=state.row._replace(host_id=LEAGUE_HOST))
    refused(Refusal.KIBITZ_LEAGUE, asks, of_league, ZOE, ANA)
    over = changes.annul(says(asks(state, ZOE, ANA), ANA, YES, ZOE), AT)
    assert over.kibitz == ()
    refused(Refusal.TABLE_OVER, asks, over, ZOE, ANA)


def test_a_crowd_does_not_flood_the_players() -> None:
    state = at_trick(2)
    for user_id in range(100, 100 + kibitzing.MOST_KIBITZERS):
        state = asks(state, user_id, ANA)
    refused(Refusal.KIBITZERS_ENOUGH, asks, state, ZOE, ANA)
    assert kibitzing.wish_of(asks(state, 100, BORIS), 100) == BORIS
    assert kibitzing.wish_of(asks(kibitzing.stop(state, AT, 100), ZOE, ANA), ZOE) == ANA


def test_the_consent_leaves_with_its_player_and_returns_with_them() -> None:
    """Where a robot plays for a player who has left, nobody has consented."""
    state = says(asks(at_trick(2), ZOE, ANA), ANA, YES, ZOE)
    left = leave(state, AT, ANA)
    assert kibitzing.wish_of(left, ZOE) is None
    assert not is_shown(left, ZOE)
    assert is_shown(leaving.rejoin_match(left, AT, ANA), ZOE)
    handed = leaving.hand_over_seat(left, AT, 0, EGOR)
    assert not is_shown(handed, ZOE)


def test_a_new_player_has_consented_to_nothing() -> None:
    state = asks(leave(at_trick(2), AT, VERA), ZOE, ALL_HANDS)
    for user in (ANA, BORIS):
        state = says(state, user, YES, ZOE, ALL)
    assert is_shown(state, ZOE)  # the third hand is a robot's
    seated = leaving.hand_over_seat(state, AT, 2, EGOR)
    assert not is_shown(seated, ZOE)
    assert kibitzing.questions_to(seated, EGOR) == [KibitzQuestion(ZOE, ALL)]


def test_a_kibitzer_who_has_seen_cards_gets_no_seat() -> None:
    left = leave(at_trick(2), AT, VERA)
    asked = says(asks(left, ZOE, ANA), ANA, YES, ZOE)
    seated = leaving.hand_over_seat(asked, AT, 2, ZOE)  # nothing was seen yet
    assert (seated.seat_of(ZOE), seated.kibitz) == (2, ())
    seen = looks(asked, ZOE)
    refused(Refusal.KIBITZER_SITS, leaving.hand_over_seat, seen, AT, 2, ZOE)
    refused(Refusal.KIBITZER_SITS, voting.offer_seat, seen, AT, ANA, 2, ZOE)
    offered = voting.offer_seat(asked, AT, ANA, 2, ZOE)
    offered = looks(voting.approve(offered, at(4), BORIS, voting.open_proposal(offered)), ZOE)
    refused(
        Refusal.KIBITZER_SITS,
        voting.approve, offered, at(5), ZOE, voting.open_proposal(offered),
    )  # fmt: skip


def test_the_view_never_moves_on_before_the_trick_does() -> None:
    """A card, its take-back and another card leave the kibitzer where they were."""
    state = looks(at_trick(2, says(asks(at_trick(0), ZOE, ANA), ANA, YES, ZOE)), ZOE)
    before = kibitzing.followed_hand(state, ZOE)
    game, seat = state.require_game(), state.seat_to_act()
    assert seat is not None
    for action in legal_actions(game, seat):
        if format_action(action).startswith("play"):
            after = act(state, format_action(action))
            assert kibitzing.followed_hand(after, ZOE) == before


async def test_a_restart_keeps_consent_and_what_was_seen(house: House) -> None:
    """What was noted before a kill holds after it; a look alone draws nobody's message anew."""
    table = await begun(house, ANA, BORIS, VERA)
    await table.change(kibitzing.ask, ZOE, ANA)
    revision = table.row.revision
    await table.change(kibitzing.reply_to_kibitzer, ANA, YES, KibitzQuestion(ZOE, ONE))
    assert table.row.revision == revision + 1
    while table.game is None or table.game.deal is None or not table.game.deal.tricks:
        await house.play(table, Random(5), 1)
        await idle(house)
    changed = len(house.changed)
    await table.change(kibitzing.note_seen, ZOE)
    assert (len(house.changed), table.row.revision) == (changed, revision + 1)
    notes = table.state.kibitz
    await house.store.close()
    store = await Store.open(house.path, START)
    again = await make_house(house.path, [START], store)
    reloaded = await again.tables.get(table.id)
    assert reloaded.state.kibitz == notes
    assert is_shown(reloaded.state, ZOE)
    refused(Refusal.KIBITZER_SITS, voting.offer_seat, reloaded.state, AT, ANA, 0, ZOE)
    await reloaded.change(changes.annul)
    assert reloaded.state.kibitz == ()
    assert await notes_left(reloaded) == []
    await again.store.close()


async def notes_left(table: Table) -> list[object]:
    stored = await table.services.store.game_queries.load(table.id)
    assert stored is not None
    return list(stored.kibitz)


async def test_an_erased_kibitzer_leaves_no_note(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA)
    await table.change(kibitzing.ask, ZOE, ALL_HANDS)
    await table.change(kibitzing.reply_to_kibitzer, ANA, NO, KibitzQuestion(ZOE, ALL))
    await table.change(kibitzing.stop, BORIS)
    own = await house.store.privacy.export(ZOE)
    ((note,),) = [game.kibitz for game in own.games]
    assert (note.kind, note.mine) == ("no", True)
    assert (await house.store.privacy.counts(ZOE)).kibitz == 1
    assert await house.store.privacy.erase(ZOE) == (table.id,)
    await table.reload()
    assert [note.user_id for note in table.state.kibitz] == [kibitzing.EVERYBODY]
