"""What passes from one Russian deal to the next."""

from bot.engine.deal import Carry


class RussianCarry(Carry):
    """``streak`` is the number of raspasy deals since the last exit (rules/russian.md 3.2)."""

    streak: int = 0
