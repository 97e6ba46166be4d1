"""A restore leaves the old file whole or the new one, wherever it is cut off."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from bot.__main__ import main
from bot.model.enums import RulingKind, Status
from bot.store import FileFault, StorageTrouble, Store, StoreError, Trouble, backup, restore_file
from bot.store.queries.rulings import Report, StoredRuling
from bot.store.sqlite import restoring
from bot.store.sqlite.lock_file import lock_database_file
from tests.store.making import GUILD, append, do, finish, get_up, line, new_game, sit
from tests.support.stored import log_lines, with_layout
from tests.tables.failing_disk import copied


def log_of(path: Path) -> bytes | None:
    """Return the write-ahead log beside a database."""
    log = Path(f"{path}-wal")
    return log.read_bytes() if log.exists() else None


def remember(path: Path) -> None:
    """Let the mark of a copied folder name the copy."""
    with lock_database_file(path) as lock:
        lock.write(lock.read()._replace(inode=path.stat().st_ino))


def laid_out(place: Path, target: Path) -> Path:
    """Copy the folder to another one."""
    target.parent.mkdir()
    for part in ("", "-wal", ".lock"):
        Path(f"{target}{part}").write_bytes(Path(f"{place}{part}").read_bytes())
    remember(target)
    return target


def exchange(path: Path, other: Path) -> None:
    """Exchange two files, each under the other's name."""
    between = path.with_name("between")
    path.rename(between)
    other.rename(path)
    between.rename(other)


async def lines_of(path: Path) -> list[str]:
    async with Store.session(path, now=5) as store:
        (game,) = await store.game_queries.games_of_guild(GUILD)
        return [one.text for one in await log_lines(store, game.game_id)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a database whose process was killed, its log, and ``copy.db``, an hour older."""
    folder = tmp_path_factory.mktemp("made")
    asyncio.run(killed_database(folder))
    return folder


async def killed_database(folder: Path) -> None:
    work = folder / "work.db"
    async with Store.session(with_layout(work), now=1) as store:
        game_id = await new_game(store)
        await append(store, game_id, line(0, text="before"))
        backup(work, folder / "copy.db")
        for version in range(1, 40):
            await append(store, game_id, line(version, text="after"))
        copied(work, "bot.db")  # the state that a kill leaves
        (folder / "copies" / "bot.db.lock").write_bytes((folder / "work.db.lock").read_bytes())
    assert (folder / "copies" / "bot.db-wal").stat().st_size


@pytest.fixture
def place(made: Path, tmp_path: Path) -> Path:
    """Return the path of the database in a copy of the folder."""
    copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "copies" / "bot.db"


async def test_a_copy_takes_the_place_of_a_killed_file(place: Path, tmp_path: Path) -> None:
    aside = await restore_file(tmp_path / "copy.db", place, now=77)
    assert aside == place.with_name("bot.db.replaced.77")
    assert log_of(place) is None
    assert await lines_of(place) == ["before"]
    assert await lines_of(aside) == ["before", *["after"] * 39]


async def test_nothing_is_ever_overwritten(place: Path, tmp_path: Path) -> None:
    first = await restore_file(tmp_path / "copy.db", place, now=77)
    second = await restore_file(tmp_path / "copy.db", place, now=77)
    assert first is not None
    assert second is not None
    assert first != second
    assert len(await lines_of(first)) == 40
    assert await lines_of(second) == ["before"]


async def test_where_nothing_was_before(tmp_path: Path, place: Path) -> None:
    target = tmp_path / "new folder" / "bot.db"
    assert await restore_file(tmp_path / "copy.db", target, now=77) is None
    assert await lines_of(target) == ["before"]


async def test_a_running_bot_refuses(place: Path, tmp_path: Path) -> None:
    work = tmp_path / "work.db"
    async with Store.session(work, now=2):
        with pytest.raises(StoreError) as caught:
            await restore_file(tmp_path / "copy.db", work, now=77)
    assert caught.value.reason is FileFault.IN_USE
    assert len(await lines_of(work)) == 40


Spoil = Callable[[Path], object]


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda copy: copy.unlink(), FileFault.UNWRITABLE),
        (lambda copy: copy.write_bytes(b""), FileFault.FOREIGN_FILE),
        (lambda copy: copy.write_text("no database " * 500), FileFault.DAMAGED),
        (lambda copy: do(copy, "PRAGMA application_id = 5"), FileFault.FOREIGN_FILE),
        (lambda copy: do(copy, "PRAGMA user_version = 999"), FileFault.NEWER_FILE),
        (
            lambda copy: do(copy, "PRAGMA application_id = 0x50726566"),
            FileFault.PRE_RELEASE_FILE,
        ),
        (lambda copy: do(copy, "UPDATE line SET text = 'other'"), FileFault.DAMAGED),
        (lambda copy: do(copy, "UPDATE game SET host_id = 9"), FileFault.DAMAGED),
        (lambda copy: copy.write_bytes(copy.read_bytes()[:9000]), FileFault.DAMAGED),
    ],
)
async def test_a_copy_that_is_not_whole(
    place: Path, tmp_path: Path, spoil: Spoil, reason: FileFault
) -> None:
    """Its refusal has a name, and the database stays as it was."""
    copy = tmp_path / "copy.db"
    spoil(copy)
    with pytest.raises(StoreError) as caught:
        await restore_file(copy, place, now=77)
    assert caught.value.reason is reason
    assert str(copy) in str(caught.value)
    names = {path.name for path in place.parent.iterdir()}
    assert names == {"bot.db", "bot.db-wal", "bot.db.lock"}


class Cut(Exception):
    """Raised where the process ends."""


@pytest.mark.slow
async def test_cut_off_anywhere(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before any rename, removal or flush: the next start finds one of the two, whole."""
    found: list[int] = []
    is_over = False
    steps: dict[str, Callable[..., object]] = {
        "rename": Path.rename,
        "replace": Path.replace,
        "unlink": Path.unlink,
    }
    for after in range(40):
        target = laid_out(place, tmp_path / f"try {after}" / "bot.db")
        left = [after]

        def cut(name: str, left: list[int] = left) -> Callable[..., object]:
            def step(*values: object, **words: object) -> object:
                if not left[0]:
                    raise Cut
                left[0] -= 1
                whole: Callable[..., object] = steps[name]
                return whole(*values, **words)

            return step

        with monkeypatch.context() as patch:
            for name in steps:
                patch.setattr(Path, name, cut(name))
            try:
                await restore_file(tmp_path / "copy.db", target, now=77)
            except Cut:
                is_over = False
            else:
                is_over = True
        found.append(len(await lines_of(target)))
        if is_over:
            break
    assert is_over
    assert found == sorted(found, reverse=True)  # once the new file is there, it stays
    assert set(found) == {40, 1}


def test_the_command_says_where_the_old_file_is(
    place: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", str(place))
    assert main(["restore", "copy.db"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("The games of copy.db are in place. What was there before is kept as ")
    assert main(["restore", "nothing.db"]) == 2
    assert "nothing.db" in capsys.readouterr().err


# -- a file that is removed, emptied or exchanged


async def failed(path: Path) -> FileFault:
    with pytest.raises(StoreError) as caught:
        await Store.open(path, now=5)
    assert str(caught.value).endswith(".")
    return caught.value.reason


@pytest.mark.slow
async def test_gone_or_exchanged_while_the_bot_was_down(tmp_path: Path) -> None:
    path, other = tmp_path / "bot.db", tmp_path / "other.db"
    for one in (path, other):
        async with Store.session(one, now=1) as store:
            await new_game(store)
    kept = path.read_bytes()
    path.unlink()
    assert await failed(path) is FileFault.MISSING
    assert not path.exists()
    path.touch()
    assert await failed(path) is FileFault.MISSING
    path.write_bytes(other.read_bytes())
    assert await failed(path) is FileFault.EXCHANGED
    path.write_bytes(kept)
    await (await Store.open(path, now=6)).close()
    path.unlink()
    (tmp_path / "bot.db.lock").unlink()  # the remedy in the sentence
    await (await Store.open(path, now=7)).close()


async def test_a_log_that_belongs_to_another_file(place: Path, tmp_path: Path) -> None:
    """SQLite would replay the old log over a copy put beside it by hand."""
    remember(place)
    before = log_of(place)
    exchange(place, tmp_path / "copy.db")
    assert await failed(place) is FileFault.EXCHANGED
    assert log_of(place) == before


@pytest.mark.slow
@pytest.mark.parametrize("part", ["", "-wal"])
async def test_gone_while_the_bot_runs(tmp_path: Path, part: str) -> None:
    """Writes that would be lost with the process are refused, until the file is back."""
    path = tmp_path / "bot.db"
    async with Store.session(with_layout(path), now=1) as store:
        game_id = await new_game(store)
        found, away = tmp_path / f"bot.db{part}", tmp_path / "away"
        away.touch()
        exchange(found, away)  # another file of that name
        for use in (store.preferences.touch_alive(2), store.game_queries.load(game_id)):
            with pytest.raises(StorageTrouble) as caught:
                await use
            assert caught.value.trouble is Trouble.GONE
        exchange(found, away)
        await store.preferences.touch_alive(3)
        found.rename(away)
        with pytest.raises(StorageTrouble):
            await store.preferences.touch_alive(4)
        away.rename(found)
        await store.preferences.touch_alive(5)


async def test_emptied_while_the_bot_runs(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    async with Store.session(with_layout(path), now=1) as store:
        kept = path.read_bytes()
        path.write_bytes(b"")
        with pytest.raises(StorageTrouble):
            await store.preferences.touch_alive(2)
        path.write_bytes(kept)
        await store.preferences.touch_alive(3)


ANA, BORIS = 111_222_333_444_555_666, 777_888_999_000_111_222


async def test_who_was_erased_since_stays_erased(tmp_path: Path) -> None:
    """The copy is of a time when both had played a match, and Ana sat at an open table."""
    path, copy = tmp_path / "bot.db", tmp_path / "copy.db"
    async with Store.session(with_layout(path), now=1) as store:
        await finish(store, (ANA, 10, 1), (BORIS, -10, 2))
        lobby = await new_game(store, host_id=ANA)
        await sit(store, lobby, 0, user_id=ANA)
        backup(path, copy)
        await get_up(store, lobby, 0)
        await store.privacy.erase(ANA)
    listed = tmp_path / "bot.db.erased"
    assert str(ANA) not in listed.read_text()
    assert listed.stat().st_mode & 0o777 == 0o600

    await restore_file(copy, path, now=77)
    async with Store.session(path, now=78) as store:
        assert (await store.privacy.counts(ANA)).games == 0
        assert (await store.privacy.counts(BORIS)).games == 1
        assert await store.game_queries.faults(1) == ()
        assert await store.game_queries.faults(lobby) == ()
        found = await store.game_queries.load(lobby)
        assert found is not None
        assert found.game.status is Status.VOID
    assert ANA.to_bytes(8, "big") not in path.read_bytes()


@pytest.mark.slow
async def test_who_reported_or_judged_a_deal_and_was_erased_stays_erased(tmp_path: Path) -> None:
    """Nothing else in the copy names the manager and the person who reported."""
    path, copy = tmp_path / "bot.db", tmp_path / "copy.db"
    async with Store.session(with_layout(path), now=1) as store:
        game_id = await new_game(store, host_id=3)
        await store.rulings.report(Report(game_id, 1, ANA, "a slip", 2))
        said = (BORIS, "as played", "", 3)
        await store.rulings.decide(StoredRuling(game_id, 1, 1, RulingKind.DISMISS, *said))
        backup(path, copy)
        for user_id in (ANA, BORIS):
            await store.privacy.erase(user_id)

    await restore_file(copy, path, now=77)
    async with Store.session(path, now=78) as store:
        assert (await store.privacy.counts(ANA)).reports == 0
        assert (await store.privacy.counts(BORIS)).rulings == 0


@pytest.mark.slow
async def test_an_unfinished_line_of_the_list_names_nobody(tmp_path: Path) -> None:
    path, copy = tmp_path / "bot.db", tmp_path / "copy.db"
    async with Store.session(with_layout(path), now=1) as store:
        await finish(store, (ANA, 10, 1), (BORIS, -10, 2))
        backup(path, copy)
    (tmp_path / "bot.db.erased").write_text("00ff")
    await restore_file(copy, path, now=77)
    async with Store.session(path, now=78) as store:
        assert (await store.privacy.counts(ANA)).games == 1


async def test_whoever_stands_in_any_table_of_a_copy_is_erased_again(tmp_path: Path) -> None:
    """A title is left out: the bot takes it from whoever was erased, and then forgets it."""
    async with Store.session(with_layout(tmp_path / "bot.db"), now=1):
        pass
    with closing(sqlite3.connect(tmp_path / "bot.db")) as db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        columns = {
            (column, table)
            for table in tables
            for _, column, *_ in db.execute(f"PRAGMA table_info({table})")
            if column
            in ("heir", "kept_for", "player_id", "host_id", "judge_id", "author_id", "user_id")
        }
    read = re.findall(r"SELECT (\w+) FROM (\w+)", restoring._USERS)
    assert len(read) == len(set(read))
    assert columns - set(read) == {("user_id", "title")}
    assert set(read) <= columns
