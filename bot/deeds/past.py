"""Deeds of looking back: matches that are over, their deals, and every card of a deal."""

from dataclasses import dataclass
from enum import StrEnum


class Edge(StrEnum):
    """An end of a deal that is walked through."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class ShowMatch:
    """How a match went, with its deals by pages from 1; without a page the first one."""

    page: int | None = None


@dataclass(frozen=True, slots=True)
class ShowDeal:
    """A scored deal: how it was bid, what it wrote and why."""

    deal: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A scored deal at one of its cards, counted from 0.

    ``shared``: whoever walks there was shown this deal, not the match.
    """

    deal: int
    step: int | Edge
    shared: bool = False


@dataclass(frozen=True, slots=True)
class ShareDeal:
    """A deal at one of its cards, for all in the channel."""

    deal: int
    at: int
