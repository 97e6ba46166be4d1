"""Read-only UI commands of a table: the sheet, the tricks, the rules and the post-mortem."""

from dataclasses import dataclass

from bot.deeds.past import Edge


@dataclass(frozen=True, slots=True)
class ShowScore:
    """Show the sheet."""


@dataclass(frozen=True, slots=True)
class ShowSettlement:
    """Show the settlement step by step, from the sheet to the payments."""


@dataclass(frozen=True, slots=True)
class ShowLast:
    """Show the last trick and all tricks of the deal."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Show the rules of the table, by pages from 1; without a page the first one."""

    page: int | None = None


@dataclass(frozen=True, slots=True)
class ShowMore:
    """Show the page of rarely needed commands."""


@dataclass(frozen=True, slots=True)
class Analyse:
    """Show the post-mortem of a deal, by default of the newest one."""

    deal: int | None = None


@dataclass(frozen=True, slots=True)
class BestLine:
    """Show one optimal line of play for a deal."""

    deal: int


@dataclass(frozen=True, slots=True)
class Walk:
    """Show a deal at one of its cards, counted from 0; -1 is the position before the first card."""

    deal: int
    step: int | Edge


@dataclass(frozen=True, slots=True)
class NextMistake:
    """Show a deal at the first mistake after a card; -1 searches all cards."""

    deal: int
    behind: int
