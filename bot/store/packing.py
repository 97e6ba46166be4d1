"""The lines of a game in one row; the view ``logged`` has them wherever they are.  A table
in memory keeps those of its open deal in the same way (bot/tables/lines.py).

A line is some 75 bytes on the disk, a page of 4 KiB for a deal with its neighbours.  By columns,
with what changes from line to line, deflated, a whole deal is 140 bytes; by rows it was 310, in
bzip2 100 and ten times as long to read.  Links are left out: the last one is kept beside it, and
the others follow from what is said.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

Said = tuple[int, int, int, str, str, int]  # as ``chain.LINE`` has them


def packed(lines: Sequence[Said]) -> bytes:
    """What ``unpacked`` reads."""
    return zlib.compress(by_columns(lines).encode(), 9)


def by_columns(lines: Sequence[Said]) -> str:
    """The same, not yet deflated: versions, deals and times as steps from each to the next."""
    versions, deals, seats, texts, people, times = zip(*lines, strict=True)
    columns = (_steps(versions), _steps(deals), seats, texts, people, _steps(times))
    return _ENCODER.encode([list(column) for column in columns])


def rows_of(lines: bytes) -> list[Said]:
    """The rows in order.  zlib.error, ValueError when they are not what was packed."""
    versions, deals, seats, texts, people, times = json.loads(zlib.decompress(lines))
    columns = (accumulate(versions), accumulate(deals), seats, texts, people, accumulate(times))
    return list(zip(*columns, strict=True))


@lru_cache(maxsize=4)  # a question about the decks of a match comes once for each of them
def unpacked(lines: bytes) -> str:
    """The same as JSON, for a question that reads them as rows."""
    return json.dumps(rows_of(lines))


def _steps(numbers: Iterable[int]) -> Iterator[int]:
    """From each to the next, the first from nothing."""
    return (after - before for before, after in pairwise((0, *numbers)))
