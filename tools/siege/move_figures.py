"""Figures for the moves of all players: acknowledged or not, stored or not."""

import asyncio
from collections.abc import Collection
from typing import Final

from tools.siege.goals import Figure, Size, at_most, none
from tools.siege.log_checks import GAPS, SCORES
from tools.siege.players import Players

_STARVED: Final = 5  # percent of the time
_MOVED: Final = 120.0  # seconds in which the slowest machine confirms a move


def on_a_machine_of_its_own(
    goal: str, starved: float, seconds: float, size: Size
) -> tuple[Figure, ...]:
    """Return the figure that says whose the seconds of the answers are; none of a short form.

    A bot that stood ready for longer than a twentieth of the time misses Discord's three seconds
    through no fault of its own.
    """
    if size.is_short:  # other tests run beside it
        return ()
    part = 100 * starved / seconds
    return (at_most(goal, "of the time bot and players lacked a processor", part, _STARVED, "%"),)


def confirmed(people: Players) -> int:
    """Return the number of moves that the bot has confirmed."""
    return sum(act.acknowledged > 0 for act in people.acts())


async def until_confirmed(people: Players, before: int) -> None:
    """Wait until it has confirmed more than ``before``, while they are played.

    Nothing is proved of a life without a move, and on a slow machine a short one has none.
    """
    async with asyncio.timeout(_MOVED):
        while confirmed(people) == before:  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0.02)


def stored_figures(people: Players) -> list[Figure]:
    """Return the figures for the moves: none lost or taken twice, the log whole, no post twice."""
    fort, acts = people.fort, list(people.acts())
    ((games,),) = fort.read("SELECT count(*) FROM game")
    triple = [act for act in acts if len(act.clicks) > 1]
    posted = fort.world.posted
    return [
        none("G1", "acknowledged moves lost", people.lost(), confirmed(people)),
        none("G1", "told that nothing is saved, and it was", people.lies(), len(acts)),
        none("G1", "games with a gap in the log", fort.read(GAPS)[0][0], games),
        none("G1", "games scored twice or not to zero", fort.read(SCORES)[0][0], games),
        none("G7", "triple clicks taken twice", sum(a.acknowledged > 1 for a in triple), len(acts)),
        none("G3", "messages posted twice", _twice(people), len(posted)),
        none("G1", "tracebacks in the log", fort.tracebacks(), len(acts)),
    ]


def slowest_answer(people: Players, without: Collection[str] = ()) -> float | None:
    """Return the seconds of the slowest answer to a move; None if one of them has none."""
    clicks = [click for act in people.acts() for click in act.clicks if click.user not in without]
    slowest = max((click.waited for click in clicks), default=None)
    return None if slowest == float("inf") else slowest


def _twice(people: Players) -> int:
    """Lobbies aside, which carry no nonce."""
    found = people.book.posts_too_many(people.fort.world.posted)
    return sum(count for moment, count in found.items() if moment.is_open or moment.deals)
