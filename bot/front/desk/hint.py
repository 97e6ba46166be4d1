"""A hint on request: the move of the strongest robot in this seat, with its reasons.

It uses the player's view alone, is the same for every request at one position, even after a
take-back, and is not stored.  A rated table without robots has no hints.
"""

from typing import Final

from bot.analysis.advice import Advice
from bot.engine.view import View
from bot.front.desk.context import TableContext
from bot.refusals import Refusal, Refused
from bot.render.facts import TableData
from bot.render.study.hint import hint_screen
from bot.tables.takeback import version_without_take_backs
from bot.workers import TooSlow, decision_seed
from bot.workers.jobs import advise_player

_HINT_SECONDS: Final = 3.0


async def show_hint(context: TableContext) -> None:
    """Compute the hint in a worker; refuse if the table has moved on meanwhile."""
    facts = await context.services.table_data.of(context.table, context.words)
    seen = _view_for_hint(context, facts)
    advice = await _advice(context, seen)
    if context.table.version != seen.version:
        raise Refused(Refusal.HINT_OUTDATED)
    await context.show(hint_screen(seen, facts, advice, context.words))


def _view_for_hint(context: TableContext, table_data: TableData) -> View:
    """Return the view of a player who may get a hint now.  Raises Refused for anybody else."""
    context.table.require_game()
    seen = context.table.view_of(context.table.require_seat(context.user_id))
    if table_data.is_rated:
        raise Refused(Refusal.NO_HINTS_HERE)
    if seen is None or seen.to_act is None or seen.to_act < 0:
        raise Refused(Refusal.NOTHING_TO_HINT)
    if not seen.is_my_turn:
        raise Refused(Refusal.NOT_YOUR_TURN, name=table_data.name(seen.to_act))
    return seen


async def _advice(context: TableContext, seen: View) -> Advice:
    if len(seen.legal) == 1:
        return Advice(seen.legal[0], (), 0)
    await context.services.quotas.count_question(context.user_id)
    await context.services.responder.defer(context.interaction)
    seed = decision_seed(context.table.id, version_without_take_backs(context.table.state))
    try:
        return await context.services.workers.run(_HINT_SECONDS, advise_player, seen, seed)
    except TooSlow as error:
        raise Refused(Refusal.HINT_TOO_SLOW) from error
