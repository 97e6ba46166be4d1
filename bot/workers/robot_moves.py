"""A robot's move, computed in a worker process, with the plain robot's move as a fallback."""

import asyncio
import hashlib
import logging
import traceback
from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from bot.engine.actions import Action
from bot.engine.view import SeatView
from bot.model.enums import ROBOT_LEVELS
from bot.model.refusals import Refused
from bot.workers.jobs import choose_move, offer_or_choose
from bot.workers.pool import TooSlow, WorkerPool

log = logging.getLogger(__name__)

PLAIN_LEVEL: Final = "beginner"  # takes a millisecond
MOVE_SECONDS: Final = 2.0  # seconds for a decision, after which the plain move is made
LONGEST_WAIT: Final = 12.0  # seconds of it all, where processes hang one after the other

_PATIENT_SECONDS: Final = 20.0  # for one decision that takes a tenth of a second in peace
_PATIENT_PAUSE: Final = 0.5  # seconds between two tries

_Chooser = Callable[[SeatView, Random], Action]


def decision_seed(game_id: int, place: int) -> int:
    """Return a seed of public data alone: of a hint, and where a deck has no secret.

    ``place`` counts the actions so far, without those taken back (``version_without_take_backs``).
    """
    return game_id << 32 | place


def secret_decision_seed(secret: bytes, course: Iterable[str]) -> int:
    """Return the seed of a robot's decision after the acts of a deal, lines "seat action".

    Nobody who does not know the secret can tell which hands would have led to the same choice.
    """
    log = "\n".join(course).encode()
    return int.from_bytes(hashlib.blake2b(log, digest_size=8, key=secret).digest(), "big")


async def robot_move(
    workers: WorkerPool,
    level: str,
    seen: SeatView,
    seed: int,
    *,
    offers: bool = False,
    on_hurry: Callable[[], None] = lambda: None,
) -> Action:
    """Return the move of a robot of this level, always one of ``seen.legal``.

    ``offers``: a robot above the plain level may offer the remaining tricks if they are certain.
    ``on_hurry`` is called where a busy machine leaves it the plain move.
    """
    if level == PLAIN_LEVEL or level not in ROBOT_LEVELS or len(seen.legal) == 1:
        return plain_move(seen, seed)
    job = offer_or_choose if offers else choose_move
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            action = await workers.decide(MOVE_SECONDS, job, level, seen, seed)
    except (TooSlow, Refused, TimeoutError) as reason:
        log.warning("the plain move at stage %s: %s", seen.stage, type(reason).__name__)
        on_hurry()
    except Exception as error:  # a robot's mistake must not stop a table
        _report(error, level, seen)
    else:
        if action in seen.legal:
            return action
        log.error("robot %s chose something illegal at stage %s", level, seen.stage)
    return plain_move(seen, seed)


async def patient_move(workers: WorkerPool, level: str, seen: SeatView, seed: int) -> Action | None:
    """Return the move of a robot where equal acts must meet equal answers everywhere.

    A busy machine is asked again for as long as it takes: the plain move of a table under load is
    never made.  None for a robot that fails, whose table stands still.
    """
    if len(seen.legal) == 1:
        return seen.legal[0]
    while True:
        try:
            action = await workers.decide(_PATIENT_SECONDS, choose_move, level, seen, seed)
        except (TooSlow, Refused) as reason:
            log.warning("asked again at stage %s: %s", seen.stage, type(reason).__name__)
            await asyncio.sleep(_PATIENT_PAUSE)
        except Exception as error:  # another move would differ from that of the other tables
            _report(error, level, seen)
            return None
        else:
            return action if action in seen.legal else None


def plain_move(seen: SeatView, seed: int) -> Action:
    """Return the plain robot's move, computed immediately."""
    return _move_at_once(_plain_choice, seen, seed)


def modest_move(seen: SeatView, seed: int) -> Action:
    """Return the move for a player whose clock ran out, computed immediately."""
    return _move_at_once(_modest_choice, seen, seed)


def _plain_choice(seen: SeatView, chance: Random) -> Action:
    from bot.robots.plain_robot import PLAIN_ROBOT  # while workers answer, the bot needs no robots

    return PLAIN_ROBOT.choose(seen, chance)


def _modest_choice(seen: SeatView, chance: Random) -> Action:
    from bot.robots.plain_robot import hold_back

    return hold_back(seen, chance)


def _move_at_once(choose: _Chooser, seen: SeatView, seed: int) -> Action:
    try:
        action = choose(seen, Random(seed))
    except Exception as error:
        _report(error, PLAIN_LEVEL, seen)
        return seen.legal[0]
    return action if action in seen.legal else seen.legal[0]


def _report(error: Exception, level: str, seen: SeatView) -> None:
    """Log a robot's error with its traceback, without its message, which may name cards."""
    places = getattr(error, "__notes__", None) or traceback.format_tb(error.__traceback__)
    what, where = type(error).__name__, "".join(places)
    log.error("robot %s failed at stage %s with %s\n%s", level, seen.stage, what, where)
