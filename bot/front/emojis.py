"""The index tiles as application emojis: uploaded once, found again by name.

Until one is there (or where the upload fails) cards are shown in the usual faces, or as words.
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

_AGAIN: Final = 5  # seconds until it is looked again whether another process has uploaded them
_PAUSES: Final = (6, 12, 24, 48, 60)  # seconds after the first, second, ... failure in a row
log = logging.getLogger(__name__)


async def find_tiles(
    client: discord.Client, tiles: dict[str, discord.PartialEmoji]
) -> tuple[discord.Emoji, ...]:
    """Put every tile that Discord already has into ``tiles``; those under a name of before."""
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
    """``upload_tiles`` by one process at a time: who comes later finds them there.

    What fails, at Discord or where the turns are given, is said once and tried again.
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
    """Mend the old names and give Discord the missing tiles, one request after the other.

    What Discord refuses leaves the rest as it is until the next start.
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
    """Old messages show it by its number and keep it; where the new name is taken it goes."""
    name = renamed(emoji.name)
    assert name is not None
    if tiles[name].id == emoji.id:
        tiles[name] = _partial(await emoji.edit(name=name))
    else:
        await emoji.delete()


def file_of(name: str) -> Path | None:
    """The picture of a tile by the name of its emoji; None where there is none."""
    path = FOLDER / f"{name}.png"
    return path if name in NAMES and path.exists() else None


def _partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
