"""The record of a feature, from which the rooms above take its parts."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

import discord
from discord.ext import commands

from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.context import Services
from bot.model.enums import ShardRange
from bot.model.values import Record
from bot.store import Store

CogFactory = Callable[[InteractionHandler], commands.Cog]


class Feature(Record):
    """A feature's slash commands: alone, in the group /pref, in /problem; its background work.

    ``background`` runs while the bot does, for the servers on these shards.  Once the bot has
    connected, ``hourly`` is called every hour, and ``start`` once; it returns what stops the work.
    """

    cogs: tuple[CogFactory, ...] = ()
    pref_parts: tuple[CogFactory, ...] = ()
    own_parts: tuple[CogFactory, ...] = ()
    background: Callable[[Store, ShardRange], AbstractAsyncContextManager[None]] | None = None
    hourly: Callable[[Services, discord.Client], Awaitable[None]] | None = None
    start: Callable[[Services, discord.Client], Callable[[], Awaitable[None]]] | None = None
