"""The problem of the day: its table on this server, and one public line for who has solved it."""

import asyncio
from typing import Final

import discord

from bot.deeds.server import EtudeRef
from bot.front.components import layout
from bot.front.desk.student import Student, attempt_named, etude_of_day, facts_of
from bot.front.failures import FAILED, PASSING, meaning
from bot.refusals import Refusal, Refused
from bot.render.study.daily import daily_screen, shared_screen
from bot.render.study.etude_facts import DayFacts, SolverRow
from bot.store.etudes import DAY, Attempt, Solver

_ROWS: Final = 15  # of a day's table


async def daily(student: Student, note: str = "") -> None:
    """The table of today on this server."""
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
    """One public line, once, where both the player and the bot may write."""
    attempt = await attempt_named(student, ref)
    if not attempt.counts:
        raise Refused(Refusal.ETUDE_NOT_SOLVED)
    _refuse_silence(student.interaction)
    store = student.office.store
    place = (attempt.user_id, attempt.guild_id, attempt.day)
    if await store.etudes.set_shared(*place, shared=True):
        try:
            await asyncio.shield(_publish(student, attempt))
        except FAILED as error:
            await store.etudes.set_shared(*place, shared=False)
            if meaning(error) in PASSING:
                raise
            raise Refused(Refusal.ETUDE_NO_PLACE) from error
    await daily(student, student.words.say("etude.was_shared"))


def _refuse_silence(interaction: discord.Interaction) -> None:
    """A button must not speak where its presser, or the bot, may not."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    name = "send_messages_in_threads" if in_thread else "send_messages"
    if not getattr(interaction.permissions, name):
        raise Refused(Refusal.NO_PERMISSION)
    if not (
        getattr(interaction.app_permissions, name) and interaction.app_permissions.view_channel
    ):
        raise Refused(Refusal.ETUDE_NO_PLACE)


async def _publish(student: Student, attempt: Attempt) -> None:
    office, interaction = student.office, student.interaction
    public = await office.languages.of_server(student.guild_id, str(interaction.guild_locale or ""))
    name = await office.names.of(attempt.user_id)
    screen = shared_screen(name, attempt.tries, public)
    place = interaction.client.get_partial_messageable(
        interaction.channel_id or 0, guild_id=student.guild_id
    )
    await place.send(
        view=layout(screen, office.answers.tiles, public),
        allowed_mentions=discord.AllowedMentions.none(),
        silent=True,
    )
