"""Decides which drawings of a table's public message wait for the end of the trick.

Discord takes fifty requests a second from a bot, and a table at human pace asks for one each card.
A quiet board is edited once a trick: by choice of the server, and on every server while the limiter
is behind.  Private hands are exempt from that limit and stay as they are.  What waited for the
limiter alone is drawn as soon as the limiter has room for it.
"""

import asyncio
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from bot.discord_ui.delivery import RateLimiter
from bot.discord_ui.people import PreferenceCache
from bot.model.enums import Status
from bot.tables import Table

QuietReason = Literal["chosen", "behind"]
BEHIND_SECONDS: Final = 2.0  # delay of a new drawing from which all boards are quiet
STAND_SECONDS: Final = 20.0  # a trick in which nothing happens for so long is drawn as it stands
_EARLY: Final = 0.01  # seconds by which a timer may fire too soon
_LOOK_SECONDS: Final = 0.25  # seconds between two looks for room at the limiter


class _Wait(NamedTuple):
    """A drawing that was put off, of this version; it waits until the timer at the latest."""

    version: int
    timer: asyncio.TimerHandle
    reason: QuietReason


class QuietBoards:
    """The drawings that wait; ``poke`` has a table drawn whose trick stands still, or has room.

    ``count`` is told of each with its reason.
    """

    def __init__(
        self,
        preferences: PreferenceCache,
        rate_limiter: RateLimiter,
        count: Callable[[QuietReason], None],
        poke: Callable[[int], None],
    ) -> None:
        self._preferences, self._rate_limiter = preferences, rate_limiter
        self._count, self._poke = count, poke
        self._waits: dict[int, _Wait] = {}  # those that have waited longest first
        self._look: asyncio.TimerHandle | None = None

    async def puts_off(self, table: Table) -> bool:
        """Return True if the drawing of the table's present state waits."""
        reason: QuietReason | None = None
        if is_within_trick(table):
            if (await self._preferences.server(table.row.guild_id)).quiet_board:
                reason = "chosen"
            elif self._rate_limiter.delay() > BEHIND_SECONDS:
                reason = "behind"
        wait, now = self._waits.get(table.id), asyncio.get_running_loop().time()
        if wait is not None and reason is not None and wait.version == table.row.version:
            return wait.timer.when() > now + _EARLY
        if wait is not None:
            self.forget(table.id)
        if reason is None:
            return False
        loop = asyncio.get_running_loop()
        timer = loop.call_later(STAND_SECONDS, self._poke, table.id)
        self._waits[table.id] = _Wait(table.row.version, timer, reason)
        self._count(reason)
        if reason == "behind" and self._look is None:
            self._look = loop.call_later(_LOOK_SECONDS, self._draw_in_room)
        return True

    def _draw_in_room(self) -> None:
        """Have so many tables drawn as the limiter has room for until the next look."""
        behind = [game_id for game_id, wait in self._waits.items() if wait.reason == "behind"]
        self._look = None
        for game_id in behind[: self._rate_limiter.room(_LOOK_SECONDS)]:
            self.forget(game_id)
            self._poke(game_id)
        if behind:
            self._look = asyncio.get_running_loop().call_later(_LOOK_SECONDS, self._draw_in_room)

    def forget(self, game_id: int) -> None:
        """Forget what waits at a table: it is drawn, or gone."""
        if (wait := self._waits.pop(game_id, None)) is not None:
            wait.timer.cancel()

    def stop(self) -> None:
        """Cancel all timers; the next start draws what waits."""
        if self._look is not None:
            self._look.cancel()
        for game_id in tuple(self._waits):
            self.forget(game_id)


def is_within_trick(table: Table) -> bool:
    """Return True if all that has changed since the last drawing are cards of an unfinished trick.

    Anything else that a table shows raises its revision, or asks for an answer.
    """
    row, game = table.row, table.state.base_game
    deal = None if game is None else game.deal
    return (
        deal is not None
        and bool(deal.trick)
        and deal.offer is None
        and row.status is Status.PLAYING
        and row.shows == f"deal {deal.number}"
        and row.painted_revision == row.revision
    )
