"""What the shared phases decide, and what an answer after a deal moves.

A family adds its own kinds beside these.
"""

from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.cards import Seat
from bot.engine.carry import Carry
from bot.engine.deal import Outcome
from bot.engine.ledger import Posting


@dataclass(frozen=True, slots=True)
class AuctionWon(Outcome):
    """The declarer is found; ``name`` is the winning bid."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class PassedOut(Outcome):
    """Nobody wants to declare."""


@dataclass(frozen=True, slots=True)
class Exchanged(Outcome):
    """The declarer holds his ten cards; ``thrown`` if he refused the talon."""

    thrown: bool


@dataclass(frozen=True, slots=True)
class Declared(Outcome):
    """The contract is named."""

    name: str


@dataclass(frozen=True, slots=True)
class Conceded(Outcome):
    """The declarer gave up instead of naming a contract."""


@dataclass(frozen=True, slots=True)
class Played(Outcome):
    """All tricks are taken or agreed."""


class Moved(NamedTuple):
    """The answer to a question after a deal writes something beside the entries of that deal.

    The sheet of ``carry`` has the ``postings`` already.
    """

    carry: Carry
    postings: tuple[Posting, ...]
