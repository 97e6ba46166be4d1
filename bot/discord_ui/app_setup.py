"""Setup of the Discord application: translated commands, their sync, and the card emojis."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str
from discord.ext import commands
from pydantic import BaseModel, TypeAdapter

from bot.discord_ui import delivery, failures
from bot.render.paper.tile_names import TILE_NAMES, current_tile_name, distinct_tiles, tile_name
from bot.render.words import Catalogue
from bot.store import Store

log = logging.getLogger(__name__)

# Translations of command names and descriptions (keys ``command.*``).


def localized(text: str, key: str) -> locale_str:
    """Return a command's English text with the key of its translations."""
    return locale_str(text, key=key)


class CommandTranslator(app_commands.Translator):
    """Translates commands from our own catalogues; a language without the key keeps English."""

    def __init__(self, catalogue: Catalogue) -> None:
        languages = {locale: locale.value.partition("-")[0] for locale in discord.Locale}
        self._words = {
            locale: catalogue.words(language)
            for locale, language in languages.items()
            if language != "en" and language in catalogue.languages
        }

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        words, key = self._words.get(locale), string.extras.get("key")
        return None if words is None or key is None else words.say(str(key))


# Syncing of slash commands to Discord, and the mentions by which texts name them.

_DIGEST_KEY = "commands"
_IDS_KEY = "command_ids"
_MENTIONS_KEY = "command_mentions"
_TYPED: Final = discord.AppCommandType.chat_input.value  # the others are menus
_SUBCOMMAND: Final = discord.AppCommandOptionType.subcommand.value


Definitions = list[dict[str, object]]


class CommandDefinition(BaseModel):
    """The part of a command's definition that its mentions need."""

    name: str
    name_localizations: dict[str, str] = {}
    type: int
    options: tuple["CommandDefinition", ...] = ()

    def name_in(self, locale: str) -> str:
        return self.name_localizations.get(locale, self.name)


async def sync_commands(
    bot: commands.AutoShardedBot, store: Store, definitions: Definitions, *, force: bool
) -> None:
    """Sync only changed definitions, because Discord limits command changes per day.

    The ids that Discord gave them are kept beside their digest.
    """
    text = json.dumps([bot.application_id, definitions], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    is_known = await store.preferences.bot_fact(_IDS_KEY) is not None
    if force or not is_known or await store.preferences.bot_fact(_DIGEST_KEY) != digest:
        assert bot.application_id is not None
        # not tree.sync(), which would translate every command once more
        synced = await bot.http.bulk_upsert_global_commands(bot.application_id, definitions)
        ids = {command["name"]: int(command["id"]) for command in synced}
        await store.preferences.set_bot_fact(_DIGEST_KEY, digest)
        await store.preferences.set_bot_fact(_IDS_KEY, json.dumps(ids))


async def known_mentions(
    bot: commands.AutoShardedBot, store: Store, catalogue: Catalogue
) -> dict[str, str] | None:
    """Return the mentions of commands that were synced as they are; None where they may differ.

    Most starts change no command: to find that out by translating all of them, four languages
    would be parsed that perhaps nobody here speaks.
    """
    if (kept := await store.preferences.bot_fact(_MENTIONS_KEY)) is None:
        return None
    synced_from, mentions = TypeAdapter(tuple[str, dict[str, str]]).validate_json(kept)
    return mentions if synced_from == await _sources_digest(bot, store, catalogue) else None


async def keep_mentions(
    bot: commands.AutoShardedBot, store: Store, catalogue: Catalogue, mentions: dict[str, str]
) -> None:
    """Keep the mentions of the commands that have just been synced for ``known_mentions``."""
    synced_from = await _sources_digest(bot, store, catalogue)
    await store.preferences.set_bot_fact(_MENTIONS_KEY, json.dumps([synced_from, mentions]))


async def _sources_digest(bot: commands.AutoShardedBot, store: Store, catalogue: Catalogue) -> str:
    """Return a digest of what the commands are made of, and of what was synced last.

    Another version of the bot may have synced since.
    """
    synced = [await store.preferences.bot_fact(key) for key in (_DIGEST_KEY, _IDS_KEY)]
    untranslated = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    made_of = [bot.application_id, discord.__version__, catalogue.digest, untranslated, synced]
    return hashlib.sha256(json.dumps(made_of, default=str).encode()).hexdigest()


async def command_mentions(store: Store, definitions: Definitions) -> dict[str, str]:
    """Return the mention of every command by its name in every language; empty before a sync."""
    ids = json.loads(await store.preferences.bot_fact(_IDS_KEY) or "{}")
    defined = TypeAdapter(list[CommandDefinition]).validate_python(definitions)
    return {
        typed: f"</{name}:{ids[definition.name]}>"
        for definition in defined
        if definition.name in ids and definition.type == _TYPED
        for name, typed in _typed_names(definition)
    }


def _typed_names(definition: CommandDefinition) -> Iterator[tuple[str, str]]:
    """Yield the name of each command that can be typed, with every translation of it."""
    parts = [part for part in definition.options if part.type == _SUBCOMMAND]
    paths: list[tuple[CommandDefinition, ...]] = [(definition, part) for part in parts]
    for path in paths or [(definition,)]:
        name = " ".join(one.name for one in path)
        yield name, name
        for locale in definition.name_localizations:
            yield name, " ".join(one.name_in(locale) for one in path)


async def command_definitions(bot: commands.AutoShardedBot) -> Definitions:
    """Return the definitions of all commands with their translations, as Discord takes them."""
    translator = bot.tree.translator
    assert translator is not None
    return [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]


# Index tiles as application emojis: uploaded once, found again by name.
#
# Until a tile is there, or where its upload fails, cards appear in the usual faces or as words.

TILE_IMAGES = Path(__file__).resolve().parents[2] / "data" / "cards"

_CHECK_INTERVAL: Final = 5  # seconds between checks for uploads by another process
_UPLOAD_RETRY_DELAYS: Final = (
    6,
    12,
    24,
    48,
    60,
)  # seconds after the first, second, ... consecutive failure


async def find_tiles(
    client: discord.Client, tiles: dict[str, discord.PartialEmoji]
) -> tuple[discord.Emoji, ...]:
    """Put every tile that Discord has into ``tiles``; return those under an old name."""
    found = await client.fetch_application_emojis()
    old = tuple(emoji for emoji in found if current_tile_name(emoji.name))
    for emoji in (*old, *(emoji for emoji in found if emoji not in old)):
        name = current_tile_name(emoji.name) or emoji.name
        if name in TILE_NAMES:
            tiles[name] = _partial_emoji(emoji)
    return old


async def upload_by_one_process(
    client: discord.Client,
    tiles: dict[str, discord.PartialEmoji],
    lock: Callable[[], AbstractAsyncContextManager[bool]],
    rate_limiter: delivery.RateLimiter,
) -> None:
    """Run ``upload_tiles`` in one process at a time; the others wait and find the tiles there.

    A failure of Discord or of the lock is logged once and retried.
    """
    failures = 0
    while not client.is_closed():
        try:
            async with lock() as is_mine:
                old = await find_tiles(client, tiles)
                if is_mine:
                    await upload_tiles(client, tiles, old, rate_limiter)
            if is_mine:
                return
            failures = 0
        except Exception as error:
            level = logging.DEBUG if failures else logging.WARNING
            log.log(level, "tiles are missing, cards are shown as words: %r", error)
            failures += 1
        await asyncio.sleep(
            _UPLOAD_RETRY_DELAYS[min(failures, len(_UPLOAD_RETRY_DELAYS)) - 1]
            if failures
            else _CHECK_INTERVAL
        )


async def upload_tiles(
    client: discord.Client,
    tiles: dict[str, discord.PartialEmoji],
    old: tuple[discord.Emoji, ...],
    rate_limiter: delivery.RateLimiter,
) -> None:
    """Rename old emojis and upload the missing tiles, one request after the other.

    A rejection by Discord leaves the rest as it is until the next start.
    """
    try:
        for emoji in old:
            await rate_limiter.acquire()
            await _rename_or_delete(emoji, tiles)
        for name, path in missing_tiles(tiles).items():
            await rate_limiter.acquire()
            emoji = await client.create_application_emoji(name=name, image=path.read_bytes())
            tiles[name] = _partial_emoji(emoji)
    except failures.REQUEST_ERRORS as error:
        if failures.failure_of(error) in failures.RETRYABLE:
            raise
        log.warning("not every tile could be uploaded or renamed: %s", error)


def missing_tiles(tiles: Mapping[str, discord.PartialEmoji]) -> dict[str, Path]:
    """Return the picture file of every tile that Discord does not have, by its name."""
    names = (tile_name(*drawing) for drawing in distinct_tiles())
    absent = (name for name in names if name not in tiles)
    return {name: path for name in absent if (path := tile_file(name)) is not None}


async def _rename_or_delete(emoji: discord.Emoji, tiles: dict[str, discord.PartialEmoji]) -> None:
    """Rename an old emoji, which messages show by id; where the new name is taken, delete it."""
    name = current_tile_name(emoji.name)
    assert name is not None
    if tiles[name].id == emoji.id:
        tiles[name] = _partial_emoji(await emoji.edit(name=name))
    else:
        await emoji.delete()


def tile_file(name: str) -> Path | None:
    """Return the picture file of a tile by its emoji name; None where there is none."""
    path = TILE_IMAGES / f"{name}.png"
    return path if name in TILE_NAMES and path.exists() else None


def _partial_emoji(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
