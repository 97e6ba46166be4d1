"""Requests that never end, or end with nothing that can be read, count as lost."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from bot.discord_ui.failures import REQUEST_ERRORS, RequestFailure, await_response, failure_of


async def hang() -> None:
    await asyncio.Event().wait()


async def read_empty_object() -> None:
    """Fail as the library does where Discord answers 200 with an empty object."""
    raise KeyError("id")


async def read_page() -> None:
    """Fail as the library does where a proxy answers 200 with a page."""
    raise TypeError("string indices must be integers")


@pytest.mark.parametrize("request_of", [hang, read_empty_object, read_page])
async def test_it_is_lost_and_may_be_tried_again(
    request_of: Callable[[], Coroutine[None, None, None]],
) -> None:
    with pytest.raises(REQUEST_ERRORS) as caught:
        await await_response(request_of(), seconds=0.01)
    assert failure_of(caught.value) is RequestFailure.LOST


async def test_a_response_in_time_is_returned() -> None:
    async def answer() -> int:
        return 7

    assert await await_response(answer()) == 7
