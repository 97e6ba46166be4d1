"""Read-only UI commands of a table: the sheet, the tricks, the rules and the post-mortem."""

from dataclasses import dataclass

from bot.deeds.past import DealBoundary


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
