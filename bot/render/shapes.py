"""A picture as plain data: shapes with positions, in pixels from the top left."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from bot.engine.cards import Card
from bot.model.enums import CardFaces, Cloth

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


# Cards on a cloth.


class ClothInk(Enum):
    """The roles of colours on a cloth; each cloth gives them its own values."""

    CLOTH = "cloth"
    LIGHT = "light"  # the lit middle of the cloth
    PLATE = "plate"
    QUIET = "quiet"  # a plate that stands back
    TEXT = "text"
    SOFT = "soft"  # small print on a plate or the cloth
    GOLD = "gold"  # the player on turn, and numbers that count
    RED = "red"
    GREEN = "green"


class CardState(Enum):
    """How a card lies: as usual, dimmed (cannot be played), or marked (wins the trick)."""

    PLAIN = "plain"
    DIM = "dim"
    MARKED = "marked"


class CardLook(NamedTuple):
    """Card faces and the letters of jack, queen, king and ace in the reader's language."""

    faces: CardFaces
    letters: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card face up."""

    card: Card
    box: Box
    look: CardLook
    state: CardState = CardState.PLAIN


@dataclass(frozen=True, slots=True)
class CardBack:
    """A card face down."""

    box: Box


@dataclass(frozen=True, slots=True)
class Plate:
    """A filled box with round corners, with a thin ``edge`` or none; without ``ink``, an edge."""

    box: Box
    ink: ClothInk | None = ClothInk.PLATE
    edge: ClothInk | None = None
    corner: int = 12


@dataclass(frozen=True, slots=True)
class Writing:
    """A line of text; its box has the height of the font and the width of the text."""

    text: str
    at: Point  # the top left corner
    size: int
    ink: ClothInk = ClothInk.TEXT
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class SuitSign:
    """A suit sign of the reader's faces in a square box; ``suit`` is the French letter."""

    suit: str
    box: Box
    faces: CardFaces


class IconName(Enum):
    """Small signs beside names and numbers; the values are files of data/cards/svg."""

    ROBOT = "robot"
    AWAY = "away"
    GONE = "gone"  # the player has left
    DEALER = "dealer"
    TURN = "turn"
    FREE = "free"  # a free seat
    PERSON = "person"
    TROPHY = "trophy"
    TRICK = "trick"
    POT = "pot"
    STAKE = "stake"  # the amount a deal is played for
    REFA = "refa"
    LEFT_TO_WRITE = "left_to_write"
    STREAK = "streak"  # deals that everybody passed
    BAR = "bar"  # the lowest bid


@dataclass(frozen=True, slots=True)
class Icon:
    """A small sign in a square box."""

    name: IconName
    box: Box
    ink: ClothInk = ClothInk.SOFT


@dataclass(frozen=True, slots=True)
class Oval:
    """An ellipse that fills its box."""

    box: Box
    ink: ClothInk = ClothInk.LIGHT


Shape = (
    Label | Stroke | Area | Emblem | CardFace | CardBack | Plate | Writing | SuitSign | Icon | Oval
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: ``shapes`` from back to front, ``alt`` is the same in words.

    With a ``cloth`` its colours are those of that cloth, else those of a sheet.
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]
    alt: str
    cloth: Cloth | None = None


def cards_of(picture: Picture) -> frozenset[Card]:
    """Return the cards that lie face up in a picture."""
    return frozenset(shape.card for shape in picture.shapes if isinstance(shape, CardFace))
