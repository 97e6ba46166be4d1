"""Deeds that only look: the sheet, the tricks, the rules, and what a deal was worth."""

from dataclasses import dataclass

from bot.deeds.past import Edge


@dataclass(frozen=True, slots=True)
class ShowScore:
    """The sheet."""


@dataclass(frozen=True, slots=True)
class ShowSettlement:
    """The way from the sheet to who pays whom, step by step."""


@dataclass(frozen=True, slots=True)
class ShowLast:
    """The last trick, and all tricks of the deal."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """The rules of the table, by pages from 1; without a page the first one."""

    page: int | None = None


@dataclass(frozen=True, slots=True)
class ShowMore:
    """What is seldom needed."""


@dataclass(frozen=True, slots=True)
class Analyse:
    """The post-mortem of a deal, of the newest one unless named."""

    deal: int | None = None


@dataclass(frozen=True, slots=True)
class BestLine:
    """One way to play a deal best."""

    deal: int


@dataclass(frozen=True, slots=True)
class Walk:
    """A deal at one of its cards, counted from 0; -1 stands before the first one."""

    deal: int
    step: int | Edge


@dataclass(frozen=True, slots=True)
class NextMistake:
    """A deal at the first mistake behind a card; -1 looks at all of them."""

    deal: int
    behind: int
