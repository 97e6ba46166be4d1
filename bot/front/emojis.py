"""The index tiles as application emojis: uploaded once, found again by name.

Until one is there (or where the upload fails) cards are shown as words.
"""

import logging
from pathlib import Path

import discord

from bot.front.failures import FAILED
from bot.render.tile_names import renamed, tile_name, tile_of

FOLDER = Path(__file__).resolve().parents[2] / "data" / "cards"

log = logging.getLogger(__name__)


async def find_tiles(
    client: discord.Client, tiles: dict[str, discord.PartialEmoji]
) -> tuple[discord.Emoji, ...]:
    """Put every tile that Discord already has into ``tiles``; those under a name of before."""
    found = await client.fetch_application_emojis()
    old = tuple(emoji for emoji in found if renamed(emoji.name))
    for emoji in (*old, *(emoji for emoji in found if emoji not in old)):
        if tile := tile_of(renamed(emoji.name) or emoji.name):
            tiles[tile] = _partial(emoji)
    return old


async def upload_tiles(
    client: discord.Client,
    tiles: dict[str, discord.PartialEmoji],
    old: tuple[discord.Emoji, ...],
) -> None:
    """Mend the old names and give Discord the missing tiles, one request after the other.

    A failure leaves the rest as it is until the next start.
    """
    try:
        for emoji in old:
            await _rename(emoji, tiles)
        for path in sorted(FOLDER.glob("*.png")):
            if path.stem not in tiles:
                emoji = await client.create_application_emoji(
                    name=tile_name(path.stem), image=path.read_bytes()
                )
                tiles[path.stem] = _partial(emoji)
    except FAILED as error:
        log.warning("not every tile could be uploaded or renamed: %s", error)


async def _rename(emoji: discord.Emoji, tiles: dict[str, discord.PartialEmoji]) -> None:
    """Old messages show it by its number and keep it; where the new name is taken it goes."""
    name = renamed(emoji.name)
    tile = tile_of(name or "")
    assert name is not None
    assert tile is not None
    if tiles[tile].id == emoji.id:
        tiles[tile] = _partial(await emoji.edit(name=name))
    else:
        await emoji.delete()


def file_of(emoji_name: str) -> Path | None:
    """The picture of a tile by the name of its emoji; None for any other emoji."""
    tile = tile_of(emoji_name)
    return None if tile is None else FOLDER / f"{tile}.png"


def _partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
