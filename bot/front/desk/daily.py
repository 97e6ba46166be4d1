"""The problem of the day: a server's table of solvers, and one public line per solver."""

import asyncio
from typing import Final

from bot.deeds.etudes import EtudeRef
from bot.front.desk.posting import post, public_words, refuse_silence
from bot.front.desk.student import Student, attempt_named, etude_of_day, facts_of
from bot.front.failures import FAILED, PASSING, meaning
from bot.front.nonces import nonce_of
from bot.refusals import Refusal, Refused
from bot.render.study.daily import daily_screen, shared_screen
from bot.render.study.etude_facts import DayFacts, SolverRow
from bot.store.etudes import DAY, Attempt, Solver

_ROWS: Final = 15  # rows of a day's table


async def daily(student: Student, note: str = "") -> None:
    """Show today's table of this server."""
    store, day = student.office.store, student.today
    today = await etude_of_day(student, day)
    own = await store.etudes.attempt(student.user_id, student.guild_id, day, today.key)
    table = [await _row(student, row) for row in await store.etudes.solvers(student.guild_id, day)]
    shown = own or Attempt(student.user_id, student.guild_id, day, today.key)
    found = DayFacts(
        own=facts_of(student, shown),
        has_begun=own is not None,
        rows=tuple(row for row, _ in table[:_ROWS]),
        solvers=len(table),
        rank=next((row for row, user in table if user == student.user_id), None),
        may_share=shown.counts and not shown.shared,
        next_at=(day + 1) * DAY,
    )
    await student.show(daily_screen(found, student.words, note))


async def _row(student: Student, row: Solver) -> tuple[SolverRow, int]:
    name = await student.office.names.of(row.user_id)
    return SolverRow(row.rank, name, row.tries, row.solved_at, row.days), row.user_id


async def share(student: Student, ref: EtudeRef) -> None:
    """Post one public line, once, where both the user and the bot may write."""
    attempt = await attempt_named(student, ref)
    if not attempt.counts:
        raise Refused(Refusal.ETUDE_NOT_SOLVED)
    refuse_silence(student.interaction)
    if not attempt.shared:
        try:
            await asyncio.shield(_telling(student, attempt))
        except FAILED as error:
            if meaning(error) in PASSING:  # the post may have arrived all the same
                raise
            raise Refused(Refusal.ETUDE_NO_PLACE) from error
        student.keep()
    await daily(student, student.words.say("etude.was_shared"))


def _telling(student: Student, attempt: Attempt) -> asyncio.Task[None]:
    """Return the shared task of all clicks, so that each sees the same outcome."""
    telling = student.office.telling
    place = (attempt.user_id, attempt.guild_id, attempt.day)
    if place not in telling:
        telling[place] = asyncio.create_task(_tell(student, attempt))
        telling[place].add_done_callback(lambda _: telling.pop(place))
    return telling[place]


async def _tell(student: Student, attempt: Attempt) -> None:
    """Post, then record; the nonce makes a repeated click after a failure safe."""
    public = await public_words(student)
    name = await student.office.names.of(attempt.user_id)
    place = (attempt.user_id, attempt.guild_id, attempt.day)
    nonce = nonce_of("etude/{}/{}/{}".format(*place))
    await post(student, shared_screen(name, attempt.tries, public), public, nonce)
    await student.office.store.etudes.set_shared(*place)
