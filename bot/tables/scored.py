"""Compressed record of the last scored deal of an idle table."""

import zlib
from functools import lru_cache
from typing import Final

from bot.engine.deal import DealResult
from bot.engine.results import read_result, result_text

NO_RESULT: Final = b""
_CACHED_RESULTS: Final = 64  # deals in the cache


def compress_result(result: DealResult) -> bytes:
    """Pack a result for ``decompress_result``; equal deals give equal bytes."""
    return zlib.compress(result_text(result).encode())


@lru_cache(maxsize=_CACHED_RESULTS)
def decompress_result(scored: bytes) -> DealResult:
    """Return the deal, the same object while it is cached."""
    return read_result(zlib.decompress(scored).decode())
