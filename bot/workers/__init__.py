"""Processes that think, so that the event loop never does (design section 5)."""

from bot.workers.line import Kind
from bot.workers.moves import PLAIN, plain_move, seed_of, thought_move
from bot.workers.pool import TooSlow, Workers

__all__ = ["PLAIN", "Kind", "TooSlow", "Workers", "plain_move", "seed_of", "thought_move"]
