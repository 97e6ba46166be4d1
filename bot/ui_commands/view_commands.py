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


# Read-only UI commands of a table: the sheet, the tricks, the rules and the post-mortem.


@dataclass(frozen=True, slots=True)
class ShowScore:
    """Show the sheet."""


@dataclass(frozen=True, slots=True)
class ShowSettlement:
    """Show the settlement step by step, from the sheet to the payments."""


@dataclass(frozen=True, slots=True)
class ShowLastTrick:
    """Show the last trick and all tricks of the deal."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Show the rules of the table, by pages from 1; without a page the first one."""

    page: int | None = None


@dataclass(frozen=True, slots=True)
class ShowMorePage:
    """Show the page of rarely needed commands."""


@dataclass(frozen=True, slots=True)
class ShowPostMortem:
    """Show the post-mortem of a deal, by default of the newest one."""

    deal: int | None = None


@dataclass(frozen=True, slots=True)
class ShowBestLine:
    """Show one optimal line of play for a deal."""

    deal: int


@dataclass(frozen=True, slots=True)
class StepThroughDeal:
    """Show a deal at one of its cards, counted from 0; -1 is the position before the first card."""

    deal: int
    step: int | DealBoundary


@dataclass(frozen=True, slots=True)
class ShowNextMistake:
    """Show a deal at the first mistake after a card; -1 searches all cards."""

    deal: int
    after: int
