"""UI commands for finished matches: their deals, and every card of a deal."""

from dataclasses import dataclass
from enum import StrEnum


class DealBoundary(StrEnum):
    """First or last card of a deal in a replay."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class ShowMatch:
    """Show the course of a match with its deals, by pages from 1; without a page the first one."""

    page: int | None = None


@dataclass(frozen=True, slots=True)
class ShowDeal:
    """Show a scored deal: its auction, its score entries and their reasons."""

    deal: int


@dataclass(frozen=True, slots=True)
class ReplayDeal:
    """Show a scored deal at one of its cards, counted from 0.

    ``shared``: the reader came from a shared deal, not from the match.
    """

    deal: int
    step: int | DealBoundary
    shared: bool = False


@dataclass(frozen=True, slots=True)
class ShareDeal:
    """Post a deal at one of its cards for everybody in the channel."""

    deal: int
    step: int
