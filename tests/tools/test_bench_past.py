"""The bot opens the aged file, and the benchmark runs the bot's own queries."""

from pathlib import Path

from bot.store import Store
from tools.bench.aged_file import NOW, aged
from tools.bench.history import questions


async def test_a_small_one(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    await aged(path, 12, whole=False)
    async with Store.session(path, NOW) as store:
        asked = {name: await ask() for name, ask in questions(store)}
    assert asked["history, first page"]
    assert asked["robots of a server"]
    assert asked["seasons"]
