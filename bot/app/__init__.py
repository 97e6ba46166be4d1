"""The bot as one program.

client: the Discord client, which parses events and passes them on.
wiring: build all parts of the bot.
lifecycle: start, resume and stop the parts.
gateway_connection: heartbeats, and compensation of the clocks after a disconnection.
discord_session: build one client, serve its monitoring, and run it on Discord.
running: run the bot from the token to the shutdown, alone or in a fleet.
fleet_member: run the bot as one process of a fleet.
overrides: clock, RNG, pace and optional features for tests and the playground.
"""

from bot.app.client import PreferansBot
from bot.app.discord_session import DiscordRefused, DiscordUnavailable
from bot.app.overrides import BotOverrides
from bot.app.running import run_bot

__all__ = ["BotOverrides", "DiscordRefused", "DiscordUnavailable", "PreferansBot", "run_bot"]
