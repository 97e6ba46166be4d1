"""Requests that Discord carries out late, or of which the bot learns late, wrongly or never."""

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


def hold_edit(env: simcord.Env, message_id: int, until: Request) -> list[str]:
    """Let Discord carry out the next edit of this private message after ``until``, which may fail.

    Returns the list to which every edit of the message adds its path.
    """
    adapter, paths = env._webhook_adapter, list[str]()
    inner = adapter.request

    async def request(route: Any, session: Any, **how: Any) -> Any:
        if route.method == "PATCH" and route.url.endswith(f"/messages/{message_id}"):
            paths.append(route.url)
            if len(paths) == 1:
                await until()
        return await inner(route, session, **how)

    vars(adapter)["request"] = request
    return paths
