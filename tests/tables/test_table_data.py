"""The data a screen shows beside the view is read once a state, and never shown after it."""

from random import Random

import pytest

from bot.discord_ui.people import NameCache
from bot.discord_ui.table_data import TableDataLoader
from bot.engine.actions import Dealer
from bot.engine.cards import TABLE_SEAT
from bot.engine.game import Game
from bot.engine.view import build_view
from bot.model.values import replace
from bot.render.words import load_catalogue
from bot.tables import Table, moves, take_backs
from bot.tables.state import with_game
from bot.tables.table import ViewCache
from tests.render.walks import rules_for, walk
from tests.tables.conftest import House, settled
from tests.tables.test_changes import playing

USERS = (11, 12, 13)
ENGLISH, RUSSIAN = (load_catalogue().words(locale) for locale in ("en", "ru"))


async def started(house: House) -> Table:
    table = await house.open(*USERS)
    await table.change(moves.start_match, USERS[0], Dealer(0))
    assert house.driver is not None
    while table.state.seat_to_act() == TABLE_SEAT:
        house.driver.tasks.poke(table.id)
        await settled(house.driver.tasks)
    return table


async def test_what_is_kept_is_what_would_be_found_out_now(house: House) -> None:
    table, names = await started(house), NameCache(house.store)
    kept = TableDataLoader(house.tables.services, names)
    for _ in range(12):
        for words in (ENGLISH, RUSSIAN, ENGLISH):
            fresh = TableDataLoader(house.tables.services, names)
            shown = replace(await kept.of(table, words), settled={}, tricks={})
            assert shown == await fresh.of(table, words)
            for user in USERS:
                hand = await kept.player_hand(table, user, words)
                assert hand == await fresh.player_hand(table, user, words)
        await house.play(table, Random(table.version), 1)


async def test_whoever_acted_last_may_ask_back_and_nobody_else(house: House) -> None:
    table = await started(house)
    await house.play(table, Random(1), 1)
    last = take_backs.last_own_action(table.state)
    assert last is not None
    facts = TableDataLoader(house.tables.services, NameCache(house.store))
    hands = [str(await facts.player_hand(table, user, ENGLISH)) for user in USERS]
    asks = [f"TakeBackLastAction(line={last.version})" in hand for hand in hands]
    assert asks == [str(user) == last.by for user in USERS]


async def test_another_name_is_on_the_next_screen(house: House) -> None:
    table, names = await started(house), NameCache(house.store)
    facts = TableDataLoader(house.tables.services, names)
    before = (await facts.of(table, ENGLISH)).name(1)
    await house.store.preferences.set_name(USERS[1], "Boris")
    names.forget(USERS[1])
    assert (before, (await facts.of(table, ENGLISH)).name(1)) == ("0012", "Boris")


def assert_views(views: ViewCache, game: Game) -> None:
    """Fail unless every view of a table is one of this game, asked for twice."""
    state = with_game(playing(*USERS), game)
    for seat in (None, 0, 1, 2) * 2:
        assert views.view(7, state, seat) == build_view(game, seat)


@pytest.mark.parametrize("preset", ["sochi", "croatian", "viennese"])
def test_views_are_never_those_of_an_earlier_game(preset: str) -> None:
    views, games = ViewCache(), list(walk(rules_for(preset, 3), seed=3, deals=3))
    for game in games:
        assert_views(views, game)
    assert_views(views, games[-2])  # taken back
    scored = games[-1]
    assert scored.last is not None
    ruled = replace(scored.last, postings=())
    assert_views(views, scored._replace(last=ruled))
    assert_views(views, scored._replace(ended=True))


def test_no_view_before_a_match() -> None:
    assert ViewCache().view(7, playing(*USERS)._replace(base_game=None), None) is None
