"""The reviewer drops what it remembers about a match when the match ends."""

from collections.abc import Callable

import pytest

from bot.background.reviewer import Reviewer
from bot.tables import Table, changes, moves
from bot.tables.state import ChangeContext, TableState
from bot.workers import TooSlow
from tests.tables.conftest import ANA, BORIS, VERA, House
from tests.tables.test_leaving import begun, play
from tests.workers.conftest import until


async def too_slow(*_: object) -> None:
    raise TooSlow


async def nobody(table: Table, deal: int) -> None:
    raise AssertionError("nothing was found out")


@pytest.mark.parametrize("end", [changes.annul, moves.end_match])
async def test_nothing_is_kept_of_a_match_that_ends_without_a_new_deal(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[TableState, ChangeContext], TableState],
) -> None:
    monkeypatch.setattr(house.workers, "run", too_slow)
    reviewer = Reviewer(house.tables, house.workers, nobody)
    table = await begun(house, ANA, BORIS, VERA)
    for cards in (0, 3):
        await play(house, table, 1, cards)
        reviewer.poke(table.id)
        await until(lambda: reviewer._done == {table.id: 1})
    await table.change(end)
    reviewer.poke(table.id)
    await until(lambda: reviewer._done == {})
    await reviewer.stop()
