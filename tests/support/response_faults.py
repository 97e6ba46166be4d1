"""First responses that reach Discord although the bot learns of them late, wrongly or never."""

from collections.abc import Awaitable, Callable
from typing import Any

import simcord
from aiohttp import ServerDisconnectedError

Request = Callable[[], Awaitable[Any]]


def intercept_response(env: simcord.Env, then: Callable[[Request], Awaitable[object]]) -> None:
    """Let the next first response reach Discord, then run ``then`` before the bot learns of it.

    ``then`` may repeat the request or fail: the bot then gets that result instead.
    """
    adapter = env._webhook_adapter
    inner = adapter.request

    async def request(route: Any, session: Any, **how: Any) -> Any:
        heard = await inner(route, session, **how)
        if route.url.endswith("/callback") and vars(adapter).pop("request", None) is not None:
            await then(lambda: inner(route, session, **how))
        return heard

    vars(adapter)["request"] = request


async def repeat_response(request: Request) -> None:
    """Simulate a 500 and the retry of the library, which Discord rejects with 40060."""
    await request()


async def drop_connection(request: Request) -> None:
    """Break the connection before Discord's response arrives."""
    raise ServerDisconnectedError
