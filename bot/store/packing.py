"""Compressed form of a game's lines, one row per game; the view ``logged`` joins both forms.

A table in memory keeps the lines of its open deal in the same form (bot/tables/state.py).

A line takes about 75 bytes on the disk, a deal with its neighbours a page of 4 KiB. Stored by
columns, with differences from line to line, deflated, a whole deal takes 140 bytes; by rows it took
310, in bzip2 100 at ten times the decompression time. Links are left out: only the last one is
kept, because the others can be recomputed.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

PackedLine = tuple[int, int, int, str, str, int]  # ``hash_chain.LINE_COLUMNS``


def compress_lines(lines: Sequence[PackedLine]) -> bytes:
    """Compress lines; ``decompress_to_json`` is the inverse."""
    return zlib.compress(lines_to_json(lines).encode(), 9)


def lines_to_json(lines: Sequence[PackedLine]) -> str:
    """Return lines as JSON by columns, with versions, deals and times as differences."""
    versions, deals, seats, texts, people, times = zip(*lines, strict=True)
    columns = (
        _differences(versions),
        _differences(deals),
        seats,
        texts,
        people,
        _differences(times),
    )
    return _ENCODER.encode([list(column) for column in columns])


def decompress_lines(lines: bytes) -> list[PackedLine]:
    """Return the rows in order. zlib.error, ValueError when the bytes are not packed lines."""
    versions, deals, seats, texts, people, times = json.loads(zlib.decompress(lines))
    columns = (accumulate(versions), accumulate(deals), seats, texts, people, accumulate(times))
    return list(zip(*columns, strict=True))


@lru_cache(maxsize=4)  # one query over a match calls this once for each deck
def decompress_to_json(lines: bytes) -> str:
    """Return packed lines as JSON rows, for SQL that reads them with ``json_each``."""
    return json.dumps(decompress_lines(lines))


def _differences(numbers: Iterable[int]) -> Iterator[int]:
    """Yield the difference of each number from the one before it, the first from zero."""
    return (after - before for before, after in pairwise((0, *numbers)))
