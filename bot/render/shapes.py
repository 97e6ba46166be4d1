"""A picture as plain data: shapes with positions, in pixels from the top left."""

from enum import Enum
from typing import Final, NamedTuple

from bot.engine.cards import RANKS, Card, rank_of
from bot.model.enums import CardFaces, Cloth
from bot.model.values import Record

Point = tuple[int, int]

_LETTERED: Final = "JQKA"  # ranks that are a letter of the reader's language


class Ink(Enum):
    """The roles of colours on a sheet, in the dark and on paper."""

    GROUND = "ground"
    FIELD = "field"
    LINE = "line"
    OLD = "old"  # replaced totals, small print
    NEW = "new"
    POOL = "pool"
    MOUNTAIN = "mountain"
    DIAMOND = "diamond"
    HEART = "heart"
    ACORN = "acorn"
    # one for each player, and one more for the fifth line of a chart
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    FIFTH = "fifth"


PLAYER_INKS: Final = (Ink.FIRST, Ink.SECOND, Ink.THIRD, Ink.FOURTH, Ink.FIFTH)


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


class Label(Record):
    """A text; its box has the height of the font and the width of the text."""

    text: str
    at: Point  # the top left corner of the drawn box
    size: int
    ink: Ink = Ink.NEW
    is_bold: bool = False


class Stroke(Record):
    """A line from point to point."""

    points: tuple[Point, ...]
    ink: Ink = Ink.LINE
    width: int = 2


class Area(Record):
    """A filled box with corners of radius ``corner``."""

    box: Box
    ink: Ink = Ink.FIELD
    corner: int = 0


class Emblem(Record):
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


def rank_text(card: Card, look: CardLook) -> str:
    """Return the rank as it stands on the card: 10, K, Д."""
    rank = RANKS[rank_of(card)]
    return look.letters[_LETTERED.index(rank)] if rank in _LETTERED else rank


class CardFace(Record):
    """A card face up."""

    card: Card
    box: Box
    look: CardLook
    state: CardState = CardState.PLAIN


class CardBack(Record):
    """A card face down."""

    box: Box


class Plate(Record):
    """A filled box with round corners, with a thin ``edge`` or none; without ``ink``, an edge."""

    box: Box
    ink: ClothInk | None = ClothInk.PLATE
    edge: ClothInk | None = None
    corner: int = 12


class Writing(Record):
    """A line of text; its box has the height of the font and the width of the text."""

    text: str
    at: Point  # the top left corner
    size: int
    ink: ClothInk = ClothInk.TEXT
    is_bold: bool = False


class SuitSign(Record):
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
    HAT = "hat"  # a Balkan main column above zero
    LEFT_TO_WRITE = "left_to_write"
    STREAK = "streak"  # deals that everybody passed
    BAR = "bar"  # the lowest bid


class Icon(Record):
    """A small sign in a square box."""

    name: IconName
    box: Box
    ink: ClothInk = ClothInk.SOFT


class Oval(Record):
    """An ellipse that fills its box."""

    box: Box
    ink: ClothInk = ClothInk.LIGHT


Shape = (
    Label | Stroke | Area | Emblem | CardFace | CardBack | Plate | Writing | SuitSign | Icon | Oval
)


class Picture(Record):
    """A picture: ``shapes`` from back to front, ``alt`` is the same in words.

    With a ``cloth`` its colours are those of that cloth, else those of a sheet, in the dark or
    as a pen writes on paper.
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]
    alt: str
    cloth: Cloth | None = None
    is_on_paper: bool = False


def cards_of(picture: Picture) -> frozenset[Card]:
    """Return the cards that lie face up in a picture."""
    return frozenset(shape.card for shape in picture.shapes if isinstance(shape, CardFace))
