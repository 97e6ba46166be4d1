"""Uploads that Discord refuses, or takes without saying so, while everything else works."""

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import discord
import simcord

FAILURES: Final = ((413, 40005), (400, 40005), (500, 0), (503, 0))


class UploadTrouble:
    """Lets requests with files fail with a ``share`` of probability; counts both outcomes."""

    def __init__(self, env: simcord.Env, bot: discord.Client, dice: Random, share: float) -> None:
        self.failed = self.passed = 0
        self._dice, self._share = dice, share
        for client in (env._webhook_adapter, bot.http):
            self._wrap(client)

    def _wrap(self, client: Any) -> None:
        inner: Callable[..., Any] = client.request

        async def request(*about: Any, **how: Any) -> Any:
            if not how.get("files"):
                return await inner(*about, **how)
            if self._dice.random() >= self._share:
                self.passed += 1
                return await inner(*about, **how)
            self.failed += 1
            status, code = self._dice.choice(FAILURES)
            if status >= 500 and self._dice.random() < 0.5:  # it had arrived
                await inner(*about, **how)
            response: Any = SimpleNamespace(status=status, reason="no", headers={})
            raise discord.HTTPException(response, {"code": code, "message": "no"})

        vars(client)["request"] = request
