"""Leaderboards, and the games of the past."""

import pytest

from bot.model.leaderboards import LeaderboardFilter
from bot.model.settings import UserSettings
from bot.store import Store
from bot.store.queries import leaderboards
from bot.store.queries.leaderboards import LeaderboardEntry
from bot.store.records import SeatScore
from tests.store.making import append, final_of, finish, line, new_game, on_file

ALL = LeaderboardFilter()
ROBOTS = LeaderboardFilter(with_robots=True)


@pytest.fixture
async def played(store: Store) -> Store:
    """Users 1..4; 2 and 3 are equal in balance and wins, 4 has only one game."""
    await finish(store, (1, 30, 1), (2, -10, 2), (3, -20, 3), at=10)
    await finish(store, (1, -20, 3), (2, 30, 1), (3, -10, 2), at=20, season="2030-2")
    await finish(store, (1, -40, 3), (2, -10, 2), (3, 40, 1), at=30, preset="rostov")
    await finish(store, (4, 10, 1), (1, -10, 2), (9, 0, 3), at=40, family="balkan", preset="guide")
    await finish(store, (1, 500, 1), (2, -500, 3), (8, 0, 2), at=50, with_robots=True)
    await finish(store, (1, 900, 1), (2, -900, 3), (8, 0, 2), at=60, guild_id=78)
    return store


async def test_ranks_with_ties(played: Store) -> None:
    board = await played.leaderboards.leaderboard(77, ALL, min_games=1, limit=10)
    assert board.total == 5
    assert [(row.rank, row.user_id, row.balance, row.wins) for row in board.rows] == [
        (1, 4, 10, 1),
        (2, 2, 10, 1),
        (2, 3, 10, 1),
        (4, 9, 0, 0),
        (5, 1, -40, 1),
    ]
    assert board.rows[1] == LeaderboardEntry(2, 2, 3, 1, 10, 5 / 3)


async def test_only_some_members_are_ranked(played: Store) -> None:
    """Members who wish to be hidden, and others than ``among``, have a row of their own alone."""
    await played.preferences.set_person(UserSettings(4, ranked=False))
    assert await played.preferences.unranked_users() == {4}
    board = await played.leaderboards.leaderboard(77, ALL, min_games=1, limit=10)
    assert [(row.rank, row.user_id) for row in board.rows] == [(1, 2), (1, 3), (3, 9), (4, 1)]
    own = await own_row(played, 4, ALL, min_games=1)
    assert own is not None
    assert own.rank is None
    some = await played.leaderboards.leaderboard(77, ALL, min_games=1, limit=10, among={1, 9})
    assert [row.user_id for row in some.rows] == [9, 1]


@on_file
async def test_a_page_goes_through_the_members_once(store: Store) -> None:
    """Looked up among all others, each of ten thousand, they took two seconds a page."""
    asked = f"EXPLAIN QUERY PLAN {leaderboards._PAGE}"
    plan = [str(row[3]) for row in await store.leaderboards._rows(asked, *(1,) * 11)]
    assert [step for step in plan if "tally" in step] == ["CO-ROUTINE tally", "SCAN tally"]


async def test_more_wins_come_before_equal_balances(store: Store) -> None:
    await finish(store, (5, 10, 1), (6, 20, 1), (7, 0, 3))
    await finish(store, (5, 10, 1), (6, 0, 2), (7, 0, 2))
    board = await store.leaderboards.leaderboard(77, ALL, min_games=1, limit=10)
    assert [(row.rank, row.user_id) for row in board.rows] == [(1, 5), (2, 6), (3, 7)]


async def test_pages(played: Store) -> None:
    pages = [
        await played.leaderboards.leaderboard(77, ALL, min_games=1, limit=2, offset=n)
        for n in (0, 2, 4, 6)
    ]
    users = [[row.user_id for row in page.rows] for page in pages]
    assert users == [[4, 2], [3, 9], [1], []]
    assert [page.total for page in pages] == [5] * 4


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize(
    ("chosen", "min_games", "ranking"),
    [
        (LeaderboardFilter(family="balkan"), 1, [4, 9, 1]),
        (LeaderboardFilter(preset="rostov"), 1, [3, 2, 1]),
        (LeaderboardFilter(season="2030-2"), 1, [2, 3, 1]),
        (LeaderboardFilter(family="russian", preset="sochi", season="2030-1"), 1, [1, 2, 3]),
        (ROBOTS, 1, [1, 8, 2]),
        (ALL, 3, [2, 3, 1]),
        (ALL, 9, []),
        (LeaderboardFilter(season="1999"), 1, []),
    ],
)
async def test_filters(
    played: Store, chosen: LeaderboardFilter, min_games: int, ranking: list[int]
) -> None:
    board = await played.leaderboards.leaderboard(77, chosen, min_games=min_games, limit=10)
    assert [row.user_id for row in board.rows] == ranking
    assert board.total == len(ranking)


async def own_row(
    store: Store, user: int, chosen: LeaderboardFilter, *, min_games: int
) -> LeaderboardEntry | None:
    """Return the own row beside the first row of the leaderboard."""
    board = await store.leaderboards.leaderboard(
        77, chosen, min_games=min_games, limit=1, user_id=user
    )
    assert len(board.rows) <= 1
    return board.own


async def test_the_own_row(played: Store) -> None:
    assert await own_row(played, 1, ALL, min_games=1) == LeaderboardEntry(5, 1, 4, 1, -40, 9 / 4)
    few = await own_row(played, 4, ALL, min_games=3)
    assert few == LeaderboardEntry(None, 4, 1, 1, 10, 1.0)
    assert await own_row(played, 1234, ALL, min_games=1) is None
    assert await own_row(played, 4, LeaderboardFilter(season="2030-2"), min_games=1) is None


async def test_the_games_behind_the_rows(played: Store) -> None:
    """In order of time, for the rows of the page; they add up to their balances."""
    tried = (
        (ALL, [(1, 10, 30), (4, 40, 10)]),
        (LeaderboardFilter(season="2030-2"), [(1, 20, -20)]),
        (ROBOTS, [(1, 50, 500)]),
    )
    for chosen, games in tried:
        found = await played.leaderboards.results(77, (4, 1), chosen)
        assert [game for game in found if game in games] == games
        board = await played.leaderboards.leaderboard(77, chosen, min_games=1, limit=10)
        for row in board.rows:
            if row.user_id in (1, 4):
                assert sum(bal for user, _, bal in found if user == row.user_id) == row.balance
        assert {user for user, _, _ in found} <= {1, 4}
        assert [at for _, at, _ in found] == sorted(at for _, at, _ in found)


async def test_robots_are_not_ranked(store: Store) -> None:
    game_id = await new_game(store)
    robots = (SeatScore(1, None, "calm", 5, 1), SeatScore(2, None, "calm", 0, 2))
    scores = (SeatScore(0, 1, None, -5, 3), *robots)
    await append(store, game_id, line(0), final=final_of(*scores, robots=True))
    board = await store.leaderboards.leaderboard(77, ROBOTS, min_games=1, limit=10)
    assert [(row.rank, row.user_id) for row in board.rows] == [(1, 1)]
    assert board.total == 1


async def test_history(played: Store) -> None:
    assert [game.ended_at for game in await played.leaderboards.history(77, 10)] == [
        50,
        40,
        30,
        20,
        10,
    ]
    assert [game.ended_at for game in await played.leaderboards.history(77, 2, 2)] == [30, 20]
    game = next(one for one in await played.leaderboards.history(77, 10) if one.ended_at == 40)
    assert (game.family, game.preset, game.with_robots) == ("balkan", "guide", False)
    assert game.scores == (
        SeatScore(0, 4, None, 10, 1),
        SeatScore(1, 1, None, -10, 2),
        SeatScore(2, 9, None, 0, 3),
    )
    assert await played.leaderboards.history(5, 10) == ()


async def test_seasons(played: Store) -> None:
    assert await played.leaderboards.seasons(77) == ("2030-1", "2030-2")
    assert await played.leaderboards.seasons(5) == ()


async def test_friendly_games_are_in_no_ranking(played: Store) -> None:
    before = await played.leaderboards.leaderboard(77, ALL, min_games=1, limit=10)
    three = ((1, 700, 1), (2, -700, 3), (8, 0, 2))
    await finish(played, *three, at=70, friendly=True)
    await finish(played, *three, at=80, friendly=True, with_robots=True)
    assert await played.leaderboards.leaderboard(77, ALL, min_games=1, limit=10) == before
    robots = await played.leaderboards.leaderboard(77, ROBOTS, min_games=1, limit=10)
    assert [row.balance for row in robots.rows] == [500, 0, -500]
    own = await own_row(played, 1, ALL, min_games=1)
    assert own is not None
    assert own.balance == -40
    newest = await played.leaderboards.history(77, 3)
    assert [game.friendly for game in newest] == [True, True, False]


async def test_matches_of_two_are_a_ranking_of_their_own(played: Store) -> None:
    """Matches of two, also with robots, change nothing in the leaderboard of three and four."""
    before = await played.leaderboards.leaderboard(77, ALL, min_games=1, limit=10)
    two = LeaderboardFilter(of_two=True)
    robots = LeaderboardFilter(of_two=True, with_robots=True)
    assert (await played.leaderboards.leaderboard(77, two, min_games=1, limit=10)).rows == ()
    await finish(played, (1, 44, 1), (3, -44, 2), at=70)
    await finish(played, (1, 6, 1), (9, -6, 2), at=80, with_robots=True)
    assert await played.leaderboards.leaderboard(77, ALL, min_games=1, limit=10) == before
    board = await played.leaderboards.leaderboard(77, two, min_games=1, limit=10)
    assert [(row.user_id, row.balance) for row in board.rows] == [(1, 44), (3, -44)]
    board = await played.leaderboards.leaderboard(77, robots, min_games=1, limit=10)
    assert [(row.user_id, row.balance) for row in board.rows] == [(1, 6), (9, -6)]
    assert await own_row(played, 3, two, min_games=1) == LeaderboardEntry(2, 3, 1, 0, -44, 2.0)
    assert await own_row(played, 2, two, min_games=1) is None
