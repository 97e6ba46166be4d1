"""The index tiles as application emojis: uploaded once, found again by name.

Until one is there (or where the upload fails) cards are shown as words.
"""

import logging
from pathlib import Path

import discord

from bot.front.components import EMOJI_PREFIX
from bot.front.failures import FAILED

FOLDER = Path(__file__).resolve().parents[2] / "data" / "cards"

log = logging.getLogger(__name__)


async def find_tiles(client: discord.Client, tiles: dict[str, discord.PartialEmoji]) -> None:
    """Put every tile that Discord already has into ``tiles``."""
    for emoji in await client.fetch_application_emojis():
        if emoji.name.startswith(EMOJI_PREFIX):
            tiles[emoji.name.removeprefix(EMOJI_PREFIX)] = _partial(emoji)


async def upload_tiles(client: discord.Client, tiles: dict[str, discord.PartialEmoji]) -> None:
    """Give Discord the missing ones, one after the other; a failure leaves words in their place."""
    for path in sorted(FOLDER.glob("*.png")):
        if path.stem in tiles:
            continue
        try:
            emoji = await client.create_application_emoji(
                name=EMOJI_PREFIX + path.stem, image=path.read_bytes()
            )
        except FAILED as error:
            log.warning("the tile %s could not be uploaded: %s", path.stem, error)
            return
        tiles[path.stem] = _partial(emoji)


def _partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
