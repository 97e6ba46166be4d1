"""First answers that arrive in Discord, of which the bot hears late, wrongly or never."""

from collections.abc import Awaitable, Callable
from typing import Any

import simcord
from aiohttp import ServerDisconnectedError

Request = Callable[[], Awaitable[Any]]


def once_answered(env: simcord.Env, then: Callable[[Request], Awaitable[object]]) -> None:
    """The next first answer arrives; ``then`` happens before the bot hears of it.

    It may make the request once more, or fail: the bot hears that instead.
    """
    adapter = env._webhook_adapter
    inner = adapter.request

    async def request(route: Any, session: Any, **how: Any) -> Any:
        heard = await inner(route, session, **how)
        if route.url.endswith("/callback") and vars(adapter).pop("request", None) is not None:
            await then(lambda: inner(route, session, **how))
        return heard

    vars(adapter)["request"] = request


async def again(request: Request) -> None:
    """It seemed to fail with a 500: the library asks again, and Discord says 40060."""
    await request()


async def cut(request: Request) -> None:
    """The connection broke before Discord's word arrived."""
    raise ServerDisconnectedError
