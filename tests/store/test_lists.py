"""Lists of games, the hot ones answered from an index."""

import pytest

from bot.model.enums import ALL_SHARDS, OPEN_STATUSES, Clock, Status
from bot.store import Store
from bot.store.database import restrict_to_owned
from bot.store.games import COUNT_OPEN_TABLES, COUNT_TABLES_OF_USER
from bot.store.queries.player_statistics import SELECT_ROBOT_TOTALS
from bot.store.queries.stored_games import DUE_GAMES, NEXT_WAKE, SELECT_OPEN_LINES
from bot.store.queries.weekly_schedule import WeeklyTable
from bot.store.records import GameRow
from tests.store.making import append, change, get_up, line, new_game, on_file, sit


def ids(games: tuple[GameRow, ...]) -> list[int]:
    return [game.game_id for game in games]


async def test_games_of_a_guild_and_of_a_user(store: Store) -> None:
    one, two, three = [await new_game(store, guild_id=g) for g in (77, 77, 78)]
    await sit(store, one, 0, 5)
    await sit(store, three, 2, 5)
    await sit(store, two, 0, 5)
    await get_up(store, two, 0)
    await change(store, one, status=Status.VOID, ended_at=3)
    assert ids(await store.game_queries.games_of_guild(77)) == [one, two]
    assert ids(await store.game_queries.games_of_guild(77, OPEN_STATUSES)) == [two]
    assert ids(await store.game_queries.games_of_user(5)) == [one, three]
    assert ids(await store.game_queries.games_of_user(5, [Status.LOBBY])) == [three]
    assert await store.game_queries.games_of_user(5, []) == ()


async def test_games_in_a_place(store: Store) -> None:
    one, two = [await new_game(store) for _ in range(2)]
    await store.games.set_place(two, 4242, 1)
    assert ids(await store.game_queries.games_in_place(4242)) == [two]
    await store.games.set_place(one, 4242, 2)
    await change(store, two, status=Status.VOID, ended_at=1)
    assert ids(await store.game_queries.games_in_place(4242)) == [one, two]
    assert ids(await store.game_queries.games_in_place(4242, OPEN_STATUSES)) == [one]


async def test_deadlines(store: Store) -> None:
    assert await store.game_queries.next_wake() is None
    assert await store.game_queries.due(10**9) == ()
    late, early, _none = [await new_game(store) for _ in range(3)]
    await change(store, late, deadline=200, wake=200)
    await change(store, early, deadline=100, wake=100)
    assert await store.game_queries.next_wake() == 100
    assert await store.game_queries.next_wake(100) == 200
    assert await store.game_queries.next_wake(200) is None
    assert await store.game_queries.due(99) == ()
    assert [one.game_id for one in await store.game_queries.due(100)] == [early]
    assert [one.game_id for one in await store.game_queries.due(500)] == [early, late]


async def test_unpainted(store: Store) -> None:
    game_id = await new_game(store)
    assert await store.game_queries.unpainted() == (game_id,)
    await store.games.set_painted(game_id, 0, 0)
    assert await store.game_queries.unpainted() == ()
    await change(store, game_id, clock=Clock.FAST)
    assert await store.game_queries.unpainted() == (game_id,)
    await store.games.set_painted(game_id, 0, 1)
    await append(store, game_id, line(0))
    assert await store.game_queries.unpainted() == (game_id,)
    await store.games.set_painted(game_id, 1, 1)
    await change(store, game_id, status=Status.VOID, ended_at=500)
    assert await store.game_queries.unpainted(ended_after=500) == (game_id,)
    assert await store.game_queries.unpainted(ended_after=501) == ()


@pytest.mark.sampled(quick=3)
@on_file
@pytest.mark.parametrize(
    ("sql", "index"),
    [
        (SELECT_OPEN_LINES, "SEARCH line USING PRIMARY KEY (game_id=? AND version>?)"),
        (restrict_to_owned(DUE_GAMES, ALL_SHARDS), "USING INDEX game_wake"),
        (restrict_to_owned(NEXT_WAKE, ALL_SHARDS), "game_wake"),
        (SELECT_ROBOT_TOTALS, "SEARCH play_sum USING PRIMARY KEY (guild_id=? AND user_id=?)"),
        ("SELECT * FROM sitting WHERE user_id = ?1 AND until IS NULL", "sitting_user (user_id=?)"),
        (COUNT_OPEN_TABLES, "game_guild (guild_id=? AND status=?)"),
        (COUNT_TABLES_OF_USER, "game_guild (guild_id=? AND status=?)"),
        (COUNT_TABLES_OF_USER, "sitting_user (user_id=? AND game_id=?)"),
        ("SELECT * FROM game WHERE (ended_at IS NULL OR ended_at >= ?1)", "game_ended"),
    ],
)
async def test_hot_questions_use_an_index(store: Store, sql: str, index: str) -> None:
    values = (1,) * (sql.count("?") if "?1" not in sql else 1)
    plan = [
        str(row[3]) for row in await store.game_queries._rows(f"EXPLAIN QUERY PLAN {sql}", *values)
    ]
    assert any(index in step for step in plan), plan
    assert not any(step.startswith("SCAN game") and "USING" not in step for step in plan), plan


async def test_the_deck_of_a_deal_is_its_line(store: Store) -> None:
    game = await new_game(store)
    await append(store, game, line(0, deal=1, text="deck 7S 8S"))
    assert await store.game_queries.deck(game, 1) == "deck 7S 8S"
    assert await store.game_queries.deck(game, 2) is None


async def test_a_weekly_table_is_removed_by_its_own_server(store: Store) -> None:
    await new_game(store, guild_id=77)
    await store.weekly.add(WeeklyTable(0, 77, 5, 3, 60, "sochi", Clock.NORMAL, 200))
    (weekly,) = await store.weekly.of_guild(77)
    assert not await store.weekly.remove(78, weekly.weekly_id)
    assert await store.weekly.of_guild(77) == (weekly,)
    assert await store.weekly.remove(77, weekly.weekly_id)
    assert await store.weekly.of_guild(77) == ()
