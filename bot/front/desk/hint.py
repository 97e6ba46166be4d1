"""A hint on request: the move of the strongest robot in this seat, with its reasons.

It uses the player's view alone, is the same for every request at one position, even after a
take-back, and is not stored.  A rated table without robots has no hints.
"""

from typing import Final

from bot.analysis.advice import Advice
from bot.engine.view import View
from bot.front.desk.context import Visit
from bot.refusals import Refusal, Refused
from bot.render.facts import TableFacts
from bot.render.study.hint import hint_screen
from bot.tables.takeback import place_of
from bot.workers import TooSlow, seed_of
from bot.workers.jobs import advise

_SECONDS: Final = 3.0


async def hint(visit: Visit) -> None:
    """Compute the hint in a worker; refuse if the table has moved on meanwhile."""
    facts = await visit.office.facts.of(visit.table, visit.words)
    seen = _asked(visit, facts)
    advice = await _advice(visit, seen)
    if visit.table.version != seen.version:
        raise Refused(Refusal.HINT_OUTDATED)
    await visit.show(hint_screen(seen, facts, advice, visit.words))


def _asked(visit: Visit, facts: TableFacts) -> View:
    """Return the view of a player who may get a hint now.  Raises Refused for anybody else."""
    visit.table.running()
    seen = visit.table.view_of(visit.table.seat_needed(visit.user_id))
    if facts.is_rated:
        raise Refused(Refusal.NO_HINTS_HERE)
    if seen is None or seen.to_act is None or seen.to_act < 0:
        raise Refused(Refusal.NOTHING_TO_HINT)
    if not seen.my_turn:
        raise Refused(Refusal.NOT_YOUR_TURN, name=facts.name(seen.to_act))
    return seen


async def _advice(visit: Visit, seen: View) -> Advice:
    if len(seen.legal) == 1:
        return Advice(seen.legal[0], (), 0)
    await visit.office.limits.question(visit.user_id)
    await visit.office.answers.hold(visit.interaction)
    seed = seed_of(visit.table.id, place_of(visit.table.state))
    try:
        return await visit.office.workers.run(_SECONDS, advise, seen, seed)
    except TooSlow as error:
        raise Refused(Refusal.HINT_TOO_SLOW) from error
