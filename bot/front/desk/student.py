"""A user's practice session: their stored attempts, and computations in a worker."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, ParamSpec, TypeVar

from bot.analysis.etudes import reply
from bot.analysis.etudes.collection import ProblemCollection, shipped_problems
from bot.analysis.etudes.course import BadLine, CardLine, replay_line
from bot.analysis.etudes.etude import Problem
from bot.deeds.etudes import ProblemRef
from bot.engine.notation import cards_text, parse_cards
from bot.front.desk.context import Context
from bot.refusals import Refusal, Refused
from bot.render.study.etude_facts import ProblemProgress
from bot.store.etudes import SECONDS_PER_DAY, ProblemAttempt
from bot.workers import TooSlow

P = ParamSpec("P")
T = TypeVar("T")

_REPLY_SECONDS: Final = 10.0  # seconds of a worker for the reply to one card; it takes 0.1
_DEFER_AFTER: Final = 1.0  # seconds before the interaction is deferred


@dataclass(frozen=True)
class PracticeContext(Context):
    """One user's interaction with the problems."""

    @cached_property
    def now(self) -> int:
        return self.services.tables.services.now()

    @property
    def today(self) -> int:
        return self.now // SECONDS_PER_DAY

    @property
    def collection(self) -> ProblemCollection:
        return shipped_problems()

    async def compute(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a job in a worker.  Raises Refused where it takes too long."""
        thought = asyncio.ensure_future(
            self.services.workers.run(_REPLY_SECONDS, job, *args, **kwargs)
        )
        try:
            await asyncio.wait({thought}, timeout=_DEFER_AFTER)
            if not thought.done():
                await self.defer()
            return await thought
        except TooSlow as error:
            raise Refused(Refusal.BUSY) from error
        finally:
            thought.cancel()

    async def count_question(self) -> None:
        """Count the next computation against the quota of hints, because it can be repeated.

        The reply to a card is exempt: without it nobody could play on.  Raises Refused.
        """
        await self.services.quotas.count_question(self.user_id)


async def problem_of_day(context: PracticeContext, day: int) -> Problem:
    """Return the problem already begun that day, even if the collection has changed since."""
    key = await context.services.store.problems.problem_of_day(context.guild_id, day)
    known = None if key is None else context.collection.get(key)
    return known or context.collection.daily(context.guild_id, day)


def find_problem(context: PracticeContext, key: str) -> Problem:
    found = context.collection.get(key)
    if found is None:
        raise Refused(Refusal.ETUDE_GONE)
    return found


async def find_attempt(context: PracticeContext, ref: ProblemRef) -> ProblemAttempt:
    """Return the attempt that a button names; today's may begin with it."""
    key, day = ref.key, ref.day
    place = (context.guild_id, day) if day else (0, 0)
    store = context.services.store
    find_problem(context, key)
    found = await store.problems.attempt(context.user_id, *place, key)
    if found is not None:
        return await repair_attempt(context, found)
    if day != context.today:
        raise Refused(Refusal.ETUDE_GONE)
    if (await problem_of_day(context, context.today)).key != key:
        raise Refused(Refusal.ETUDE_GONE)
    await context.services.names.remember(context.interaction.user)
    return await begin_attempt(context, ProblemAttempt(context.user_id, *place, key))


async def repair_attempt(context: PracticeContext, attempt: ProblemAttempt) -> ProblemAttempt:
    """Return the attempt, restarted where its line does not fit the problem any more."""
    problem = find_problem(context, attempt.key)
    try:
        replay_line(problem, attempt_line(attempt))
    except BadLine:
        line = await context.compute(reply.opening_line, problem)
        attempt = await save_attempt(
            context, attempt, replace(attempt, line=cards_text(line), lost=None)
        )
    return attempt


async def begin_attempt(context: PracticeContext, new: ProblemAttempt) -> ProblemAttempt:
    """Return the attempt, with the cards before the first decision played."""
    store = context.services.store
    found = await store.problems.attempt(new.user_id, new.guild_id, new.day, new.key)
    if found is not None and (new.day or not (found.solved_at or found.helped)):
        return await repair_attempt(context, found)
    await context.count_question()
    line = await context.compute(reply.opening_line, find_problem(context, new.key))
    new = replace(new, line=cards_text(line), touched_at=context.now)
    if found is None:
        first = await store.problems.begin_attempt(new)
        context.mark_stored()
        return first
    return await save_attempt(context, found, replace(found, line=new.line, lost=None))


def attempt_line(attempt: ProblemAttempt) -> CardLine:
    return parse_cards(attempt.line)


async def save_attempt(
    context: PracticeContext, before: ProblemAttempt, after: ProblemAttempt
) -> ProblemAttempt:
    """Store a change; return it, or the attempt as a faster click left it."""
    store = context.services.store
    after = replace(after, touched_at=context.now)
    if await store.problems.change_attempt(before, after):
        context.mark_stored()
        return after
    found = await store.problems.attempt(after.user_id, after.guild_id, after.day, after.key)
    return found or after


def problem_progress(context: PracticeContext, attempt: ProblemAttempt) -> ProblemProgress:
    return ProblemProgress(
        problem=find_problem(context, attempt.key),
        ref=ProblemRef(attempt.key, attempt.day),
        line=attempt_line(attempt),
        tricks_after_mistake=-1 if attempt.lost is None else attempt.lost,
        tries=attempt.tries,
        is_solved=attempt.solved_at is not None,
        helped=attempt.helped,
        day_at=attempt.day * SECONDS_PER_DAY,
    )
