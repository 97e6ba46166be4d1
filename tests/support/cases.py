"""A test of many small cases of one fact, as one test that names every case that fails.

Pytest's own cases are tests by themselves, and each costs 1.6 ms of processor beside what it does:
more than a row of a table of scores takes. ``pytest.mark.parametrize`` remains for cases that have
fixtures of their own, take long, or are run alone.
"""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, Final

import pytest

Test = Callable[..., None]
_FAILURES: Final = (Exception, pytest.fail.Exception)  # the second where nothing was raised


def for_each(
    names: str | tuple[str, ...],
    cases: Iterable[Any],
    ids: Iterable[object] | Callable[..., object] | None = None,
) -> Callable[[Test], Test]:
    """Run the test with every case; takes the arguments of ``pytest.mark.parametrize``.

    ValueError for no case at all, and for a test that would have to be awaited. No case may skip
    itself: the others would be left out too.
    """
    if not (rows := list(cases)):
        raise ValueError("a test without cases cannot fail")
    of_one = isinstance(names, str)
    keys = (names,) if isinstance(names, str) else names
    if ids is None or callable(ids):
        called = [str(ids(row) if ids is not None else row) for row in rows]
    else:
        called = [str(one) for one in ids]

    def of_all(test: Test) -> Test:
        if inspect.iscoroutinefunction(test):
            raise ValueError("nobody would await the test")

        @functools.wraps(test)
        def tested(**fixtures: object) -> None:
            failed: list[BaseException] = []
            for row, name in zip(rows, called, strict=True):
                values = (row,) if of_one else row
                try:
                    test(**fixtures, **dict(zip(keys, values, strict=True)))
                except _FAILURES as error:
                    error.add_note(f"{', '.join(keys)}: {name}")
                    failed.append(error)
            if len(failed) == 1:
                raise failed[0]
            if failed:
                raise BaseExceptionGroup("some cases fail", failed)

        own = inspect.signature(test)
        left = [value for name, value in own.parameters.items() if name not in keys]
        vars(tested)["__signature__"] = own.replace(parameters=left)
        return tested

    return of_all
