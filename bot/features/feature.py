"""The record of a feature, from which the rooms above take its parts."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from discord.ext import commands

from bot.discord_ui.handlers import InteractionHandler
from bot.model.enums import ShardRange
from bot.store import Store

CogFactory = Callable[[InteractionHandler], commands.Cog]


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature's slash commands: alone, in the group /pref, in /problem; its background work.

    ``background`` runs while the bot does, for the servers on these shards.
    """

    cogs: tuple[CogFactory, ...] = ()
    pref_parts: tuple[CogFactory, ...] = ()
    own_parts: tuple[CogFactory, ...] = ()
    background: Callable[[Store, ShardRange], AbstractAsyncContextManager[None]] | None = None
