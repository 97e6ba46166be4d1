"""A test of many cases fails for every case that fails, by its name, and keeps its fixtures."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import for_each


@for_each("number", range(3))
@for_each(("word", "length"), [("a", 1), ("four", 4)], ids=["short", "long"])
def test_every_case_of_every_table_is_run(
    number: int, word: str, length: int, tmp_path: Path
) -> None:
    assert tmp_path.is_dir()
    SEEN.append((number, word, length))


SEEN: list[tuple[int, str, int]] = []


def test_they_are_all_run_once_in_their_order(tmp_path: Path) -> None:
    SEEN.clear()
    test_every_case_of_every_table_is_run(tmp_path=tmp_path)
    rows = [(number, *row) for number in range(3) for row in (("a", 1), ("four", 4))]
    assert rows == SEEN


@for_each("number", range(4), ids=lambda number: f"case {number}")
def is_even(number: int) -> None:
    assert number % 2 == 0


@for_each("number", [2, 3, 4])
def is_two_or_four(number: int) -> None:
    assert number in (2, 4), "odd"


@for_each("text", ["1", "one", "2"])
def is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="one"):
        int(text)


def test_each_case_that_fails_is_named() -> None:
    with pytest.raises(ExceptionGroup) as several:
        is_even()
    notes = [error.__notes__ for error in several.value.exceptions]
    assert notes == [["number: case 1"], ["number: case 3"]]
    with pytest.raises(AssertionError, match="odd") as one:
        is_two_or_four()
    assert one.value.__notes__ == ["number: 3"]


def test_a_case_in_which_nothing_is_raised_is_named() -> None:
    with pytest.raises(BaseExceptionGroup) as several:
        is_refused()
    notes = [error.__notes__ for error in several.value.exceptions]
    assert notes == [["text: 1"], ["text: 2"]]


def test_what_cannot_fail_is_no_test() -> None:
    async def awaited(number: int) -> None:
        assert number

    test: Callable[..., Any] = awaited
    with pytest.raises(ValueError, match="without cases"):
        for_each("number", [])
    with pytest.raises(ValueError, match="await"):
        for_each("number", [1])(test)
