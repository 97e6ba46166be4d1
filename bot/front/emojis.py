"""Index tiles as application emojis: uploaded once, found again by name.

Until a tile is there, or where its upload fails, cards appear in the usual faces or as words.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

import discord

from bot.front.allowance import Allowance
from bot.front.failures import FAILED, PASSING, meaning
from bot.render.tile_names import NAMES, drawings, renamed, tile_name

FOLDER = Path(__file__).resolve().parents[2] / "data" / "cards"

_AGAIN: Final = 5  # seconds between checks for uploads by another process
_PAUSES: Final = (6, 12, 24, 48, 60)  # seconds after the first, second, ... consecutive failure
log = logging.getLogger(__name__)


async def find_tiles(
    client: discord.Client, tiles: dict[str, discord.PartialEmoji]
) -> tuple[discord.Emoji, ...]:
    """Put every tile that Discord has into ``tiles``; return those under an old name."""
    found = await client.fetch_application_emojis()
    old = tuple(emoji for emoji in found if renamed(emoji.name))
    for emoji in (*old, *(emoji for emoji in found if emoji not in old)):
        name = renamed(emoji.name) or emoji.name
        if name in NAMES:
            tiles[name] = _partial(emoji)
    return old


async def upload_in_turn(
    client: discord.Client,
    tiles: dict[str, discord.PartialEmoji],
    only_one: Callable[[], AbstractAsyncContextManager[bool]],
    allowance: Allowance,
) -> None:
    """Run ``upload_tiles`` in one process at a time; the others wait and find the tiles there.

    A failure of Discord or of the lock is logged once and retried.
    """
    failures = 0
    while not client.is_closed():
        try:
            async with only_one() as is_mine:
                old = await find_tiles(client, tiles)
                if is_mine:
                    await upload_tiles(client, tiles, old, allowance)
            if is_mine:
                return
            failures = 0
        except Exception as error:
            level = logging.DEBUG if failures else logging.WARNING
            log.log(level, "tiles are missing, cards are shown as words: %r", error)
            failures += 1
        await asyncio.sleep(_PAUSES[min(failures, len(_PAUSES)) - 1] if failures else _AGAIN)


async def upload_tiles(
    client: discord.Client,
    tiles: dict[str, discord.PartialEmoji],
    old: tuple[discord.Emoji, ...],
    allowance: Allowance,
) -> None:
    """Rename old emojis and upload the missing tiles, one request after the other.

    A rejection by Discord leaves the rest as it is until the next start.
    """
    try:
        for emoji in old:
            await allowance.turn()
            await _rename(emoji, tiles)
        for name in (tile_name(*drawing) for drawing in drawings()):
            path = file_of(name)
            if path is not None and name not in tiles:
                await allowance.turn()
                emoji = await client.create_application_emoji(name=name, image=path.read_bytes())
                tiles[name] = _partial(emoji)
    except FAILED as error:
        if meaning(error) in PASSING:
            raise
        log.warning("not every tile could be uploaded or renamed: %s", error)


async def _rename(emoji: discord.Emoji, tiles: dict[str, discord.PartialEmoji]) -> None:
    """Rename an old emoji, which messages show by id; where the new name is taken, delete it."""
    name = renamed(emoji.name)
    assert name is not None
    if tiles[name].id == emoji.id:
        tiles[name] = _partial(await emoji.edit(name=name))
    else:
        await emoji.delete()


def file_of(name: str) -> Path | None:
    """Return the picture file of a tile by its emoji name; None where there is none."""
    path = FOLDER / f"{name}.png"
    return path if name in NAMES and path.exists() else None


def _partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
