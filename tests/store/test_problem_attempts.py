"""Attempts at problems: kept, changed once, and counted in the table of their day."""

import pytest

from bot.model.periods import SECONDS_PER_DAY, start_of, week_of
from bot.model.values import replace
from bot.store import StatementFault, Store
from bot.store.queries.problem_attempts import ProblemAttempt
from tests.store.making import on_file

GUILD, TODAY = 77, 20454


async def solved(
    store: Store,
    user_id: int,
    tries: int = 1,
    day: int = TODAY,
    after: int = 100,
    *,
    helped: bool = False,
    guild_id: int = GUILD,
) -> ProblemAttempt:
    """Solve a problem of a day so many seconds after the day began."""
    at = day * SECONDS_PER_DAY + after
    new = await store.problems.begin_attempt(
        ProblemAttempt(user_id, guild_id, day, "k1", touched_at=at)
    )
    done = replace(new, line="AC QC", tries=tries, helped=helped, solved_at=at)
    assert await store.problems.change_attempt(new, done)
    return done


async def test_an_attempt_is_kept(store: Store) -> None:
    assert await store.problems.attempt(1, 0, 0, "k1") is None
    new = ProblemAttempt(1, 0, 0, "k1", "AC QC", touched_at=5)
    assert await store.problems.begin_attempt(new) == new
    moved = replace(new, line="AC QC 9C", lost=7, tries=2, helped=True, touched_at=6)
    assert await store.problems.change_attempt(new, moved)
    assert await store.problems.attempt(1, 0, 0, "k1") == moved
    assert await store.problems.attempt(2, 0, 0, "k1") is None
    assert await store.problems.attempt(1, GUILD, TODAY, "k1") is None


async def test_it_begins_once(store: Store) -> None:
    """Two clicks at once: the second finds the attempt of the first."""
    first = await store.problems.begin_attempt(ProblemAttempt(1, 0, 0, "k1", "AC", touched_at=5))
    assert (
        await store.problems.begin_attempt(ProblemAttempt(1, 0, 0, "k1", "KS", touched_at=6))
        == first
    )


async def test_the_quicker_change_wins(store: Store) -> None:
    new = await store.problems.begin_attempt(ProblemAttempt(1, 0, 0, "k1"))
    assert await store.problems.change_attempt(new, replace(new, line="AC"))
    assert not await store.problems.change_attempt(new, replace(new, line="KS"))
    found = await store.problems.attempt(1, 0, 0, "k1")
    assert found is not None
    assert found.line == "AC"
    back = replace(found, tries=2)
    assert await store.problems.change_attempt(found, back)
    assert not await store.problems.change_attempt(found, back)  # the one mistake is taken back


async def test_the_last_unfinished_one(store: Store) -> None:
    assert await store.problems.open_attempt(1) is None
    for key, at in (("k1", 10), ("k2", 30), ("k3", 20)):
        await store.problems.begin_attempt(ProblemAttempt(1, 0, 0, key, touched_at=at))
    await store.problems.begin_attempt(ProblemAttempt(1, GUILD, TODAY, "lasker", touched_at=99))
    newest = await store.problems.open_attempt(1)
    assert newest is not None
    assert newest.key == "k2"
    await store.problems.change_attempt(newest, replace(newest, helped=True))
    newest = await store.problems.open_attempt(1)
    assert newest is not None
    assert newest.key == "k3"
    await store.problems.change_attempt(newest, replace(newest, solved_at=50))
    assert await store.problems.practice_progress(1) == {"k1": False, "k2": True, "k3": True}
    assert await store.problems.practice_progress(2) == {}


async def test_the_table_of_a_day(store: Store) -> None:
    """Fewest tries first, then the earlier.

    Players who looked, were late or play elsewhere are out.
    """
    await solved(store, 1, tries=2, after=10)
    await solved(store, 2, tries=1, after=500)
    await solved(store, 3, tries=1, after=400)
    await solved(store, 4, helped=True)
    await solved(store, 5, after=SECONDS_PER_DAY)
    await solved(store, 6, guild_id=GUILD + 1)
    await store.problems.begin_attempt(ProblemAttempt(7, GUILD, TODAY, "k1"))
    table = await store.problems.solvers(GUILD, TODAY)
    assert [(row.rank, row.user_id, row.tries) for row in table] == [
        (1, 3, 1),
        (2, 2, 1),
        (3, 1, 2),
    ]
    assert await store.problems.solvers(GUILD, TODAY + 1) == ()


async def test_equal_players_share_a_rank(store: Store) -> None:
    for user in (1, 2, 3):
        await solved(store, user, after=50 if user < 3 else 60)
    assert [row.rank for row in await store.problems.solvers(GUILD, TODAY)] == [1, 1, 3]


async def test_days_in_a_row(store: Store) -> None:
    for day in (TODAY - 5, TODAY - 2, TODAY - 1, TODAY):
        await solved(store, 1, day=day)
    for day in (TODAY - 2, TODAY):
        await solved(store, 2, day=day)
    await solved(store, 2, day=TODAY - 1, helped=True)
    days = {row.user_id: row.days for row in await store.problems.solvers(GUILD, TODAY)}
    assert days == {1: 3, 2: 1}


async def test_weeks_in_a_row(store: Store) -> None:
    """A week is solved on any of its days, and counts in no streak of days."""
    week = week_of(TODAY * SECONDS_PER_DAY)
    for period in (week - 1, week):
        late = start_of(period) + 6 * SECONDS_PER_DAY
        new = await store.problems.begin_attempt(ProblemAttempt(1, GUILD, period, "w"))
        assert await store.problems.change_attempt(new, replace(new, line="AC", solved_at=late))
    await solved(store, 1)
    assert [row.days for row in await store.problems.solvers(GUILD, week)] == [2]
    assert [row.days for row in await store.problems.solvers(GUILD, TODAY)] == [1]


async def test_an_attempt_is_found_wherever_it_was_made(store: Store) -> None:
    assert await store.problems.attempt_anywhere(1, "k1") is None
    done = await solved(store, 1, tries=3)
    await store.problems.begin_attempt(ProblemAttempt(1, 0, 0, "k1"))
    found = await store.problems.attempt_anywhere(1, "k1")
    assert found is not None
    assert (found.guild_id, found.tries, found.solved_at) == (GUILD, 3, done.solved_at)
    copy = replace(found, guild_id=GUILD + 1)
    assert await store.problems.begin_attempt(copy) == copy
    assert await store.problems.solved_days(1) == {("k1", TODAY)}
    assert await store.problems.solved_days(2) == frozenset()


async def test_only_what_is_solved_was_told_of(store: Store) -> None:
    await store.problems.begin_attempt(ProblemAttempt(2, GUILD, TODAY, "k1"))
    await solved(store, 1)
    for user, was_told in ((1, True), (2, False)):
        await store.problems.set_shared(user, GUILD, TODAY)
        found = await store.problems.attempt(user, GUILD, TODAY, "k1")
        assert found is not None
        assert found.shared is was_told


def test_what_counts() -> None:
    day = ProblemAttempt(1, GUILD, TODAY, "k1", solved_at=TODAY * SECONDS_PER_DAY)
    assert day.is_counted
    assert not replace(day, helped=True).is_counted
    assert not replace(day, solved_at=(TODAY + 1) * SECONDS_PER_DAY).is_counted
    assert not replace(day, solved_at=None).is_counted


@pytest.mark.parametrize(("guild", "day"), [(GUILD, 0), (0, 3)])
async def test_a_server_and_a_day_belong_together(store: Store, guild: int, day: int) -> None:
    with pytest.raises(StatementFault):
        await store.problems.begin_attempt(ProblemAttempt(1, guild, day, "k1"))


@on_file
async def test_the_table_is_read_from_an_index(store: Store) -> None:
    sql = "SELECT user_id FROM etude WHERE guild_id = ?1 AND day > 0 AND day <= ?2"
    plan = [
        str(row[3]) for row in await store.game_queries._rows(f"EXPLAIN QUERY PLAN {sql}", 1, 2)
    ]
    assert any("etude_day" in step for step in plan), plan


async def test_first_tries_are_counted_by_problem(store: Store) -> None:
    """One for a person: solved at once, or ended by a mistake, a new start or the solution."""
    assert await store.first_tries.by_problem() == {}
    done = await solved(store, 1)
    await store.problems.begin_attempt(replace(done, guild_id=GUILD + 1))  # met there as well
    again = await store.problems.attempt(1, GUILD, TODAY, "k1")
    assert again is not None
    assert await store.problems.change_attempt(again, replace(again, lost=3))  # played once more
    await solved(store, 2, tries=2)
    await solved(store, 3, helped=True)
    lost = await store.problems.begin_attempt(ProblemAttempt(4, 0, 0, "k1"))
    assert await store.problems.change_attempt(lost, replace(lost, line="AC", lost=4))
    await store.problems.begin_attempt(ProblemAttempt(5, 0, 0, "k1"))  # has not finished it
    await store.problems.begin_attempt(ProblemAttempt(5, 0, 0, "own.3.20", solved_at=9))
    await store.problems.begin_attempt(ProblemAttempt(5, 0, 0, "k2", solved_at=9))
    assert await store.first_tries.by_problem() == {"k1": (4, 1), "k2": (1, 1)}
