"""Problems, those of the day, and own ones: stored attempts, and computations in a worker."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from random import Random
from typing import Final, ParamSpec, TypeVar

from bot.analysis.problems import opponent
from bot.analysis.problems.collection import ProblemCollection, shipped_problems
from bot.analysis.problems.problem import (
    BadLine,
    CardLine,
    FirstTries,
    Grade,
    LineStatus,
    Problem,
    legal_next_cards,
    line_status,
    replay_line,
)
from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import REQUEST_ERRORS, RETRYABLE, failure_of
from bot.discord_ui.handlers import public_posts
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.public_posts import (
    post_for_all,
    require_posting_permission,
    server_words,
)
from bot.discord_ui.handlers.registry import Handler, handles
from bot.engine.notation import cards_text, parse_cards
from bot.features.problems import daily_screens, problem_screens
from bot.features.problems.own_problems import (
    OwnProblem,
    find_own_problem,
    open_place,
    place_of_key,
    pose_own_problem,
)
from bot.features.problems.problem_screens import (
    holding_screen,
    shared_problem_screen,
    was_shared_screen,
)
from bot.features.solo_play import refuse_sealed_code
from bot.model.periods import SECONDS_PER_DAY, day_of, first_day, is_week, period_of, week_of
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.store.queries.problem_attempts import DailySolver, ProblemAttempt
from bot.ui_commands import codec, practice_commands
from bot.ui_commands.practice_commands import USUAL_LEVEL, SetUpAttempt, ShareOwnProblem
from bot.workers import TooSlow

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound=codec.ServerCommand)

_REPLY_SECONDS: Final = 10.0  # seconds of a worker for the reply to one card; it takes 0.1
_SECONDS_PER_HOUR: Final = 3600
_DEFER_AFTER: Final = 1.0  # seconds before the interaction is deferred


@dataclass(frozen=True)
class PracticeContext(Context):
    """One user's interaction with the problems."""

    collection: ProblemCollection

    @cached_property
    def now(self) -> int:
        return self.services.tables.services.now()

    @property
    def today(self) -> int:
        return day_of(self.now)

    @property
    def this_week(self) -> int:
        return week_of(self.now)

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


def handles_practice(
    kind: type[S],
) -> Callable[[Handler[PracticeContext, S]], Handler[PracticeContext, S]]:
    """Register the decorated function, as ``handles`` does, with the context of a practice."""

    def register(handler: Handler[PracticeContext, S]) -> Handler[PracticeContext, S]:
        async def run(context: Context, command: S) -> None:
            problems = await _graded_problems(context)
            who, interaction = (context.user_id, context.server), context.interaction
            practice = PracticeContext(context.services, interaction, context.words, *who, problems)
            await handler(practice, command)

        handles(kind)(run)
        return handler

    return register


async def _graded_problems(context: Context) -> ProblemCollection:
    """Return the problems with their grades; first tries are counted anew every hour."""
    services = context.services
    hour, known = services.tables.services.now() // _SECONDS_PER_HOUR, services.graded_problems
    if hour not in known:
        counts = await services.store.first_tries.by_problem()
        tries = {key: FirstTries(*count) for key, count in counts.items()}
        known.clear()
        known[hour] = shipped_problems().graded_by(tries)
    return known[hour]


def world_problem(context: PracticeContext, period: int) -> Problem:
    """Return the world's problem of a day or week."""
    day = first_day(period)
    return context.collection.weekly(day) if is_week(period) else context.collection.daily(day)


def current_period(context: PracticeContext, key: str) -> int | None:
    """Return today or this week, whichever has that problem; None for every other problem."""
    periods = (context.today, context.this_week)
    return next((at for at in periods if world_problem(context, at).key == key), None)


async def find_problem(context: PracticeContext, key: str) -> Problem:
    """Return a problem of the world, or one from a deal that somebody keeps.  Raises Refused."""
    place = place_of_key(key)
    if place is not None:
        return (await find_own_problem(context, place)).problem
    found = context.collection.get(key)
    if found is None:
        raise Refused(Refusal.ETUDE_GONE)
    return found


async def find_attempt(
    context: PracticeContext, ref: practice_commands.ProblemRef
) -> ProblemAttempt:
    """Return the attempt that a button names.

    One of today or this week may begin with it, and one at a problem from a deal.
    """
    key, day = ref.key, ref.day
    place = (context.guild_id, day) if day else (0, 0)
    store = context.services.store
    await find_problem(context, key)
    found = await store.problems.attempt(context.user_id, *place, key)
    if found is not None:
        return await repair_attempt(context, found)
    if place_of_key(key) is not None and not day:
        return await begin_attempt(context, ProblemAttempt(context.user_id, 0, 0, key))
    current = current_period(context, key)
    if current is None or day not in (0, current):
        raise Refused(Refusal.ETUDE_GONE)
    if context.server is not None:  # a table of solvers names them
        await context.services.names.remember(context.interaction.user)
    return await begin_attempt(context, ProblemAttempt(context.user_id, *place, key))


async def repair_attempt(context: PracticeContext, attempt: ProblemAttempt) -> ProblemAttempt:
    """Return the attempt, restarted where its line does not fit the problem any more."""
    problem = await find_problem(context, attempt.key)
    try:
        replay_line(problem, attempt_line(attempt))
    except BadLine:
        line = await context.compute(opponent.opening_line, problem)
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
    if found is None and current_period(context, new.key) is not None:
        met = await store.problems.attempt_anywhere(new.user_id, new.key)
        if met is not None:
            known = replace(met, guild_id=new.guild_id, day=new.day, shared=False)
            known = await store.problems.begin_attempt(replace(known, touched_at=context.now))
            context.mark_stored()
            return await repair_attempt(context, known)
    await context.count_question()
    line = await context.compute(opponent.opening_line, await find_problem(context, new.key))
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


async def problem_progress(
    context: PracticeContext, attempt: ProblemAttempt
) -> problem_screens.ProblemProgress:
    place = place_of_key(attempt.key)
    return problem_screens.ProblemProgress(
        problem=await find_problem(context, attempt.key),
        own=None if place is None else await find_own_problem(context, place),
        ref=practice_commands.ProblemRef(attempt.key, attempt.day),
        line=attempt_line(attempt),
        tricks_after_mistake=-1 if attempt.lost is None else attempt.lost,
        tries=attempt.tries,
        is_solved=attempt.solved_at is not None,
        helped=attempt.helped,
        first_tries=context.collection.first_tries.get(attempt.key),
    )


# The problems of the day and of the week: a server's table of solvers, and one public line per
# solver.  Outside of servers a player sees their own result and streak alone.

_MAX_SOLVER_ROWS: Final = 15  # rows of a table


@handles_practice(practice_commands.ShowDailyProblem)
async def show_daily_problem(
    context: PracticeContext, _: practice_commands.ShowDailyProblem
) -> None:
    """Show today's problem with the table of this server."""
    await _show_world_problem(context, context.today)


@handles_practice(practice_commands.ShowWeeklyProblem)
async def show_weekly_problem(
    context: PracticeContext, _: practice_commands.ShowWeeklyProblem
) -> None:
    """Show the problem of this week with the table of this server."""
    await _show_world_problem(context, context.this_week)


async def _show_world_problem(context: PracticeContext, period: int, note: str = "") -> None:
    store, problem = context.services.store, world_problem(context, period)
    guild_id = context.server or 0
    place = (context.user_id, guild_id, period if guild_id else 0, problem.key)
    own = await store.problems.attempt(*place)
    solvers = await store.problems.solvers(guild_id, period) if guild_id else ()
    table = [await _solver_row(context, row) for row in solvers]
    shown = own or ProblemAttempt(*place)
    found = daily_screens.DailyProblem(
        own=await problem_progress(context, shown),
        period=period,
        has_begun=own is not None,
        rows=tuple(row for row, _ in table[:_MAX_SOLVER_ROWS]),
        solvers=len(table),
        own_row=next((row for row, user in table if user == context.user_id), None),
        can_share=shown.is_counted and not shown.shared,
        streak=None if guild_id else await _streak(context, period),
    )
    await context.show(daily_screens.daily_problem_screen(found, context.words, note))


async def _streak(context: PracticeContext, period: int) -> int:
    """Return how many periods in a row the player has solved, wherever, up to this or the last."""
    solved = {
        (key, period_of(day * SECONDS_PER_DAY, period))
        for key, day in await context.services.store.problems.solved_days(context.user_id)
    }
    last = period if (world_problem(context, period).key, period) in solved else period - 1
    for at in count(last, -1):
        if (world_problem(context, at).key, at) not in solved:
            return last - at
    raise AssertionError("the solved periods have an end")


async def _solver_row(
    context: PracticeContext, row: DailySolver
) -> tuple[daily_screens.SolverRow, int]:
    name = await context.services.names.name_of(row.user_id)
    return daily_screens.SolverRow(row.rank, name, row.tries, row.solved_at, row.days), row.user_id


@handles_practice(practice_commands.ShareDailyProblem)
async def share_daily_problem(
    context: PracticeContext, command: practice_commands.ShareDailyProblem
) -> None:
    """Post one public line, once, where both the user and the bot may write."""
    attempt = await find_attempt(context, command.ref)
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
    period = current_period(context, attempt.key) or context.today
    await _show_world_problem(context, period, context.words.say("etude.was_shared"))


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
    await post_for_all(
        context,
        daily_screens.shared_solve_screen(name, attempt.tries, attempt.day, public),
        public,
        nonce,
    )
    await context.services.store.problems.set_shared(*place)


# Problems: choosing one and playing it against best defence.
#
# The store holds a player's attempt; a button names the problem and the length of its line, so
# that an outdated button only shows the current position.

# -- which problem


@handles_practice(practice_commands.ResumeProblem)
async def resume_problem(context: PracticeContext, _: practice_commands.ResumeProblem) -> None:
    """Show the unfinished problem, else a new one."""
    store = context.services.store
    attempt = await store.problems.open_attempt(context.user_id)
    if attempt is None or await _is_gone(context, attempt.key):
        await _open_new_problem(context, None)
    else:
        await _show_problem(context, await repair_attempt(context, attempt))


async def _is_gone(context: PracticeContext, key: str) -> bool:
    """Return True if nothing poses the problem any more."""
    try:
        await find_problem(context, key)
    except Refused as refused:
        return refused.reason is not Refusal.ANALYSIS_TOO_SLOW
    return False


@handles_practice(practice_commands.NewProblem)
async def open_new_problem(context: PracticeContext, command: practice_commands.NewProblem) -> None:
    """Show a problem the player has not met, of one grade or of any."""
    await _open_new_problem(context, command.grade)


@handles_practice(practice_commands.OpenProblem)
async def open_problem(context: PracticeContext, command: practice_commands.OpenProblem) -> None:
    """Show a problem at its current position."""
    await _show_problem(context, await find_attempt(context, command.ref))


async def _open_new_problem(context: PracticeContext, grade: Grade | None) -> None:
    chosen = await _choose_problem(context, grade)
    await _show_problem(
        context, await begin_attempt(context, ProblemAttempt(context.user_id, 0, 0, chosen.key))
    )


async def _choose_problem(context: PracticeContext, grade: Grade | None) -> Problem:
    """Choose a problem: new to the player, else unfinished, else any; none of a day to come."""
    met = await context.services.store.problems.practice_progress(context.user_id)
    pool = context.collection.open_for_practice(grade, context.today)
    new = [e for e in pool if e.key not in met] or [e for e in pool if not met[e.key]] or pool
    return Random(f"{context.user_id} {context.now}").choice(new)


# -- playing it


@handles_practice(practice_commands.PlayProblemCard)
async def play_problem_card(
    context: PracticeContext, command: practice_commands.PlayProblemCard
) -> None:
    """Play a card; an outdated button only shows the current position."""
    card = command.card
    attempt = await find_attempt(context, command.ref)
    if not _is_current(attempt, command.length):
        await _show_problem(context, attempt)
        return
    problem, line = await find_problem(context, attempt.key), attempt_line(attempt)
    course = replay_line(problem, line)
    if attempt.lost is not None or card not in legal_next_cards(problem, course):
        raise Refused(Refusal.ETUDE_CARD)
    answer = await context.compute(opponent.answer_card, problem, line, card)
    await _show_problem(
        context,
        await save_attempt(context, attempt, _after_reply(context, attempt, problem, answer)),
    )


def _after_reply(
    context: PracticeContext,
    attempt: ProblemAttempt,
    problem: Problem,
    answer: opponent.ProblemReply,
) -> ProblemAttempt:
    """Return the attempt after the card and the reply, solved if the goal is reached."""
    lost = None if answer.tricks_after_mistake < 0 else answer.tricks_after_mistake
    after = replace(attempt, line=cards_text(answer.line), lost=lost)
    reached = line_status(problem, replay_line(problem, answer.line)) is LineStatus.REACHED
    if lost is None and reached and not attempt.helped and attempt.solved_at is None:
        return replace(after, solved_at=context.now)
    return after


@handles_practice(practice_commands.TakeBackProblemCard)
async def take_back_problem_card(
    context: PracticeContext, command: practice_commands.TakeBackProblemCard
) -> None:
    """Take the mistake back; that begins the next try."""
    attempt = await find_attempt(context, command.ref)
    if attempt.lost is not None and _is_current(attempt, command.length):
        line = cards_text(attempt_line(attempt)[:-1])
        after = replace(attempt, line=line, lost=None, tries=_next_try(attempt))
        attempt = await save_attempt(context, attempt, after)
    await _show_problem(context, attempt)


@handles_practice(practice_commands.RestartProblem)
async def restart_problem(
    context: PracticeContext, command: practice_commands.RestartProblem
) -> None:
    """Start from the first card; that begins the next try."""
    attempt = await find_attempt(context, command.ref)
    await context.count_question()
    line = cards_text(
        await context.compute(opponent.opening_line, await find_problem(context, attempt.key))
    )
    if line != attempt.line:
        after = replace(attempt, line=line, lost=None, tries=_next_try(attempt))
        attempt = await save_attempt(context, attempt, after)
    await _show_problem(context, attempt)


@handles_practice(practice_commands.ShowSolution)
async def show_solution(context: PracticeContext, command: practice_commands.ShowSolution) -> None:
    """Show the solution; ask for confirmation while the problem is unsolved."""
    attempt = await find_attempt(context, command.ref)
    is_done = attempt.solved_at is not None or attempt.helped
    if not (is_done or command.is_sure):
        await context.show(
            problem_screens.confirm_solution_screen(
                await problem_progress(context, attempt), context.words
            )
        )
        return
    await context.count_question()  # before the attempt changes: a refused user has seen nothing
    if not is_done:
        attempt = await save_attempt(context, attempt, replace(attempt, helped=True))
    problem, line = await find_problem(context, attempt.key), attempt_line(attempt)
    start = line if attempt.lost is None else line[:-1]
    if line_status(problem, replay_line(problem, start)) is LineStatus.REACHED:
        start = problem.opening
    found = await context.compute(opponent.solve_problem, problem, start)
    await context.show(
        problem_screens.solution_screen(
            await problem_progress(context, attempt), found, start, context.words
        )
    )


def _next_try(attempt: ProblemAttempt) -> int:
    """Return the number of the next try; a finished attempt counts no more tries."""
    is_done = attempt.solved_at is not None or attempt.helped
    return attempt.tries if is_done else attempt.tries + 1


def _is_current(attempt: ProblemAttempt, length: int) -> bool:
    return length == len(attempt.line.split())


async def _show_problem(context: PracticeContext, attempt: ProblemAttempt) -> None:
    await context.show(
        problem_screens.problem_screen(await problem_progress(context, attempt), context.words)
    )


# Shares a position of an own deal as a problem in a channel.


@handles(ShareOwnProblem, once=True)
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
