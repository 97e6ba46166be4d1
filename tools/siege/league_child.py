"""The bot with a clock that is AHEAD seconds fast, which dies after its first step in a league.

With DIES a step is anything that a league stores or posts.  The process ends by SIGKILL after it
was done and before anything that follows.
"""

import os
import runpy
import signal
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from bot.app import overrides
from bot.features.leagues import league_runner
from bot.store.queries.leagues import Leagues
from bot.tables import TableRegistry

Step = Callable[..., Awaitable[object]]
real_time, ahead = overrides.discord_time, float(os.environ.get("AHEAD", "0"))
overrides.discord_time = lambda: real_time() + ahead

STEPS: Final[Sequence[tuple[object, str]]] = (
    (Leagues, "create"),
    (Leagues, "enter"),
    (Leagues, "append"),
    (TableRegistry, "open_league"),
    (league_runner, "post_in_channel"),
    (Leagues, "set_posted"),
)


def dies_after(step: Step) -> Step:
    """Return the step with the end of the process behind it, where it has done anything."""

    async def last_step(*args: object, **how: object) -> object:
        done = await step(*args, **how)
        if done is not False:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    return last_step


if os.environ.get("DIES"):
    for place, name in STEPS:
        setattr(place, name, dies_after(getattr(place, name)))

runpy.run_path(str(Path(__file__).with_name("entry_point.py")))
