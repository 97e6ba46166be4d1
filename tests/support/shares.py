"""The order of the tests where several testers share them."""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain, filterfalse
from typing import Final, TypeVar

T = TypeVar("T")

TOGETHER: Final = 3  # rank of the tests that one tester runs, first of all


def in_shares(
    tests: Sequence[T], waits: Callable[[T], bool], rank: Callable[[T], int], testers: int
) -> list[T]:
    """Return the tests in the order of their shares: pytest-xdist gives each tester as many.

    Half of the testers get those that wait for processes, the others begin with those that compute;
    in a share those of a higher rank come before the others of their kind. Waiting tests of the
    rank ``TOGETHER`` are all in the first share, so that they start what they use once.
    """
    waiting = sorted(filter(waits, tests), key=rank, reverse=True)
    computing = deque(sorted(filterfalse(waits, tests), key=rank, reverse=True))
    half = max(1, testers // 2)
    shares: list[list[T]] = [[] for _ in range(testers)]
    for test in waiting:
        share = shares[0] if rank(test) == TOGETHER else min(shares[:half], key=len)
        share.append(test)
    for place in reversed(range(testers)):
        missing = (len(tests) + place) // testers - len(shares[place])
        shares[place] += [computing.popleft() for _ in range(min(missing, len(computing)))]
    return [*chain.from_iterable(shares), *computing]
