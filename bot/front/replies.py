"""Delivery of the first response to an interaction.

The first response may have arrived even if the request failed.  After a 5xx the library sends it
again; where the first had arrived, Discord rejects the second, and the library knows of no response
at all.  So this module notes its knowledge in the interaction's extras.
"""

import logging
from collections.abc import Awaitable
from typing import Final

import discord
from discord import InteractionResponseType, ui

from bot.front.failures import REQUEST_ERRORS, UNKNOWN_OUTCOME, RequestFailure, failure_of

log = logging.getLogger(__name__)

_ARRIVED_TYPE: Final = "arrived"  # type of the first response, where the library assumes none
_MAYBE_TYPE: Final = "maybe"  # type of a response that may have arrived
_NO_MENTIONS: Final = discord.AllowedMentions.none()
_Callback = discord.InteractionCallbackResponse[discord.Client]


def first_response_type(interaction: discord.Interaction) -> InteractionResponseType | None:
    """Return the type of the first response; None while there is none."""
    noted: InteractionResponseType | None = interaction.extras.get(_ARRIVED_TYPE)
    return interaction.response.type or noted


async def send_response(
    interaction: discord.Interaction, view: ui.LayoutView, *, is_private: bool
) -> int | None:
    """Send a new message as the first response; return its id, 0 where it cannot be found.

    None: an earlier response had arrived unnoticed.  Raises as the library does.
    """
    sending = interaction.response.send_message(
        view=view, ephemeral=is_private, allowed_mentions=_NO_MENTIONS
    )
    sent = await _await_first(interaction, InteractionResponseType.channel_message, sending)
    if sent is not None:
        return sent.message_id or 0
    return None if _MAYBE_TYPE in interaction.extras else await response_message_id(interaction)


async def edit_clicked(interaction: discord.Interaction, view: ui.LayoutView) -> None:
    """Edit the clicked message."""
    sending = interaction.response.edit_message(
        view=view, attachments=[], allowed_mentions=_NO_MENTIONS
    )
    await _await_first(interaction, InteractionResponseType.message_update, sending)


async def defer_update(interaction: discord.Interaction) -> None:
    """Defer; the clicked message stays as it is for now."""
    kind = InteractionResponseType.deferred_message_update
    await _await_first(interaction, kind, interaction.response.defer())


async def defer_private(interaction: discord.Interaction) -> None:
    """Defer; a private message follows."""
    kind = InteractionResponseType.deferred_channel_message
    await _await_first(interaction, kind, interaction.response.defer(ephemeral=True, thinking=True))


async def response_message_id(interaction: discord.Interaction) -> int:
    """Return the id of the first response's message; 0 where it cannot be found."""
    try:
        return (await interaction.original_response()).id
    except REQUEST_ERRORS as error:
        log.debug("an answer was not found: %s", error)
        return 0


async def _await_first(
    interaction: discord.Interaction,
    kind: InteractionResponseType,
    sending: Awaitable[_Callback | None],
) -> _Callback | None:
    """Await the first response; None where this one or an earlier one had arrived already."""
    try:
        return await sending
    except REQUEST_ERRORS as error:
        if failure_of(error) in UNKNOWN_OUTCOME:
            interaction.extras.setdefault(_MAYBE_TYPE, kind)
        if failure_of(error) is not RequestFailure.ANSWERED:
            raise
    interaction.extras[_ARRIVED_TYPE] = interaction.extras.get(_MAYBE_TYPE, kind)
    return None
