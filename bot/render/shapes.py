"""A picture as plain data: shapes with positions, in pixels from the top left."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

Point = tuple[int, int]


class Ink(Enum):
    """The colours, chosen for a dark background."""

    GROUND = (0x1E, 0x1F, 0x22)
    FIELD = (0x2B, 0x2D, 0x31)
    LINE = (0x6D, 0x6F, 0x78)
    OLD = (0xA6, 0xAA, 0xB4)  # replaced totals, small print
    NEW = (0xFF, 0xFF, 0xFF)
    POOL = (0x57, 0xD9, 0x8A)
    MOUNTAIN = (0xF0, 0xB2, 0x32)
    DIAMOND = (0x7A, 0xB8, 0xFF)
    HEART = (0xFF, 0x7B, 0x7B)
    ACORN = (0xC8, 0x94, 0x5A)


class Box(NamedTuple):
    """A rectangle; left and top are inside, right and bottom are outside."""

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

    def contains(self, other: "Box") -> bool:
        inside = self.left <= other.left and self.top <= other.top
        return inside and other.right <= self.right and other.bottom <= self.bottom

    def overlaps(self, other: "Box") -> bool:
        """Return True if the boxes share a pixel."""
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


class TextRotation(Enum):
    """Rotation of a text in degrees counterclockwise; LEFT and RIGHT face that edge's player."""

    LEVEL = 0
    LEFT = 270
    RIGHT = 90


@dataclass(frozen=True, slots=True)
class Label:
    """A text; without a turn its box has the height of the font and the width of the text."""

    text: str
    at: Point  # the top left corner of the drawn box
    size: int
    ink: Ink = Ink.NEW
    is_bold: bool = False
    rotation: TextRotation = TextRotation.LEVEL


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line from point to point."""

    points: tuple[Point, ...]
    ink: Ink = Ink.LINE
    width: int = 2


@dataclass(frozen=True, slots=True)
class Area:
    """A filled box with corners of radius ``corner``."""

    box: Box
    ink: Ink = Ink.FIELD
    corner: int = 0


@dataclass(frozen=True, slots=True)
class Emblem:
    """A German suit in a square box; ``suit`` is the letter of the French suit."""

    suit: str
    box: Box
    ink: Ink


Shape = Label | Stroke | Area | Emblem


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: ``shapes`` from back to front, ``alt`` is the same in words."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    alt: str
