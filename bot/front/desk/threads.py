"""A thread per table where Discord permits it, else the channel itself (design section 6)."""

import logging

import discord

from bot.front.desk.context import Visit
from bot.front.failures import FAILED
from bot.render.names import bare

log = logging.getLogger(__name__)

_NAME_LENGTH = 90


async def open_thread(visit: Visit) -> int | None:
    """Give the table a public thread and move it there; the message it leaves behind.

    None, and nothing has changed, where Discord or the server does not want a thread.
    """
    interaction, table = visit.interaction, visit.table
    guild = await visit.office.store.wishes.guild(table.row.guild_id)
    channel = interaction.channel
    if not guild.use_threads or not isinstance(channel, discord.TextChannel):
        return None
    rights = interaction.app_permissions
    if not (rights.create_public_threads and rights.send_messages_in_threads):
        return None
    title = await _title(visit, channel.guild)
    try:
        thread = await channel.create_thread(
            name=title, type=discord.ChannelType.public_thread, auto_archive_duration=1440
        )
    except FAILED as error:
        log.warning("game %s is played without a thread: %s", table.id, error)
        return None
    lobby = table.row.message_id
    await table.moved_to(thread.id, None, "")
    for sitting in table.sittings:
        if sitting.user_id is not None:
            await _invite(thread, sitting.user_id)
    return lobby


async def _title(visit: Visit, guild: discord.Guild) -> str:
    """In the language of the server: the table's number, and who plays."""
    preferred = str(guild.preferred_locale)
    public = await visit.office.languages.of_server(visit.table.row.guild_id, preferred)
    facts = await visit.office.facts.of(visit.table, public)
    names = ", ".join(bare(facts.name(seat)) for seat in range(len(facts.seats)))
    return public.say("thread.title", game=visit.table.id, names=names)[:_NAME_LENGTH]


async def _invite(thread: discord.Thread, user_id: int) -> None:
    """The thread in the player's list of channels, without a mention."""
    try:
        await thread.add_user(discord.Object(user_id))
    except FAILED as error:
        log.info("a player was not added to a thread: %s", error)
