"""A robot's move: thought about in a worker process, or the plain one where that fails."""

import logging
import traceback
from random import Random
from typing import Final

from bot.engine.actions import Action
from bot.engine.view import View
from bot.refusals import Refused
from bot.robots import ROBOTS
from bot.robots.offering import may_offer
from bot.workers.jobs import choose, offer_or_choose
from bot.workers.pool import TooSlow, Workers

log = logging.getLogger(__name__)

PLAIN: Final = "beginner"  # costs a millisecond; also plays for whoever is late or away
LONGEST: Final = 2.0  # seconds of a thought, after which the plain move is made


def seed_of(game_id: int, place: int) -> int:
    """Of a decision: from what everybody knows, so that it tells nothing of hidden cards.

    ``place`` numbers what has been said, without what was taken back (``takeback.place_of``).
    """
    return game_id << 32 | place


async def thought_move(
    workers: Workers, level: str, seen: View, seed: int, *, offers: bool = False
) -> Action:
    """What a robot of this level does; one of ``seen.legal``, whatever goes wrong.

    ``offers``: where the tricks left are certain, they may be offered, by who thinks at all.
    """
    if level == PLAIN or level not in ROBOTS or len(seen.legal) == 1:
        return plain_move(seen, seed)
    job = offer_or_choose if offers and may_offer(seen) else choose
    try:
        action = await workers.decide(LONGEST, job, level, seen, seed)
    except (TooSlow, Refused) as reason:
        log.warning("the plain move at stage %s: %s", seen.stage, type(reason).__name__)
    except Exception as error:  # a robot's mistake must not stop a table
        _report(error, level, seen)
    else:
        if action in seen.legal:
            return action
        log.error("robot %s chose something illegal at stage %s", level, seen.stage)
    return plain_move(seen, seed)


def plain_move(seen: View, seed: int) -> Action:
    """The plain robot's move, made at once."""
    try:
        action = ROBOTS[PLAIN].choose(seen, Random(seed))
    except Exception as error:
        _report(error, PLAIN, seen)
        return seen.legal[0]
    return action if action in seen.legal else seen.legal[0]


def _report(error: Exception, level: str, seen: View) -> None:
    """A robot's fault with its places in the code; its own words may name cards: left out."""
    places = getattr(error, "__notes__", None) or traceback.format_tb(error.__traceback__)
    what, where = type(error).__name__, "".join(places)
    log.error("robot %s failed at stage %s with %s\n%s", level, seen.stage, what, where)
