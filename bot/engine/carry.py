"""What passes from deal to deal, all of it public."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import ConfigDict, Field

from bot.engine.cards import Card, Seat
from bot.engine.ledger import BLANK, Sheet


@dataclass(frozen=True, slots=True)
class Carry:
    """What passes from deal to deal; a family adds its own marks."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    number: int = 0  # deals scored so far
    dealer: Seat = -1  # who deals next; -1 until the draw
    sheet: Sheet = BLANK
    time_up: bool = False
    drawn: tuple[Card, ...] = ()  # the cards drawn for dealer, until the first deal is scored
    # to the last contracts, the newest last, as packed by answers.py: many tables wait in memory
    answers: Annotated[str, Field(pattern="^([0-9a-f]{11})*$")] = ""
