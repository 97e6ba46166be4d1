"""Hints on request, and the post-mortem of a scored deal."""

import asyncio
from typing import Final

from bot.analysis import advice, review
from bot.analysis.postmortem import (
    DealRecord,
    DoubleDummyRow,
    PostMortem,
    double_dummy_table,
    post_mortem,
)
from bot.background.reviewer import deal_record, forced_card_counts
from bot.discord_ui.handlers.context import ComputedDeal, TableContext, WeighedCalls
from bot.discord_ui.handlers.registry import handles
from bot.engine import notation, rules, view
from bot.model.enums import Status
from bot.model.refusals import Refusal, Refused
from bot.presets import parse_rules
from bot.render.screen import Screen
from bot.render.screen_data import KINDS_WITH_HINTS, TableData
from bot.render.study import hint_screens, postmortem_screens, scored_deal
from bot.store.queries.reviews import RecordedDeal
from bot.tables.take_backs import version_without_take_backs
from bot.ui_commands import play_commands, view_commands
from bot.workers import TooSlow, WorkerPool, decision_seed
from bot.workers.jobs import advise_player, find_calls, weigh_call

_HINT_SECONDS: Final = 5.0  # a call in sixty layouts takes up to two


# A hint: the move of the strongest robot in this seat, with its reasons.
#
# It uses the player's view alone, is the same for every request at one position, even after a
# take-back, and is not stored.  A rated table without robots has no hints.


@handles(play_commands.ShowHint)
async def show_hint(context: TableContext, _: play_commands.ShowHint) -> None:
    """Compute the hint in a worker; refuse if the table has moved on meanwhile."""
    facts = await context.services.table_data.of(context.table, context.words)
    seen = _view_for_hint(context, facts)
    advice = await _advice(context, seen)
    if context.table.version != seen.version:
        raise Refused(Refusal.HINT_OUTDATED)
    await context.show(hint_screens.hint_screen(seen, facts, advice, context.words))


def _view_for_hint(context: TableContext, table_data: TableData) -> view.SeatView:
    """Return the view of a player who may get a hint now.  Raises Refused for anybody else."""
    seen = context.table.player_view(context.user_id)
    if table_data.kind not in KINDS_WITH_HINTS:
        raise Refused(Refusal.NO_HINTS_HERE)
    if seen.to_act is None or seen.to_act < 0:
        raise Refused(Refusal.NOTHING_TO_HINT)
    if not seen.is_my_turn:
        raise Refused(Refusal.NOT_YOUR_TURN, name=table_data.name(seen.to_act))
    return seen


async def _advice(context: TableContext, seen: view.SeatView) -> advice.Advice:
    if len(seen.legal) == 1:
        return advice.Advice(seen.legal[0], (), 0)
    await context.services.quotas.count_question(context.user_id)
    await context.services.responder.defer(context.interaction)
    seed = decision_seed(context.table.id, version_without_take_backs(context.table.state))
    try:
        return await context.services.workers.run(_HINT_SECONDS, advise_player, seen, seed)
    except TooSlow as error:
        raise Refused(Refusal.HINT_TOO_SLOW) from error


# The post-mortem of a scored deal, for everybody who may know its cards.
#
# The buttons carry the position, so it survives a restart.

_POST_MORTEM_SECONDS: Final = 8.0
_TABLE_SECONDS: Final = 3.0  # after that the rest is shown without the table of contracts


@handles(view_commands.ShowPostMortem)
async def show_post_mortem(context: TableContext, command: view_commands.ShowPostMortem) -> None:
    """Show the overview of a deal, by default of the newest one."""
    study, facts = await _load_study(context, await _deal_number(context, command.deal))
    await context.show(postmortem_screens.overview_screen(study, facts, context.words))


@handles(view_commands.ShowBestLine)
async def show_best_line(context: TableContext, command: view_commands.ShowBestLine) -> None:
    """Show one optimal line of a deal."""
    study, facts = await _load_study(context, await _deal_number(context, command.deal))
    await context.show(postmortem_screens.best_line_screen(study, facts, context.words))


@handles(view_commands.StepThroughDeal)
async def show_position(context: TableContext, command: view_commands.StepThroughDeal) -> None:
    """Show one card of a deal."""
    study, facts = await _load_study(context, await _deal_number(context, command.deal))
    step = _clamp_step(study.postmortem, command.step)
    await context.show(postmortem_screens.walk_screen(study, step, facts, context.words))


@handles(view_commands.ShowNextMistake)
async def show_next_mistake(context: TableContext, command: view_commands.ShowNextMistake) -> None:
    """Show the first mistake after a card of a deal, or its last card if there is none."""
    study, facts = await _load_study(context, await _deal_number(context, command.deal))
    step = _clamp_step(study.postmortem, _next_mistake(study.postmortem, command.after))
    await context.show(postmortem_screens.walk_screen(study, step, facts, context.words))


async def _deal_number(context: TableContext, deal: int | None) -> int:
    """Return the deal's number, by default the newest one's."""
    newest = await context.services.store.reviews.newest_deal(context.table.id)
    if newest is None:
        raise Refused(Refusal.NO_DEAL_YET)
    if deal is not None and deal > newest:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=deal)
    return deal or newest


def _next_mistake(found: PostMortem, behind: int) -> int | view_commands.DealBoundary:
    wrong = (n for n, card in enumerate(found.cards) if n > behind and card.cost > 0)
    return next(wrong, view_commands.DealBoundary.LAST)


def _clamp_step(found: PostMortem, step: int | view_commands.DealBoundary) -> int:
    last = len(found.cards) - 1
    if isinstance(step, view_commands.DealBoundary):
        return last if step is view_commands.DealBoundary.LAST else 0
    return min(max(step, 0), last)


async def _load_study(
    context: TableContext, deal: int
) -> tuple[postmortem_screens.AnalysedDeal, TableData]:
    services, table = context.services, context.table
    worked = services.post_mortems.get(table.id, deal)
    if worked is None:
        worked = await _compute(context, deal)
        services.post_mortems.put(table.id, deal, worked)
    newest = await services.store.reviews.newest_deal(table.id)
    study = postmortem_screens.AnalysedDeal(
        rules=worked.rules,
        version=worked.version,
        scored=view.result_view(worked.rules, worked.found.result),
        postmortem=worked.found,
        shown=review.revealed_hands(worked.rules, worked.found),
        makes=worked.makeable,
        deals=newest or deal,
        is_seated=_is_playing(context),
        taken_back=worked.taken_back,
        hurried=worked.hurried,
        forced=worked.forced,
    )
    facts = await services.table_data.for_seats(table, worked.sittings, context.words)
    return study, await services.table_data.with_code(facts, table, deal)


def _is_playing(context: TableContext) -> bool:
    seated = context.table.state.seat_of(context.user_id) is not None
    return seated and context.table.row.status is Status.PLAYING


async def _compute(context: TableContext, deal: int) -> ComputedDeal:
    recorded = await _recorded(context, deal)
    record = deal_record(context.table.row.rules, recorded)
    if not any(text.startswith("play ") for _, text in record.lines):
        raise Refused(Refusal.DEAL_WITHOUT_PLAY)
    await context.services.quotas.count_question(context.user_id)
    await context.services.responder.defer(context.interaction)
    found, makes = await asyncio.gather(
        _compute_post_mortem(context, record), _compute_makeable(context, record)
    )
    if not review.is_public(record.rules, found):
        raise Refused(Refusal.CARDS_HIDDEN)
    if len(review.revealed_hands(record.rules, found)) < len(found.result.seats):
        makes = ()  # the table would reveal an unseen hand
    return _computed_deal(record, recorded, found, makes)


async def _recorded(context: TableContext, deal: int) -> RecordedDeal:
    await context.services.tables.refuse_sealed_deal(context.table.row, deal)
    recorded = await context.services.store.reviews.recorded_deal(context.table.id, deal)
    if recorded is None:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=deal)
    return recorded


async def _compute_post_mortem(context: TableContext, record: DealRecord) -> PostMortem:
    try:
        return await context.services.workers.run(_POST_MORTEM_SECONDS, post_mortem, record)
    except TooSlow as error:
        raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error
    except (rules.BadNotation, rules.IllegalAction) as error:
        raise Refused(Refusal.NO_REPLAY) from error


async def _compute_makeable(
    context: TableContext, record: DealRecord
) -> tuple[DoubleDummyRow, ...] | None:
    try:
        return await context.services.workers.run(_TABLE_SECONDS, double_dummy_table, record)
    except (TooSlow, Refused, rules.BadNotation, rules.IllegalAction):
        return None


def _computed_deal(
    record: DealRecord,
    recorded: RecordedDeal,
    found: PostMortem,
    makes: tuple[DoubleDummyRow, ...] | None,
) -> ComputedDeal:
    return ComputedDeal(
        rules=record.rules,
        version=recorded.last_version + 1,
        sittings=recorded.sittings,
        found=found,
        makeable=makes,
        taken_back=scored_deal.take_backs_in(recorded.lines),
        hurried=recorded.hurried,
        forced=forced_card_counts(recorded.lines),
    )


# The calls of a scored deal, each weighed from what its player saw.
#
# A call takes one to two seconds, so the page shows how far it is.  What is weighed stays in
# memory: a second reader, or a second press, goes on where the first one is.

_CALL_SECONDS: Final = 20.0
_CALLS_SECONDS: Final = 40.0  # for one press; then a button goes on
_PROGRESS_SECONDS: Final = 2.0  # between two edits of the page


@handles(view_commands.ShowCalls)
async def show_calls(context: TableContext, command: view_commands.ShowCalls) -> None:
    """Show what each call of a deal was worth; the page grows while the calls are weighed."""
    deal = await _deal_number(context, command.deal)
    recorded = await _recorded(context, deal)
    if not parse_rules(context.table.row.rules).options.reveal_after_deal:
        raise Refused(Refusal.CARDS_HIDDEN)
    facts = await context.services.table_data.for_seats(
        context.table, recorded.sittings, context.words
    )
    weighed = await _weighed_calls(context, recorded)
    now = asyncio.get_running_loop().time
    began = shown = now()
    while weighed.next_line is not None and now() - began < _CALLS_SECONDS:
        if now() - shown > _PROGRESS_SECONDS:
            await context.show(_calls_screen(context, recorded, weighed, facts, command.page))
            shown = now()
        await weigh_next(context.services.workers, weighed)
    await context.show(_calls_screen(context, recorded, weighed, facts, command.page))


async def _weighed_calls(context: TableContext, recorded: RecordedDeal) -> WeighedCalls:
    """Return the calls of a deal as far as they are weighed, and count a new question."""
    services, place = context.services, (context.table.id, recorded.deal)
    weighed = services.weighed_calls.get(*place)
    if weighed is None or weighed.next_line is not None:
        await services.quotas.count_question(context.user_id)
        await services.responder.defer(context.interaction)
    if weighed is None:
        record = deal_record(context.table.row.rules, recorded)
        try:
            lines = await services.workers.run(_CALL_SECONDS, find_calls, record)
        except TooSlow as error:
            raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error
        except (rules.BadNotation, rules.IllegalAction) as error:
            raise Refused(Refusal.NO_REPLAY) from error
        weighed = services.weighed_calls.get(*place) or WeighedCalls(record, lines)
        services.weighed_calls.put(*place, weighed)
    return weighed


async def weigh_next(workers: WorkerPool, weighed: WeighedCalls) -> None:
    """Weigh the next call, unless all are; readers of one deal wait for each other."""
    async with weighed.lock:
        line = weighed.next_line
        if line is None:
            return
        try:
            found = await workers.run(_CALL_SECONDS, weigh_call, weighed.record, line)
        except TooSlow:
            found = None
        weighed.found[line] = found


def _calls_screen(
    context: TableContext,
    recorded: RecordedDeal,
    weighed: WeighedCalls,
    facts: TableData,
    page: int,
) -> Screen:
    rules = weighed.record.rules
    deal = hint_screens.CalledDeal(
        rules=rules,
        version=recorded.last_version + 1,
        scored=view.result_view(rules, notation.read_result(recorded.summary)),
        calls=tuple(weighed.found.values()),
        waiting=len(weighed.lines) - len(weighed.found),
    )
    return hint_screens.calls_screen(deal, facts, context.words, page)
