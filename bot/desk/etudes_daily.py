"""The problem of the day: its table on this server, and one public line for who has solved it."""

import asyncio
from typing import Final

import discord

from bot.deeds.server import EtudeRef
from bot.desk.etude_caller import Caller, attempt_named, etude_of_day, facts_of
from bot.discord_ui import layout
from bot.refusals import Refusal, Refused
from bot.render.etude_facts import DayFacts, SolverRow
from bot.render.etudes_daily import daily_screen, shared_screen
from bot.store.etudes import DAY, Attempt, Solver

_ROWS: Final = 15  # of a day's table


async def daily(caller: Caller, note: str = "") -> None:
    """The table of today on this server."""
    store, day = caller.office.tables.services.store, caller.today
    today = await etude_of_day(caller, day)
    own = await store.attempt(caller.user_id, caller.guild_id, day, today.key)
    table = [await _row(caller, row) for row in await store.solvers(caller.guild_id, day)]
    shown = own or Attempt(caller.user_id, caller.guild_id, day, today.key)
    found = DayFacts(
        own=facts_of(caller, shown),
        has_begun=own is not None,
        rows=tuple(row for row, _ in table[:_ROWS]),
        solvers=len(table),
        rank=next((row for row, user in table if user == caller.user_id), None),
        may_share=shown.counts and not shown.shared,
        next_at=(day + 1) * DAY,
    )
    await caller.show(daily_screen(found, caller.words, note))


async def _row(caller: Caller, row: Solver) -> tuple[SolverRow, int]:
    name = await caller.office.present.name_of(row.user_id)
    return SolverRow(row.rank, name, row.tries, row.solved_at, row.days), row.user_id


async def share(caller: Caller, ref: EtudeRef) -> None:
    """One public line, once, where both the player and the bot may write."""
    attempt = await attempt_named(caller, ref)
    if not attempt.counts:
        raise Refused(Refusal.ETUDE_NOT_SOLVED)
    _refuse_silence(caller.interaction)
    store = caller.office.tables.services.store
    place = (attempt.user_id, attempt.guild_id, attempt.day)
    if await store.set_shared(*place, shared=True):
        try:
            await asyncio.shield(_publish(caller, attempt))
        except discord.HTTPException as error:
            await store.set_shared(*place, shared=False)
            raise Refused(Refusal.ETUDE_NO_PLACE) from error
    await daily(caller, caller.words.say("etude.was_shared"))


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


async def _publish(caller: Caller, attempt: Attempt) -> None:
    office, interaction = caller.office, caller.interaction
    public = await office.present.public_words(caller.guild_id, str(interaction.guild_locale or ""))
    name = await office.present.name_of(attempt.user_id)
    screen = shared_screen(name, attempt.tries, public)
    place = interaction.client.get_partial_messageable(
        interaction.channel_id or 0, guild_id=caller.guild_id
    )
    await place.send(
        view=layout(screen, office.answers.tiles, public),
        allowed_mentions=discord.AllowedMentions.none(),
        silent=True,
    )
