"""A full disk, one that fills, and another program that holds the file (G17, G18).

The disk is a RAM disk of the bot's own where a user may mount one (``unshare``); elsewhere the size
of its files is limited, which SQLite takes for an error of the disk instead of a full one.
"""

import asyncio
import resource
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.model.refusals import Refusal
from tools.siege.bot_process import BotProcess, CommandResult, running_bot
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, every, none
from tools.siege.players import Act, Players, refusals
from tools.siege.shapes import Place

_MOUNT: Final = 'mount -t tmpfs -o size=3m none "$0" && exec "$@"'
_BLOCK: Final = 1 << 12
_STEP: Final = 1 << 14  # bytes that something else takes with every move
_WHEN_FULL: Final = 8  # moves on a disk that has just become full
_LONG: Final = 100  # a match that does not end meanwhile
_LOCKS: Final = (1.0, 3.0, 10.0, 30.0)
_LOCK_TOLD: Final = 2.5  # seconds until somebody hears of a foreign lock
_SETTLED: Final = 0.5  # seconds
AGAIN: Final = 30.0  # seconds after which a move must be taken again


class Told(NamedTuple):
    """Outcome of a move: seconds to the answer, the reasons, and whether it is in the log."""

    after: float | None
    why: tuple[object, ...]
    act: Act
    is_stored: bool


async def run(size: Size) -> list[Figure]:
    full, filling = await _full(size), await _filling(size)
    return [*full, *filling, *await _locked(size)]


# -- a full disk


async def _full(size: Size) -> list[Figure]:
    async with _small(size.folder / "full") as small:
        people = Players(small.fort, Random(size.seed))
        table = await people.open(Place(0, 0), "sochi")
        told, reads, again = [], 0, list[float | None]()
        for _ in range(size.times):
            await _try(people)  # the cards are dealt: a deck needs room as well
            small.fill()
            told += [await _try(people) for _ in range(2)]
            click = await people.deed(str(table.users[0]), table.place, table.game, "score")
            reads += bool(click.shown) and not refusals(click)
            small.empty()
            again.append(await taken_again(people, size))
        code = (await small.fort.command("verify")).code
        silent = [one for one in told if one.after is None]
        untrue = sum(one.is_stored for one in told if one.why)
        slowest = max((one.after for one in told if one.after is not None), default=None)
        return [
            every("G17", "told that nothing was saved", _count(told), len(told)),
            at_most("G17", "told after", None if silent else slowest, 3 * size.patience),
            none("G17", "told so, and it was stored", untrue, len(told)),
            every("G17", "what only reads works", reads, size.times),
            none("G17", "acknowledged moves lost", people.lost(), len(list(people.acts()))),
            at_most("G17", "a move is taken again after", _slowest(again), AGAIN * size.patience),
            Figure("G17", "verify afterwards", "clean", f"exit code {code}", code == 0),
        ]


async def _filling(size: Size) -> list[Figure]:
    """Something else takes a little of the disk with every move, until nothing is left."""
    step = _STEP * (4 if size.is_short else 1)
    async with _small(size.folder / "filling") as small:
        people = Players(small.fort, Random(size.seed))
        await people.open(Place(0, 0), "sochi", target=_LONG)
        told = [await _try(people)]
        while small.grow(step):
            told.append(await _try(people))
        told += [await _try(people) for _ in range(_WHEN_FULL)]
        small.empty()
        again = await taken_again(people, size)
        code = (await small.fort.command("verify")).code
        moves, slow = len(told), 3 * size.patience
        silent = sum(one.after is None for one in told)
        untrue = sum(one.is_stored for one in told if one.why)
        slowest = max((one.after for one in told if one.after is not None), default=None)
        return [
            none("G17", "moves on a filling disk without an answer", silent, moves),
            at_most("G17", "the slowest of these answers", slowest, slow),
            none("G17", "told that nothing was saved, and it was", untrue, moves),
            none("G17", "acknowledged moves lost", people.lost(), len(list(people.acts()))),
            at_most("G17", "a move is taken again after", again, AGAIN * size.patience),
            Figure("G17", "verify afterwards", "clean", f"exit code {code}", code == 0),
        ]


def _count(told: list[Told]) -> int:
    return sum(Refusal.STORAGE_TROUBLE in one.why for one in told)


def _slowest(times: list[float | None]) -> float | None:
    return None if None in times else max(one for one in times if one is not None)


async def _try(people: Players, n: int = 0) -> Told:
    """One move at a table."""
    table = people.tables[n]
    began, before = time.monotonic(), len(table.acts)
    while len(table.acts) == before:
        await people.step(table)
    act = table.acts[-1]
    (click,) = act.clicks
    after = time.monotonic() - began if click.shown else None
    return Told(after, tuple(refusals(click)), act, people.is_stored(act))


async def taken_again(people: Players, size: Size) -> float | None:
    """Seconds until a move of the first table is taken; None: not in the time it may take."""
    began = time.monotonic()
    while time.monotonic() < began + AGAIN * size.patience:
        if (await _try(people)).act.acknowledged:
            return time.monotonic() - began
        await asyncio.sleep(0.1)
    return None


class Aboard(BotProcess):
    """Its file lies where only its process looks; it is read from a copy."""

    def file(self) -> Path:
        """SQLite would follow the link through the process itself, and end outside of it."""
        copy = self.database.with_name("copy.db")
        for end in ("", "-wal"):
            source = self.mounted().with_name(f"bot.db{end}")
            if source.exists():
                copy.with_name(f"copy.db{end}").write_bytes(source.read_bytes())
        return copy

    def mounted(self) -> Path:
        assert self.process is not None
        return Path(f"/proc/{self.process.pid}/root{self.settings['DATABASE_PATH']}")

    async def command(self, *words: str) -> CommandResult:
        return await super().command(*words, str(self.file()))


class Small(NamedTuple):
    """A bot on a small disk, what fills it, and what makes room again."""

    fort: BotProcess
    fill: Callable[[], object]
    grow: Callable[[int], bool]
    empty: Callable[[], object]


@asynccontextmanager
async def _small(folder: Path) -> AsyncIterator[Small]:
    inner = folder / "disk"
    inner.mkdir(parents=True)
    wrapped = ("unshare", "-Urm", "sh", "-c", _MOUNT, str(inner))
    if await _may_mount(wrapped):
        aboard = Aboard(SimulatedDiscord(), folder, wrapped)
        aboard.settings["DATABASE_PATH"] = str(inner / "bot.db")
        async with running_bot(aboard):
            await aboard.start()
            ballast = aboard.mounted().with_name("ballast")
            yield Small(
                aboard, lambda: _fill(ballast), lambda size: _grow(ballast, size), ballast.unlink
            )
        return
    async with running_bot(BotProcess(SimulatedDiscord(), folder)) as fort:
        await fort.start()
        assert fort.process is not None
        pid = fort.process.pid
        yield Small(
            fort,
            lambda: _limit(pid, 0),
            lambda _: _limit(pid, 0),  # full at once: no file can be watched as it grows
            lambda: _limit(pid, resource.RLIM_INFINITY),
        )


async def _may_mount(wrapped: tuple[str, ...]) -> bool:
    if shutil.which(wrapped[0]) is None:
        return False
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*wrapped, "true", stderr=quiet)
    return await process.wait() == 0


def _fill(ballast: Path) -> None:
    """To the last block."""
    try:
        with ballast.open("wb", buffering=0) as file:
            while file.write(bytes(_BLOCK)):
                pass
    except OSError:
        return


def _grow(ballast: Path, size: int) -> bool:
    """Make the ballast longer; False if there is not room for all of them."""
    try:
        with ballast.open("ab", buffering=0) as file:
            return file.write(bytes(size)) == size
    except OSError:
        return False


def _limit(pid: int, most: int) -> bool:
    """No file of the process may become longer; False, as there is no room for more."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    return False


# -- a foreign lock


async def _locked(size: Size) -> list[Figure]:
    """Two people at two tables click while the file is held."""
    async with running_bot(BotProcess(SimulatedDiscord(), size.folder)) as fort:
        people = Players(fort, Random(size.seed))
        await fort.start()
        for channel in range(2):
            await people.open(Place(0, channel), "sochi")
        told: list[Told] = []
        again: list[float | None] = []
        most = _LOCK_TOLD * size.patience
        for seconds in (None,) if size.is_short else _LOCKS:
            told += await _while_held(people, seconds)
            again.append(await taken_again(people, size))
        late = [one.after for one in told]
        untrue = sum(one.is_stored for one in told if one.why)
        return [
            at_most("G18", "told after, under a foreign lock", _slowest(late), most),
            none("G18", "told it is not saved, and it was", untrue, len(told)),
            none("G18", "acknowledged moves lost", people.lost(), len(list(people.acts()))),
            at_most("G18", "a move is taken again after", _slowest(again), AGAIN * size.patience),
        ]


async def _while_held(people: Players, seconds: float | None) -> list[Told]:
    """Let both try while the file is held; None: for as long as one of them waits for an answer."""
    for n in range(len(people.tables)):
        await _try(people, n)
    with closing(sqlite3.connect(people.fort.database, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        held = asyncio.gather(*(_try(people, n) for n in range(len(people.tables))))
        await (held if seconds is None else asyncio.sleep(seconds))
        db.execute("ROLLBACK")
    told = await held
    await asyncio.sleep(_SETTLED)  # what was not told in time may be stored yet
    return [one._replace(is_stored=people.is_stored(one.act)) for one in told]
