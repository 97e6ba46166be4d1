"""What the bot will look at again some seconds from now is no work that a verb waits for.

simcord waits for every timer that ends within its patience, and a table that stays due is looked
at again after 5 seconds, which is that patience: a verb took 5 real seconds or failed.  Such a
timer belongs to the time of Discord alone, which passes when a test says so.
"""

from typing import Any, Final

from simcord import _dpy_internals

from bot.keepers.alarm import Alarm
from bot.keepers.rounds import Rounds

_AGAIN: Final = (Alarm.rearm, Rounds.poke)


def leave_to_discord() -> None:
    """From now on, in this process."""
    inner = _dpy_internals.is_intentional_wait_wakeup

    def is_intended(client: Any, callback: Any, args: Any, task: Any) -> bool:
        called = getattr(_dpy_internals._original_callback(callback), "__func__", None)
        return called in _AGAIN or inner(client, callback, args, task)

    vars(_dpy_internals)["is_intentional_wait_wakeup"] = is_intended
