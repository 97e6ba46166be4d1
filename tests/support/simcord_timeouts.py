"""Timeouts of simcord's verbs: they await all work of the bot, but no later timer of a table.

simcord awaits every timer that ends within its patience, and the bot looks at an overdue table
again after 5 seconds, which is that patience: a verb took 5 real seconds or failed.  Such a timer
belongs to the time of Discord alone, which advances when a test says so.  So does the one after
which a note of the painter is stored without another change.
"""

from time import monotonic
from typing import Any, Final

import simcord
from simcord import _dpy_internals

from bot.background.table_tasks import TableTasks, WakeTimer
from bot.store.writer import Writer

IDLE: Final = 0.004  # simcord pauses 50 ms after each verb: most of the time of an evening
_MINUTE: Final = 60.0
_AGAIN: Final = (WakeTimer.rearm, TableTasks.poke, Writer.write_notes)


def exempt_table_timers() -> None:
    """Leave the timers of tables to Discord's time, for the whole process."""
    inner = _dpy_internals.is_intentional_wait_wakeup

    def is_intended(client: Any, callback: Any, args: Any, task: Any) -> bool:
        called = getattr(_dpy_internals._original_callback(callback), "__func__", None)
        return called in _AGAIN or inner(client, callback, args, task)

    vars(_dpy_internals)["is_intentional_wait_wakeup"] = is_intended


def extend_timeouts(env: simcord.Env) -> None:
    """Give slow machines time: a verb fails only without progress for a minute.

    simcord's patience also decides which timers count as work, so it stays as it is.  The pauses
    are shorter; unfinished work is awaited all the same.
    """
    settles, advances = env._settle_internal, env._advance_to

    async def settle(**how: Any) -> None:
        until = monotonic() + _MINUTE
        while True:
            try:
                return await settles(**{"idle": IDLE, **how})
            except TimeoutError:
                if "_deadline" in how or monotonic() > until:
                    raise

    async def advance(target: float, deadline: float) -> None:
        await advances(target, deadline + _MINUTE)

    vars(env)["_settle_internal"] = settle
    vars(env)["_advance_to"] = advance
