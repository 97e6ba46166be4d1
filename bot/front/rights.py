"""The bot's permissions in a channel, which Discord reports with every interaction."""

import discord

from bot.refusals import Refusal, Refused


def require_posting_rights(interaction: discord.Interaction) -> None:
    """Raise Refused, naming the permission, where no table could be shown.

    The response to a command needs none of them, so a lobby would appear and nothing after it.
    """
    rights = interaction.app_permissions
    if not rights.view_channel:
        raise Refused(Refusal.BOT_CANNOT_VIEW)
    if isinstance(interaction.channel, discord.Thread):
        if not rights.send_messages_in_threads:
            raise Refused(Refusal.BOT_CANNOT_SEND_IN_THREADS)
    elif not rights.send_messages:
        raise Refused(Refusal.BOT_CANNOT_SEND)
