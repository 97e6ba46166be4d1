"""Classification of failed Discord requests: the one module that knows Discord's error codes.

Code that sends a request catches ``FAILED`` and calls ``meaning``.  The caller decides about the
consequence; this module says only if a retry may help (design section 6).
"""

from enum import Enum
from typing import Final

import discord
from aiohttp import ClientError

FAILED: Final = (discord.HTTPException, discord.RateLimited, ClientError, TimeoutError)
"""Everything a request can end with but an answer."""


class Failure(Enum):
    """Outcome of a failed request."""

    LOST = "no answer came: nobody knows whether it was done"
    DOWN = "Discord has trouble of its own"
    BUSY = "too many requests"
    GONE = "the message, the channel or the server is no longer there"
    CLOSED = "this message cannot be edited any more"
    FORBIDDEN = "the bot may not do this there"
    EXPIRED = "the interaction is over"
    ANSWERED = "the interaction was answered before: of what was sent twice, the first had arrived"
    REFUSED = "Discord does not take what was sent"


PASSING: Final = frozenset({Failure.LOST, Failure.DOWN, Failure.BUSY})
"""What may well go when it is tried again as it is."""

DOUBTFUL: Final = frozenset({Failure.LOST, Failure.DOWN})
"""What may have been done all the same."""

_BY_CODE: Final = {
    10003: Failure.GONE,  # unknown channel
    10004: Failure.GONE,  # unknown server
    10008: Failure.GONE,  # unknown message
    10015: Failure.EXPIRED,  # unknown webhook
    10062: Failure.EXPIRED,  # unknown interaction
    40060: Failure.ANSWERED,  # the library asks again after a 5xx
    50027: Failure.EXPIRED,  # invalid webhook token
    30046: Failure.CLOSED,  # older than an hour, and edited too often
    50083: Failure.CLOSED,  # in an archived thread
}
_BY_STATUS: Final = {
    401: Failure.EXPIRED,
    403: Failure.FORBIDDEN,
    404: Failure.GONE,
    429: Failure.BUSY,
}


def meaning(error: Exception) -> Failure:
    """Return the outcome of an error that is one of ``FAILED``."""
    if isinstance(error, discord.RateLimited):
        return Failure.BUSY
    if not isinstance(error, discord.HTTPException):
        return Failure.LOST
    if error.status >= 500:
        return Failure.DOWN
    by_status = _BY_STATUS.get(error.status, Failure.REFUSED)
    return _BY_CODE.get(error.code, by_status)
