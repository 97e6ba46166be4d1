"""Set problems: dealing them and playing them against best defence.

What a player has done is a row of the store; a button names the problem and how many cards its
line had, so that an old button only shows where the problem stands now.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Final

import discord

from bot.analysis.etudes import reply
from bot.analysis.etudes.course import Standing, legal, replay, standing
from bot.analysis.etudes.etude import Etude, Grade
from bot.desk.etude_caller import (
    Caller,
    attempt_named,
    begun,
    changed,
    etude_named,
    etude_of_day,
    facts_of,
    line_of,
    sound,
)
from bot.desk.etudes_daily import daily, share
from bot.desk.office import Office
from bot.engine.cards import CARDS_BY_NAME
from bot.engine.notation import cards_text
from bot.refusals import Refusal, Refused
from bot.render.etudes import confirm_screen, etude_screen, solution_screen
from bot.store.etudes import Attempt

_ANY: Final = "any"

Deed = Callable[[Caller, tuple[str, ...]], Awaitable[None]]


async def etude(office: Office, interaction: discord.Interaction, words: tuple[str, ...]) -> None:
    """``etude``, ``etude new hard``, ``etude daily``, ``etude play k1 4 KS`` and so on."""
    if interaction.guild_id is None:
        raise Refused(Refusal.SERVER_ONLY)
    spoken = await office.present.words_of(interaction)
    caller = Caller(office, interaction, spoken, interaction.guild_id)
    verb, *rest = words or ("last",)
    deed = _DEEDS.get(verb)
    if deed is None:
        raise Refused(Refusal.NO_SUCH_BUTTON)
    await deed(caller, tuple(rest))


# -- which problem


async def last(caller: Caller, words: tuple[str, ...]) -> None:
    """The one that was left unfinished, else a new one."""
    store = caller.office.tables.services.store
    attempt = await store.open_attempt(caller.user_id)
    if attempt is None or caller.collection.get(attempt.key) is None:
        await deal(caller, (_ANY,))
    else:
        await _show(caller, await sound(caller, attempt))


async def deal(caller: Caller, words: tuple[str, ...]) -> None:
    """A problem not met before, of a grade or of any."""
    wish = words[0] if words else _ANY
    if wish != _ANY and wish not in list(Grade):
        raise Refused(Refusal.NO_SUCH_BUTTON)
    chosen = await _chosen(caller, None if wish == _ANY else Grade(wish))
    await _show(caller, await begun(caller, Attempt(caller.user_id, 0, 0, chosen.key)))


async def _chosen(caller: Caller, grade: Grade | None) -> Etude:
    """One that is new to the player, else unfinished, else any; never today's one."""
    met = await caller.office.tables.services.store.practised(caller.user_id)
    today = await etude_of_day(caller, caller.today)
    pool = [e for e in caller.collection.of(grade) if e.key != today.key] or [today]
    new = [e for e in pool if e.key not in met] or [e for e in pool if not met[e.key]] or pool
    return Random(f"{caller.user_id} {caller.now}").choice(new)


# -- playing it


async def open_again(caller: Caller, words: tuple[str, ...]) -> None:
    await _show(caller, await attempt_named(caller, words))


async def play(caller: Caller, words: tuple[str, ...]) -> None:
    """A card; a button of an older line only shows the newest one."""
    attempt = await attempt_named(caller, words)
    if not _is_current(attempt, words):
        await _show(caller, attempt)
        return
    problem, line = etude_named(caller, attempt.key), line_of(attempt)
    card = CARDS_BY_NAME.get(words[2]) if len(words) == 3 else None
    course = replay(problem, line)
    if card is None or attempt.lost is not None or card not in legal(problem, course):
        raise Refused(Refusal.ETUDE_CARD)
    answer = await caller.think(reply.answered, problem, line, card)
    await _show(caller, await changed(caller, attempt, _after(caller, attempt, answer)))


def _after(caller: Caller, attempt: Attempt, answer: reply.Answer) -> Attempt:
    """The attempt with the card that was played, and whether that has solved it."""
    lost = None if answer.lost < 0 else answer.lost
    after = replace(attempt, line=cards_text(answer.line), lost=lost)
    problem = etude_named(caller, attempt.key)
    reached = standing(problem, replay(problem, answer.line)) is Standing.REACHED
    if lost is None and reached and not attempt.helped and attempt.solved_at is None:
        return replace(after, solved_at=caller.now)
    return after


async def back(caller: Caller, words: tuple[str, ...]) -> None:
    """Take the mistake back; that is the next try."""
    attempt = await attempt_named(caller, words)
    if attempt.lost is not None and _is_current(attempt, words):
        line = cards_text(line_of(attempt)[:-1])
        after = replace(attempt, line=line, lost=None, tries=_next_try(attempt))
        attempt = await changed(caller, attempt, after)
    await _show(caller, attempt)


async def again(caller: Caller, words: tuple[str, ...]) -> None:
    """From the first card on; that is the next try."""
    attempt = await attempt_named(caller, words)
    line = cards_text(await caller.think(reply.dealt, etude_named(caller, attempt.key)))
    if line != attempt.line:
        after = replace(attempt, line=line, lost=None, tries=_next_try(attempt))
        attempt = await changed(caller, attempt, after)
    await _show(caller, attempt)


async def solve(caller: Caller, words: tuple[str, ...]) -> None:
    """The solution; asked twice while the problem is not solved."""
    attempt = await attempt_named(caller, words)
    is_done = attempt.solved_at is not None or attempt.helped
    if not is_done and words[1:] != ("yes",):
        await caller.show(confirm_screen(facts_of(caller, attempt), caller.words))
        return
    if not is_done:
        attempt = await changed(caller, attempt, replace(attempt, helped=True))
    problem, line = etude_named(caller, attempt.key), line_of(attempt)
    start = line if attempt.lost is None else line[:-1]
    if standing(problem, replay(problem, start)) is Standing.REACHED:
        start = ()
    found = await caller.think(reply.solution, problem, start)
    await caller.show(solution_screen(facts_of(caller, attempt), found, start, caller.words))


def _next_try(attempt: Attempt) -> int:
    """Tries are counted until it is solved, or the solution was shown."""
    is_done = attempt.solved_at is not None or attempt.helped
    return attempt.tries if is_done else attempt.tries + 1


def _is_current(attempt: Attempt, words: tuple[str, ...]) -> bool:
    return len(words) > 1 and words[1] == str(len(attempt.line.split()))


async def _show(caller: Caller, attempt: Attempt) -> None:
    await caller.show(etude_screen(facts_of(caller, attempt), caller.words))


_DEEDS: Final[dict[str, Deed]] = {
    "last": last,
    "new": deal,
    "open": open_again,
    "play": play,
    "back": back,
    "again": again,
    "solution": solve,
    "daily": daily,
    "share": share,
}
