"""The first answer to an interaction: there is one, and it may be there although sending it failed.

After a 5xx the library sends it again; where the first had arrived, Discord refuses the second, and
the library knows of no answer at all.  So what is known of it is noted beside the interaction.
"""

import logging
from collections.abc import Awaitable
from typing import Final

import discord
from discord import InteractionResponseType, ui

from bot.front.failures import DOUBTFUL, FAILED, Failure, meaning

log = logging.getLogger(__name__)

_ARRIVED: Final = "arrived"  # what the first answer was, where the library takes it for none
_MAYBE: Final = "maybe"  # an answer that may have arrived: nobody has heard
_NO_MENTIONS: Final = discord.AllowedMentions.none()
_Callback = discord.InteractionCallbackResponse[discord.Client]


def answer_to(interaction: discord.Interaction) -> InteractionResponseType | None:
    """What the first answer was; None while there is none."""
    noted: InteractionResponseType | None = interaction.extras.get(_ARRIVED)
    return interaction.response.type or noted


async def said(
    interaction: discord.Interaction, view: ui.LayoutView, *, is_private: bool
) -> int | None:
    """A new message as the first answer; its number, 0 where that is not to be had.

    None: another one is there, of which nobody had heard.  Raises as the library does.
    """
    sending = interaction.response.send_message(
        view=view, ephemeral=is_private, allowed_mentions=_NO_MENTIONS
    )
    sent = await _first(interaction, InteractionResponseType.channel_message, sending)
    if sent is not None:
        return sent.message_id or 0
    return None if _MAYBE in interaction.extras else await number_of(interaction)


async def redrawn(interaction: discord.Interaction, view: ui.LayoutView) -> None:
    """The message that was clicked, drawn anew."""
    sending = interaction.response.edit_message(
        view=view, attachments=[], allowed_mentions=_NO_MENTIONS
    )
    await _first(interaction, InteractionResponseType.message_update, sending)


async def held(interaction: discord.Interaction) -> None:
    """The message that was clicked stays as it is for now."""
    kind = InteractionResponseType.deferred_message_update
    await _first(interaction, kind, interaction.response.defer())


async def thinking(interaction: discord.Interaction) -> None:
    """A private message is to come."""
    kind = InteractionResponseType.deferred_channel_message
    await _first(interaction, kind, interaction.response.defer(ephemeral=True, thinking=True))


async def number_of(interaction: discord.Interaction) -> int:
    """Of the message that is the first answer; 0 where that is not to be had."""
    try:
        return (await interaction.original_response()).id
    except FAILED as error:
        log.debug("an answer was not found: %s", error)
        return 0


async def _first(
    interaction: discord.Interaction,
    kind: InteractionResponseType,
    sending: Awaitable[_Callback | None],
) -> _Callback | None:
    """What the library makes of it; None where this one, or one before it, had arrived already."""
    try:
        return await sending
    except FAILED as error:
        if meaning(error) in DOUBTFUL:
            interaction.extras.setdefault(_MAYBE, kind)
        if meaning(error) is not Failure.ANSWERED:
            raise
    interaction.extras[_ARRIVED] = interaction.extras.get(_MAYBE, kind)
    return None
