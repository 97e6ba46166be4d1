"""Problems: choosing one and playing it against best defence.

The store holds a player's attempt; a button names the problem and the length of its line, so that
an outdated button only shows the current position.
"""

from dataclasses import replace
from random import Random
from typing import assert_never

from bot.analysis.etudes import reply
from bot.analysis.etudes.course import LineStatus, legal_next_cards, line_status, replay_line
from bot.analysis.etudes.etude import Grade, Problem
from bot.deeds.etudes import (
    NewProblem,
    OpenProblem,
    PlayProblemCard,
    ProblemRef,
    RestartProblem,
    ResumeProblem,
    ShareDailyProblem,
    ShowDailyProblem,
    ShowSolution,
    TakeBackProblemCard,
)
from bot.engine.cards import Card
from bot.engine.notation import cards_text
from bot.front.desk.context import Context
from bot.front.desk.daily import share_daily_problem, show_daily_problem
from bot.front.desk.student import (
    PracticeContext,
    attempt_line,
    begin_attempt,
    find_attempt,
    find_problem,
    problem_of_day,
    problem_progress,
    repair_attempt,
    save_attempt,
)
from bot.refusals import Refusal, Refused
from bot.render.study.etudes import confirm_solution_screen, problem_screen, solution_screen
from bot.store.etudes import ProblemAttempt

PracticeCommand = (
    ResumeProblem
    | NewProblem
    | OpenProblem
    | PlayProblemCard
    | TakeBackProblemCard
    | RestartProblem
    | ShowSolution
    | ShowDailyProblem
    | ShareDailyProblem
)


async def run_problem_command(context: Context, command: PracticeCommand) -> None:
    """Carry out one UI command on problems."""
    student = PracticeContext(context.services, context.interaction, context.words)
    match command:
        case ResumeProblem():
            await resume_problem(student)
        case NewProblem(grade):
            await open_new_problem(student, grade)
        case OpenProblem(ref):
            await _show_problem(student, await find_attempt(student, ref))
        case PlayProblemCard(ref, length, card):
            await play_problem_card(student, ref, length, card)
        case TakeBackProblemCard(ref, length):
            await take_back_problem_card(student, ref, length)
        case RestartProblem(ref):
            await restart_problem(student, ref)
        case ShowSolution(ref, is_sure):
            await show_solution(student, ref, is_confirmed=is_sure)
        case ShowDailyProblem():
            await show_daily_problem(student)
        case ShareDailyProblem(ref):
            await share_daily_problem(student, ref)
        case _:
            assert_never(command)


# -- which problem


async def resume_problem(context: PracticeContext) -> None:
    """Show the unfinished problem, else a new one."""
    store = context.services.store
    attempt = await store.problems.open_attempt(context.user_id)
    if attempt is None or context.collection.get(attempt.key) is None:
        await open_new_problem(context, None)
    else:
        await _show_problem(context, await repair_attempt(context, attempt))


async def open_new_problem(context: PracticeContext, grade: Grade | None) -> None:
    """Show a problem the player has not met, of one grade or of any."""
    chosen = await _choose_problem(context, grade)
    await _show_problem(
        context, await begin_attempt(context, ProblemAttempt(context.user_id, 0, 0, chosen.key))
    )


async def _choose_problem(context: PracticeContext, grade: Grade | None) -> Problem:
    """Choose a problem: new to the player, else unfinished, else any; never today's."""
    met = await context.services.store.problems.practice_progress(context.user_id)
    today = await problem_of_day(context, context.today)
    pool = [e for e in context.collection.of_grade(grade) if e.key != today.key] or [today]
    new = [e for e in pool if e.key not in met] or [e for e in pool if not met[e.key]] or pool
    return Random(f"{context.user_id} {context.now}").choice(new)


# -- playing it


async def play_problem_card(
    context: PracticeContext, ref: ProblemRef, length: int, card: Card
) -> None:
    """Play a card; an outdated button only shows the current position."""
    attempt = await find_attempt(context, ref)
    if not _is_current(attempt, length):
        await _show_problem(context, attempt)
        return
    problem, line = find_problem(context, attempt.key), attempt_line(attempt)
    course = replay_line(problem, line)
    if attempt.lost is not None or card not in legal_next_cards(problem, course):
        raise Refused(Refusal.ETUDE_CARD)
    answer = await context.compute(reply.answer_card, problem, line, card)
    await _show_problem(
        context, await save_attempt(context, attempt, _after_reply(context, attempt, answer))
    )


def _after_reply(
    context: PracticeContext, attempt: ProblemAttempt, answer: reply.ProblemReply
) -> ProblemAttempt:
    """Return the attempt after the card and the reply, solved if the goal is reached."""
    lost = None if answer.tricks_after_mistake < 0 else answer.tricks_after_mistake
    after = replace(attempt, line=cards_text(answer.line), lost=lost)
    problem = find_problem(context, attempt.key)
    reached = line_status(problem, replay_line(problem, answer.line)) is LineStatus.REACHED
    if lost is None and reached and not attempt.helped and attempt.solved_at is None:
        return replace(after, solved_at=context.now)
    return after


async def take_back_problem_card(context: PracticeContext, ref: ProblemRef, length: int) -> None:
    """Take the mistake back; that begins the next try."""
    attempt = await find_attempt(context, ref)
    if attempt.lost is not None and _is_current(attempt, length):
        line = cards_text(attempt_line(attempt)[:-1])
        after = replace(attempt, line=line, lost=None, tries=_next_try(attempt))
        attempt = await save_attempt(context, attempt, after)
    await _show_problem(context, attempt)


async def restart_problem(context: PracticeContext, ref: ProblemRef) -> None:
    """Start from the first card; that begins the next try."""
    attempt = await find_attempt(context, ref)
    await context.count_question()
    line = cards_text(await context.compute(reply.opening_line, find_problem(context, attempt.key)))
    if line != attempt.line:
        after = replace(attempt, line=line, lost=None, tries=_next_try(attempt))
        attempt = await save_attempt(context, attempt, after)
    await _show_problem(context, attempt)


async def show_solution(context: PracticeContext, ref: ProblemRef, *, is_confirmed: bool) -> None:
    """Show the solution; ask for confirmation while the problem is unsolved."""
    attempt = await find_attempt(context, ref)
    is_done = attempt.solved_at is not None or attempt.helped
    if not (is_done or is_confirmed):
        await context.show(
            confirm_solution_screen(problem_progress(context, attempt), context.words)
        )
        return
    await context.count_question()  # before the attempt changes: a refused user has seen nothing
    if not is_done:
        attempt = await save_attempt(context, attempt, replace(attempt, helped=True))
    problem, line = find_problem(context, attempt.key), attempt_line(attempt)
    start = line if attempt.lost is None else line[:-1]
    if line_status(problem, replay_line(problem, start)) is LineStatus.REACHED:
        start = ()
    found = await context.compute(reply.solve_problem, problem, start)
    await context.show(
        solution_screen(problem_progress(context, attempt), found, start, context.words)
    )


def _next_try(attempt: ProblemAttempt) -> int:
    """Return the number of the next try; a finished attempt counts no more tries."""
    is_done = attempt.solved_at is not None or attempt.helped
    return attempt.tries if is_done else attempt.tries + 1


def _is_current(attempt: ProblemAttempt, length: int) -> bool:
    return length == len(attempt.line.split())


async def _show_problem(context: PracticeContext, attempt: ProblemAttempt) -> None:
    await context.show(problem_screen(problem_progress(context, attempt), context.words))
