"""The post-mortem of a scored deal, for everybody who may know its cards.

Where it stands is written on the buttons: nothing is lost by a restart.
"""

import asyncio
from typing import Final

from bot.analysis.postmortem import Makes, PostMortem, Record, post_mortem, strains
from bot.analysis.review import known_to_all, shown_hands
from bot.desk.office import Visit
from bot.desk.studies import Worked
from bot.engine.refusal import BadNotation, IllegalAction
from bot.engine.view import scored_view
from bot.refusals import Refusal, Refused
from bot.render.facts import TableFacts
from bot.render.postmortem import Study, line_screen, overview_screen
from bot.render.postmortem_walk import walk_screen
from bot.render.screen import Screen
from bot.reviewer import record_of
from bot.store.reviews import RecordedDeal
from bot.terms import Status
from bot.workers import TooSlow

_SECONDS: Final = 8.0
_TABLE_SECONDS: Final = 3.0  # without the table of contracts the rest is shown all the same


async def analyse(visit: Visit, words: tuple[str, ...]) -> None:
    """``analyse``, ``analyse 7``, ``analyse 7 line``: the overview, or one best line."""
    study, facts = await _study(visit, await _number(visit, words[:1]))
    screen = line_screen if words[1:] == ("line",) else overview_screen
    await _show(visit, screen(study, facts, visit.words))


async def walk(visit: Visit, words: tuple[str, ...]) -> None:
    """``walk 7 12``, ``walk 7 first``, ``walk 7 mistake 12`` (the first one behind that card)."""
    study, facts = await _study(visit, await _number(visit, words[:1]))
    step = _step(study.found, words[1:])
    await _show(visit, walk_screen(study, step, facts, visit.words))


async def _number(visit: Visit, words: tuple[str, ...]) -> int:
    """The deal that is meant: the newest one unless named."""
    newest = await visit.office.tables.services.store.newest_deal(visit.table.id)
    if newest is None:
        raise Refused(Refusal.NO_DEAL_YET)
    if not words:
        return newest
    number = int(words[0]) if words[0].isdecimal() and len(words[0]) < 6 else 0
    if not 1 <= number <= newest:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=words[0][:10])
    return number


def _step(found: PostMortem, words: tuple[str, ...]) -> int:
    last = len(found.cards) - 1
    match words:
        case ("last",):
            return last
        case (number,) if number.isdecimal():
            return min(int(number[:3]), last)
        case ("mistake", number):
            behind = int(number[:3]) if number.isdecimal() else -1
            wrong = (n for n, card in enumerate(found.cards) if n > behind and card.given > 0)
            return next(wrong, last)
        case _:
            return 0


async def _study(visit: Visit, deal: int) -> tuple[Study, TableFacts]:
    office, table = visit.office, visit.table
    worked = office.studies.get(table.id, deal)
    if worked is None:
        worked = await _worked(visit, deal)
        office.studies.keep(table.id, deal, worked)
    newest = await office.tables.services.store.newest_deal(table.id)
    study = Study(
        rules=worked.rules,
        version=worked.version,
        scored=scored_view(worked.rules, worked.found.result),
        found=worked.found,
        shown=shown_hands(worked.rules, worked.found),
        makes=worked.makes,
        deals=newest or deal,
        is_seated=_plays(visit),
    )
    return study, await office.present.facts_at(table, worked.sittings)


def _plays(visit: Visit) -> bool:
    seated = visit.table.seat_of(visit.user_id) is not None
    return seated and visit.table.row.status is Status.PLAYING


async def _worked(visit: Visit, deal: int) -> Worked:
    recorded = await visit.office.tables.services.store.recorded(visit.table.id, deal)
    if recorded is None:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=deal)
    record = record_of(visit.table.row.rules, recorded)
    if not any(text.startswith("play ") for _, text in record.lines):
        raise Refused(Refusal.DEAL_WITHOUT_PLAY)
    await visit.office.answers.hold(visit.interaction)
    found, makes = await asyncio.gather(_found(visit, record), _makes(visit, record))
    if not known_to_all(record.rules, found):
        raise Refused(Refusal.CARDS_HIDDEN)
    if len(shown_hands(record.rules, found)) < len(found.result.seats):
        makes = ()  # it would tell of a hand that nobody has seen
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
    return Worked(record.rules, version, recorded.sittings, found, makes)


async def _show(visit: Visit, screen: Screen) -> None:
    if visit.interaction.response.is_done():
        await visit.office.answers.show_held(visit.interaction, screen, visit.words)
    else:
        await visit.show(screen)
