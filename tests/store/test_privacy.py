"""Who is forgotten stands nowhere any more; what was played stays, and every chain with it."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store, WriteFault, WriteRefused
from bot.store.privacy import NOBODY
from bot.tables.audit import differences
from tests.store.making import finish, look, new_game, sit
from tests.store.striking import played_file
from tests.tables.conftest import ANA, BORIS, START


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games 1 and 2 are over, game 3 is open; ANA is host of all."""
    return asyncio.run(played_file(tmp_path_factory.mktemp("privacy") / "bot.db"))


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    """The same, and the open game is annulled."""
    copy = tmp_path / "copy.db"
    copy.write_bytes(played.read_bytes())
    asyncio.run(annulled(copy))
    return copy


async def annulled(path: Path) -> None:
    async with Store.session(path, START) as store:
        stored = await store.lists.load(3)
        assert stored is not None
        row = stored.game._replace(status="void", ended_at=START, revision=99)  # type: ignore[arg-type]
        await store.games.save(stored.room, stored.room._replace(row=row))


def told_of(path: Path, user_id: int) -> list[str]:
    """The columns of all tables in which a number stands."""
    with closing(sqlite3.connect(path)) as db:
        return [
            f"{table}.{column}"
            for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            for (column,) in db.execute("SELECT name FROM pragma_table_info(?)", (table,))
            if db.execute(
                f'SELECT 1 FROM {table} WHERE CAST("{column}" AS TEXT) = ?',  # noqa: S608
                (str(user_id),),
            ).fetchone()
        ]


async def test_somebody_is_forgotten(path: Path) -> None:
    async with Store.session(path, START) as store:
        before, cut = await store.lists.log_of(1), await store.lists.shuffle(1, 1)
        assert before is not None
        assert cut is not None
        assert cut.words == "1 luck"
        assert await store.privacy.forget(ANA) == (1, 2, 3)
        assert await store.privacy.forget(ANA) == ()
    people = [name for name in told_of(path, ANA) if name.endswith(("user_id", "host_id", ".by"))]
    assert people == []
    async with Store.session(path, START) as store:
        for game_id in await store.lists.game_ids():
            assert await store.lists.faults(game_id) == ()
            log = await store.lists.log_of(game_id)
            assert log is not None
            assert differences(log) == ()
            assert log.game.host_id == NOBODY
        after = await store.lists.log_of(1)
        assert after is not None
        assert [line.text for line in after.lines] == [line.text for line in before.lines]
        assert await store.lists.shuffle(1, 1) == cut  # or its deck could not be made again
        balances = [score.balance for score in before.scores]
        assert [score.balance for score in after.scores] == balances
        assert [score.user_id for score in after.scores] == [None, *(BORIS, 13)]
        assert all(score.robot is None for score in after.scores)
        review = await store.reviews.review(1, 1)
        assert review is not None
        assert [seat.user_id for seat in review.seats] == [None]
        assert (await store.wishes.person(ANA)).name is None
        assert await store.standings.history(1, ANA, 9) == ()
        assert len(await store.standings.history(1, BORIS, 9)) == 2


async def test_nobody_is_forgotten_while_he_sits_at_an_open_table(played: Path) -> None:
    async with Store.session(played, START) as store:
        with pytest.raises(WriteRefused) as caught:
            await store.privacy.forget(BORIS)
        assert caught.value.refusal is WriteFault.STILL_SEATED
        assert (await store.wishes.person(BORIS)).name == f"person {BORIS}"


async def test_all_that_is_stored_of_somebody(path: Path) -> None:
    async with Store.session(path, START) as store:
        found = await store.privacy.all_about(ANA)
        log = await store.lists.log_of(1)
        assert log is not None
        assert found.person is not None
        assert found.person.name == f"person {ANA}"
        assert [one.game_id for one in found.hosted] == [1, 2, 3]
        assert [(one.game_id, one.seat) for one in found.seats] == [(1, 0), (2, 0), (3, 0)]
        own = [line.text for line in log.lines if line.by == str(ANA)]
        assert [act.text for act in found.acts if act.game_id == 1] == own
        assert [one.score for one in found.scores if one.game_id == 1] == [log.scores[0]]
        assert [(one.game_id, one.worth) for one in found.reviews] == [(1, 6)]
        assert [one.key for one in found.attempts] == ["easy-1"]
        await store.privacy.forget(ANA)
        empty = await store.privacy.all_about(ANA)
    assert (empty.person, empty.hosted, empty.seats, empty.acts) == (None, (), (), ())
    assert (empty.scores, empty.reviews, empty.votes, empty.attempts) == ((), (), (), ())


async def test_a_damaged_game_forgets_too_and_stays_damaged(store: Store, tmp_path: Path) -> None:
    game_id = await finish(store, (1, 5, 1), (2, -5, 2))
    with closing(sqlite3.connect(tmp_path / "bot.db", isolation_level=None)) as other:
        other.execute("UPDATE result SET balance = 99 WHERE seat = 0")
    assert await store.privacy.forget(1) == (game_id,)
    assert look(tmp_path / "bot.db", "SELECT user_id, seal FROM result WHERE seat = 0") == [
        (None, None)
    ]


async def test_who_left_a_lobby_is_no_guest_of_it(store: Store) -> None:
    game_id = await new_game(store, host_id=2)
    await sit(store, game_id, 0, 1)
    await sit(store, game_id, 0, robot="club")
    assert await store.privacy.forget(1) == (game_id,)
    stored = await store.lists.load(game_id)
    assert stored is not None
    assert stored.game.host_id == 2
