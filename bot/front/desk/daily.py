"""The problem of the day: a server's table of solvers, and one public line per solver."""

import asyncio
from typing import Final

from bot.deeds.etudes import ProblemRef
from bot.front.desk.posting import post_for_all, require_posting_permission, server_words
from bot.front.desk.student import PracticeContext, find_attempt, problem_of_day, problem_progress
from bot.front.failures import REQUEST_ERRORS, RETRYABLE, failure_of
from bot.front.nonces import nonce_of
from bot.refusals import Refusal, Refused
from bot.render.study.daily import daily_problem_screen, shared_solve_screen
from bot.render.study.etude_facts import DailyProblem, SolverRow
from bot.store.etudes import SECONDS_PER_DAY, DailySolver, ProblemAttempt

_MAX_SOLVER_ROWS: Final = 15  # rows of a day's table


async def show_daily_problem(context: PracticeContext, note: str = "") -> None:
    """Show today's table of this server."""
    store, day = context.services.store, context.today
    today = await problem_of_day(context, day)
    own = await store.problems.attempt(context.user_id, context.guild_id, day, today.key)
    table = [
        await _solver_row(context, row)
        for row in await store.problems.solvers(context.guild_id, day)
    ]
    shown = own or ProblemAttempt(context.user_id, context.guild_id, day, today.key)
    found = DailyProblem(
        own=problem_progress(context, shown),
        has_begun=own is not None,
        rows=tuple(row for row, _ in table[:_MAX_SOLVER_ROWS]),
        solvers=len(table),
        own_row=next((row for row, user in table if user == context.user_id), None),
        can_share=shown.is_counted and not shown.shared,
        next_at=(day + 1) * SECONDS_PER_DAY,
    )
    await context.show(daily_problem_screen(found, context.words, note))


async def _solver_row(context: PracticeContext, row: DailySolver) -> tuple[SolverRow, int]:
    name = await context.services.names.name_of(row.user_id)
    return SolverRow(row.rank, name, row.tries, row.solved_at, row.days), row.user_id


async def share_daily_problem(context: PracticeContext, ref: ProblemRef) -> None:
    """Post one public line, once, where both the user and the bot may write."""
    attempt = await find_attempt(context, ref)
    if not attempt.is_counted:
        raise Refused(Refusal.ETUDE_NOT_SOLVED)
    require_posting_permission(context.interaction)
    if not attempt.shared:
        try:
            await asyncio.shield(_shared_post(context, attempt))
        except REQUEST_ERRORS as error:
            if failure_of(error) in RETRYABLE:  # the post may have arrived all the same
                raise
            raise Refused(Refusal.ETUDE_NO_PLACE) from error
        context.mark_stored()
    await show_daily_problem(context, context.words.say("etude.was_shared"))


def _shared_post(context: PracticeContext, attempt: ProblemAttempt) -> asyncio.Task[None]:
    """Return the shared task of all clicks, so that each sees the same outcome."""
    telling = context.services.daily_posts
    place = (attempt.user_id, attempt.guild_id, attempt.day)
    if place not in telling:
        telling[place] = asyncio.create_task(_post_solved(context, attempt))
        telling[place].add_done_callback(lambda _: telling.pop(place))
    return telling[place]


async def _post_solved(context: PracticeContext, attempt: ProblemAttempt) -> None:
    """Post, then record; the nonce makes a repeated click after a failure safe."""
    public = await server_words(context)
    name = await context.services.names.name_of(attempt.user_id)
    place = (attempt.user_id, attempt.guild_id, attempt.day)
    nonce = nonce_of("etude/{}/{}/{}".format(*place))
    await post_for_all(context, shared_solve_screen(name, attempt.tries, public), public, nonce)
    await context.services.store.problems.set_shared(*place)
