"""Tests that wait for processes begin at once, in half of the testers."""

from random import Random

import pytest

from tests.support.shares import TOGETHER, in_shares

TESTS = [
    *(f"process {n}" for n in range(20)),
    *(f"slow process {n}" for n in range(10)),
    *(f"slow {n}" for n in range(30)),
    *(f"quick {n}" for n in range(44)),
]


def ordered(tests: list[str], testers: int) -> list[str]:
    return in_shares(tests, lambda test: "process" in test, lambda test: "slow" in test, testers)


@pytest.mark.parametrize("testers", range(1, 8))
def test_every_test_has_its_place(testers: int) -> None:
    shuffled = Random(testers).sample(TESTS, len(TESTS))
    assert sorted(ordered(shuffled, testers)) == sorted(TESTS)


def test_two_of_four_begin_with_slow_processes_and_two_with_slow_computing() -> None:
    size, found = len(TESTS) // 4, ordered(TESTS, 4)
    shares = [found[:size], found[size : 2 * size], found[2 * size : 3 * size], found[3 * size :]]
    for share in shares[:2]:
        assert sum("process" in test for test in share) == 15
        assert all("process" in test for test in share[:15])
        assert all("slow" in test for test in share[:5])
    assert not any("process" in test for test in shares[2] + shares[3])
    assert shares[3][0] == "slow 0"


@pytest.mark.parametrize("testers", range(1, 8))
def test_those_that_start_a_browser_come_first_in_one_share(testers: int) -> None:
    browsers = [f"browser process {n}" for n in range(9)]
    shuffled = Random(testers).sample([*TESTS, *browsers], len(TESTS) + len(browsers))
    found = in_shares(
        shuffled,
        lambda test: "process" in test,
        lambda test: TOGETHER if "browser" in test else int("slow" in test),
        testers,
    )
    assert sorted(found[: len(browsers)]) == browsers
    assert sorted(found) == sorted(shuffled)


def test_processes_alone_are_shared_too() -> None:
    waiting = TESTS[:30]
    assert sorted(ordered(waiting, 4)) == sorted(waiting)
