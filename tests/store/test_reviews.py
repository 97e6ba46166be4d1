"""The log of one deal, its review, and the running totals of players and robots."""

import os
from pathlib import Path

import aiosqlite
import pytest

from bot.model.enums import Status
from bot.model.reviews import CallTotals, ContractTotals, ReviewTotals, SeatReview, TurningPoint
from bot.model.values import replace
from bot.presets import rules_text
from bot.store import StatementFault, Store, backup, restore_file
from bot.store.integrity.checksums import broken_rows, checksummed_tables
from bot.store.queries.player_statistics import MatchTotals
from bot.store.queries.reviews import DealReview, StoredSeatReview
from bot.store.records import SeatHolder
from tests.store.making import (
    GUILD,
    append,
    change,
    closing_of,
    do,
    finish,
    line,
    new_game,
    on_file,
    sit,
)
from tests.support import builders
from tests.support.stored import with_layout

PRESETS = builders.PRESETS
REVIEW = SeatReview(
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
SEAT = StoredSeatReview(0, 1, None, "russian", REVIEW)


def seat(
    number: int, user_id: int | None, robot: str | None, review: SeatReview
) -> StoredSeatReview:
    return StoredSeatReview(number, user_id, robot, "russian", review)


def own(review: SeatReview) -> StoredSeatReview:
    return replace(SEAT, review=review)


async def played(store: Store, deals: int = 1, *, guild_id: int = GUILD) -> int:
    """Make a game of so many deals, three lines each."""
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
        await store.reviews.recorded_deal(game_id, 1),
        await store.reviews.recorded_deal(game_id, 2),
    )
    assert first is not None
    assert second is not None
    assert [one.text for one in first.lines] == ["line 0", "line 1", "line 2"]
    assert [one.text for one in second.lines] == ["line 3", "line 4", "line 5"]
    assert (first.carry, second.carry) == (None, "carry 1")
    assert (first.last_version, second.last_version) == (2, 5)
    assert [(s.user_id, s.robot) for s in second.sittings] == [(1, None), (None, "club")]
    assert await store.reviews.recorded_deal(game_id, 3) is None
    assert await store.reviews.newest_deal(game_id) == 2
    assert await store.reviews.newest_deal(77) is None


@on_file
async def test_a_review_is_written_in_one_hop(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the two that begin and commit; each waits for another thread."""
    game_id = await played(store)
    hops, whole = list[object](), aiosqlite.Connection._execute

    async def counted(db: aiosqlite.Connection, *work: object) -> object:
        hops.append(work)
        return await whole(db, *work)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    robot = seat(1, None, "club", REVIEW)
    await store.reviews.add_review(game_id, 1, DealReview("contract", (SEAT, robot)))
    assert len(hops) == 3


async def test_the_holder_is_who_sat_there_at_its_last_line(store: Store) -> None:
    """A player leaves after the first deal, which stays theirs."""
    game_id = await played(store, 1)
    await sit(store, game_id, 0, robot="expert")
    recorded = await store.reviews.recorded_deal(game_id, 1)
    assert recorded is not None
    assert recorded.sittings[0].user_id == 1


async def test_a_seat_that_is_kept_names_the_player_it_is_kept_for(store: Store) -> None:
    """So a post-mortem calls the seat as table and score do."""
    game_id = await new_game(store)
    await sit(store, game_id, 1, 2)
    left = (SeatHolder(0, None, "club", kept_for=1, left_in=1),)
    await change(store, game_id, sittings=left)
    await append(store, game_id, line(0, 1, text="line 0"), closing=closing_of(1))
    recorded = await store.reviews.recorded_deal(game_id, 1)
    assert recorded is not None
    assert (recorded.sittings[0].kept_for, recorded.sittings[0].left_in) == (1, 1)


async def test_a_review_is_kept_once(store: Store) -> None:
    game_id = await played(store)
    assert await store.reviews.review(game_id, 1) is None
    assert await store.reviews.unreviewed(game_id, 0) == (1,)
    kept = DealReview("contract", (SEAT,), TurningPoint(5, 2))
    await store.reviews.add_review(game_id, 1, kept)
    await store.reviews.add_review(
        game_id, 1, DealReview("misere", (own(replace(REVIEW, worth=3)),))
    )
    assert await store.reviews.review(game_id, 1) == kept
    assert await store.reviews.unreviewed(game_id, 0) == ()
    assert await store.reviews.games_unreviewed(0) == ()


async def test_only_recent_deals_are_owed(store: Store) -> None:
    game_id = await played(store, 3)
    assert await store.reviews.unreviewed(game_id, 2000) == (2, 3)
    assert await store.reviews.games_unreviewed(3000) == (game_id,)
    assert await store.reviews.games_unreviewed(3001) == ()


async def test_numbers_that_do_not_add_up_are_refused(store: Store) -> None:
    game_id = await played(store)
    with pytest.raises(StatementFault):
        await store.reviews.add_review(
            game_id, 1, DealReview("contract", (own(replace(REVIEW, earned=0)),))
        )
    assert await store.reviews.review(game_id, 1) is None


async def test_tallies(store: Store) -> None:
    """Totals of a server by family; of robots by level.

    Friendly and annulled games do not count.
    """
    game_id = await played(store, 2)
    robot = seat(1, None, "club", replace(REVIEW, declared=False))
    idle = own(replace(REVIEW, decisions=0, tricks_given=0, fulfilled=True))
    await store.reviews.add_review(game_id, 1, DealReview("contract", (SEAT, robot)))
    await store.reviews.add_review(game_id, 2, DealReview("unplayed", (idle,)))
    for guild_id in (GUILD, 78):
        other = await played(store, guild_id=guild_id)
        await store.reviews.add_review(other, 1, DealReview("contract", (SEAT,)))
        if guild_id == GUILD:
            await change(store, other, status=Status.VOID, ended_at=9000)
    ((family, (tally,)),) = (await store.statistics.totals_over_time(GUILD, 1, 1)).items()
    assert (family, tally.deals, tally.declared, tally.fulfilled) == ("russian", 2, 2, 1)
    assert (tally.played, tally.decisions, tally.tricks_given) == (1, 9, 1)
    assert (tally.par, tally.given, tally.received, tally.agreed) == (40, 60, 10, 2)
    assert tally.earned == tally.par - tally.given + tally.received + tally.agreed == -8
    ((_, level, robots),) = await store.statistics.of_robots(GUILD)
    assert (level, robots.deals, robots.declared) == ("club", 1, 0)


def robots_of(game: int, deal: int) -> DealReview:
    """Return two seats of robots, with numbers that identify the deal."""
    review = replace(REVIEW, decisions=game, tricks_given=deal)
    idle = replace(review, decisions=0, declared=False, fulfilled=False)
    club, other = seat(0, None, "club", review), seat(1, None, "expert", idle)
    return DealReview("contract", (club, other, replace(club, seat=2)))


async def test_the_sums_of_robots_are_kept(tmp_path: Path) -> None:
    """Row by row the sum of the deals; an annulled game is subtracted, all in one commit."""
    path = tmp_path / "bot.db"
    async with Store.session(with_layout(path), now=1) as store:
        games = [
            await played(store, 2),
            await played(store, 1),
            await played(store, 1, guild_id=GUILD + 1),
        ]
        friendly = await new_game(store, friendly=True)
        await append(store, friendly, line(0, 1), closing=closing_of(1))
        for game_id, deal in ((1, 1), (1, 2), (2, 1), (3, 1), (friendly, 1)):
            await store.reviews.add_review(game_id, deal, robots_of(game_id, deal))
            await store.reviews.add_review(game_id, deal, robots_of(9, 9))  # the first review stays
        (_, _, club), (_, level, expert) = await store.statistics.of_robots(GUILD)
        assert (club.deals, club.played, club.decisions, club.tricks_given) == (6, 6, 8, 8)
        assert (club.declared, club.fulfilled, club.earned) == (6, 0, 6 * REVIEW.earned)
        assert (level, expert.deals, expert.played, expert.declared) == ("expert", 3, 0, 0)
        await change(store, games[1], status=Status.VOID, ended_at=9)
        await store.games.freeze_or_end(games[2], Status.VOID, 9)
        (_, _, club), (_, _, expert) = await store.statistics.of_robots(GUILD)
        assert (club.deals, club.decisions, expert.deals) == (4, 4, 2)
        assert await store.statistics.of_robots(GUILD + 1) == ()
        tables = {table.name: table for table in await checksummed_tables(store.statistics._db)}
        assert await broken_rows(store.statistics._db, tables["play_sum"]) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement", ["UPDATE play_sum SET deals = 77", "UPDATE play_sum SET family = 'rossian'"]
)
async def test_sums_that_are_damaged_are_reckoned_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, statement: str
) -> None:
    """At the next start, and in a restored copy too, since nothing is lost with them."""
    path = tmp_path / "bot.db"
    async with Store.session(with_layout(path), now=1) as store:
        await store.reviews.add_review(await played(store, 1), 1, robots_of(1, 1))
        right = await store.statistics.of_robots(GUILD)
    before = path.stat()
    do(path, statement)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    backup(path, tmp_path / "copy.db")
    await restore_file(tmp_path / "copy.db", tmp_path / "there.db", now=2)
    for file in (path, tmp_path / "there.db"):
        async with Store.session(file, now=2) as store:
            assert await store.statistics.of_robots(GUILD) == right
    assert "the sums of reviewed deals were not those of their deals" in caplog.text


async def test_the_course_of_a_player(store: Store) -> None:
    """Stretches of equal length in order of time, independent of the order of the games."""
    early, late = await played(store, 3), await played(store, 1)
    for deal in (1, 2, 3):
        par = replace(REVIEW, par=deal, earned=REVIEW.earned - REVIEW.par + deal)
        await store.reviews.add_review(early, deal, DealReview("contract", (own(par),)))
    await store.reviews.add_review(late, 1, DealReview("contract", (SEAT,)))
    (course,) = (await store.statistics.totals_over_time(GUILD, 1, 9)).values()
    assert [(part.deals, part.par) for part in course] == [(1, 1), (1, 20), (1, 2), (1, 3)]
    halves = await store.statistics.totals_over_time(GUILD, 1, 2)
    assert halves == {
        "russian": [ReviewTotals(2, 2, 0, 2, 18, 2, par, 60, 10, 2, par - 48) for par in (21, 5)]
    }
    assert await store.statistics.totals_over_time(GUILD, 2, 9) == {}


async def test_contracts_by_name(store: Store) -> None:
    """Other players' contracts, and deals whose summary has none, are left out."""
    game_id = await new_game(store)
    await sit(store, game_id, 0, 1)
    await sit(store, game_id, 1, 2)
    six = '{"contract": ["6NT", 0, 6, -1]}'
    summaries = ('{"contract": ["7D", 0, 7, 2]}', '{"contract": null}', "no summary", six, six)
    for deal, summary in enumerate(summaries, 1):
        closing = replace(closing_of(deal), summary=summary)
        await append(store, game_id, line(deal - 1, deal), closing=closing)
        made = own(replace(REVIEW, fulfilled=deal == 5))
        other = seat(1, 2, None, replace(REVIEW, declared=False))
        await store.reviews.add_review(game_id, deal, DealReview("contract", (made, other)))
    assert await store.statistics.contracts(GUILD, 1) == {
        "russian": [ContractTotals("6NT", 1, 2), ContractTotals("7D", 0, 1)]
    }
    assert await store.statistics.contracts(GUILD, 2) == {}


async def test_matches(store: Store) -> None:
    await finish(store, (1, 30, 1), (2, -30, 2))
    await finish(store, (1, -10, 2), (2, 10, 1), with_robots=True)
    await finish(store, (1, 5, 1), (2, -5, 2), family="balkan", preset="guide")
    await finish(store, (1, 500, 1), (2, -500, 2), guild_id=78)
    found = {row.family: row for row in await store.statistics.matches(GUILD, 1)}
    assert found["russian"] == MatchTotals("russian", 2, 1, 20)
    assert found["balkan"] == MatchTotals("balkan", 1, 1, 5)


async def sums_of(store: Store, user_id: int = 1) -> dict[tuple[str, bool], tuple[int, ...]]:
    """Return deals, points, tricks and decisions of a member by preset and company."""
    return {
        (key.preset, key.with_robots): (
            *(totals.deals, totals.capped, totals.capped_squares),
            *(totals.tricks_given, totals.tricks_by_decisions, totals.clean),
        )
        for key, totals in (await store.statistics.play_totals(GUILD)).items()
        if key.user_id == user_id
    }


async def test_the_sums_of_a_member(store: Store) -> None:
    """Thirty points of a deal at most, only deals with a decision; a robot's company apart."""
    rules = rules_text(PRESETS.rules("rostov"))
    alone, among = await new_game(store, rules=rules), await new_game(store, rules=rules)
    await sit(store, alone, 0, 1)
    await sit(store, among, 0, 1)
    await sit(store, among, 1, robot="club")
    for game_id in (alone, among):
        for deal in (1, 2, 3):
            await append(store, game_id, line(deal - 1, deal), closing=closing_of(deal))
    large = replace(REVIEW, given=50, earned=-24)
    clean = replace(REVIEW, given=0, tricks_given=0, earned=26)
    for deal, review in enumerate((large, clean, REVIEW), start=1):
        await store.reviews.add_review(alone, deal, DealReview("contract", (own(review),)))
    await store.reviews.add_review(among, 1, DealReview("contract", (SEAT,)))
    assert await sums_of(store) == {
        ("rostov", False): (3, 60, 1800, 2, 18, 1),
        ("rostov", True): (1, 30, 900, 1, 9, 0),
    }
    await change(store, alone, status=Status.VOID, ended_at=9000)
    assert await sums_of(store) == {("rostov", True): (1, 30, 900, 1, 9, 0)}
    assert await store.reviews.totals_agree()
    await change(store, among, status=Status.OVER, ended_at=9000)
    await store.privacy.erase(1)
    assert await store.statistics.play_totals(GUILD) == {}


async def test_matches_for_two_have_sums_of_their_own(store: Store) -> None:
    for players in (2, 3):
        game_id = await new_game(store, rules=rules_text(PRESETS.rules("sochi", players=players)))
        await sit(store, game_id, 0, 1)
        await append(store, game_id, line(0, 1), closing=closing_of(1))
        await store.reviews.add_review(game_id, 1, DealReview("contract", (SEAT,)))
    found = await store.statistics.play_totals(GUILD)
    assert {(key.of_two, totals.deals) for key, totals in found.items()} == {(True, 1), (False, 1)}


async def test_what_calls_gave_away_is_kept_once(store: Store) -> None:
    """A number stays, one far off counts 30 points, and a deal without own calls counts nowhere."""
    game_id = await played(store, 3)
    for deal in (1, 2, 3):
        await store.reviews.add_review(game_id, deal, DealReview("contract", (SEAT,)))
    assert await store.reviews.unweighed(game_id, 0) == (1, 2, 3)
    assert await store.reviews.games_unweighed(0) == (game_id,)
    await store.reviews.add_calls(game_id, 1, {0: 2.5})
    await store.reviews.add_calls(game_id, 1, {0: 9.0})
    await store.reviews.add_calls(game_id, 2, {0: 250.0})
    assert await store.reviews.unweighed(game_id, 0) == (3,)
    await store.reviews.add_calls(game_id, 3, {})
    assert await store.reviews.games_unweighed(0) == ()
    found = await store.statistics.calls(GUILD, 1)
    assert found == {"russian": CallTotals(2, 250 + 3000, 250**2 + 3000**2)}
    assert await store.reviews.totals_agree()


async def test_a_datum_joins_the_sums_once(store: Store) -> None:
    game_id = await played(store, 2)
    for deal in (1, 2):
        await store.reviews.add_review(game_id, deal, DealReview("contract", (SEAT,)))
    assert await store.reviews.uncompared(game_id, 0) == (1, 2)
    assert await store.reviews.games_uncompared(0) == (game_id,)
    await store.reviews.add_datum(game_id, 1, (-6.5, 0.0, 0.0))
    await store.reviews.add_datum(game_id, 1, (77.0, 0.0, 0.0))  # the first one stays
    assert await store.reviews.uncompared(game_id, 0) == (2,)
    ((_, totals),) = (await store.statistics.play_totals(GUILD)).items()
    assert (totals.deals, totals.compared) == (2, 1)
    assert (totals.gain, totals.gain_squares) == (250, 62_500)  # earned -4, the robots -6.5
    assert await store.reviews.totals_agree()
