"""Requests that never end, or end with nothing that can be read, count as lost."""

import ast
import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

import bot
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


REQUESTS = (
    "send",
    "edit",
    "edit_public",
    "delete",
    "create_dm",
    "create_thread",
    "delete_message",
    "add_user",
)
OURS = ("pictures.", "notifications.", "_records.", "store.", "old.", "before.")
LIMITED_BY_CALLER = ("self.webhook.send",)  # of a private message that is sent again below
UNLIMITED = {  # who waits for them
    "app_setup.py": "nobody: at the start, one emoji after another",
    "responses.py": "the library: answers to interactions have their own deadline",
}


@pytest.mark.slow
def test_no_request_that_nobody_asked_for_may_hang() -> None:
    """A call, a note or a drawing that Discord never answers would hold up its table."""
    found = []
    for path in Path(bot.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Await) and isinstance(node.value, ast.Call)):
                continue
            asked = node.value.func
            if not (isinstance(asked, ast.Attribute) and asked.attr in REQUESTS):
                continue
            is_ours = any(part in ast.unparse(asked) for part in (*OURS, *LIMITED_BY_CALLER))
            if not is_ours and path.name not in UNLIMITED:
                found.append(f"{path.name}:{node.lineno} {ast.unparse(asked)}")
    assert not found, "use await_response"
