"""Outcomes of the shared phases, and the change made by an answer after a deal.

A family adds its own outcomes.
"""

from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.cards import Seat
from bot.engine.carry import Carry
from bot.engine.deal import PhaseOutcome
from bot.engine.ledger import Posting


@dataclass(frozen=True, slots=True)
class AuctionWon(PhaseOutcome):
    """A seat has won the auction; ``name`` is the winning bid."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class PassedOut(PhaseOutcome):
    """All players have passed."""


@dataclass(frozen=True, slots=True)
class ExchangeDone(PhaseOutcome):
    """The declarer holds ten cards again; ``thrown`` if they refused the talon."""

    thrown: bool


@dataclass(frozen=True, slots=True)
class ContractDeclared(PhaseOutcome):
    """The declarer has named the contract."""

    name: str


@dataclass(frozen=True, slots=True)
class ContractConceded(PhaseOutcome):
    """The declarer has given up instead of naming a contract."""


@dataclass(frozen=True, slots=True)
class PlayFinished(PhaseOutcome):
    """All tricks are won or agreed."""


class CarryChange(NamedTuple):
    """A new carry after a question, with postings beside those of the last deal.

    The sheet of ``carry`` already contains the ``postings``.
    """

    carry: Carry
    postings: tuple[Posting, ...]
