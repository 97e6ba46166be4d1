"""Shares a problem from an own deal in a channel, and judges the cards its readers choose."""

import asyncio
from typing import Final

from bot.discord_ui.handlers import public_posts
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handles
from bot.features.deals.attempt_handlers import show_set_up
from bot.features.deals.attempts import USUAL_LEVEL
from bot.features.deals.deal_lookup import find_deal, read_stored_code
from bot.features.deals.deal_problem_screens import (
    SharedProblem,
    holding_text,
    problem_question_screen,
    shared_problem_screen,
    verdict_text,
)
from bot.features.deals.deal_problems import WeighedCards, chooser_at, deal_at, weigh_cards
from bot.features.deals.own_deal_handlers import own_deal
from bot.model.refusals import Refusal, Refused
from bot.render.screen import Tone
from bot.store.queries.own_deals import OwnDeal
from bot.ui_commands.deal_commands import (
    AnswerSharedProblem,
    OpenSharedProblem,
    SetUpAttempt,
    ShareOwnProblem,
)
from bot.workers import TooSlow

_SECONDS: Final = 8.0


@handles(ShareOwnProblem, creates=True)
async def share_problem(context: Context, command: ShareOwnProblem) -> None:
    """Post the position as a problem if exactly one card holds."""
    own = await own_deal(context, command.deal)
    if not own.name:
        raise Refused(Refusal.OWN_DEAL_UNNAMED)
    problem = _problem(context, own, command.start)
    public_posts.require_posting_permission(context.interaction)
    weighed = await _weigh(context, problem)
    here = SetUpAttempt(own.deal_id, command.start, problem.chooser, own.level or USUAL_LEVEL)
    if not weighed.is_problem:
        await show_set_up(context, here, holding_text(problem, weighed, context.words))
        return
    await context.services.store.own_deals.set_shared(context.user_id, own.deal_id)
    context.mark_stored()
    await _post(context, problem)
    await show_set_up(context, here, context.words.say("replay.was_shared"))


async def _post(context: Context, problem: SharedProblem) -> None:
    services = context.services
    public = await public_posts.server_words(context)
    await services.names.remember(context.interaction.user)
    name = await services.names.name_of(context.user_id)
    screen = shared_problem_screen(problem, name, public)
    async with public_posts.counted_post(context):
        await asyncio.shield(
            public_posts.post_for_all(context, screen, public, str(context.interaction.id))
        )


@handles(OpenSharedProblem)
async def open_shared_problem(context: Context, command: OpenSharedProblem) -> None:
    """Show the question privately."""
    problem = _problem(context, await find_deal(context, command.deal), command.start)
    await context.show(problem_question_screen(problem, context.words))


@handles(AnswerSharedProblem)
async def answer_shared_problem(context: Context, command: AnswerSharedProblem) -> None:
    """Tell what the chosen card brings; another one may be chosen after it."""
    problem = _problem(context, await find_deal(context, command.deal), command.start)
    weighed = await _weigh(context, problem)
    if command.card not in dict(weighed.tricks):
        raise Refused(Refusal.ETUDE_CARD)
    note = verdict_text(problem, command.card, weighed, context.words)
    tone = Tone.PLAYING if command.card in weighed.holding else Tone.ALARM
    await context.show(problem_question_screen(problem, context.words, note, tone))


def _problem(context: Context, own: OwnDeal, start: int) -> SharedProblem:
    """Return the position of a deal as a problem.  Raises Refused where no card is to play."""
    source = read_stored_code(context, own.code)
    if start > len(source.course) or deal_at(source, start) is None:
        raise Refused(Refusal.NO_PROBLEM_HERE)
    return SharedProblem(own.deal_id, own.name, source, start, chooser_at(source, start))


async def _weigh(context: Context, problem: SharedProblem) -> WeighedCards:
    await context.services.quotas.count_question(context.user_id)
    try:
        found = await context.services.workers.run(
            _SECONDS, weigh_cards, problem.source, problem.start
        )
    except TooSlow as error:
        raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error
    if found is None:
        raise Refused(Refusal.NO_PROBLEM_HERE)
    return found
