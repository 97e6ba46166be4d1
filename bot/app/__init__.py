"""The bot as one program: the client, what surrounds it, and the way it is run."""

from bot.app.client import PreferansBot
from bot.app.serving import NoDiscord, serve
from bot.app.surroundings import Surroundings

__all__ = ["NoDiscord", "PreferansBot", "Surroundings", "serve"]
