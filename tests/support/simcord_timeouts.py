"""How simcord waits: its verbs await all work of the bot, but no later timer of a table.

simcord awaits every timer that ends within its patience, and the bot looks at an overdue table
again after 5 seconds, which is that patience: a verb took 5 real seconds or failed.  Such a timer
belongs to the time of Discord alone, which advances when a test says so.  So do the one after
which a note of the painter is stored without another change, and the one after which a message in
words is drawn again.
"""

import asyncio
from functools import partial
from time import monotonic
from types import SimpleNamespace
from typing import Any, Final
from weakref import WeakKeyDictionary

import simcord
import simcord.env
from simcord import _dpy_internals, _runtime, _settlement

from bot.background.table_tasks import TableTasks, WakeTimer
from bot.discord_ui.messages.pictures import PendingRedraws
from bot.store.writer import Writer

IDLE: Final = 0.004  # simcord pauses 50 ms after each verb: most of the time of an evening
_MINUTE: Final = 60.0
_AGAIN: Final = (
    *(WakeTimer.rearm, TableTasks.poke),
    *(Writer.look_at_notes, PendingRedraws.draw_round),
)


def exempt_table_timers() -> None:
    """Leave the timers of tables to Discord's time, for the whole process."""
    inner = _dpy_internals.is_intentional_wait_wakeup

    def is_intended(client: Any, callback: Any, args: Any, task: Any) -> bool:
        called = getattr(_dpy_internals._original_callback(callback), "__func__", None)
        return called in _AGAIN or inner(client, callback, args, task)

    vars(_dpy_internals)["is_intentional_wait_wakeup"] = is_intended


def look_at_few_timers() -> None:
    """Let simcord look only at the timers that can matter; that took a third of an evening.

    It keeps the real timer of a tracked one that has been cancelled, an hour for each interaction
    that was answered, and at every step it compares all of them with every task that waits.
    """
    active = vars(simcord.env)["_active_callbacks"]
    is_sleep_waiter = _dpy_internals.is_sleep_waiter
    is_wait_for_listener = _dpy_internals.is_wait_for_listener

    def active_callbacks(state: Any) -> list[Any]:
        for record in state.work.callbacks:
            if record.real_handle is not None and record.handle.cancelled():
                record.real_handle.cancel()  # it would do nothing
        found: list[Any] = active(state)
        return found

    def is_sleeping(waiter: Any, loop: Any, deadline: float) -> bool:
        own = [one for one in loop._scheduled if one._args and waiter in one._args]
        return bool(own) and is_sleep_waiter(waiter, SimpleNamespace(_scheduled=own), deadline)

    def is_listening(client: Any, task: asyncio.Task[Any]) -> bool:
        return bool(client._listeners) and is_wait_for_listener(client, task)

    vars(simcord.env)["_active_callbacks"] = active_callbacks
    vars(_dpy_internals)["is_sleep_waiter"] = is_sleeping
    vars(_dpy_internals)["is_wait_for_listener"] = is_listening


def look_once_at_a_busy_bot() -> None:
    """Let simcord ask no further once one piece of work keeps the bot busy.

    It asks of every task why that waits, through all its coroutines and several times between two
    turns of the loop, though one that does not wait for a timer is enough to go on; that took a
    fifth of an evening.  And a timer is the last reason it looks for and the most frequent: it is
    looked for once for each wait, among all timers.
    """
    virtualize, is_parked = map(
        vars(simcord.env).__getitem__, ("_virtualize_recognized_waits", "_is_parked")
    )
    fires_at = vars(_settlement)["_callback_fire_time"]
    timers = WeakKeyDictionary[Any, Any]()  # what a task awaits, and the timer that ends it
    is_busy = False

    def timer_of(state: Any, waiter: Any) -> Any:
        if waiter is None:
            return None
        found = timers.get(waiter)
        if found is None or found.handle.cancelled():
            live = (one for one in state.work.callbacks if not one.handle.cancelled())
            waking = (one for one in live if one.when is not None and waiter in one.handle._args)
            if (found := next(waking, None)) is not None:
                timers[waiter] = found
        return found

    def has_real_timer(state: Any, task: asyncio.Task[Any]) -> bool:
        timer = timer_of(state, _awaited_by(task))
        return timer is None or (timer.real_handle and not timer.real_handle.cancelled())

    def virtualize_waits(state: Any, pending: list[asyncio.Task[Any]]) -> None:
        nonlocal is_busy
        is_busy = (
            bool(state.work.executors)
            or any(one.when is None and not one.handle.cancelled() for one in state.work.callbacks)
            or any(_is_awake(task) for task in pending)
        )
        if not is_busy:
            virtualize(state, [task for task in pending if has_real_timer(state, task)])

    def sleeps(state: Any, waiter: Any, deadline: float) -> bool:
        timer = timer_of(state, waiter)
        if timer is None or fires_at(state, timer) <= deadline:
            return False
        called = _dpy_internals._original_callback(timer.handle._callback)
        return getattr(called, "__name__", "") == "_set_result_unless_cancelled"

    def waits(state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
        nonlocal is_busy
        if not is_busy and (_is_awake(task) or not sleeps(state, _awaited_by(task), deadline)):
            is_busy = not is_parked(state, task, deadline)
        return not is_busy

    vars(simcord.env).update(_virtualize_recognized_waits=virtualize_waits, _is_parked=waits)


def _awaited_by(task: asyncio.Task[Any]) -> Any:
    return getattr(task, "_fut_waiter", None)


def _is_awake(task: asyncio.Task[Any]) -> bool:
    waiter = _awaited_by(task)
    return waiter is None or bool(waiter.done())


def find_callbacks_by_identity() -> None:
    """Let simcord find a callback by what it is, not by its fields: a fiftieth of a press."""
    vars(simcord)["_runtime"]._CallbackRecord.__eq__ = object.__eq__


def read_the_clock_at_once() -> None:
    """Let the clock of a loop find its Discord in one step.

    Every turn of every loop reads it; simcord's imports a module by name and calls two functions
    each time, which took a twentieth of an evening.
    """
    scope, real = vars(_runtime)["_BOT_SCOPE"], vars(_dpy_internals)["_REAL_MONOTONIC"]

    def clock() -> float:
        found = scope.get()
        if found is None:
            return float(real())
        env, generation = found
        is_selected = env._started and env._runtime is not None and generation == env._generation
        return float(env._virtual_time if is_selected else real())

    vars(_dpy_internals)["_clock_monotonic"] = clock


class _Settlement:
    """simcord's view of the work at one moment, made some 80 times for each verb of a test.

    Its own is a frozen dataclass, which takes four times as long to make.
    """

    __slots__ = (
        "advancing",
        "bot",
        "generation",
        "last_dispatch",
        "loop",
        "virtual_time",
        "work",
    )

    def __init__(self, env: simcord.Env) -> None:
        self.work = env._work
        self.bot = env.bot
        self.loop = env._loop
        self.virtual_time = env._virtual_time
        self.advancing = env._advancing
        self.generation = env._generation
        self.last_dispatch = env._last_dispatch


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

    vars(env)["_settlement_state"] = partial(_Settlement, env)
    vars(env)["_settle_internal"] = settle
    vars(env)["_advance_to"] = advance
