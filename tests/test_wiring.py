"""The parts of a bot: built from settings, store and overrides, and idle before the start."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from discord import VoiceClient

from bot.app import BotOverrides, PreferansBot
from bot.background.reviewer import Reviewer
from bot.config.settings import Settings
from bot.discord_ui.messages.painter import Painter
from bot.fleet.coordinator import SingleProcess
from bot.model.enums import ShardRange
from bot.store import Store
from tests.support.stored import with_layout

Build = Callable[[BotOverrides], PreferansBot]


@pytest.fixture
async def build(tmp_path: Path) -> AsyncIterator[Build]:
    async with Store.session(with_layout(tmp_path / "bot.db"), 1) as store:
        yield lambda overrides: PreferansBot(Settings(), store, overrides)


async def test_nothing_runs_before_the_start(build: Build) -> None:
    before = asyncio.all_tasks()
    bot = build(BotOverrides(robot_pace=0.25))
    assert asyncio.all_tasks() == before
    assert bot.parts.driver.pace == 0.25
    assert bot.parts.painter.tables is bot.parts.tables is bot.parts.handler.services.tables


async def test_a_host_is_not_warned_of_voice(
    build: Build, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for warns in ("warn_nacl", "warn_dave"):
        monkeypatch.setattr(VoiceClient, warns, True)
    build(BotOverrides())
    assert not caplog.records


@pytest.mark.parametrize(
    ("reviews", "wanted"),
    [(True, [Painter, Reviewer]), (False, [Painter])],
)
async def test_a_commit_reaches_those_who_draw_drive_and_review(
    build: Build, monkeypatch: pytest.MonkeyPatch, reviews: bool, wanted: list[type]
) -> None:
    poked: list[type] = []
    for part in (Painter, Reviewer):
        monkeypatch.setattr(part, "poke", lambda self, game: poked.append(type(self)))
    parts = build(BotOverrides(has_reviews=reviews)).parts
    parts.tables.services.on_change(7)
    assert parts.driver.tasks.running_count() == 1
    assert poked == wanted


async def test_the_client_connects_the_shards_of_its_process(build: Build) -> None:
    fleet = SingleProcess()
    fleet.owned = ShardRange(2, 3, 8)
    bot = build(BotOverrides(fleet=fleet))
    assert (bot.shard_count, bot.shard_ids) == (8, [2, 3])
    alone = build(BotOverrides(shard_count=1))
    assert (alone.shard_count, alone.shard_ids) == (1, None)
    assert build(BotOverrides()).shard_ids is None  # Discord reports how many there are
