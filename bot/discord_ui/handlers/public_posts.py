"""Posts that a user makes for everybody in their channel."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.discord_ui.failures import REQUEST_ERRORS, RETRYABLE, await_response, failure_of
from bot.discord_ui.handlers.context import Context, Services
from bot.discord_ui.messages.layout import DrawnPictures, build_layout, picture_files
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record
from bot.render.screen import Screen
from bot.render.words import Words
from bot.workers import TooSlow


def require_posting_permission(interaction: discord.Interaction) -> None:
    """Raise Refused where the user or the bot may not post, so that no button evades that."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    name = "send_messages_in_threads" if in_thread else "send_messages"
    if not getattr(interaction.permissions, name):
        raise Refused(Refusal.NO_PERMISSION)
    if not (
        getattr(interaction.app_permissions, name) and interaction.app_permissions.view_channel
    ):
        raise Refused(Refusal.ETUDE_NO_PLACE)


async def server_words(context: Context) -> Words:
    """Return the words in the server's language."""
    preferred = str(context.interaction.guild_locale or "")
    return await context.services.preferences.words_for_server(context.guild_id, preferred)


@asynccontextmanager
async def counted_post(context: Context) -> AsyncIterator[None]:
    """Count the post that is made inside against the channel's quota.

    It is not counted where it cannot have arrived.  Raises Refused where the quota is used up, the
    channel takes no post, or the picture took too long.
    """
    services, place = context.services, context.interaction.channel_id or 0
    services.share_quota.count(place, services.tables.services.now())
    try:
        yield
    except TooSlow as error:
        services.share_quota.uncount(place)
        raise Refused(Refusal.BUSY) from error
    except REQUEST_ERRORS as error:
        if failure_of(error) in RETRYABLE:  # the post may have arrived all the same
            raise
        services.share_quota.uncount(place)
        raise Refused(Refusal.ETUDE_NO_PLACE) from error


async def post_for_all(context: Context, screen: Screen, words: Words, nonce: str) -> None:
    """Post silently; with an equal nonce Discord posts a retry only once."""
    place, answers = context.interaction.channel_id or 0, context.services.responder
    screen = answers.pictures.choose_form(screen, words, place)

    async def send(drawn: DrawnPictures) -> None:
        await post_drawn(context, screen, words, drawn, nonce)

    await answers.pictures.send(screen, place, send)


class ServerPost(Record):
    """A post that nobody clicked for: its server and channel, and what makes a retry the same."""

    guild_id: int
    channel_id: int
    screen: Screen
    words: Words
    nonce: str


async def post_in_channel(services: Services, client: discord.Client, post: ServerPost) -> None:
    """Post silently in a channel of a server.  Raises as the library does, and TooSlow."""
    pictures, place_id = services.responder.pictures, post.channel_id
    place = client.get_partial_messageable(place_id, guild_id=post.guild_id)
    shown = pictures.choose_form(post.screen, post.words, place_id)

    async def send(drawn: DrawnPictures) -> None:
        await services.rate_limiter.acquire()
        request = place.send(
            view=build_layout(shown, services.responder.assets, post.words, drawn),
            files=picture_files(drawn),
            allowed_mentions=discord.AllowedMentions.none(),
            silent=True,
            nonce=post.nonce,
        )
        await await_response(request)

    await asyncio.shield(pictures.send(shown, place_id, send))


async def post_drawn(
    context: Context, screen: Screen, words: Words, drawn: DrawnPictures, nonce: str
) -> None:
    """Post silently a screen whose pictures are drawn already."""
    interaction = context.interaction
    place = interaction.client.get_partial_messageable(
        interaction.channel_id or 0, guild_id=context.guild_id
    )
    await context.services.rate_limiter.acquire(is_awaited=True)
    request = place.send(
        view=build_layout(screen, context.services.responder.assets, words, drawn),
        files=picture_files(drawn),
        allowed_mentions=discord.AllowedMentions.none(),
        silent=True,
        nonce=nonce,
    )
    await await_response(request)
