"""The collector of garbage, as it is set for a bot with many tables."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from bot.app.serving import quieten_collector


class Ring:
    """Rubbish that counting does not find."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def full_ones() -> int:
    return int(gc.get_stats()[2]["collections"])


def test_tables_come_and_stay_without_a_look_at_everything() -> None:
    quieten_collector()
    before = full_ones()
    tables = [[[n] for n in range(1_000)] for _ in range(300)]
    assert len(tables) == 300
    assert full_ones() == before


def test_rubbish_is_found_while_it_is_young() -> None:
    quieten_collector()
    rubbish = [ref(Ring()) for _ in range(20_000)]
    assert sum(one() is not None for one in rubbish) < 6_000
