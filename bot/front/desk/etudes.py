"""Problems: choosing one and playing it against best defence.

The store holds a player's attempt; a button names the problem and the length of its line, so that
an outdated button only shows the current position.
"""

from dataclasses import replace
from random import Random
from typing import assert_never

from bot.analysis.etudes import reply
from bot.analysis.etudes.course import Standing, legal, replay, standing
from bot.analysis.etudes.etude import Etude, Grade
from bot.deeds.etudes import (
    EtudeAgain,
    EtudeBack,
    EtudeDaily,
    EtudeLast,
    EtudeNew,
    EtudeOpen,
    EtudePlay,
    EtudeRef,
    EtudeShare,
    EtudeSolution,
)
from bot.engine.cards import Card
from bot.engine.notation import cards_text
from bot.front.desk.context import Caller
from bot.front.desk.daily import daily, share
from bot.front.desk.student import (
    Student,
    attempt_named,
    begun,
    changed,
    etude_named,
    etude_of_day,
    facts_of,
    line_of,
    sound,
)
from bot.refusals import Refusal, Refused
from bot.render.study.etudes import confirm_screen, etude_screen, solution_screen
from bot.store.etudes import Attempt

EtudeDeed = (
    EtudeLast
    | EtudeNew
    | EtudeOpen
    | EtudePlay
    | EtudeBack
    | EtudeAgain
    | EtudeSolution
    | EtudeDaily
    | EtudeShare
)


async def etude(caller: Caller, deed: EtudeDeed) -> None:
    """Carry out one UI command on problems."""
    student = Student(caller.office, caller.interaction, caller.words)
    match deed:
        case EtudeLast():
            await last(student)
        case EtudeNew(grade):
            await deal(student, grade)
        case EtudeOpen(ref):
            await _show(student, await attempt_named(student, ref))
        case EtudePlay(ref, length, card):
            await play(student, ref, length, card)
        case EtudeBack(ref, length):
            await back(student, ref, length)
        case EtudeAgain(ref):
            await again(student, ref)
        case EtudeSolution(ref, is_sure):
            await solve(student, ref, is_sure=is_sure)
        case EtudeDaily():
            await daily(student)
        case EtudeShare(ref):
            await share(student, ref)
        case _:
            assert_never(deed)


# -- which problem


async def last(student: Student) -> None:
    """Show the unfinished problem, else a new one."""
    store = student.office.store
    attempt = await store.etudes.open_attempt(student.user_id)
    if attempt is None or student.collection.get(attempt.key) is None:
        await deal(student, None)
    else:
        await _show(student, await sound(student, attempt))


async def deal(student: Student, grade: Grade | None) -> None:
    """Show a problem the player has not met, of one grade or of any."""
    chosen = await _chosen(student, grade)
    await _show(student, await begun(student, Attempt(student.user_id, 0, 0, chosen.key)))


async def _chosen(student: Student, grade: Grade | None) -> Etude:
    """Choose a problem: new to the player, else unfinished, else any; never today's."""
    met = await student.office.store.etudes.practised(student.user_id)
    today = await etude_of_day(student, student.today)
    pool = [e for e in student.collection.of(grade) if e.key != today.key] or [today]
    new = [e for e in pool if e.key not in met] or [e for e in pool if not met[e.key]] or pool
    return Random(f"{student.user_id} {student.now}").choice(new)


# -- playing it


async def play(student: Student, ref: EtudeRef, length: int, card: Card) -> None:
    """Play a card; an outdated button only shows the current position."""
    attempt = await attempt_named(student, ref)
    if not _is_current(attempt, length):
        await _show(student, attempt)
        return
    problem, line = etude_named(student, attempt.key), line_of(attempt)
    course = replay(problem, line)
    if attempt.lost is not None or card not in legal(problem, course):
        raise Refused(Refusal.ETUDE_CARD)
    answer = await student.think(reply.answered, problem, line, card)
    await _show(student, await changed(student, attempt, _after(student, attempt, answer)))


def _after(student: Student, attempt: Attempt, answer: reply.Answer) -> Attempt:
    """Return the attempt after the card and the reply, solved if the goal is reached."""
    lost = None if answer.lost < 0 else answer.lost
    after = replace(attempt, line=cards_text(answer.line), lost=lost)
    problem = etude_named(student, attempt.key)
    reached = standing(problem, replay(problem, answer.line)) is Standing.REACHED
    if lost is None and reached and not attempt.helped and attempt.solved_at is None:
        return replace(after, solved_at=student.now)
    return after


async def back(student: Student, ref: EtudeRef, length: int) -> None:
    """Take the mistake back; that begins the next try."""
    attempt = await attempt_named(student, ref)
    if attempt.lost is not None and _is_current(attempt, length):
        line = cards_text(line_of(attempt)[:-1])
        after = replace(attempt, line=line, lost=None, tries=_next_try(attempt))
        attempt = await changed(student, attempt, after)
    await _show(student, attempt)


async def again(student: Student, ref: EtudeRef) -> None:
    """Start from the first card; that begins the next try."""
    attempt = await attempt_named(student, ref)
    await student.ask()
    line = cards_text(await student.think(reply.dealt, etude_named(student, attempt.key)))
    if line != attempt.line:
        after = replace(attempt, line=line, lost=None, tries=_next_try(attempt))
        attempt = await changed(student, attempt, after)
    await _show(student, attempt)


async def solve(student: Student, ref: EtudeRef, *, is_sure: bool) -> None:
    """Show the solution; ask for confirmation while the problem is unsolved."""
    attempt = await attempt_named(student, ref)
    is_done = attempt.solved_at is not None or attempt.helped
    if not (is_done or is_sure):
        await student.show(confirm_screen(facts_of(student, attempt), student.words))
        return
    await student.ask()  # before the attempt changes: a refused user has seen nothing
    if not is_done:
        attempt = await changed(student, attempt, replace(attempt, helped=True))
    problem, line = etude_named(student, attempt.key), line_of(attempt)
    start = line if attempt.lost is None else line[:-1]
    if standing(problem, replay(problem, start)) is Standing.REACHED:
        start = ()
    found = await student.think(reply.solution, problem, start)
    await student.show(solution_screen(facts_of(student, attempt), found, start, student.words))


def _next_try(attempt: Attempt) -> int:
    """Return the number of the next try; a finished attempt counts no more tries."""
    is_done = attempt.solved_at is not None or attempt.helped
    return attempt.tries if is_done else attempt.tries + 1


def _is_current(attempt: Attempt, length: int) -> bool:
    return length == len(attempt.line.split())


async def _show(student: Student, attempt: Attempt) -> None:
    await student.show(etude_screen(facts_of(student, attempt), student.words))
