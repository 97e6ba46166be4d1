"""Thinking on other machines: real thinkers, the bot without them, and those who attack it."""

import asyncio
import pickle
import signal
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cli.certificates import write_certificates
from bot.config.settings import Settings, SettingsError, ThinkerSettings
from bot.engine.actions import PLAYS, Action
from bot.engine.game import to_act
from bot.engine.notation import format_action
from bot.engine.view import SeatView, build_view
from bot.model.codec_fields import ThinkerAddress, parse_thinkers
from bot.workers.code_digests import code_digest
from bot.workers.jobs import choose_move
from bot.workers.move_messages import (
    LONGEST_ANSWER,
    LONGEST_REQUEST,
    BadMessage,
    BadView,
    MoveRequest,
    Readiness,
    read_answer,
    read_request,
    read_view,
    readiness_text,
    request_text,
    view_text,
)
from bot.workers.remote_pool import NoThinker, RemotePool, ThinkerClient
from bot.workers.robot_moves import robot_move
from bot.workers.thinker import Side, run_thinker, tls_context
from tests.properties.walking import TABLES, walk
from tests.support import builders
from tests.support.thinkers import Thinkers, free_port
from tests.workers import jobs
from tests.workers.conftest import children, needs_proc, until

HERE = "127.0.0.1"
LEVEL = "club"
PATIENT = 30.0  # seconds: the first move of a process on a busy machine


def a_view() -> SeatView:
    game = builders.contract_won(builders.dealt())
    asked = to_act(game)
    assert asked is not None
    return build_view(game, asked)


# the messages -----------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_every_view_comes_back_equal(preset: str, players: int) -> None:
    for step in islice(walk(builders.rules(preset, players), 3, 3), 90):
        for seat in range(players):
            seen = build_view(step.after, seat)
            text = view_text(seen)
            assert read_view(text) == seen
            assert len(text) < LONGEST_REQUEST / 8


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", "\x80", '{"rules": 3}', "[" * 5000, pickle.dumps([1])]
)
def test_other_texts_are_no_view_and_no_message(text: str | bytes) -> None:
    with pytest.raises(BadView):
        read_view(text)
    content = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(BadMessage):
        read_request(content)
    with pytest.raises(BadMessage):
        read_answer(content, a_view())


@given(st.data())
def test_a_damaged_request_is_read_or_refused(data: st.DataObject) -> None:
    content = bytearray(request_text(MoveRequest(LEVEL, a_view(), 1 << 70, offers=True)))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    with suppress(BadMessage):
        asked = read_request(bytes(content))
        assert asked.seed >= 0


def test_only_a_legal_action_of_the_seat_is_an_answer() -> None:
    seen = a_view()
    legal = {format_action(action) for action in seen.legal}
    assert read_answer(b'{"action": "%s"}' % seen_text(seen.legal[0]), seen) == seen.legal[0]
    for text in ("play KS", "discard 7S 8S", "takeback 1", "deck 7S", "stop", "bid 99", "fly"):
        if text not in legal:
            with pytest.raises(BadMessage):
                read_answer(b'{"action": "%s"}' % text.encode(), seen)


def seen_text(action: Action) -> bytes:
    return format_action(action).encode()


# the settings -----------------------------------------------------------------------------


def test_addresses_are_read_or_refused_with_a_sentence() -> None:
    assert parse_thinkers("https://a:1, http://[::1]:2") == (
        ThinkerAddress("https", "a", 1),
        ThinkerAddress("http", "::1", 2),
    )
    for text in ("", "tcp://a:1", "http://a", "http://a:99999", "http://a:1/b", "http://a:1,"):
        with pytest.raises(ValueError, match="thinkers are written like"):
            parse_thinkers(text)


def settings(**values: str) -> Settings:
    return Settings.model_validate(values)


def test_an_open_network_without_tls_is_refused_by_name() -> None:
    assert settings(thinkers="http://127.0.0.1:8786").thinker_addresses()
    with pytest.raises(SettingsError, match="everybody on the way could read the hands"):
        settings(thinkers="http://10.0.0.5:8786").thinker_addresses()
    private = settings(thinkers="http://10.0.0.5:8786", thinkers_private_network="yes")
    assert private.thinker_addresses()
    with pytest.raises(SettingsError, match="needs THINKERS_TLS"):
        settings(thinkers="https://10.0.0.5:8786").thinker_addresses()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.5", "thinker"])  # noqa: S104
def test_a_thinker_listens_openly_only_if_told(host: str) -> None:
    with pytest.raises(SettingsError, match="would answer everybody who reaches it"):
        ThinkerSettings().require_safe_address(host)
    ThinkerSettings(thinkers_private_network=True).require_safe_address(host)
    ThinkerSettings(thinkers_tls=Path("tls")).require_safe_address(host)
    ThinkerSettings().require_safe_address("127.0.0.1")


def test_a_thinker_reads_nothing_of_the_bots_settings_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("WORKERS=7\nDISCORD_TOKEN=a.b.c\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKERS", raising=False)
    found = ThinkerSettings.load()
    assert found.workers == 2
    assert "a.b.c" not in repr(found)


# attacks ----------------------------------------------------------------------------------

Attack = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def answering(body: bytes) -> Attack:
    async def attack(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()

    return attack


async def endless_body(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    while not writer.is_closing():
        writer.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        await writer.drain()


async def endless_head(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while not writer.is_closing():
        writer.write(b"X-More: " + b"x" * 4000 + b"\r\n")
        await writer.drain()


async def silence(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    await reader.read()


async def drip(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Content-Length: 200\r\n\r\n")
    while not writer.is_closing():
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.05)


async def elsewhere(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n"
    )
    await writer.drain()


class Exploit:
    """A value whose unpickling would run a function here."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (pytest.fail, ("the bot has unpickled what a thinker sent",))


ANOTHERS_CARD = next(seen_text(play) for play in PLAYS if play.card not in a_view().hand)
ATTACKS: dict[str, tuple[Attack, bool]] = {  # the attack, and whether an answer is dropped
    "pickle": (answering(pickle.dumps(Exploit())), True),
    "garbage": (answering(b"\x00\xff" * 100), True),
    "not the schema": (answering(b'{"action": 7}'), True),
    "another key": (answering(b'{"action": "pass", "run": "rm"}'), True),
    "illegal": (answering(b'{"action": "%s"}' % ANOTHERS_CARD), True),
    "of the table": (answering(b'{"action": "stop"}'), True),
    "huge": (answering(b" " * 50_000_000), True),
    "just too long": (answering(b" " * (LONGEST_ANSWER + 1)), True),
    "endless body": (endless_body, True),
    "endless head": (endless_head, False),
    "silence": (silence, False),
    "drip": (drip, False),
    "elsewhere": (elsewhere, False),
}


@asynccontextmanager
async def attacker(attack: Attack, requests: list[bytes] | None = None) -> AsyncIterator[int]:
    """Serve a thinker that says it is ready and then attacks; yield its port.

    ``requests`` gets the method of each request.
    """

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                while (await reader.readline()).strip():
                    pass
                if requests is not None:
                    requests.append(line.split()[0])
                if line.startswith(b"GET"):
                    body = readiness_text(Readiness(code_digest(), 4))
                    writer.write(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)
                    await writer.drain()
                else:
                    await attack(reader, writer)
                    return
        except (ConnectionError, ValueError, asyncio.CancelledError):
            return  # the last at the end of the test: asyncio would log it
        finally:
            writer.close()

    server = await asyncio.start_server(serve, HERE, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@pytest.mark.sampled(suite=3)
@pytest.mark.process
@pytest.mark.parametrize("name", ATTACKS)
async def test_an_attacker_makes_the_robots_slow_at_most(name: str) -> None:
    attack, is_dropped = ATTACKS[name]
    dropped: list[str] = []
    async with attacker(attack) as port:
        address = ThinkerAddress("http", HERE, port)
        pool = RemotePool([address], count=1, on_bad_answer=lambda: dropped.append(name))
        await pool.warm()
        assert pool.thinking_processes == 4
        seen = a_view()
        assert await robot_move(pool, LEVEL, seen, 7) in seen.legal  # made on this machine
        assert pool.moves_made == 0
        assert bool(dropped) is is_dropped
        await pool.stop()


def client_of(*ports: int) -> ThinkerClient:
    return ThinkerClient([ThinkerAddress("http", HERE, port) for port in ports], None, lambda: None)


async def test_a_hung_thinker_costs_the_time_of_one_move() -> None:
    """No second thinker is asked for that move, and the hung one for no other."""
    requests: list[bytes] = []
    async with attacker(silence, requests) as one, attacker(silence, requests) as two:
        client = client_of(one, two)
        await client.start()
        await until(lambda: client.processes == 8)
        with pytest.raises(NoThinker):
            await client.move(MoveRequest(LEVEL, a_view(), 7, offers=False), 0.1)
        assert requests.count(b"POST") == 1
        assert client.processes == 4
        await client.stop()


async def test_two_starts_at_once_open_one_session() -> None:
    """A table may ask for a move while the bot still looks for its thinkers."""
    requests: list[bytes] = []
    async with attacker(silence, requests) as port:
        client = client_of(port)
        await asyncio.gather(client.start(), client.start())
        await until(lambda: client.processes == 4)
        await client.stop()
    assert requests == [b"GET"]


# real thinkers ----------------------------------------------------------------------------


def pool_of(thinkers: Thinkers) -> RemotePool:
    return RemotePool(parse_thinkers(thinkers.addresses), count=1)


@pytest.mark.process
@needs_proc
async def test_thinkers_answer_as_the_own_processes_would(thinkers: Thinkers) -> None:
    before, pool, seen = children(), pool_of(thinkers), a_view()
    await pool.warm()
    await until(lambda: pool.thinking_processes == 2)
    own = children()
    # one at a time, because a thinker gives each two seconds, those that wait for others included
    moves = [await pool.decide(PATIENT, choose_move, LEVEL, seen, seed) for seed in range(6)]
    assert moves == [choose_move(LEVEL, seen, seed) for seed in range(6)]
    assert pool.moves_made > 0
    assert await pool.run(5, jobs.double, 21) == 42  # everything else is done here
    assert len(children() - own) == 1
    await pool.stop()
    assert children() <= before
    assert not any("of spades" in thinkers.log(name) for name in thinkers.ports)


@pytest.mark.slow
@pytest.mark.process
async def test_a_thinker_of_another_version_is_left_alone(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.remote_pool.code_digest", lambda: "0" * 64)
    pool, seen = pool_of(thinkers), a_view()
    await pool.warm()
    assert pool.thinking_processes == 0
    assert await pool.decide(PATIENT, choose_move, LEVEL, seen, 3) == choose_move(LEVEL, seen, 3)
    assert pool.moves_made == 0
    await pool.stop()


@pytest.mark.slow
@pytest.mark.process
async def test_a_thinker_dies_and_comes_back(tmp_path: Path) -> None:
    with ExitStack() as stack:
        thinkers = Thinkers(tmp_path, stack, "one", "two")
        pool, seen = pool_of(thinkers), a_view()
        await pool.warm()
        await until(lambda: pool.thinking_processes == 2)
        thinkers.processes["one"].send_signal(signal.SIGKILL)
        for seed in range(4):  # another thinker repeats what the dead one was asked
            assert await pool.decide(PATIENT, choose_move, LEVEL, seen, seed) == choose_move(
                LEVEL, seen, seed
            )
        assert pool.moves_made == 4
        thinkers.processes["two"].send_signal(signal.SIGKILL)
        assert await pool.decide(PATIENT, choose_move, LEVEL, seen, 5) == choose_move(
            LEVEL, seen, 5
        )
        assert pool.moves_made == 4
        thinkers.restart("two")
        await until(lambda: pool.thinking_processes == 1, 30)
        assert await pool.decide(PATIENT, choose_move, LEVEL, seen, 6) == choose_move(
            LEVEL, seen, 6
        )
        assert pool.moves_made == 5
        await pool.stop()


@pytest.mark.slow
@pytest.mark.process
async def test_nobody_is_there() -> None:
    pool, seen = RemotePool([ThinkerAddress("http", HERE, 9)], count=1), a_view()
    await pool.warm()
    assert await pool.decide(PATIENT, choose_move, LEVEL, seen, 5) == choose_move(LEVEL, seen, 5)
    assert pool.moves_made == 0
    await pool.stop()


# TLS --------------------------------------------------------------------------------------


@asynccontextmanager
async def thinking(tls: ssl.SSLContext) -> AsyncIterator[int]:
    """Run a thinker in this process; yield its port once it listens."""
    port = free_port()
    serving = asyncio.create_task(run_thinker(HERE, port, 1, tls))
    try:
        await listening(port)
        yield port
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


async def listening(port: int) -> None:
    async with asyncio.timeout(60):
        while True:
            with suppress(ConnectionError):
                _, writer = await asyncio.open_connection(HERE, port)
                writer.close()
                return
            await asyncio.sleep(0.05)


async def has_answered(port: int, tls: ssl.SSLContext | None, scheme: str = "https") -> bool:
    """Return whether a thinker makes moves for a bot with these certificates."""
    pool = RemotePool([ThinkerAddress(scheme, HERE, port)], tls, count=1)
    await pool.warm()
    is_found = pool.thinking_processes > 0
    while is_found and not pool.moves_made:  # on a busy machine the first moves may be late
        await pool.decide(PATIENT, choose_move, LEVEL, a_view(), 7)
        await asyncio.sleep(0.1)
    await pool.stop()
    return pool.moves_made > 0


@pytest.mark.slow
@pytest.mark.process
async def test_both_sides_show_a_certificate_of_one_authority(tmp_path: Path) -> None:
    for name in ("own", "others"):
        write_certificates(tmp_path / name, [HERE])
    own, others = tmp_path / "own", tmp_path / "others"
    assert all(file.stat().st_mode & 0o077 == 0 for file in own.iterdir())
    async with thinking(tls_context(own, Side.THINKER)) as port:
        assert await has_answered(port, tls_context(own, Side.BOT))
        assert not await has_answered(port, tls_context(others, Side.BOT))
        assert not await has_answered(port, ssl.create_default_context(cafile=own / "ca.pem"))
        assert not await has_answered(port, None, "http")


@pytest.mark.slow
@pytest.mark.process
async def test_a_certificate_of_another_name_is_refused(tmp_path: Path) -> None:
    write_certificates(tmp_path, ["somewhere.example"])
    async with thinking(tls_context(tmp_path, Side.THINKER)) as port:
        assert not await has_answered(port, tls_context(tmp_path, Side.BOT))


def test_certificates_overwrite_nothing(tmp_path: Path) -> None:
    write_certificates(tmp_path, [HERE])
    with pytest.raises(FileExistsError):
        write_certificates(tmp_path, [HERE])
