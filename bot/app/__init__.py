"""The bot as one program.

client: the Discord client and its connection to Discord.
running: start and run the bot on Discord as a single process.
fleet_member: run the bot as one process of a fleet.
overrides: clock, RNG, pace and optional features for tests and the playground.
"""

from bot.app.client import PreferansBot
from bot.app.overrides import BotOverrides
from bot.app.running import DiscordUnavailable, run_bot

__all__ = ["BotOverrides", "DiscordUnavailable", "PreferansBot", "run_bot"]
