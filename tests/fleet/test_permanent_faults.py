"""Permanent database faults end a process by name; it waits while the database is only away."""

import asyncio
import ssl
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from bot.cli.doctor import Severity, check_shards
from bot.config.database_url import UnrecoverableError, unrecoverable_errors
from bot.config.settings import Settings
from bot.fleet.leases import hold_lease
from bot.fleet.schema import SHARD
from bot.model.enums import ShardRange
from bot.store import FileFault, Store, StoreError
from tests.conftest import Errors
from tests.support.pooling_proxy import pooling_proxy_to
from tests.support.postgres import order
from tests.support.silent_proxy import silent_proxy_to
from tools.fleet.processes import launched
from tools.siege.discord_server import SimulatedDiscord

pytestmark = pytest.mark.process

LOW = ShardRange(0, 1, 4)
PATIENCE = 60.0  # seconds
_CUT = (  # a name that no lease has
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'mortal' AND pid NOT IN"  # noqa: S608
    f" (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = {SHARD}::oid)"
)
_END = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{}'"


async def end(url: str) -> str:
    """Return the reason why no process can get a lease there, open a store, or ask the doctor."""
    with pytest.raises(UnrecoverableError) as hopeless:
        async with asyncio.timeout(PATIENCE), hold_lease(url, LOW):
            raise AssertionError
    why = str(hopeless.value)
    with pytest.raises(StoreError, match="put its address right") as refused:
        await Store.connect(url)
    assert refused.value.reason is FileFault.ASTRAY
    settings = Settings.model_validate({"database_url": url})
    verdict = await check_shards(settings)
    assert verdict.severity is Severity.FAIL
    for said in (why, str(refused.value), verdict.message):
        assert "hunter2" not in said
        assert why in said
    return why


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("nonsense=1", 'unrecognized configuration parameter "nonsense"'),
        ("shared_buffers=1MB", 'parameter "shared_buffers" cannot be changed'),
        ("work_mem=much", 'invalid value for parameter "work_mem"'),
        ("user=nobody", 'role "nobody" does not exist'),
        ("sslmode=sometimes", "`sslmode` parameter must be one of"),
        ("port=1,2,3", "could not match 3 port numbers to 1 hosts"),
    ],
)
async def test_a_word_behind_the_question_mark(url: str, more: str, why: str) -> None:
    plain = url.replace("postgres@/", "/") if more.startswith("user") else url
    assert why in await end(f"{plain}&password=hunter2&{more}")


@pytest.mark.parametrize("name", ["sslrootcert", "sslcert"])
async def test_a_file_that_is_not_there(url: str, tmp_path: Path, name: str) -> None:
    """Also when the file was there as the process started."""
    missing = tmp_path / "ca.crt"
    async with silent_proxy_to(url) as proxy:
        address = proxy.url.replace("sslmode=disable", f"sslmode=require&{name}={missing}")
        assert await end(address) == (
            f"{name} names {missing}, which cannot be read (No such file or directory)"
        )
        missing.write_text("no certificate")
        assert "TLS fails" in await end(address)


async def test_a_database_that_is_not_there(url: str) -> None:
    assert 'database "nothing_' in await end(url.replace("games_", "nothing_"))


@pytest.mark.slow
async def test_what_becomes_hopeless_ends_a_process_that_runs(tmp_path: Path) -> None:
    """The exit code tells the host not to start it again."""
    async with launched(SimulatedDiscord(guilds=1), tmp_path) as yard:
        (ship,) = yard.ships
        name = urlsplit(yard.url).path.removeprefix("/")
        await order(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", _END.format(name))
        await order(f"ALTER DATABASE {name} RENAME TO elsewhere")
        try:
            assert await asyncio.wait_for(ship.process.wait(), PATIENCE) == 2
        finally:
            await order(f"ALTER DATABASE elsewhere RENAME TO {name}")
        said = yard.log.read_text().splitlines()[-1]
        assert f'cannot be reached like this (database "{name}" does not exist)' in said
        assert yard.tracebacks() == 0


async def test_a_lease_without_a_store_is_given_up(url: str, logged_errors: Errors) -> None:
    """Its row stands, but no other lease can be had: a process that asks again gets the reason."""
    logged_errors.expect("no longer this process's")
    await order("CREATE ROLE mortal SUPERUSER LOGIN")
    mine = url.replace("postgres@", "mortal@")
    try:
        async with hold_lease(mine, LOW) as lease:
            store = await Store.connect(lease.database_url, on_permanent_loss=lease.give_up)
            await order("ALTER ROLE mortal NOLOGIN", _CUT)
            await asyncio.wait_for(lease.wait_until_lost(), PATIENCE)
            await store.close()
        assert await end(mine) == 'role "mortal" is not permitted to log in'
    finally:
        await order("DROP OWNED BY mortal", "DROP ROLE mortal", url=url)


async def test_a_server_without_tls(url: str) -> None:
    async with silent_proxy_to(url) as proxy:
        address = proxy.url.replace("sslmode=disable", "sslmode=require")
        assert await end(address) == "the server speaks no TLS, and sslmode wants it"


@pytest.mark.slow
async def test_a_pooler_of_transactions(url: str) -> None:
    """No error would reveal it: locks are granted there, and mean nothing."""
    async with pooling_proxy_to(url, sessions=False) as address:
        assert "let it pool sessions" in await end(address)


async def test_a_slow_server_is_no_pooler(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An announcement arrives before the answer to a later question, however late that is."""
    monkeypatch.setattr("bot.config.database_url._NOTIFY_TIMEOUT", 0.0)
    async with hold_lease(url, LOW) as lease:
        assert lease.may_act()


async def test_a_pooler_of_sessions_is_none_to_be_noticed(url: str) -> None:
    async with pooling_proxy_to(url, sessions=True) as address, hold_lease(address, LOW) as lease:
        store = await Store.connect(lease.database_url)
        await store.preferences.set_bot_fact("said", "there")
        assert await store.preferences.bot_fact("said") == "there"
        await store.close()
        settings = Settings.model_validate({"database_url": address, "shards": "2-3/4"})
        assert (await check_shards(settings)).severity is Severity.OK


def refused_certificate() -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "no")
    error.verify_message = "certificate has expired"
    return error


@pytest.mark.parametrize(
    ("error", "is_hopeless"),
    [
        (refused_certificate(), True),
        (asyncpg.ProtocolViolationError("unsupported startup parameter: jit"), True),
        (asyncpg.InvalidSQLStatementNameError("there is no such statement"), True),
        (asyncpg.ProtocolViolationError("server login failed"), False),
        (asyncpg.CannotConnectNowError("the database system is starting up"), False),
        (asyncpg.TooManyConnectionsError("sorry, too many clients already"), False),
        (ssl.SSLEOFError(8, "EOF occurred in violation of protocol"), False),
        (FileNotFoundError(2, "No such file or directory"), False),
        (ConnectionRefusedError(111, "Connection refused"), False),
        (OSError(-2, "Name or service not known"), False),
        (TimeoutError(), False),
    ],
)
def test_what_is_only_away_is_waited_for(error: Exception, is_hopeless: bool) -> None:
    expected = pytest.raises(UnrecoverableError if is_hopeless else type(error))
    with expected, unrecoverable_errors("postgresql://bot:hunter2@host/games"):
        raise error
