"""Features: each is registered once, with its handlers, its commands and its background work."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import features
from bot.features import FEATURES, features_running
from bot.features.feature import Feature
from bot.model.enums import ALL_SHARDS, ShardRange
from bot.store import Store
from tests.support.stored import with_layout

FOLDER = Path(features.__file__).parent


def test_every_package_is_registered() -> None:
    packages = [path.parent.name for path in FOLDER.glob("*/__init__.py")]
    assert sorted(packages) == [
        *("daily", "deals", "fair_play", "judging", "leagues", "lessons", "problems", "rankings"),
        "recaps",
    ]
    registered = [getattr(getattr(features, name), name.upper()) for name in packages]
    assert sorted(map(id, FEATURES)) == sorted(map(id, registered))


async def test_background_work_runs_during_the_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[str | ShardRange] = []

    @asynccontextmanager
    async def work(store: Store, owned: ShardRange) -> AsyncIterator[None]:
        events.append(owned)
        yield
        events.append("stopped")

    monkeypatch.setattr(features, "FEATURES", (Feature(), Feature(background=work)))
    async with Store.session(with_layout(tmp_path / "bot.db"), 1) as store:
        async with features_running(store):
            assert events == [ALL_SHARDS]
        assert events == [ALL_SHARDS, "stopped"]
