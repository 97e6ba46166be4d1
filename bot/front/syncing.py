"""Syncing of slash commands to Discord."""

import hashlib
import json

from discord.ext import commands

from bot.store import Store

_DIGEST_KEY = "commands"


async def sync_commands(bot: commands.AutoShardedBot, store: Store, *, force: bool) -> None:
    """Sync only changed definitions, because Discord limits command changes per day."""
    translator = bot.tree.translator
    assert translator is not None
    definitions = [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]
    text = json.dumps([bot.application_id, definitions], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if force or await store.preferences.setting(_DIGEST_KEY) != digest:
        await bot.tree.sync()
        await store.preferences.set_setting(_DIGEST_KEY, digest)
