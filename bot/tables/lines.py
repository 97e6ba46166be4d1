"""The lines since the last closed deal, packed: what a table keeps of them while nobody acts.

As records they are 4 KiB by the sixth trick, most of all that a table takes; so they are 0.3.
Those of tables that are played at just now are remembered as they were read or written last.
"""

from collections import OrderedDict
from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from bot.store.packing import packed, rows_of
from bot.store.rows import Line

NONE: Final = b""
_BUSY: Final = 64  # logs that are remembered as lines
_SAID: Final = attrgetter("version", "deal", "seat", "text", "by", "at")

_remembered: Final[OrderedDict[bytes, tuple[Line, ...]]] = OrderedDict()


def kept(lines: Sequence[Line]) -> bytes:
    """What ``lines_of`` reads; equal for equal lines."""
    return packed([_SAID(line) for line in lines]) if lines else NONE


def with_line(log: bytes, line: Line) -> bytes:
    """The log with one more line, which somebody will want to read at once."""
    lines = (*lines_of(log), line)
    _remembered.pop(log, None)
    return _remember(kept(lines), lines)


def lines_of(log: bytes) -> tuple[Line, ...]:
    """The lines in order."""
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
