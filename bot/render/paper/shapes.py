"""A drawn sheet as plain data: words and lines with their places, in pixels from the top left."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

Point = tuple[int, int]


class Ink(Enum):
    """The colours, for the dark ground they stand on."""

    GROUND = (0x1E, 0x1F, 0x22)
    FIELD = (0x2B, 0x2D, 0x31)
    LINE = (0x6D, 0x6F, 0x78)
    OLD = (0xA6, 0xAA, 0xB4)  # totals that newer ones have replaced, small print
    NEW = (0xFF, 0xFF, 0xFF)
    POOL = (0x57, 0xD9, 0x8A)
    MOUNTAIN = (0xF0, 0xB2, 0x32)
    DIAMOND = (0x7A, 0xB8, 0xFF)
    HEART = (0xFF, 0x7B, 0x7B)
    ACORN = (0xC8, 0x94, 0x5A)


class Box(NamedTuple):
    """Left and top belong to it, right and bottom do not."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def holds(self, other: "Box") -> bool:
        inside = self.left <= other.left and self.top <= other.top
        return inside and other.right <= self.right and other.bottom <= self.bottom

    def meets(self, other: "Box") -> bool:
        """Whether they share a pixel."""
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


class Turn(Enum):
    """Degrees against the clock: as one reads, or for who sits at the left or the right edge."""

    LEVEL = 0
    LEFT = 270
    RIGHT = 90


@dataclass(frozen=True, slots=True)
class Label:
    """A word in a box as high as its letters and as wide as it is, both before any turn."""

    text: str
    at: Point  # the top left corner of what is drawn
    size: int
    ink: Ink = Ink.NEW
    is_bold: bool = False
    turn: Turn = Turn.LEVEL


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line from point to point."""

    points: tuple[Point, ...]
    ink: Ink = Ink.LINE
    width: int = 2


@dataclass(frozen=True, slots=True)
class Area:
    """A filled box, its corners rounded."""

    box: Box
    ink: Ink = Ink.FIELD
    corner: int = 0


@dataclass(frozen=True, slots=True)
class Emblem:
    """A suit of German cards in a square box; ``suit`` is the letter of the French one."""

    suit: str
    box: Box
    ink: Ink


Shape = Label | Stroke | Area | Emblem


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn, one over the other; ``alt`` says the same in words."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    alt: str
