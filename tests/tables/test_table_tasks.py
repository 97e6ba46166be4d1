"""Per-table worker loops keep requests that arrive while a run fails."""

import asyncio

import pytest

from bot.background.table_tasks import RetryLater, StillRunning, TableTasks
from bot.model.refusals import Refusal, Refused
from bot.tables import Table
from tests.tables.conftest import ANA, House, settled


@pytest.mark.parametrize("failure", [Refused(Refusal.NOT_SEATED), RetryLater("no")])
async def test_a_poke_during_a_round_that_fails(house: House, failure: Exception) -> None:
    """Given up or retried later, the newest state gets a run of its own at once."""
    table = await house.open(ANA)
    seen: list[int] = []

    async def work(poked: Table) -> None:
        seen.append(poked.id)
        if len(seen) == 1:
            rounds.poke(poked.id)
            raise failure

    rounds = TableTasks(house.tables, work, pauses=(1000,))
    rounds.poke(table.id)
    await settled(rounds)
    assert seen == [table.id] * 2
    await rounds.stop()


async def test_a_round_of_which_a_part_goes_on_alone(house: House) -> None:
    """It is no success: the failure after it is the second in a row, and waits its pause."""
    table = await house.open(ANA)
    seen: list[int] = []

    async def work(poked: Table) -> None:
        seen.append(poked.id)
        raise StillRunning if len(seen) == 2 else RetryLater("no")

    rounds = TableTasks(house.tables, work, pauses=(0, 1000))
    rounds.poke(table.id)
    async with asyncio.timeout(30):
        while len(seen) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    rounds.poke(table.id)
    await settled(rounds)
    await asyncio.sleep(0.05)
    assert len(seen) == 3
    await rounds.stop()
