"""Damaged files, and backups put back after a crash (G19, G23).

Eight bytes are overwritten at random, or one value of one row is changed.  What changes nothing
that is stored does not count.
"""

import asyncio
import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.cli.verify import verify_games
from bot.engine.rules import IllegalAction
from bot.model.enums import Status
from bot.model.refusals import Refused
from bot.presets import load_presets
from bot.store import StorageTrouble, Store, StoreError
from bot.store.admin.host_commands import file_totals_agree
from bot.tables import TableRegistry, TableServices
from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, Size, every, none
from tools.siege.players import Players, places

_FAMILIES: Final = ("sochi", "croatian", "viennese")
_MOVES: Final = 60  # of every table: some deals are closed, one is open
_BACKUPS: Final = 16  # damages to one backup that is restored
_BYTES: Final = 8
_UNSEALED: Final = "interaction"  # ids that matter for fifteen minutes, without a checksum
_NOW: Final = 2_000_000_000
_SAID: Final = (Refused, IllegalAction, StorageTrouble, StoreError)  # what has a sentence

Content = frozenset[tuple[str, tuple[object, ...]]]


class Verdict(NamedTuple):
    """Outcome of one damage."""

    is_noticed: bool
    is_served: bool
    broke: str  # an error without a sentence
    where: frozenset[str] = frozenset()  # the tables in which something is other than it was


async def run(size: Size) -> list[Figure]:
    async with running_bot(BotProcess(SimulatedDiscord(), size.folder)) as fort:
        people = Players(fort, Random(size.seed))
        await fort.start()
        await _played(people, 30 if size.is_short else _MOVES)
        await fort.stop()
        with _quiet():
            judged = await _spoilt(fort.database, size)
        restored = await _restored(people, max(1, size.times // _BACKUPS))
        return [*judged, *restored]


async def _spoilt(whole: Path, size: Size) -> list[Figure]:
    chance, control = Random(size.seed), whole.with_name("whole.db")
    _fresh(whole, control)
    refused = (await _judged(control, set())).is_noticed
    cut, free = await _all(whole, size, lambda copy: _overwrite(copy, chance))
    changed, _ = await _all(whole, size, lambda copy: _change(copy, chance))
    return [
        none("G19", "undamaged copies refused", int(refused), 1),
        Figure("G19", "damages in free space, which change no row", "counted", str(free), True),
        *_figures("damages", cut),
        *_figures("changed values", changed),
    ]


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence logging: code tried in this process rightly complains about each damage."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


async def _played(people: Players, moves: int) -> None:
    for place, preset in zip(places(len(_FAMILIES)), _FAMILIES, strict=True):
        table = await people.open(place, preset)
        while len(table.acts) < moves and await people.step(table):
            pass


def _figures(kind: str, verdicts: list[Verdict]) -> list[Figure]:
    count = len(verdicts)
    return [
        every("G19", f"{kind} that are noticed", sum(v.is_noticed for v in verdicts), count),
        none(
            "G19", f"{kind} of which a table is served", sum(v.is_served for v in verdicts), count
        ),
        none("G19", f"{kind} that end in a traceback", sum(bool(v.broke) for v in verdicts), count),
    ]


async def _all(whole: Path, size: Size, spoil: Callable[[Path], None]) -> tuple[list[Verdict], int]:
    """One after the other, until so many have changed what is stored; the others are counted."""
    before, found, free = content(whole), list[Verdict](), 0
    copy = whole.with_name("spoilt.db")
    while len(found) < size.times:
        _fresh(whole, copy)
        spoil(copy)
        after = content(copy)
        if after != before:
            verdict = await _judged(copy, _games_changed(before, after))
            found.append(verdict._replace(where=_tables_changed(before, after)))
        else:
            free += 1
    return found, free


def _fresh(whole: Path, copy: Path) -> None:
    """The file and what lies beside it under its name."""
    for old in copy.parent.glob(f"{copy.name}*"):
        old.unlink()
    for file in whole.parent.glob(f"{whole.name}*"):
        shutil.copyfile(file, copy.with_name(copy.name + file.name.removeprefix(whole.name)))


def _overwrite(copy: Path, chance: Random) -> None:
    at = chance.randrange(copy.stat().st_size - _BYTES)
    with copy.open("r+b") as file:
        file.seek(at)
        file.write(chance.randbytes(_BYTES))


def _change(copy: Path, chance: Random) -> None:
    """One value of one row, past every check."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as db, suppress(sqlite3.Error):
        db.execute("PRAGMA ignore_check_constraints = ON")
        names = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if name != _UNSEALED and db.execute(f"SELECT 1 FROM {name}").fetchone()  # noqa: S608
        ]
        name = chance.choice(names)
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
        rows = db.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608
        row, place = chance.choice(rows), chance.randrange(len(columns))
        where = " AND ".join(f'"{column}" IS ?' for column in columns)
        sql = f'UPDATE {name} SET "{columns[place]}" = ? WHERE {where}'  # noqa: S608
        db.execute(sql, (_other(row[place], chance), *row))


def _other(value: object, chance: Random) -> object:
    match value:
        case int():
            return value + chance.choice((-1, 1))
        case str() if value:
            place = chance.randrange(len(value))
            return value[:place] + chr(ord(value[place]) ^ 1) + value[place + 1 :]
        case bytes() if value:
            place = chance.randrange(len(value))
            return value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]
        case _:
            return value


def content(path: Path) -> Content | None:
    """Every row that bears a checksum; None of a file SQLite does not read."""
    found = set[tuple[str, tuple[object, ...]]]()
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = bytes
        try:
            for kind, name, sql in db.execute("SELECT type, name, sql FROM sqlite_schema"):
                found.add(("schema", (kind, name, sql)))
                table = str(name, "utf-8", "replace")
                if kind == b"table" and table != _UNSEALED:
                    rows = db.execute(f'SELECT * FROM "{table}"')  # noqa: S608
                    found |= {(table, tuple(row)) for row in rows}
        except (sqlite3.Error, ValueError):
            return None
    return frozenset(found)


def _games_changed(before: Content | None, after: Content | None) -> set[int]:
    """Return the games whose moves, deals or scores have changed."""
    if before is None or after is None:
        return set()
    of_games = ("line", "deal", "posting", "result", "sitting")
    rows = [row for table, row in before ^ after if table in of_games]
    return {row[0] for row in rows if isinstance(row[0], int)}


def _tables_changed(before: Content | None, after: Content | None) -> frozenset[str]:
    return frozenset(table for table, _ in (before or frozenset()) ^ (after or frozenset()))


async def _judged(copy: Path, games: set[int]) -> Verdict:
    """First as ``rank`` and ``verify`` see it, then as the bot does.

    What a check finds wrong in the sums of play it mends, so only ``rank`` tells of them.
    """
    differing: list[str] = []
    broke = ""
    try:
        if not await file_totals_agree(copy):
            differing.append("the sums of play")
        await verify_games(copy, lambda found: differing.append(str(found)), lambda done, of: None)
    except _SAID as error:
        differing.append(str(error))
    except Exception as error:
        broke = repr(error)
    served = await _served(copy, games)
    return Verdict(bool(differing or broke), served, broke)


async def _served(copy: Path, games: set[int]) -> bool:
    """True if a table with a changed log can still be played."""
    try:
        async with Store.session(copy, _NOW) as store:
            tables = TableRegistry(
                TableServices(store, load_presets(), lambda: _NOW, lambda game: None)
            )
            return any([await _is_played(tables, game) for game in games])
    except Exception:
        return False


async def _is_played(tables: TableRegistry, game: int) -> bool:
    try:
        table = await tables.get(game)
    except _SAID:
        return False
    return not table.replay_error and table.row.status is not Status.FROZEN


async def _restored(people: Players, times: int) -> list[Figure]:
    """A backup while all play, a kill while they play on, and the backup again."""
    fort, same, sound = people.fort, 0, 0
    for n in range(times):
        copy = fort.database.with_name(f"backup{n}.db")
        await fort.start()
        await _play_on(people)
        await fort.command("backup", str(copy))
        await _play_on(people)
        await fort.kill()
        said = await fort.command("restore", str(copy))
        same += said.code == 0 and content(fort.database) == content(copy)
        await fort.start()
        await fort.stop()
        sound += (await fort.command("verify")).code == 0
        people.book.forget()
    return [
        every("G23", "backups restored after a kill, as they were", same, times),
        every("G23", "restored files the bot starts with and verifies", sound, times),
    ]


async def _play_on(people: Players) -> None:
    await asyncio.gather(*(people.step(table) for table in people.tables for _ in range(2)))
