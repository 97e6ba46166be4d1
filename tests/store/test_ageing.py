"""Costs that must not grow with the age of a file: room, and the queries of every start."""

import asyncio
from pathlib import Path

import pytest

from bot.model.enums import ALL_SHARDS
from bot.store import StorageTrouble, Store, Trouble
from bot.store.database import expand_fragments, restrict_to_owned
from bot.store.queries import leaderboards, player_statistics, stored_games
from bot.store.queries.reviews import UNREVIEWED_GAMES
from bot.store.records import DealClosing
from bot.store.sqlite.connection import SQLITE
from tests.store.making import GUILD, append, finish, line, look, new_game, on_file


def plan(path: Path, sql: str, *values: int | str) -> str:
    """Return SQLite's query plan, step by step."""
    sql = expand_fragments(SQLITE, sql)
    for number in range(len(values), 0, -1):  # ?10 before ?1
        sql = sql.replace(f"?{number}", str(values[number - 1]))
    return "; ".join(str(row[3]) for row in look(path, f"EXPLAIN QUERY PLAN {sql}"))


@pytest.mark.slow
@on_file
async def test_a_deal_takes_the_room_of_its_text(store: Store, tmp_path: Path) -> None:
    """A deal takes no page of its own: its summary and carry have 700 and 300 characters."""
    game_id = await new_game(store)
    before = pages(tmp_path / "bot.db")
    for version in range(60):
        closed = DealClosing("s" * 700, "c" * 300)
        await append(store, game_id, line(version, version), closing=closed)
    assert pages(tmp_path / "bot.db") - before < 30


def pages(path: Path) -> int:
    ((count,),) = look(path, "PRAGMA page_count")
    assert isinstance(count, int)
    return count


@on_file
async def test_the_deals_without_review_are_found_by_their_hour(
    store: Store, tmp_path: Path
) -> None:
    assert "deal_closed" in plan(
        tmp_path / "bot.db", restrict_to_owned(UNREVIEWED_GAMES, ALL_SHARDS), 5
    )


async def test_no_move_waits_for_a_question_about_the_past(store: Store) -> None:
    """A commit passes while all results of a server are summed."""
    await finish(store, (1, 30, 1), (2, -10, 2), (3, -20, 3))
    async with store.leaderboards._snapshot():
        game_id = await asyncio.wait_for(new_game(store), 30)
        assert await asyncio.wait_for(store.game_queries.load(game_id), 30) is not None


async def test_what_is_committed_is_in_the_next_answer(store: Store) -> None:
    for count in range(1, 4):
        await finish(store, (1, 30, 1), (2, -10, 2), (3, -20, 3))
        assert len(await store.leaderboards.history(GUILD, 9)) == count


@on_file
async def test_the_past_is_asked_of_the_file_that_is_open(store: Store, tmp_path: Path) -> None:
    """Nobody is shown the content of another file put in its place."""
    (tmp_path / "bot.db").rename(tmp_path / "old.db")
    (tmp_path / "bot.db").write_bytes((tmp_path / "old.db").read_bytes())
    with pytest.raises(StorageTrouble) as caught:
        await store.leaderboards.history(GUILD, 9)
    assert caught.value.trouble is Trouble.GONE
    with pytest.raises(StorageTrouble, match="read-only"):
        await store.leaderboards._db.fetch("DELETE FROM result")


@on_file
async def test_rankings_are_read_from_an_index_alone(store: Store, tmp_path: Path) -> None:
    """No game is looked up; and neither pages nor seasons go through all results."""
    path = tmp_path / "bot.db"
    ranked = "SEARCH result USING COVERING INDEX result_ranked (guild_id=? AND friendly=?"
    assert ranked in plan(path, leaderboards._PAGE, 77, 0, 0, 0, 0, 0, 3, 0, 10, 0, 5)
    some = plan(path, leaderboards._RESULTS, 77, 0, 0, 0, 0, 0, "'[1]'")
    assert "of_two=? AND user_id=?)" in some
    assert "SCAN result" not in plan(path, leaderboards._SEASONS, 77)
    newest = plan(path, leaderboards._NEWEST, 77, 0, 10, 0)
    assert "INDEX result_guild" in newest
    assert "TEMP B-TREE" not in newest


@on_file
async def test_a_profile_begins_with_its_person(store: Store, tmp_path: Path) -> None:
    """From the person's rows to their games, not through all games of the server."""
    path = tmp_path / "bot.db"
    for sql in (
        player_statistics._OVER_TIME,
        player_statistics._CONTRACTS,
    ):
        steps = plan(path, sql, GUILD, 1, 24)
        assert "SEARCH review_seat USING INDEX review_seat_user (user_id=? AND game_id=?)" in steps
        assert "game_guild" not in steps
    assert "result_user (guild_id=? AND user_id=?)" in plan(
        path, player_statistics._MATCHES, GUILD, 1
    )
    assert "line_takeback (game_id=?)" in plan(path, player_statistics._TAKEN_BACK, GUILD, 1)


@on_file
async def test_a_start_goes_through_no_game_of_the_past(store: Store, tmp_path: Path) -> None:
    asked = restrict_to_owned(stored_games._UNPAINTED, ALL_SHARDS)
    assert "SCAN game" not in plan(tmp_path / "bot.db", asked, 5)
