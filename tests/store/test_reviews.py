"""The log of one deal, its review, and the sums of players and robots."""

import sqlite3
from dataclasses import replace

import pytest

from bot.store import Store
from bot.store.reviews import DealReview, SeatReview
from bot.store.tallies import Declared, Matches, Stretch
from bot.terms import Status
from tests.store.making import GUILD, append, change, closing_of, finish, line, new_game, sit

SEAT = SeatReview(
    seat=0,
    user_id=1,
    robot=None,
    family="russian",
    declared=True,
    fulfilled=False,
    worth=7,
    made=6,
    decisions=9,
    tricks_given=1,
    par=20,
    given=30,
    received=5,
    agreed=1,
    earned=-4,
)


async def played(store: Store, deals: int = 1, *, guild_id: int = GUILD) -> int:
    """A game of so many deals, three lines each."""
    game_id = await new_game(store, guild_id)
    await sit(store, game_id, 0, 1)
    await sit(store, game_id, 1, robot="club")
    for deal in range(1, deals + 1):
        for version in range(3 * deal - 3, 3 * deal):
            closing = closing_of(deal) if version == 3 * deal - 1 else None
            entry = line(version, deal, text=f"line {version}", at=1000 * deal)
            await append(store, game_id, entry, closing=closing)
    return game_id


async def test_the_log_of_one_deal(store: Store) -> None:
    game_id = await played(store, 2)
    first, second = (
        await store.reviews.recorded(game_id, 1),
        await store.reviews.recorded(game_id, 2),
    )
    assert first is not None
    assert second is not None
    assert [one.text for one in first.lines] == ["line 0", "line 1", "line 2"]
    assert [one.text for one in second.lines] == ["line 3", "line 4", "line 5"]
    assert (first.carry, second.carry) == (None, "carry 1")
    assert (first.last_version, second.last_version) == (2, 5)
    assert [(s.user_id, s.robot) for s in second.sittings] == [(1, None), (None, "club")]
    assert await store.reviews.recorded(game_id, 3) is None
    assert await store.reviews.newest_deal(game_id) == 2
    assert await store.reviews.newest_deal(77) is None


async def test_the_holder_is_who_sat_there_at_its_last_line(store: Store) -> None:
    """Somebody leaves after the first deal; it stays his."""
    game_id = await played(store, 1)
    await sit(store, game_id, 0, robot="expert")
    recorded = await store.reviews.recorded(game_id, 1)
    assert recorded is not None
    assert recorded.sittings[0].user_id == 1


async def test_a_review_is_kept_once(store: Store) -> None:
    game_id = await played(store)
    assert await store.reviews.review(game_id, 1) is None
    assert await store.reviews.unreviewed(game_id, 0) == (1,)
    await store.reviews.add_review(game_id, 1, DealReview("contract", (SEAT,)))
    await store.reviews.add_review(game_id, 1, DealReview("misere", (replace(SEAT, worth=3),)))
    assert await store.reviews.review(game_id, 1) == DealReview("contract", (SEAT,))
    assert await store.reviews.unreviewed(game_id, 0) == ()
    assert await store.reviews.games_unreviewed(0) == ()


async def test_only_recent_deals_are_owed(store: Store) -> None:
    game_id = await played(store, 3)
    assert await store.reviews.unreviewed(game_id, 2000) == (2, 3)
    assert await store.reviews.games_unreviewed(3000) == (game_id,)
    assert await store.reviews.games_unreviewed(3001) == ()


async def test_numbers_that_do_not_add_up_are_refused(store: Store) -> None:
    game_id = await played(store)
    with pytest.raises(sqlite3.IntegrityError):
        await store.reviews.add_review(
            game_id, 1, DealReview("contract", (replace(SEAT, earned=0),))
        )
    assert await store.reviews.review(game_id, 1) is None


async def test_tallies(store: Store) -> None:
    """Sums of one server by family; robots by level; neither friendly nor annulled games."""
    game_id = await played(store, 2)
    robot = replace(SEAT, seat=1, user_id=None, robot="club", declared=False)
    idle = replace(SEAT, decisions=0, tricks_given=0, fulfilled=True)
    await store.reviews.add_review(game_id, 1, DealReview("contract", (SEAT, robot)))
    await store.reviews.add_review(game_id, 2, DealReview("unplayed", (idle,)))
    for guild_id in (GUILD, 78):
        other = await played(store, guild_id=guild_id)
        await store.reviews.add_review(other, 1, DealReview("contract", (SEAT,)))
        if guild_id == GUILD:
            await change(store, other, status=Status.VOID, ended_at=9000)
    (tally,) = await store.tallies.of_player(GUILD, 1)
    assert (tally.family, tally.deals, tally.declared, tally.fulfilled) == ("russian", 2, 2, 1)
    assert (tally.played, tally.decisions, tally.tricks_given) == (1, 9, 1)
    assert (tally.par, tally.given, tally.received, tally.agreed) == (40, 60, 10, 2)
    assert tally.earned == tally.par - tally.given + tally.received + tally.agreed == -8
    ((level, robots),) = await store.tallies.of_robots(GUILD)
    assert (level, robots.deals, robots.declared) == ("club", 1, 0)
    assert await store.tallies.of_player(GUILD, 2) == ()


async def test_the_course_of_a_player(store: Store) -> None:
    """Stretches of equal length in order of time, whichever game was opened first."""
    early, late = await played(store, 3), await played(store, 1)
    for deal in (1, 2, 3):
        par = replace(SEAT, par=deal, earned=SEAT.earned - SEAT.par + deal)
        await store.reviews.add_review(early, deal, DealReview("contract", (par,)))
    await store.reviews.add_review(late, 1, DealReview("contract", (SEAT,)))
    course = await store.tallies.course(GUILD, 1, 9)
    assert [(part.deals, part.par) for part in course] == [(1, 1), (1, 20), (1, 2), (1, 3)]
    halves = await store.tallies.course(GUILD, 1, 2)
    assert halves == (Stretch("russian", 2, 21, 60, 10, 2), Stretch("russian", 2, 5, 60, 10, 2))
    assert await store.tallies.course(GUILD, 2, 9) == ()


async def test_contracts_by_name(store: Store) -> None:
    """Those of others and deals whose summary tells of none are left out."""
    game_id = await new_game(store)
    await sit(store, game_id, 0, 1)
    await sit(store, game_id, 1, 2)
    six = '{"contract": ["6NT", 0, 6, -1]}'
    summaries = ('{"contract": ["7D", 0, 7, 2]}', '{"contract": null}', "no summary", six, six)
    for deal, summary in enumerate(summaries, 1):
        closing = replace(closing_of(deal), summary=summary)
        await append(store, game_id, line(deal - 1, deal), closing=closing)
        made = replace(SEAT, fulfilled=deal == 5)
        other = replace(SEAT, seat=1, user_id=2, declared=False)
        await store.reviews.add_review(game_id, deal, DealReview("contract", (made, other)))
    assert await store.tallies.contracts(GUILD, 1) == (
        Declared("russian", "6NT", 1, 2),
        Declared("russian", "7D", 0, 1),
    )
    assert await store.tallies.contracts(GUILD, 2) == ()


async def test_matches(store: Store) -> None:
    await finish(store, (1, 30, 1), (2, -30, 2))
    await finish(store, (1, -10, 2), (2, 10, 1), with_robots=True)
    await finish(store, (1, 5, 1), (2, -5, 2), family="balkan", preset="guide")
    await finish(store, (1, 500, 1), (2, -500, 2), guild_id=78)
    found = {row.family: row for row in await store.tallies.matches(GUILD, 1)}
    assert found["russian"] == Matches("russian", 2, 1, 20)
    assert found["balkan"] == Matches("balkan", 1, 1, 5)
