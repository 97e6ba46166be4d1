"""Posts that a user makes for everybody in their channel."""

import discord

from bot.front.desk.context import Caller
from bot.front.layouts import Drawn, files, layout
from bot.front.pictures import shown_to
from bot.refusals import Refusal, Refused
from bot.render.screen import Screen
from bot.render.words import Words


def refuse_silence(interaction: discord.Interaction) -> None:
    """Raise Refused where the user or the bot may not post, so that no button evades that."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    name = "send_messages_in_threads" if in_thread else "send_messages"
    if not getattr(interaction.permissions, name):
        raise Refused(Refusal.NO_PERMISSION)
    if not (
        getattr(interaction.app_permissions, name) and interaction.app_permissions.view_channel
    ):
        raise Refused(Refusal.ETUDE_NO_PLACE)


async def public_words(caller: Caller) -> Words:
    """Return the words in the server's language."""
    preferred = str(caller.interaction.guild_locale or "")
    return await caller.office.languages.of_server(caller.guild_id, preferred)


async def post(caller: Caller, screen: Screen, words: Words, nonce: str) -> None:
    """Post silently; with an equal nonce Discord posts a retry only once."""
    interaction = caller.interaction
    place = interaction.client.get_partial_messageable(
        interaction.channel_id or 0, guild_id=caller.guild_id
    )
    answers = caller.office.answers
    await caller.office.allowance.turn(is_awaited=True)

    async def send(drawn: Drawn) -> None:
        await place.send(
            view=layout(screen, answers.tiles, words, drawn),
            files=files(drawn),
            allowed_mentions=discord.AllowedMentions.none(),
            silent=True,
            nonce=nonce,
        )

    await answers.pictures.sent(shown_to(screen, words), send)
