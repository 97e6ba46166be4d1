"""Events that cannot be read, and closes of the gateway that mean: do not come back."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
import yarl

from bot.app import BotOverrides, DiscordRefused, PreferansBot
from bot.app.discord_session import run_on_discord
from bot.config.settings import Settings
from bot.monitoring.prometheus import PrometheusMetrics
from bot.store import Store
from tests.conftest import Errors
from tests.support.gateway import APPLICATION, Loopback

pytestmark = pytest.mark.slow
TOKEN = base64.b64encode(APPLICATION.encode()).decode().rstrip("=") + ".x.y"
HELP = {"id": "1", "name": "pref", "type": 1, "options": [{"name": "help", "type": 1}]}


@asynccontextmanager
async def connected(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Loopback, PreferansBot, asyncio.Task[None]]]:
    """Run a bot against a Discord on the loopback."""
    world = Loopback()
    runner = await world.start()
    address = f"http://127.0.0.1:{world.port}/api/v10"
    monkeypatch.setattr(discord.http.Route, "BASE", address)
    gateway = yarl.URL(f"ws://127.0.0.1:{world.port}/gateway")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    path = folder / "bot.db"
    settings = Settings(database_path=path, card_emojis=False)
    around = BotOverrides(
        start_workers_eagerly=False, has_reviews=False, metrics=PrometheusMetrics()
    )
    async with Store.session(path, 1) as store, PreferansBot(settings, store, around) as bot:
        bot._connection.guild_ready_timeout = 0.1  # it waits 2 s for a guild after the last one
        running = asyncio.create_task(run_on_discord(bot, TOKEN))
        async with asyncio.timeout(30):
            await world.connected.wait()
            await bot.wait_until_ready()
        try:
            yield world, bot, running
        finally:
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)
            await runner.cleanup()


async def test_an_event_that_cannot_be_read_costs_that_event_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged_errors: Errors
) -> None:
    async with connected(tmp_path, monkeypatch) as (world, bot, running):
        events = sorted(set(bot._connection.parsers) - {"READY", "RESUMED"})
        assert "INTERACTION_CREATE" in events
        for event in events:
            logged_errors.expect(f"an event {event} cannot be read")
        for data in ({}, None, {"id": "1", "guild_id": "2", "user": 3}):
            for event in events:
                await world.send_event(event, data)
        answer = await world.interact("555", 2, HELP)
        assert answer["message"]["components"]
        assert not running.done()
        text = bot.overrides.metrics.prometheus_text({}, {}, 0).decode()
        assert 'preferans_unreadable_events_total{event="INTERACTION_CREATE"} 3.0' in text
    assert all("555" not in record.getMessage() for record in logged_errors.records)


async def test_the_log_names_the_fields_and_none_of_their_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged_errors: Errors
) -> None:
    logged_errors.expect("an event INTERACTION_CREATE cannot be read (KeyError)")
    async with connected(tmp_path, monkeypatch) as (world, _, _):
        for _ in range(2):
            await world.send_event("INTERACTION_CREATE", {"id": "1", "token": "secret"})
        await world.interact("555", 2, HELP)
        (record,) = logged_errors.records
        assert record.getMessage().endswith("it has id, token")
        assert record.exc_info is None


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        (4004, "make a new one"),
        (4010, "SHARDS"),
        (4011, "SHARDS"),
        (4012, "newer version"),
        (4013, "newer version"),
        (4014, "page Bot"),
    ],
)
async def test_a_close_that_no_reconnection_mends_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, advice: str
) -> None:
    async with connected(tmp_path, monkeypatch) as (world, _, running):
        await world.hang_up(code)
        with pytest.raises(DiscordRefused) as caught:
            await asyncio.wait_for(running, 20)
        said = str(caught.value)
        assert advice in said
        assert said.endswith(".")
