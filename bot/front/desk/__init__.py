"""The desk: where presses and typed commands become acts of a table, and screens go back.

A button and a command that mean the same end in the same function.
"""

from bot.front.desk.desk import Desk

__all__ = ["Desk"]
