"""Transfer from a file to a file: everything arrives, and each table tells its progress."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import Store
from bot.store.admin.transfer import transfer
from tests.store.making import append, line, new_game, room_of, sit
from tests.support.stored import log_lines, with_layout


def row_count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        names = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        counts = [db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for (name,) in names]  # noqa: S608
    return sum(counts)


async def test_a_file_is_copied_into_a_new_file(tmp_path: Path) -> None:
    source, target = tmp_path / "old.db", tmp_path / "new.db"
    async with Store.session(with_layout(source), now=1) as store:
        game_id = await new_game(store)
        await sit(store, game_id, 0, 11)
        await append(store, game_id, line(0, deal=1, text="deck 7S 8S"))
        room, lines = await room_of(store, game_id), await log_lines(store, game_id)
        assert lines
    told = list[tuple[str, int]]()
    found = await transfer(source, target, 2, lambda table, rows: told.append((table, rows)))
    assert found.damaged == ()
    assert ("game", 1) in told
    assert ("line", len(lines)) in told
    assert row_count(target) == row_count(source)
    async with Store.session(target, now=3) as store:
        assert await store.game_queries.game_ids() == (game_id,)
        assert await store.game_queries.faults(game_id) == ()
        assert await room_of(store, game_id) == room
        assert await log_lines(store, game_id) == lines
