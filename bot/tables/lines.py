"""Compressed state of an idle table: log lines since the last closed deal, and that deal.

As records the lines take 4 KiB by the sixth trick, most of a table's memory; packed they take 0.3.
The last deal takes 3 KiB as a record, and every drawing needs it; packed it takes 0.5. The records
of busy tables stay in a cache.
"""

from collections import OrderedDict
from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from bot.store.packing import packed, rows_of
from bot.store.rows import Line

NONE: Final = b""
_BUSY: Final = 64  # logs in the cache
_SAID: Final = attrgetter("version", "deal", "seat", "text", "by", "at")

_remembered: Final[OrderedDict[bytes, tuple[Line, ...]]] = OrderedDict()


def kept(lines: Sequence[Line]) -> bytes:
    """Pack lines for ``lines_of``; equal lines give equal bytes."""
    return packed([_SAID(line) for line in lines]) if lines else NONE


def with_line(log: bytes, line: Line) -> bytes:
    """Return the log with one more line, which is put into the cache as well."""
    lines = (*lines_of(log), line)
    _remembered.pop(log, None)
    return _remember(kept(lines), lines)


def lines_of(log: bytes) -> tuple[Line, ...]:
    """Return the lines in order."""
    if not log:
        return ()
    if log not in _remembered:
        _remember(log, tuple(Line(*row) for row in rows_of(log)))
    return _remembered[log]


def _remember(log: bytes, lines: tuple[Line, ...]) -> bytes:
    _remembered[log] = lines
    if len(_remembered) > _BUSY:
        _remembered.popitem(last=False)
    return log
