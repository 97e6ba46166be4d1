"""Compressed state of an idle table: log lines since the last closed deal, and that deal.

As records the lines take 4 KiB by the sixth trick, most of a table's memory; packed they take 0.3.
The last deal takes 3 KiB as a record, and every drawing needs it; packed it takes 0.5. The records
of busy tables stay in a cache.
"""

import zlib
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final

from bot.engine.deal import DealResult
from bot.engine.results import read_result, result_text
from bot.store.packing import compress_lines, decompress_lines
from bot.store.records import LogLine

NO_LINES: Final = b""
_CACHED_LOGS: Final = 64  # logs in the cache
_LINE_FIELDS: Final = attrgetter("version", "deal", "seat", "text", "by", "at")

_cached_lines: Final[OrderedDict[bytes, tuple[LogLine, ...]]] = OrderedDict()


def compress_log(lines: Sequence[LogLine]) -> bytes:
    """Pack lines for ``decompress_log``; equal lines give equal bytes."""
    return compress_lines([_LINE_FIELDS(line) for line in lines]) if lines else NO_LINES


def extend_log(log: bytes, line: LogLine) -> bytes:
    """Return the log with one more line, which is put into the cache as well."""
    lines = (*decompress_log(log), line)
    _cached_lines.pop(log, None)
    return _cache_lines(compress_log(lines), lines)


def decompress_log(log: bytes) -> tuple[LogLine, ...]:
    """Return the lines in order."""
    if not log:
        return ()
    if log not in _cached_lines:
        _cache_lines(log, tuple(LogLine(*row) for row in decompress_lines(log)))
    return _cached_lines[log]


def _cache_lines(log: bytes, lines: tuple[LogLine, ...]) -> bytes:
    _cached_lines[log] = lines
    if len(_cached_lines) > _CACHED_LOGS:
        _cached_lines.popitem(last=False)
    return log


# Compressed record of the last scored deal of an idle table.

NO_RESULT: Final = b""
_CACHED_RESULTS: Final = 64  # deals in the cache


def compress_result(result: DealResult) -> bytes:
    """Pack a result for ``decompress_result``; equal deals give equal bytes."""
    return zlib.compress(result_text(result).encode())


@lru_cache(maxsize=_CACHED_RESULTS)
def decompress_result(scored: bytes) -> DealResult:
    """Return the deal, the same object while it is cached."""
    return read_result(zlib.decompress(scored).decode())
