"""The carry from one Russian deal to the next."""

from dataclasses import dataclass

from bot.engine.carry import Carry


@dataclass(frozen=True, slots=True)
class RussianCarry(Carry):
    """The carry; ``streak`` counts raspasy deals since the last exit (rules/russian.md 3.2)."""

    streak: int = 0
