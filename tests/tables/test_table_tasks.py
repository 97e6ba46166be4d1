"""Per-table worker loops keep requests that arrive while a run fails."""

import pytest

from bot.background.table_tasks import RetryLater, TableTasks
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
