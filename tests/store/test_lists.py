"""Lists of games, and that the hot ones are answered from an index."""

import pytest

from bot.store import Store
from bot.store.lists import DUE, NEXT_WAKE
from bot.store.loading import OPEN_LINES
from bot.store.opening import HERE, OF_USER
from bot.store.owning import of_owned
from bot.store.rows import Game
from bot.store.tallies import ROBOTS
from bot.terms import EVERYWHERE, OPEN, Clock, Status
from tests.store.making import append, change, get_up, line, new_game, on_file, sit


def ids(games: tuple[Game, ...]) -> list[int]:
    return [game.game_id for game in games]


async def test_games_of_a_guild_and_of_a_user(store: Store) -> None:
    one, two, three = [await new_game(store, guild_id=g) for g in (77, 77, 78)]
    await sit(store, one, 0, 5)
    await sit(store, three, 2, 5)
    await sit(store, two, 0, 5)
    await get_up(store, two, 0)
    await change(store, one, status=Status.VOID, ended_at=3)
    assert ids(await store.lists.games_of_guild(77)) == [one, two]
    assert ids(await store.lists.games_of_guild(77, OPEN)) == [two]
    assert ids(await store.lists.games_of_user(5)) == [one, three]
    assert ids(await store.lists.games_of_user(5, [Status.LOBBY])) == [three]
    assert await store.lists.games_of_user(5, []) == ()


async def test_games_in_a_place(store: Store) -> None:
    one, two = [await new_game(store) for _ in range(2)]
    await store.games.set_place(two, 4242, 1)
    assert ids(await store.lists.games_in_place(4242)) == [two]
    await store.games.set_place(one, 4242, 2)
    await change(store, two, status=Status.VOID, ended_at=1)
    assert ids(await store.lists.games_in_place(4242)) == [one, two]
    assert ids(await store.lists.games_in_place(4242, OPEN)) == [one]


async def test_deadlines(store: Store) -> None:
    assert await store.lists.next_wake() is None
    assert await store.lists.due(10**9) == ()
    late, early, _none = [await new_game(store) for _ in range(3)]
    await change(store, late, deadline=200, wake=200)
    await change(store, early, deadline=100, wake=100)
    assert await store.lists.next_wake() == 100
    assert await store.lists.next_wake(100) == 200
    assert await store.lists.next_wake(200) is None
    assert await store.lists.due(99) == ()
    assert [one.game_id for one in await store.lists.due(100)] == [early]
    assert [one.game_id for one in await store.lists.due(500)] == [early, late]


async def test_unpainted(store: Store) -> None:
    game_id = await new_game(store)
    assert await store.lists.unpainted() == (game_id,)
    await store.games.set_painted(game_id, 0, 0)
    assert await store.lists.unpainted() == ()
    await change(store, game_id, clock=Clock.FAST)
    assert await store.lists.unpainted() == (game_id,)
    await store.games.set_painted(game_id, 0, 1)
    await append(store, game_id, line(0))
    assert await store.lists.unpainted() == (game_id,)
    await store.games.set_painted(game_id, 1, 1)
    await change(store, game_id, status=Status.VOID, ended_at=500)
    assert await store.lists.unpainted(ended_after=500) == (game_id,)
    assert await store.lists.unpainted(ended_after=501) == ()


@on_file
@pytest.mark.parametrize(
    ("sql", "index"),
    [
        (OPEN_LINES, "SEARCH line USING PRIMARY KEY (game_id=? AND version>?)"),
        (of_owned(DUE, EVERYWHERE), "USING INDEX game_wake"),
        (of_owned(NEXT_WAKE, EVERYWHERE), "game_wake"),
        (ROBOTS, "SEARCH robot_sum USING PRIMARY KEY (guild_id=?)"),
        ("SELECT * FROM sitting WHERE user_id = ?1 AND until IS NULL", "sitting_user (user_id=?)"),
        (HERE, "game_guild (guild_id=? AND status=?)"),
        (OF_USER, "game_guild (guild_id=? AND status=?)"),
        (OF_USER, "sitting_user (user_id=? AND game_id=?)"),
        ("SELECT * FROM game WHERE (ended_at IS NULL OR ended_at >= ?1)", "game_ended"),
    ],
)
async def test_hot_questions_use_an_index(store: Store, sql: str, index: str) -> None:
    values = (1,) * (sql.count("?") if "?1" not in sql else 1)
    plan = [str(row[3]) for row in await store.lists._rows(f"EXPLAIN QUERY PLAN {sql}", *values)]
    assert any(index in step for step in plan), plan
    assert not any(step.startswith("SCAN game") and "USING" not in step for step in plan), plan
