"""Lists over the tables of all servers, for a process that answers for some of them."""

import pytest

from bot.model.enums import ALL_SHARDS, Clock, NotifyReason, ShardRange, Status
from bot.store import StatementFault, Store
from bot.store.database import restrict_to_owned
from bot.store.queries.sent_notifications import SentNotification
from bot.store.queries.stored_games import NEXT_WAKE
from bot.store.queries.weekly_schedule import WeeklyTable
from tests.store.making import append, change, closing_of, line, new_game

SERVERS = tuple(shard << 22 | 77 for shard in range(4))
HALVES = (ShardRange(0, 1, 4), ShardRange(2, 3, 4))


def test_a_server_has_one_owner() -> None:
    assert [[half.covers(server) for half in HALVES] for server in SERVERS] == [
        *([[True, False]] * 2),
        *([[False, True]] * 2),
    ]
    assert all(map(ALL_SHARDS.covers, SERVERS))
    assert all(map(ShardRange(0, 3, 4).covers, SERVERS))
    assert str(HALVES[1]) == "2-3/4"


def test_a_question_is_narrowed_where_it_says_so() -> None:
    """However many conditions stand before that one, and beside an OR too."""
    sql = "SELECT 1 FROM (SELECT * FROM game WHERE wake > 1) AS one WHERE (a OR b) AND [owned]"
    assert restrict_to_owned(sql, HALVES[1]) == sql.replace(
        "[owned]", "(guild_id >> 22) % 4 BETWEEN 2 AND 3"
    )
    assert restrict_to_owned(sql, ALL_SHARDS) == restrict_to_owned(sql, ShardRange(0, 3, 4))


@pytest.mark.parametrize("sql", ["SELECT 1 FROM game WHERE wake > 1", f"{NEXT_WAKE}; {NEXT_WAKE}"])
def test_a_question_that_does_not_say_where_is_not_asked(sql: str) -> None:
    with pytest.raises(AssertionError):
        restrict_to_owned(sql, HALVES[0])


async def test_a_question_is_not_asked_before_it_is_narrowed(store: Store) -> None:
    with pytest.raises(StatementFault):
        await store.game_queries._rows(NEXT_WAKE, 1)


@pytest.fixture
async def games(store: Store) -> tuple[int, ...]:
    """Make one game on each server: with a clock, a deal, a call, not painted."""
    made = [await new_game(store, server) for server in SERVERS]
    for n, game_id in enumerate(made):
        await append(store, game_id, line(0), deadline=100 + n, closing=closing_of(0))
        await change(store, game_id, status=Status.PLAYING)
        await store.notifications.record(game_id, SentNotification(5, NotifyReason.TURN, 1))
        weekly = WeeklyTable(0, SERVERS[n], 5, 3, 60, "sochi", Clock.NORMAL, 200 + n)
        await store.weekly.add(weekly)
    return tuple(made)


async def test_each_list_is_told_whose_it_is(store: Store, games: tuple[int, ...]) -> None:
    lists, weekly = store.game_queries, store.weekly
    for half, own, servers in zip(
        HALVES, (games[:2], games[2:]), (SERVERS[:2], SERVERS[2:]), strict=True
    ):
        assert [one.game_id for one in await lists.due(1000, half)] == list(own)
        assert await lists.games_in_status(Status.PLAYING, half) == own
        assert await lists.unpainted(0, half) == own
        assert sorted(await lists.servers(half)) == list(servers)
        assert await lists.count_open(half) == {Status.PLAYING: 2}
        assert await store.notifications.games(half) == own
        assert await store.reviews.games_unreviewed(0, half) == own
        assert [one.guild_id for one in await weekly.due(1000, half)] == list(servers)
    assert [await lists.next_wake(-1, half) for half in HALVES] == [100, 102]
    assert [await weekly.next_wake(200, half) for half in HALVES] == [201, 202]
    assert await lists.games_in_status(Status.PLAYING) == games


async def test_servers_of_others_are_not_missed(store: Store, games: tuple[int, ...]) -> None:
    """A process that is only on its own servers must not erase the others."""
    await store.retention.record_presence(SERVERS[:1], 5, HALVES[0])
    assert await store.retention.missing_servers(5) == SERVERS[1:2]
    assert await store.retention.missing_servers(5, HALVES[1]) == ()


async def test_a_sign_of_life_is_of_the_own_shards(store: Store) -> None:
    assert await store.preferences.last_alive(HALVES[0]) is None
    await store.preferences.touch_alive(7, HALVES[0])
    await store.preferences.touch_alive(9, HALVES[1])
    assert [await store.preferences.last_alive(half) for half in HALVES] == [7, 9]
    assert await store.preferences.last_alive(ShardRange(0, 0, 4)) == 9  # shards are redistributed
