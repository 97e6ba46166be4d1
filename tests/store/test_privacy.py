"""An erased user stands nowhere any more; the played games stay, with every chain whole."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.verify import find_differences
from bot.model.enums import Status
from bot.model.values import replace, to_builtins
from bot.store import Store, WriteFault, WriteRefused
from bot.store.admin.host_commands import export_as_json
from bot.store.admin.user_data import ERASED_HOST, OpenSeat, OwnCut, UserDataCounts
from tests.conftest import Errors
from tests.store.corruption import played_file
from tests.store.making import (
    GUILD,
    append,
    contents,
    do,
    finish,
    line,
    new_game,
    room_of,
    sit,
)
from tests.support.store_databases import StoreDatabase
from tests.support.stored import driver_of
from tests.tables.conftest import ANA, BORIS, START


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games 1 and 2 are over, game 3 is open; ANA is host of all."""
    return asyncio.run(played_file(tmp_path_factory.mktemp("privacy") / "bot.db"))


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    """Make the same file with the open game annulled."""
    copy = tmp_path / "copy.db"
    copy.write_bytes(played.read_bytes())
    asyncio.run(annulled(copy))
    return copy


async def annulled(path: Path) -> None:
    async with Store.session(path, START) as store:
        stored = await store.game_queries.load(3)
        assert stored is not None
        row = stored.game._replace(status="void", ended_at=START, revision=99)  # type: ignore[arg-type]
        await store.games.save(stored.snapshot, stored.snapshot._replace(row=row))


def told_of(path: Path, user_id: int) -> list[str]:
    """Return the columns of all tables that contain a number."""
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
        before, cut = await store.game_queries.log_of(1), await store.game_queries.shuffle(1, 1)
        assert before is not None
        assert cut is not None
        assert cut.words == "1 luck"
        assert await store.privacy.erase(ANA) == (1, 2, 3)
        assert await store.privacy.erase(ANA) == ()
    people = [
        name
        for name in told_of(path, ANA)
        if name.endswith(("user_id", "host_id", "player_id", ".by"))
    ]
    assert people == ["title.user_id"]  # until the bot has taken the role away
    async with Store.session(path, START) as store:
        for game_id in await store.game_queries.game_ids():
            assert await store.game_queries.faults(game_id) == ()
            log = await store.game_queries.log_of(game_id)
            assert log is not None
            assert find_differences(log) == ()
            assert log.game.host_id == ERASED_HOST
        after = await store.game_queries.log_of(1)
        assert after is not None
        assert [line.text for line in after.lines] == [line.text for line in before.lines]
        assert await store.game_queries.shuffle(1, 1) == cut  # or its deck could not be made again
        balances = [score.balance for score in before.scores]
        assert [score.balance for score in after.scores] == balances
        assert [score.user_id for score in after.scores] == [None, *(BORIS, 13)]
        assert all(score.robot is None for score in after.scores)
        review = await store.reviews.review(1, 1)
        assert review is not None
        assert [seat.user_id for seat in review.seats] == [None]
        assert (await store.preferences.person(ANA)).name is None
        past = await store.leaderboards.history(1, 9)
        named = [score.user_id for game in past for score in game.scores]
        assert (named.count(ANA), named.count(BORIS)) == (0, 2)


async def test_seated_players_are_not_erased(played: Path) -> None:
    async with Store.session(played, START) as store:
        with pytest.raises(WriteRefused) as caught:
            await store.privacy.erase(BORIS)
        assert caught.value.refusal is WriteFault.STILL_SEATED
        assert (await store.preferences.person(BORIS)).name == f"person {BORIS}"


async def test_all_that_is_stored_of_somebody(path: Path) -> None:
    async with Store.session(path, START) as store:
        found = await store.privacy.export(ANA)
        counted = await store.privacy.counts(ANA)
        log = await store.game_queries.log_of(1)
        assert log is not None
        assert found.person is not None
        assert found.person.name == f"person {ANA}"
        assert [(game.game_id, game.hosted) for game in found.games] == [
            (1, True),
            (2, True),
            (3, True),
        ]
        assert [[one.seat for one in game.seats] for game in found.games] == [[0], [0], [0]]
        first = found.games[0]
        own = [line.text for line in log.lines if line.by == str(ANA)]
        assert [act.text for act in first.acts] == own
        assert [one.score for one in first.scores] == [log.scores[0]]
        assert [(one.deal, one.worth) for one in first.reviews] == [(1, 6)]
        assert [(one.deal, one.word) for one in first.cuts] == [(1, "luck")]
        assert [one.key for one in found.attempts] == ["easy-1"]
        assert [one.name for one in found.deals] == ["the squeeze"]
        assert [[one.kind for one in game.summons] for game in found.games] == [[], ["turn"], []]
        assert [[one.kind for one in game.kibitz] for game in found.games] == [[], [], ["asks"]]
        assert counted == UserDataCounts(found.person, 3, 3, 2, 1, 0, 1, 1, 1, 1, 1, 1, 1)
        await store.privacy.erase(ANA)
        empty = await store.privacy.export(ANA)
        assert await store.privacy.counts(ANA) == UserDataCounts(
            None, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        )
    assert (empty.person, empty.games, empty.attempts, empty.deals) == (None, (), (), ())


OTHERS = {  # columns that tell nothing about them, or hold the number that stands for them
    "game": "rules status clock started_at deadline wake shows version painted revision"
    " painted_revision friendly ends_at clock_chosen starts_at place_id message_id host_id event",
    "sitting": "robot kept_for owner",
    "vote": "seat heir",
    "kibitz": "user_id player_id",
    "share": "robot part",
    "line": "by",
    "player": "number",
    "result": "with_robots friendly of_two",
    "review_seat": "void",
}


async def test_every_column_of_a_person_is_told(path: Path) -> None:
    async with Store.session(path, START) as store:
        said = json.dumps(to_builtins(await store.privacy.export(ANA)))
    with closing(sqlite3.connect(path)) as db:
        own_tables = ("person", "etude", "own_deal", "daily_deal", "title", "summons")
        for table in (*OTHERS, *own_tables, "report", "ruling"):
            columns = {row[1] for row in db.execute(f"PRAGMA table_info({table})")}
            own = columns - {"seal", "link", "player"} - set(OTHERS.get(table, "").split())
            untold = {column for column in own if f'"{column}"' not in said}
            assert untold <= {"kind"}, table  # about votes, of which none is running


async def test_an_export_writes_discord_ids_as_text(path: Path) -> None:
    """A program that reads numbers as floats would round them; the id of a game is ours."""
    async with Store.session(path, START) as store:
        said = json.loads(export_as_json(await store.privacy.export(ANA), START))
    assert said["person"]["user_id"] == str(ANA)
    assert [game["game_id"] for game in said["games"]] == [1, 2, 3]


async def test_a_word_is_told_to_who_said_it_alone(store: Store) -> None:
    """A later occupant of the seat has cut nothing."""
    game_id = await new_game(store)
    await sit(store, game_id, 0, 1)
    await sit(store, game_id, 2, 3)
    room = await room_of(store, game_id)
    assert room.shuffle is not None
    cut = replace(room.shuffle, words="1 mine\n3 theirs")
    await store.games.save(room, room._replace(shuffle=cut))
    assert [game.cuts for game in (await store.privacy.export(1)).games] == [(OwnCut(1, "mine"),)]
    await append(store, game_id, line(0, deal=1, text="deck 7S", by="table"))
    await sit(store, game_id, 0, 2)
    words = {user: (await store.privacy.export(user)).games[0].cuts for user in (1, 2, 3)}
    assert words == {1: (OwnCut(1, "mine"),), 2: (), 3: (OwnCut(1, "theirs"),)}


async def test_an_export_lists_the_numbers_of_damaged_games(
    path: Path, logged_errors: Errors
) -> None:
    logged_errors.expect("game 2 is damaged and frozen")
    do(path, "UPDATE line SET text = CAST(x'ff' AS TEXT) WHERE game_id = 2 AND version = 3")
    async with Store.session(path, START) as store:
        found = await store.privacy.export(ANA)
    assert [(game.game_id, game.damaged) for game in found.games] == [
        (1, False),
        (2, True),
        (3, False),
    ]
    assert (found.games[1].acts, found.games[1].scores) == ((), ())
    assert found.games[0].acts


async def test_killed_while_it_forgets(path: Path, tmp_path: Path) -> None:
    """A kill at any statement leaves a file in which they are whole."""
    left: list[Path] = []

    def kill() -> int:
        copy = tmp_path / f"left-{len(left)}.db"
        copy.write_bytes(path.read_bytes())
        Path(f"{copy}-wal").write_bytes(Path(f"{path}-wal").read_bytes())
        left.append(copy)
        return 0

    async with Store.session(path, START) as store:
        whole = await store.privacy.export(ANA)
        db = driver_of(store.privacy)
        await db.execute_fetchall("PRAGMA cache_size = 0")  # a change is written at once
        await db.create_function("kill", 0, kill)
        for table in ("player", "result", "etude", "own_deal", "daily_deal", "person"):
            event = "UPDATE" if table == "result" else "DELETE"
            await db.execute_fetchall(
                f"CREATE TEMP TRIGGER at_{table} AFTER {event} ON main.{table}"
                " BEGIN SELECT kill(); END"
            )
        await store.privacy.erase(ANA)
    assert len(left) >= 4
    for copy in (left[0], left[-1]):
        async with Store.session(copy, START) as store:
            assert await store.privacy.export(ANA) == whole
            assert await store.game_queries.faults(1) == ()


async def test_no_byte_of_a_name_stays(path: Path) -> None:
    name = "Ein Name, den sonst niemand hat"
    async with Store.session(path, START) as store:
        await store.preferences.set_name(ANA, name)
        log = Path(f"{path}-wal")
        assert name.encode() in contents(log)
        await store.privacy.erase(ANA)
        assert name.encode() not in contents(path) + contents(log)


async def test_a_frozen_table_holds_nobody(store: Store) -> None:
    game_id = await new_game(store)
    await sit(store, game_id, 0, 1)
    assert await store.privacy.open_seats(1) == (OpenSeat(game_id, GUILD, 5),)
    await store.games.freeze_or_end(game_id, Status.FROZEN)
    assert await store.privacy.open_seats(1) == ()
    assert await store.privacy.erase(1) == (game_id,)
    stored = await store.game_queries.load(game_id)
    assert stored is not None
    assert [sitting.user_id for sitting in stored.sittings] == [None]


async def test_a_damaged_game_forgets_too_and_stays_damaged(
    store: Store, database: StoreDatabase
) -> None:
    game_id = await finish(store, (1, 5, 1), (2, -5, 2))
    assert await database.do("UPDATE result SET balance = 99 WHERE seat = 0")
    assert await store.privacy.erase(1) == (game_id,)
    found = await database.look("SELECT user_id, seal FROM result WHERE seat = 0")
    assert found == [(None, None)]


async def test_who_left_a_lobby_is_no_guest_of_it(store: Store) -> None:
    game_id = await new_game(store, host_id=2)
    await sit(store, game_id, 0, 1)
    await sit(store, game_id, 0, robot="club")
    assert await store.privacy.erase(1) == (game_id,)
    stored = await store.game_queries.load(game_id)
    assert stored is not None
    assert stored.game.host_id == 2
