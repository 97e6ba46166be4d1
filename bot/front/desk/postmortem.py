"""The post-mortem of a scored deal, for everybody who may know its cards.

The buttons carry the position, so it survives a restart.
"""

import asyncio
from typing import Final

from bot.analysis.postmortem import Makes, PostMortem, Record, post_mortem, strains
from bot.analysis.review import known_to_all, shown_hands
from bot.deeds.looking import NextMistake, Walk
from bot.deeds.past import Edge
from bot.engine.refusal import BadNotation, IllegalAction
from bot.engine.view import scored_view
from bot.front.desk.context import Visit
from bot.front.desk.studies import Worked
from bot.keepers.reviewer import record_of
from bot.refusals import Refusal, Refused
from bot.render.facts import TableFacts
from bot.render.study.postmortem import Study, line_screen, overview_screen
from bot.render.study.taken_back import taken_back_of
from bot.render.study.walk import walk_screen
from bot.store.reviews import RecordedDeal
from bot.terms import Status
from bot.workers import TooSlow

_SECONDS: Final = 8.0
_TABLE_SECONDS: Final = 3.0  # after that the rest is shown without the table of contracts


async def analyse(visit: Visit, deal: int | None) -> None:
    """Show the overview of a deal, by default of the newest one."""
    study, facts = await _study(visit, await _number(visit, deal))
    await visit.show(overview_screen(study, facts, visit.words))


async def best_line(visit: Visit, deal: int) -> None:
    """Show one optimal line of a deal."""
    study, facts = await _study(visit, await _number(visit, deal))
    await visit.show(line_screen(study, facts, visit.words))


async def walk(visit: Visit, deed: Walk | NextMistake) -> None:
    """Show one card of a deal, or the first mistake after one."""
    study, facts = await _study(visit, await _number(visit, deed.deal))
    step = _mistake(study.found, deed.behind) if isinstance(deed, NextMistake) else deed.step
    await visit.show(walk_screen(study, _within(study.found, step), facts, visit.words))


async def _number(visit: Visit, deal: int | None) -> int:
    """Return the deal's number, by default the newest one's."""
    newest = await visit.office.store.reviews.newest_deal(visit.table.id)
    if newest is None:
        raise Refused(Refusal.NO_DEAL_YET)
    if deal is not None and deal > newest:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=deal)
    return deal or newest


def _mistake(found: PostMortem, behind: int) -> int | Edge:
    wrong = (n for n, card in enumerate(found.cards) if n > behind and card.given > 0)
    return next(wrong, Edge.LAST)


def _within(found: PostMortem, step: int | Edge) -> int:
    last = len(found.cards) - 1
    if isinstance(step, Edge):
        return last if step is Edge.LAST else 0
    return min(max(step, 0), last)


async def _study(visit: Visit, deal: int) -> tuple[Study, TableFacts]:
    office, table = visit.office, visit.table
    worked = office.studies.get(table.id, deal)
    if worked is None:
        worked = await _worked(visit, deal)
        office.studies.keep(table.id, deal, worked)
    newest = await office.store.reviews.newest_deal(table.id)
    study = Study(
        rules=worked.rules,
        version=worked.version,
        scored=scored_view(worked.rules, worked.found.result),
        found=worked.found,
        shown=shown_hands(worked.rules, worked.found),
        makes=worked.makes,
        deals=newest or deal,
        is_seated=_plays(visit),
        taken_back=worked.taken_back,
    )
    return study, await office.facts.at(table, worked.sittings, visit.words)


def _plays(visit: Visit) -> bool:
    seated = visit.table.seat_of(visit.user_id) is not None
    return seated and visit.table.row.status is Status.PLAYING


async def _worked(visit: Visit, deal: int) -> Worked:
    recorded = await visit.office.store.reviews.recorded(visit.table.id, deal)
    if recorded is None:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=deal)
    record = record_of(visit.table.row.rules, recorded)
    if not any(text.startswith("play ") for _, text in record.lines):
        raise Refused(Refusal.DEAL_WITHOUT_PLAY)
    await visit.office.limits.question(visit.user_id)
    await visit.office.answers.hold(visit.interaction)
    found, makes = await asyncio.gather(_found(visit, record), _makes(visit, record))
    if not known_to_all(record.rules, found):
        raise Refused(Refusal.CARDS_HIDDEN)
    if len(shown_hands(record.rules, found)) < len(found.result.seats):
        makes = ()  # the table would reveal an unseen hand
    return _kept(record, recorded, found, makes)


async def _found(visit: Visit, record: Record) -> PostMortem:
    try:
        return await visit.office.workers.run(_SECONDS, post_mortem, record)
    except TooSlow as error:
        raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error
    except (BadNotation, IllegalAction) as error:
        raise Refused(Refusal.NO_REPLAY) from error


async def _makes(visit: Visit, record: Record) -> tuple[Makes, ...] | None:
    try:
        return await visit.office.workers.run(_TABLE_SECONDS, strains, record)
    except (TooSlow, Refused, BadNotation, IllegalAction):
        return None


def _kept(
    record: Record, recorded: RecordedDeal, found: PostMortem, makes: tuple[Makes, ...] | None
) -> Worked:
    version = recorded.last_version + 1
    undone = taken_back_of(recorded.lines)
    return Worked(record.rules, version, recorded.sittings, found, makes, undone)
