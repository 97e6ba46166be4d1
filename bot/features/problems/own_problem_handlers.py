"""Shares a position of an own deal as a problem in a channel."""

import asyncio

from bot.discord_ui.handlers import public_posts
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handles
from bot.features.problems.own_problem_screens import (
    holding_screen,
    shared_problem_screen,
    was_shared_screen,
)
from bot.features.problems.own_problems import OwnProblem, open_place, pose_own_problem
from bot.features.sealed_deals import refuse_sealed_code
from bot.model.refusals import Refusal, Refused
from bot.ui_commands.deal_commands import USUAL_LEVEL, SetUpAttempt, ShareOwnProblem


@handles(ShareOwnProblem, creates=True)
async def share_problem(context: Context, command: ShareOwnProblem) -> None:
    """Post the position as a problem if exactly one card holds."""
    own = await context.services.store.own_deals.get(command.deal)
    if own is None or own.user_id != context.user_id:
        raise Refused(Refusal.OWN_DEAL_GONE)
    await refuse_sealed_code(context, own.code, in_public=True)
    if not own.name:
        raise Refused(Refusal.OWN_DEAL_UNNAMED)
    chooser = open_place(context, own, command.start).chooser
    public_posts.require_posting_permission(context.interaction)
    await context.services.quotas.count_question(context.user_id)
    found = await pose_own_problem(context, own, command.start)
    here = SetUpAttempt(own.deal_id, command.start, chooser, own.level or USUAL_LEVEL)
    if not isinstance(found, OwnProblem):
        await context.show(holding_screen(found, here, context.words))
        return
    await context.services.store.own_deals.set_shared(context.user_id, own.deal_id)
    context.mark_stored()
    await _post(context, found)
    await context.show(was_shared_screen(found, here, context.words))


async def _post(context: Context, problem: OwnProblem) -> None:
    services = context.services
    public = await public_posts.server_words(context)
    await services.names.remember(context.interaction.user)
    name = await services.names.name_of(context.user_id)
    screen = shared_problem_screen(problem, name, public)
    async with public_posts.counted_post(context):
        await asyncio.shield(
            public_posts.post_for_all(context, screen, public, str(context.interaction.id))
        )
