"""The real process on a real socket: in service, and killed with SIGKILL in the middle of play."""

import asyncio
import signal
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.support.bot_starts import StartedBot, start_bot
from tests.support.gateway import Loopback, foreign_server, private_messages
from tests.support.referee import faults, walk
from tests.support.stored import rewritten
from tests.workers.conftest import children, is_running, until

REPOSITORY = Path(__file__).resolve().parents[2]
CHILD = Path(__file__).with_name("wire_child.py")
ANA, BORIS = "555", "556"
OPEN = {"id": "1", "name": "table", "type": 1, "options": [{"name": "open", "type": 1}]}
CARDS = "SELECT count(*) >= 2 FROM line WHERE game_id = 3 AND text LIKE 'play%'"
LINES = "SELECT version, seat, text FROM line WHERE game_id = 3 ORDER BY version"
DEALS = "SELECT count(*) FROM deal WHERE game_id = 3"
PAINTED = (
    "SELECT message_id IS NOT NULL AND painted = version AND painted_revision = revision FROM game"
    " WHERE game_id = "
)

pytestmark = [pytest.mark.slow, pytest.mark.process]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Wire:
    """The loopback, the file, and the current process."""

    def __init__(self, world: Loopback, database: Path, *, warms: bool = True) -> None:
        self.world, self.database, self.warms = world, database, warms
        self.log = database.with_suffix(".log")
        self.watched = free_port()
        self.process: StartedBot | None = None

    async def start(self) -> None:
        self.world.connected.clear()
        with self.log.open("ab") as log:
            self.process = await start_bot(
                CHILD,
                *(str(self.world.port), str(self.database), str(self.watched)),
                env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin"},
                folder=self.database.parent,
                output=log,
                warms=self.warms,
            )
        try:
            await asyncio.wait_for(self.world.connected.wait(), 60)
        except TimeoutError:
            raise AssertionError(self.log.read_text()) from None

    async def kill(self) -> None:
        """Kill the process with its workers."""
        assert self.process is not None
        workers = children(self.process.pid)
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        await until(lambda: not any(map(is_running, workers)))

    def read(self, sql: str) -> list[Any]:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
            return db.execute(sql).fetchall()

    async def until(self, sql: str) -> None:
        """Wait until a query gives a true value."""
        for _ in range(2400):
            if self.read(sql)[0][0]:
                return
            await asyncio.sleep(0.025)
        raise AssertionError(sql)

    async def table(self, game: int) -> dict[str, Any]:
        """Return the public message of a game, drawn."""
        await self.until(f"{PAINTED}{game}")
        ((message,),) = self.read(f"SELECT message_id FROM game WHERE game_id = {game}")  # noqa: S608
        return self.world.messages[str(message)]


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    world = Loopback()
    runner = await world.start()
    running = Wire(world, tmp_path / "bot.db", warms=False)
    try:
        await running.start()
        yield running
    finally:
        if running.process is not None and running.process.returncode is None:
            await running.kill()
        await runner.cleanup()


def ids(message: dict[str, Any]) -> dict[str, str]:
    """Return every enabled button: its meaning -> its id."""
    return {
        part["custom_id"].split(":", 4)[4]: part["custom_id"]
        for part in walk(message["components"])
        if part["type"] == 2 and not part.get("disabled")
    }


def next_move(found: dict[str, str]) -> str | None:
    """Return any move that will do: pass, the lowest card offered, two cards away."""
    for start in ("whist", "pass", "play ", "discard ", "declare ", "open", "refuse", "pick "):
        if fitting := sorted(name for name in found if name.startswith(start)):
            return found[fitting[0]]
    return None


OWN = ("SELECT count(*) FROM guild", "SELECT count(*) FROM etude WHERE guild_id <> 0")


async def look(wire: Wire, game: int) -> dict[str, Any]:
    """Press "My hand" under the table; after a deal that was passed out, deal again first."""
    table = await wire.table(game)
    while "hand" not in ids(table):
        await wire.world.click(ANA, table, ids(table)["next"])
        table = await wire.table(game)
    hand: dict[str, Any] = (await wire.world.click(ANA, table, ids(table)["hand"]))["message"]
    return hand


async def play(wire: Wire, game: int, hand: dict[str, Any], true: str) -> dict[str, Any]:
    """Click in the hand until a query is true; return the hand as it stands then."""
    for _ in range(400):
        if wire.read(true)[0][0]:
            return hand
        custom_id = next_move(ids(hand))
        if custom_id is None:
            await asyncio.sleep(0.05)
            hand = await look(wire, game)
            continue
        await wire.world.click(ANA, hand, custom_id)
    raise AssertionError(f"{true}: {ids(hand)}")


async def begin(wire: Wire, game: int, user: str) -> int:
    """Play with two robots, until the first deal is on the table; return the lobby's message."""
    world = wire.world
    await world.interact(user, 2, OPEN)
    lobby = await wire.table(game)
    for press in ("robot", "robot", "start"):
        table = await wire.table(game)
        await world.click(user, table, ids(table)[press])
    await wire.until(f"SELECT shows LIKE 'deal%' FROM game WHERE game_id = {game}")  # noqa: S608
    return int(lobby["id"])


async def test_in_service(wire: Wire) -> None:
    """A process says whether it is ready, and serves the command that goes with its user.

    A problem is begun and its solution asked for; no row is about a server.
    """
    assert '"ready": true' in await until_said(wire, 200)
    _, text = await ask(wire, "/metrics")
    assert 'preferans_discord_requests_total{outcome="ok"}' in text
    assert "preferans_commit_seconds_count" in text
    for user, place in (ANA, foreign_server), (BORIS, private_messages):
        await solve_a_problem(wire, user, place)
    assert [wire.read(sql)[0][0] for sql in OWN] == [0, 0]
    assert wire.read("SELECT count(*) FROM etude") == [(2,)]
    assert wire.read("SELECT count(*) FROM person WHERE name <> ''") == [(0,)]
    assert [fault for request in wire.world.requests for fault in faults(request)] == []
    assert "Traceback" not in wire.log.read_text()
    wire.world.is_away = True  # or the bot is back before the query
    await wire.world.hang_up()
    assert '"gateway": false' in await until_said(wire, 503)
    wire.world.is_away = False
    assert '"ready": true' in await until_said(wire, 200)


async def solve_a_problem(wire: Wire, user: str, place: Callable[[str], dict[str, Any]]) -> None:
    world = wire.world
    solve = {"name": "solve", "type": 1, "options": [{"name": "grade", "type": 3, "value": "easy"}]}
    command = {"id": "1", "name": "problem", "type": 1, "options": [solve]}
    shown = (await world.interact(user, 2, command, place=place(user)))["message"]
    ask = next(name for name in ids(shown) if name.startswith("etude solution"))
    click = {"custom_id": ids(shown)[ask], "component_type": 2}
    asked = (await world.interact(user, 3, click, shown, place(user)))["message"]
    assert f"{ask} yes" in ids(asked)


async def ask(wire: Wire, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{wire.watched}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def until_said(wire: Wire, status: int) -> str:
    """Return the answer of /health once it has that status."""
    for _ in range(1_200):
        found, said = await ask(wire, "/health")
        if found == status:
            return said
        await asyncio.sleep(0.05)
    raise AssertionError(status)


async def test_sigkill_in_the_middle_of_a_trick_and_between_posts_and_their_notes(
    wire: Wire,
) -> None:
    """Killed once, with four tables; the file is put back to where a moment earlier left it.

    The first is a lobby that is posted and not noted, in a channel with another lobby, the fourth:
    the ids of its buttons identify it. Of the second the message of the deal is posted and not
    noted: none is posted again, and this one is redrawn. At the third a trick is under way, and
    its board is as if it had not been drawn.
    """
    world = wire.world
    await world.interact(ANA, 2, OPEN)
    posted_lobby = await wire.table(1)
    old_lobby = await begin(wire, 2, BORIS)
    posted_deal = await wire.table(2)
    await begin(wire, 3, ANA)
    hand = await play(wire, 3, await look(wire, 3), CARDS)
    await world.interact(BORIS, 2, OPEN)
    for game in (3, 4):
        await wire.table(game)
    await wire.kill()
    lines = wire.read(LINES)
    unnoted = "message_id = NULL, shows = '', painted = -1, painted_revision = -1"
    await rewritten(
        wire.database,
        f"UPDATE game SET {unnoted} WHERE game_id = 1",  # noqa: S608
        f"UPDATE game SET message_id = {old_lobby}, shows = 'lobby', painted = -1"  # noqa: S608
        " WHERE game_id = 2",
        "UPDATE game SET painted = painted - 1 WHERE game_id = 3",
    )
    posted, before = list(world.messages), len(world.requests)
    posted_lobby["components"][0]["accent_color"] = 0
    posted_deal["components"] = []  # an earlier state of the table may have been drawn
    await wire.start()
    for game, message in (1, posted_lobby), (2, posted_deal):
        assert (await wire.table(game))["id"] == message["id"]
    await until(lambda: posted_lobby["components"][0]["accent_color"] != 0)
    await until(lambda: bool(posted_deal["components"]))
    table = await wire.table(3)
    paths = [(method, path) for method, path, _ in world.requests[before:]]
    assert any(
        method == "PATCH" and path.endswith(f"messages/{table['id']}") for method, path in paths
    )
    assert not [path for _, path in paths if path.endswith("/commands")]
    assert list(world.messages) == posted
    assert wire.read(LINES)[: len(lines)] == lines
    ((deals,),) = wire.read(DEALS)
    await play(wire, 3, hand, f"SELECT ({DEALS}) > {deals}")
    versions = [version for version, _, _ in wire.read(LINES)]
    assert versions == list(range(len(versions)))
    assert [fault for request in world.requests for fault in faults(request)] == []
    assert "Traceback" not in wire.log.read_text()
    ((counted,),) = wire.read("SELECT value FROM setting WHERE key = 'connections'")
    assert counted.endswith(" 2")
