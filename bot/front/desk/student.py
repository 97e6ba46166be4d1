"""A user's practice session: their stored attempts, and computations in a worker."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, ParamSpec, TypeVar

from bot.analysis.etudes import reply
from bot.analysis.etudes.collection import Collection, shipped
from bot.analysis.etudes.course import BadLine, Line, replay
from bot.analysis.etudes.etude import Etude
from bot.deeds.etudes import EtudeRef
from bot.engine.notation import cards_text, parse_cards
from bot.front.desk.context import Caller
from bot.refusals import Refusal, Refused
from bot.render.study.etude_facts import EtudeFacts
from bot.store.etudes import DAY, Attempt
from bot.workers import TooSlow

P = ParamSpec("P")
T = TypeVar("T")

_SECONDS: Final = 10.0  # seconds of a worker for the reply to one card; it takes 0.1
_PATIENCE: Final = 1.0  # seconds before the interaction is deferred


@dataclass(frozen=True)
class Student(Caller):
    """One user's interaction with the problems."""

    @cached_property
    def now(self) -> int:
        return self.office.tables.services.now()

    @property
    def today(self) -> int:
        return self.now // DAY

    @property
    def collection(self) -> Collection:
        return shipped()

    async def think(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a job in a worker.  Raises Refused where it takes too long."""
        thought = asyncio.ensure_future(self.office.workers.run(_SECONDS, job, *args, **kwargs))
        try:
            await asyncio.wait({thought}, timeout=_PATIENCE)
            if not thought.done():
                await self.hold()
            return await thought
        except TooSlow as error:
            raise Refused(Refusal.BUSY) from error
        finally:
            thought.cancel()

    async def ask(self) -> None:
        """Count the next computation against the quota of hints, because it can be repeated.

        The reply to a card is exempt: without it nobody could play on.  Raises Refused.
        """
        await self.office.limits.question(self.user_id)


async def etude_of_day(student: Student, day: int) -> Etude:
    """Return the problem already begun that day, even if the collection has changed since."""
    key = await student.office.store.etudes.etude_of_day(student.guild_id, day)
    known = None if key is None else student.collection.get(key)
    return known or student.collection.daily(student.guild_id, day)


def etude_named(student: Student, key: str) -> Etude:
    found = student.collection.get(key)
    if found is None:
        raise Refused(Refusal.ETUDE_GONE)
    return found


async def attempt_named(student: Student, ref: EtudeRef) -> Attempt:
    """Return the attempt that a button names; today's may begin with it."""
    key, day = ref.key, ref.day
    place = (student.guild_id, day) if day else (0, 0)
    store = student.office.store
    etude_named(student, key)
    found = await store.etudes.attempt(student.user_id, *place, key)
    if found is not None:
        return await sound(student, found)
    if day != student.today:
        raise Refused(Refusal.ETUDE_GONE)
    if (await etude_of_day(student, student.today)).key != key:
        raise Refused(Refusal.ETUDE_GONE)
    await student.office.names.remember(student.interaction.user)
    return await begun(student, Attempt(student.user_id, *place, key))


async def sound(student: Student, attempt: Attempt) -> Attempt:
    """Return the attempt, restarted where its line does not fit the problem any more."""
    problem = etude_named(student, attempt.key)
    try:
        replay(problem, line_of(attempt))
    except BadLine:
        line = await student.think(reply.dealt, problem)
        attempt = await changed(
            student, attempt, replace(attempt, line=cards_text(line), lost=None)
        )
    return attempt


async def begun(student: Student, new: Attempt) -> Attempt:
    """Return the attempt, with the cards before the first decision played."""
    store = student.office.store
    found = await store.etudes.attempt(new.user_id, new.guild_id, new.day, new.key)
    if found is not None and (new.day or not (found.solved_at or found.helped)):
        return await sound(student, found)
    await student.ask()
    line = await student.think(reply.dealt, etude_named(student, new.key))
    new = replace(new, line=cards_text(line), touched_at=student.now)
    if found is None:
        first = await store.etudes.begin_attempt(new)
        student.keep()
        return first
    return await changed(student, found, replace(found, line=new.line, lost=None))


def line_of(attempt: Attempt) -> Line:
    return parse_cards(attempt.line)


async def changed(student: Student, before: Attempt, after: Attempt) -> Attempt:
    """Store a change; return it, or the attempt as a faster click left it."""
    store = student.office.store
    after = replace(after, touched_at=student.now)
    if await store.etudes.change_attempt(before, after):
        student.keep()
        return after
    found = await store.etudes.attempt(after.user_id, after.guild_id, after.day, after.key)
    return found or after


def facts_of(student: Student, attempt: Attempt) -> EtudeFacts:
    return EtudeFacts(
        etude=etude_named(student, attempt.key),
        ref=EtudeRef(attempt.key, attempt.day),
        line=line_of(attempt),
        lost=-1 if attempt.lost is None else attempt.lost,
        tries=attempt.tries,
        is_solved=attempt.solved_at is not None,
        helped=attempt.helped,
        day_at=attempt.day * DAY,
    )
