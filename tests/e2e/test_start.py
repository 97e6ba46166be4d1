"""A start with many live tables: interactions go first."""

from pathlib import Path

import pytest

from bot.engine.actions import Dealer, Deck
from bot.engine.cards import PACK, TABLE_SEAT
from bot.model.enums import Clock
from bot.model.settings import GuildSettings
from bot.presets import load_presets
from bot.store import Store
from bot.tables import TableRegistry, TableServices, changes, moves
from tests.e2e.test_wire import ANA, Wire
from tests.support.gateway import GUILD, Loopback
from tests.support.stopwatch import waits
from tests.workers.conftest import until

pytestmark = [pytest.mark.slow, pytest.mark.process]

TABLES, CLICKS = 120, 150
MOST = 0.050  # seconds of the processor


async def opened(database: Path, many: int) -> None:
    """Open tables in play, none painted in its newest version, each in a channel of its own."""
    async with Store.session(database, 1) as store:
        tables = TableRegistry(
            TableServices(store, load_presets(), lambda: 1, lambda game_id: None)
        )
        await store.preferences.set_guild(GuildSettings(int(GUILD), max_tables=2 * many))
        rules = tables.services.presets.rules("sochi")
        for number in range(many):
            table = await tables.open(
                guild_id=int(GUILD),
                channel_id=1000 + number,
                host_id=int(ANA) if number == 0 else 10_000 + number,
                rules=rules,
                clock=Clock.NONE,
            )
            host = table.row.host_id
            for _ in range(2):
                await table.change(changes.add_robot, host)
            await table.change(moves.start_match, host, Dealer(2))
            assert await table.act_for(TABLE_SEAT, table.version, Deck(PACK), "table")
            seat = table.state.seat_to_act()
            assert seat is not None
            assert table.state.seat_holder(seat).user_id == host


async def test_a_click_waits_for_no_repainting(tmp_path: Path) -> None:
    await opened(tmp_path / "bot.db", TABLES)
    world = Loopback()
    runner = await world.start()
    wire = Wire(world, tmp_path / "bot.db")
    try:
        await wire.start()
        button = {"id": "7", "flags": 0, "components": [], "channel_id": "1000"}
        await until(lambda: world.messages)  # the repainting has begun
        for _ in range(CLICKS):
            if not wire.read("SELECT count(*) > 0 FROM game WHERE painted < version")[0][0]:
                break
            await world.click(ANA, button, "pref:d:1:0:hand")
    finally:
        if wire.process is not None:
            await wire.kill()
        await runner.cleanup()
    waited = sorted(one.processor for one in waits(wire.database.with_suffix(".waits")))
    assert len(waited) >= 30
    assert waited[len(waited) * 98 // 100] <= MOST, waited[-20:]
