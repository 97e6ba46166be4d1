"""The deal that was scored last, packed: what a table keeps of it while nobody looks.

As a record it is 3 KiB, nearly half of all that a table takes in the middle of the deal after it,
and every drawing asks for it; packed it is 0.5.  Those of tables that are played at just now are
remembered as they were read last.
"""

import zlib
from functools import lru_cache
from typing import Final

from bot.engine.deal import DealResult
from bot.engine.results import read_result, result_text

NONE: Final = b""
_BUSY: Final = 64  # deals that are remembered as records


def packed(result: DealResult) -> bytes:
    """What ``result_of`` reads; equal for equal deals."""
    return zlib.compress(result_text(result).encode())


@lru_cache(maxsize=_BUSY)
def result_of(scored: bytes) -> DealResult:
    """The deal, the same object as long as it is remembered."""
    return read_result(zlib.decompress(scored).decode())
