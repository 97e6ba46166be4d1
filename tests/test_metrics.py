"""PrometheusMetrics: the counted events, their labels, and access to the page."""

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from prometheus_client.parser import text_string_to_metric_families

from bot.model.enums import Status
from bot.model.settings import GuildSettings
from bot.model.values import replace
from bot.monitoring import (
    LOOPBACK,
    MonitoredBot,
    MonitoringEndpoint,
    serve_monitoring,
)
from bot.monitoring.prometheus import PrometheusMetrics
from bot.store import StaleVersion, Store
from bot.store.admin.host_commands import BackupFolder, save_rotating
from bot.workers import TooSlow, WorkerPool
from tests.store.making import append, line, new_game
from tests.support.stored import with_layout
from tests.workers import jobs

NOW = 1767225600


def value(metrics: PrometheusMetrics, name: str, **labels: str) -> float:
    """Return the value of a sample; 0 if it was never touched."""
    return metrics.registry.get_sample_value(f"preferans_{name}", labels) or 0.0


@pytest.fixture
def metrics() -> PrometheusMetrics:
    return PrometheusMetrics(lambda: NOW)


@pytest.fixture
async def store(tmp_path: Path, metrics: PrometheusMetrics) -> AsyncIterator[Store]:
    async with Store.session(
        with_layout(tmp_path / "bot.db"), NOW, metrics.measure_commit
    ) as opened:
        yield opened


async def asked(port: int, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{LOOPBACK}:{port}{path}") as answer,
    ):
        return answer.status, await answer.text()


def watched(store: Store, metrics: PrometheusMetrics, *, connected: bool = True) -> MonitoredBot:
    return MonitoredBot(lambda: connected, store, WorkerPool(1), metrics, lambda: NOW, lambda: 7)


# -- the counted events


async def test_transactions(store: Store, metrics: PrometheusMetrics) -> None:
    before = value(metrics, "commit_seconds_count")
    await store.preferences.set_guild(GuildSettings(1))
    assert value(metrics, "commit_seconds_count") == before + 1
    assert metrics.last_commit == value(metrics, "last_commit_timestamp_seconds") == NOW


async def test_a_refused_change_is_no_failed_transaction(
    store: Store, metrics: PrometheusMetrics
) -> None:
    game = await new_game(store)
    with pytest.raises(StaleVersion):
        await append(store, game, line(7))
    assert value(metrics, "commit_failures_total") == 0


async def test_a_transaction_in_vain(store: Store, metrics: PrometheusMetrics) -> None:
    await store.game_queries._rows("PRAGMA query_only = ON")
    async with serve_monitoring(0, MonitoringEndpoint(watched(store, metrics))) as port:
        status, said = await asked(port, "/health")
        assert status == 503
        assert '"store": false' in said
        assert value(metrics, "commit_failures_total") == 1
        await store.game_queries._rows("PRAGMA query_only = OFF")
        status, said = await asked(port, "/health")
        assert (status, '"ready": true' in said) == (200, True)


def test_a_person_has_no_number_here(metrics: PrometheusMetrics) -> None:
    for by in ("123456789012345678", "table", "robot", "clock", "42"):
        metrics.count_line(by)
    assert value(metrics, "acts_total", by="person") == 2
    assert value(metrics, "acts_total", by="robot") == 1
    assert b"123456789012345678" not in metrics.prometheus_text({}, {}, 0)


@pytest.mark.process
async def test_thoughts(metrics: PrometheusMetrics) -> None:
    workers = WorkerPool(1, metrics.measure_job)
    try:
        assert await workers.decide(20, jobs.double, 4) == 8
        with pytest.raises(TooSlow):
            await workers.run(0.2, jobs.forever)
    finally:
        await workers.stop()
    assert value(metrics, "thought_seconds_count", kind="decision") == 1
    assert value(metrics, "thought_failures_total", kind="decision") == 0
    assert value(metrics, "thought_failures_total", kind="question") == 1


async def test_requests_by_how_they_ended(metrics: PrometheusMetrics) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["status"]))

    app = web.Application()
    app.router.add_get("/{status}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, LOOPBACK, 0).start()
    home = f"http://{LOOPBACK}:{runner.addresses[0][1]}"
    async with aiohttp.ClientSession(trace_configs=[metrics.request_tracer()]) as session:
        for status in (200, 204, 429, 404, 400, 503, 500):
            async with session.get(f"{home}/{status}"):
                pass
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(home)
    outcomes = {"ok": 2, "429": 1, "404": 1, "4xx": 1, "5xx": 2, "unreachable": 1}
    for outcome, times in outcomes.items():
        assert value(metrics, "discord_requests_total", outcome=outcome) == times, outcome


# -- access


async def test_health_before_discord(store: Store, metrics: PrometheusMetrics) -> None:
    async with serve_monitoring(
        0, MonitoringEndpoint(watched(store, metrics, connected=False))
    ) as port:
        status, said = await asked(port, "/health")
    assert status == 503
    assert '"gateway": false, "store": true' in said


async def test_health_of_a_closed_store(store: Store, metrics: PrometheusMetrics) -> None:
    async with serve_monitoring(0, MonitoringEndpoint(watched(store, metrics))) as port:
        await store.close()
        assert (await asked(port, "/health"))[0] == 503
        status, text = await asked(port, "/metrics")
    assert status == 200
    assert "preferans_tables{" not in text


async def test_tables_by_status(store: Store, metrics: PrometheusMetrics) -> None:
    await new_game(store)
    await new_game(store)
    assert await store.game_queries.count_open() == {Status.LOBBY: 2}
    async with serve_monitoring(0, MonitoringEndpoint(watched(store, metrics))) as port:
        _, text = await asked(port, "/metrics")
    found = {family.name: family for family in text_string_to_metric_families(text)}
    tables = {one.labels["status"]: one.value for one in found["preferans_tables"].samples}
    assert tables == {"lobby": 2, "playing": 0, "paused": 0, "frozen": 0}
    kinds = {one.labels["kind"] for one in found["preferans_thoughts_waiting"].samples}
    assert kinds == {"picture", "decision", "question", "comparison"}
    assert [one.value for one in found["preferans_requests_waiting"].samples] == [7]
    assert "process_resident_memory_bytes" in found


async def test_only_this_machine_can_ask(store: Store, metrics: PrometheusMetrics) -> None:
    async with serve_monitoring(0, MonitoringEndpoint(watched(store, metrics))) as port:
        with socket.socket() as another:  # the port is taken on the loopback and nowhere else
            another.bind(("127.0.0.2", port))


async def test_a_taken_port_is_an_error_of_the_start(
    store: Store, metrics: PrometheusMetrics
) -> None:
    with socket.create_server((LOOPBACK, 0)) as taken, pytest.raises(OSError, match="in use"):
        async with serve_monitoring(
            taken.getsockname()[1], MonitoringEndpoint(watched(store, metrics))
        ):
            pass


async def test_the_loop_is_listened_to_while_somebody_may_ask(
    store: Store, metrics: PrometheusMetrics
) -> None:
    async with serve_monitoring(0, MonitoringEndpoint(watched(store, metrics))):
        async with asyncio.timeout(60):
            while not value(metrics, "loop_lag_seconds_count"):  # noqa: ASYNC110  it tells nobody
                await asyncio.sleep(0.05)
    assert not [task for task in asyncio.all_tasks() if "_listen_to" in str(task.get_coro())]


async def test_who_stands_by_is_well_and_not_ready(store: Store) -> None:
    window, metrics = MonitoringEndpoint(), PrometheusMetrics()
    async with serve_monitoring(0, window) as port:
        assert await asked(port, "/health") == (200, '{"ready": false, "standby": true}')
        assert await asked(port, "/metrics") == (200, "")
        window.monitored = watched(store, metrics)
        assert '"ready": true' in (await asked(port, "/health"))[1]


async def test_a_missing_backup(store: Store, metrics: PrometheusMetrics, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    bot = replace(watched(store, metrics), backups=BackupFolder(folder, 26))
    await bot.prometheus()
    assert value(metrics, "backup_missing") == 1
    save_rotating(tmp_path / "bot.db", folder, 9, NOW - 3600)
    await bot.prometheus()
    assert value(metrics, "backup_missing") == 0
    assert value(metrics, "last_backup_timestamp_seconds") == NOW - 3600
