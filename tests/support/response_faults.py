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


def hold_request(env: simcord.Env, method: str, message_id: int, until: Request) -> list[str]:
    """Let Discord carry out the next request of this kind after ``until``, which may fail.

    Returns the list to which every request by a token adds its method and message.
    """
    adapter, requests = env._webhook_adapter, list[str]()
    inner, wanted, is_held = adapter.request, f"{method} {message_id}", False

    async def request(route: Any, session: Any, **how: Any) -> Any:
        nonlocal is_held
        requests.append(f"{route.method} {route.url.rpartition('/')[2]}")
        if requests[-1] == wanted and not is_held:
            is_held = True
            await until()
        return await inner(route, session, **how)

    vars(adapter)["request"] = request
    return requests
