"""The bot as a process of its own: started, killed, stopped and measured from outside."""

import asyncio
import os
import re
import signal
import sqlite3
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final, NamedTuple

from tests.support.bot_starts import StartedBot, start_bot
from tests.support.gateway import APPLICATION
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import REPOSITORY

CHILD: Final = Path(__file__).with_name("entry_point.py")
TOKEN: Final = b64encode(APPLICATION.encode()).decode().rstrip("=") + ".x.y"
BEHIND: Final = (
    "SELECT count(*) FROM game WHERE status <> 'void'"
    " AND (painted < version OR painted_revision < revision OR message_id IS NULL)"
)
_TRACEBACK: Final = re.compile(r'Traceback \(most recent call last\):\n(?!  File "<string>")')
_START: Final = 60.0  # seconds; a machine under load is slow, and that is measured elsewhere


class CommandResult(NamedTuple):
    """Result of a command of the bot: exit code and output."""

    code: int
    text: str


class BotProcess:
    """The world, the file, and the process of the moment."""

    def __init__(
        self,
        world: SimulatedDiscord,
        folder: Path,
        wrapped: Sequence[str] = (),
        *,
        warms: bool = True,
    ) -> None:
        self.world, self.database = world, folder / "bot.db"
        self.log = folder / "bot.log"
        self.waits = folder / "waits"  # of clicks, as the process measures them with a stopwatch
        self.wrapped = tuple(wrapped)  # the command the process is started through
        self.warms = warms  # False: in a test the workers start with their first job
        self.child = CHILD  # what is run as the process
        self.settings: dict[str, str] = {}
        self.process: StartedBot | None = None
        self._open: sqlite3.Connection | None = None

    async def start(self) -> float:
        """Seconds until READY."""
        began = time.monotonic()
        if not await self.starts():
            raise AssertionError(self.log.read_text()[-3000:])
        return time.monotonic() - began

    async def starts(self) -> bool:
        """Start the process; False if it ends before READY, or never comes to it."""
        self.world.connected.clear()
        await self.launch()
        assert self.process is not None
        ready = asyncio.create_task(self.world.connected.wait())
        ends = asyncio.create_task(self.process.wait())
        first = asyncio.FIRST_COMPLETED
        done, _ = await asyncio.wait((ready, ends), timeout=_START, return_when=first)
        ready.cancel()
        ends.cancel()
        await asyncio.gather(ready, ends, return_exceptions=True)
        return ready in done

    async def launch(self) -> None:
        """Start the process and do not wait."""
        self.process = await self._spawn("run")

    async def _spawn(self, *command: str) -> StartedBot:
        with self.log.open("ab") as log:
            return await start_bot(
                self.child,
                *(str(self.world.port), *command),
                env=self.environment(),
                folder=self.log.parent,
                output=log,
                through=self.wrapped if self.wrapped or self.child != CHILD else None,
                warms=self.warms,
            )

    def environment(self) -> Mapping[str, str]:
        return {
            "PYTHONPATH": str(REPOSITORY),
            "PATH": "/usr/bin:/bin",
            "DATABASE_PATH": str(self.database),
            "DISCORD_TOKEN": TOKEN,
            "ROBOT_PACE_SECONDS": "0",
            "ROBOT_LEVEL": "beginner",
            "WORKERS": "1",
            "SERVER_TABLES_PER_HOUR": "10000",  # an evening of a year on one server
            "CARD_EMOJIS": "false",
            "LOG_LEVEL": "WARNING",
            **self.settings,
        }

    async def command(self, *words: str) -> CommandResult:
        """``python -m bot <words>`` to its end."""
        with TemporaryFile() as output:
            process = await start_bot(
                CHILD,
                *(str(self.world.port), *words),
                env=self.environment(),
                folder=self.log.parent,
                output=output,
            )
            try:
                code = await process.wait()
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
            output.seek(0)
            return CommandResult(code, output.read().decode())

    async def kill(self) -> None:
        """SIGKILL: no goodbye."""
        await self._end(signal.SIGKILL)

    async def stop(self, within: float = 60) -> float | None:
        """SIGTERM; seconds until it was gone, None if it had to be killed."""
        began = time.monotonic()
        try:
            await asyncio.wait_for(self._end(signal.SIGTERM), within)
        except TimeoutError:
            await self.kill()
            return None
        return time.monotonic() - began

    async def _end(self, how: signal.Signals) -> None:
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(how)
        await self.process.wait()
        for session in self.world.sessions.values():
            session.socket = None

    def memory(self) -> float:
        """Resident MiB of the process, its workers not counted."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * 4096 / 2**20

    def files(self) -> int:
        """Return the number of open files and sockets of the process."""
        assert self.process is not None
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())

    async def tasks(self) -> int:
        """Return the number of tasks on its event loop, which it writes down on a signal."""
        assert self.process is not None
        told = self.log.with_name("tasks")
        told.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        for _ in range(1200):
            if told.exists() and (said := told.read_text()):
                return int(said)
            await asyncio.sleep(0.05)
        raise AssertionError("the process does not hear")

    def spent(self) -> float:
        """Seconds of a processor the process has had, its workers not counted."""
        assert self.process is not None
        return spent_by(self.process.pid)

    def starved(self) -> float:
        """Seconds in which the process, or that of its players, was ready and had no processor.

        Clicks that wait so long are the machine's: a run with much of it says nothing of the bot.
        """
        assert self.process is not None
        return starved_by(self.process.pid) + starved_by(os.getpid())

    def sleeps(self) -> int:
        """Return how often the main thread of the process has gone to sleep."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])

    def file(self) -> Path:
        """The database file to read at the moment."""
        return self.database

    def read(self, sql: str, *values: object) -> list[Any]:
        if self._open is not None:
            return self._open.execute(sql, values).fetchall()
        with closing(self._connected()) as db:
            return db.execute(sql, values).fetchall()

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Within, the file stays open: to open it costs more than most questions.

        Not while the process ends: the last to close the file cleans up behind all others.
        """
        with closing(self._connected()) as self._open:
            try:
                yield
            finally:
                self._open = None

    def _connected(self) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{self.file()}?mode=ro", uri=True, timeout=10)

    async def shown(self, within: float) -> float | None:
        """Seconds until every table is drawn as it is stored, as the bot notes it; None: never."""
        began = time.monotonic()
        while time.monotonic() < began + within:
            if self.read(BEHIND)[0][0] == 0:
                return time.monotonic() - began
            await asyncio.sleep(0.05)
        return None

    def tracebacks(self) -> int:
        """Count the bot's tracebacks; a worker whose bot was killed may die as it likes."""
        return len(_TRACEBACK.findall(self.log.read_text(errors="replace")))


@asynccontextmanager
async def running_bot(fort: BotProcess) -> AsyncIterator[BotProcess]:
    """Its world is there; the process, if one was started, is gone at the end."""
    runner = await fort.world.start()
    try:
        yield fort
    finally:
        if fort.process is not None and fort.process.returncode is None:
            await fort.kill()
        await runner.cleanup()


def spent_by(pid: int) -> float:
    """Seconds of a processor the process has had."""
    rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(rest[11]) + int(rest[12])) / os.sysconf("SC_CLK_TCK")


def starved_by(pid: int) -> float:
    """Seconds in which the main thread of the process waited for a processor."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def children_of(pid: int) -> list[int]:
    """Return the processes it has started, from whichever of its threads, and those they started.

    The workers are forks of a process that the bot has started.
    """
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    own = [int(child) for task in tasks for child in _text_of(task).split()]
    return [*own, *(child for other in own for child in children_of(other))]


def _text_of(file: Path) -> str:
    """Return the text of a file of a process; "" if it has just ended."""
    try:
        return file.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def send(pid: int, what: signal.Signals) -> bool:
    """Send a signal; False if the process has just ended."""
    try:
        os.kill(pid, what)
    except ProcessLookupError:
        return False
    return True
