"""A file of every released layout still opens, with its games, their chains and their people.

``layouts/<number>.sql`` is what a program of that time has stored: a finished Russian match of
three people, and a Serbian one in its second deal, where one of them has left.  Never changed.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.verify import find_differences
from bot.store import Store
from bot.store.sqlite.migration import file_migrations
from bot.tables.game_loading import restore_game
from tests.store.making import append, backups, line, look
from tests.support.stored import log_lines

SAID = 'SELECT game_id, version, "by" FROM line ORDER BY 1, 2'
SAID_BY_NUMBER = (  # since layout 5
    "SELECT game_id, version, coalesce((SELECT CAST(user_id AS TEXT) FROM player WHERE"
    ' player.game_id = line.game_id AND number = CAST("by" AS INTEGER)), "by")'
    " FROM line ORDER BY 1, 2"
)
LAYOUTS = sorted((Path(__file__).parent / "layouts").glob("*.sql"))


def stored(layout: Path, folder: Path) -> Path:
    path = folder / "bot.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(layout.read_text(encoding="utf-8"))
    return path


def written(path: Path) -> list[list[tuple[object, ...]]]:
    """What a migration may not change."""
    return [
        look(path, "SELECT game_id, version, deal, seat, text, at FROM line ORDER BY 1, 2"),
        look(path, "SELECT * FROM deal ORDER BY 1, 2"),
        look(
            path,
            "SELECT game_id, deal, position, account, seat, against, amount, why, count, unit"
            " FROM posting ORDER BY 1, 2, 3",
        ),
        look(
            path, "SELECT game_id, seat, user_id, robot, balance, place FROM result ORDER BY 1, 2"
        ),
        look(path, "SELECT game_id, seat, user_id, robot, since, until FROM sitting ORDER BY 1, 2"),
    ]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"layout {layout.stem}")
async def test_a_stored_file_of_an_older_layout(layout: Path, tmp_path: Path) -> None:
    path = stored(layout, tmp_path)
    before = written(path)
    is_linked = int(layout.stem) >= 5
    users = look(path, SAID_BY_NUMBER if is_linked else SAID)
    links = look(path, "SELECT link FROM line ORDER BY game_id, version") if is_linked else []
    async with Store.session(path, now=9) as store:
        told = [
            (game_id, one.version, one.by)
            for game_id in (1, 2)
            for one in await log_lines(store, game_id)
        ]
        assert told == users
        for game_id in (1, 2):
            assert await store.game_queries.faults(game_id) == ()
            log = await store.game_queries.log_of(game_id)
            assert log is not None
            assert find_differences(log) == ()
        playing = await store.game_queries.load(2)
        assert playing is not None
        assert restore_game(playing) is not None
        await append(store, 2, line(playing.game.version, 2, by="11"))
        await store.game_queries.load(2)
    after = written(path)
    after[0].pop()
    assert after == before
    stayed = look(path, "SELECT link FROM line ORDER BY game_id, version")
    assert stayed[: len(links)] == links  # no later column changes what was written
    assert look(path, "PRAGMA user_version") == [(len(file_migrations()),)]
    assert len(backups(tmp_path)) == 1
    ids = {user for _, _, user in users if str(user).isdecimal()}
    assert ids == {"11", "12", "13"}
    assert not ids & {by for (by,) in look(path, 'SELECT "by" FROM line')}
    async with Store.session(path, now=10) as again:
        assert len(await log_lines(again, 2)) == playing.game.version + 1


def test_each_released_layout_is_kept() -> None:
    assert (
        {1, 2, 5}
        <= {int(layout.stem) for layout in LAYOUTS}
        <= set(range(1, len(file_migrations())))
    )
