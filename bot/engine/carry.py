"""State carried from deal to deal, all of it public."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import ConfigDict, Field

from bot.engine.cards import Card, Seat
from bot.engine.ledger import BLANK_SHEET, Sheet


@dataclass(frozen=True, slots=True)
class Carry:
    """State carried from deal to deal; a family adds its own fields."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    number: int = 0  # deals scored so far
    dealer: Seat = -1  # the next dealer; -1 until the draw
    sheet: Sheet = BLANK_SHEET
    time_up: bool = False
    drawn: tuple[Card, ...] = ()  # the cards drawn for dealer, until the first deal is scored
    # the defenders' last answers, the newest last, packed because many tables wait in memory
    answers: Annotated[str, Field(pattern="^([0-9a-f]{11})*$")] = ""
