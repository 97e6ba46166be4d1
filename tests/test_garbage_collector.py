"""The garbage collector, as it is set for a bot with many tables."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from bot.app.discord_session import tune_garbage_collector


class Ring:
    """A cycle, which reference counting does not free."""

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
    tune_garbage_collector()
    before = full_ones()
    tables = [[[n] for n in range(1_000)] for _ in range(300)]
    assert len(tables) == 300
    assert full_ones() == before


@pytest.mark.slow
def test_rubbish_that_has_grown_old_is_found_in_the_end() -> None:
    """If there is much of it: after the objects of some forty thousand clicks."""
    tune_garbage_collector()
    rubbish = [Ring() for _ in range(200_000)]
    gc.collect(0)
    gc.collect(1)  # now it is old
    one = ref(rubbish[0])
    rubbish.clear()
    for _ in range(1_500):
        assert len([[n] for n in range(5_500)]) == 5_500
    assert one() is None


def test_rubbish_is_found_while_it_is_young() -> None:
    tune_garbage_collector()
    rubbish = [ref(Ring()) for _ in range(20_000)]
    assert sum(one() is not None for one in rubbish) < 6_000
