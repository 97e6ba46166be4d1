"""Classification of failed Discord requests: the one module that knows Discord's error codes.

Code that sends a request catches ``REQUEST_ERRORS`` and calls ``failure_of``.  The caller decides
about the consequence; this module says only if a retry may help (design section 6).
"""

import asyncio
from collections.abc import Coroutine
from enum import Enum
from typing import Final, TypeVar

import discord
from aiohttp import ClientError

T = TypeVar("T")

REQUEST_SECONDS: Final = 8.0  # longer than the library usually waits for a rate limit


class UnreadableResponse(Exception):
    """Discord answered with success, but not with what it promises, as an empty object."""


REQUEST_ERRORS: Final = (
    *(discord.HTTPException, discord.RateLimited, ClientError, TimeoutError, UnreadableResponse),
)
"""Every exception that a request to Discord raises."""


async def await_response(request: Coroutine[None, None, T], seconds: float = REQUEST_SECONDS) -> T:
    """Return the response to a request that nobody may wait for without end.

    Raises TimeoutError after ``seconds`` and UnreadableResponse for a response that the library
    cannot read; both count as lost, like every other error of the request.
    """
    async with asyncio.timeout(seconds):
        try:
            return await request
        except (AttributeError, KeyError, TypeError) as error:
            raise UnreadableResponse from error


class RequestFailure(Enum):
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


RETRYABLE: Final = frozenset({RequestFailure.LOST, RequestFailure.DOWN, RequestFailure.BUSY})
"""Failures that may succeed on an identical retry."""

UNKNOWN_OUTCOME: Final = frozenset({RequestFailure.LOST, RequestFailure.DOWN})
"""Failures of requests that Discord may have carried out."""

_BY_CODE: Final = {
    10003: RequestFailure.GONE,  # unknown channel
    10004: RequestFailure.GONE,  # unknown server
    10008: RequestFailure.GONE,  # unknown message
    10015: RequestFailure.EXPIRED,  # unknown webhook
    10062: RequestFailure.EXPIRED,  # unknown interaction
    40060: RequestFailure.ANSWERED,  # the library asks again after a 5xx
    50027: RequestFailure.EXPIRED,  # invalid webhook token
    30046: RequestFailure.CLOSED,  # older than an hour, and edited too often
    50083: RequestFailure.CLOSED,  # in an archived thread
}
_BY_STATUS: Final = {
    401: RequestFailure.EXPIRED,
    403: RequestFailure.FORBIDDEN,
    404: RequestFailure.GONE,
    429: RequestFailure.BUSY,
}


def failure_of(error: Exception) -> RequestFailure:
    """Return the outcome of an error that is one of ``REQUEST_ERRORS``."""
    if isinstance(error, discord.RateLimited):
        return RequestFailure.BUSY
    if not isinstance(error, discord.HTTPException):
        return RequestFailure.LOST
    if error.status >= 500:
        return RequestFailure.DOWN
    by_status = _BY_STATUS.get(error.status, RequestFailure.REFUSED)
    return _BY_CODE.get(error.code, by_status)
