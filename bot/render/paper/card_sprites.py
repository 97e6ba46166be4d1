"""Card faces as pixels: the art of data/cards/sprites with the reader's ranks written over it.

``make tiles`` draws the art (tools/card_sprites.py).  A process loads it once and keeps every card
it has put together.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.engine.cards import Card, Suit, rank_of, suit_of
from bot.model.enums import CardFaces
from bot.render.shapes import CardLook, IconName, rank_text

Colour = tuple[int, int, int]

SPRITE_FOLDER: Final = Path(__file__).parents[3] / "data" / "cards" / "sprites"
FACES_FILE, SIGNS_FILE, RANKS_FILE = "faces.png", "signs.png", "ranks.png"
CARD_WIDTH, CARD_HEIGHT = 108, 153  # of a large card, in pixels
SIGN_SIDE: Final = 96  # of a suit in the sheet of signs

BLACK, RED, CLUB_GREEN, DIAMOND_BLUE = "#17181c", "#c8202e", "#0a7a35", "#1457c8"
ROWS: Final = (  # of the sheet of faces: the vector of the suit, the ink of its ranks
    *(("spades", BLACK), ("clubs", BLACK), ("diamonds", RED), ("hearts", RED)),
    *(("clubs", CLUB_GREEN), ("diamonds", DIAMOND_BLUE)),
    *(("leaves", "#0f7034"), ("acorns", "#6b3f12"), ("bells", "#a35a00")),
    ("hearts_german", RED),
)
SIGN_NAMES: Final = (  # the sheet of signs from the left
    *dict.fromkeys(name for name, _ in ROWS),
    *(icon.value for icon in IconName),
)
RANK_CELL: Final = (40, 54)  # width and height of a rank on a large card
RANK_OVERSIZE: Final = 4  # in the sheet of ranks they are so many times as large
RANK_VECTORS: Final = {  # the sheet of ranks from the left: what is read, and its vector
    **{rank: f"rank_{rank.lower()}" for rank in ("7", "8", "9", "10", *"JQKABDUOT")},
    "Д": "rank_de",
}
_LIKE_LATIN: Final = {"В": "B", "К": "K", "Т": "T"}  # Cyrillic letters with a Latin shape

_FRENCH_ROWS: Final = (0, 1, 2, 3)
_SUIT_ROWS: Final = {
    CardFaces.FOUR: (0, 4, 5, 3),
    CardFaces.FRENCH: _FRENCH_ROWS,
    CardFaces.CYRILLIC: _FRENCH_ROWS,
    CardFaces.GERMAN: (6, 7, 8, 9),
}
INDEX: Final = (5, 8, *RANK_CELL)  # left, top, width, height of the rank on a large card
SMALL_INDEX: Final = (4, 5, 31, 38)
SIGN: Final = (10, 66, 29)  # left, top, side of the suit below it
_CORNER: Final = 9
_SCALE: Final = 4  # drawn so many times as large and scaled down: smooth edges


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return ``share`` parts of the other colour in the first."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@cache
def _art() -> Image.Image:
    return Image.open(SPRITE_FOLDER / FACES_FILE)


@cache
def _signs() -> Image.Image:
    return Image.open(SPRITE_FOLDER / SIGNS_FILE).convert("RGBA")


@cache
def _ranks() -> Image.Image:
    return Image.open(SPRITE_FOLDER / RANKS_FILE).convert("L")


def art_palette() -> list[Colour]:
    """Return the colours of all cards."""
    _art().load()
    flat = _art().getpalette() or []
    return [(flat[n], flat[n + 1], flat[n + 2]) for n in range(0, len(flat), 3)]


def row_of(suit: Suit, faces: CardFaces) -> int:
    """Return the place of a suit in ``ROWS``."""
    return _SUIT_ROWS[faces][suit]


def face(card: Card, look: CardLook, width: int, height: int) -> Image.Image:
    """Return the face of a card, large or small, without round corners."""
    if (width, height) == (CARD_WIDTH, CARD_HEIGHT):
        return _large_face(card, look)
    return _small_face(card, look, width, height)


def _large_face(card: Card, look: CardLook) -> Image.Image:
    row, column = row_of(suit_of(card), look.faces), rank_of(card)
    left, top = column * CARD_WIDTH, row * CARD_HEIGHT
    image = _art().crop((left, top, left + CARD_WIDTH, top + CARD_HEIGHT)).convert("RGB")
    _write_rank(image, card, look, INDEX)
    return image


def _small_face(card: Card, look: CardLook, width: int, height: int) -> Image.Image:
    """Return a card of which only rank and suit can be read."""
    image = Image.new("RGB", (width, height), "white")
    _write_rank(image, card, look, SMALL_INDEX)
    (x, y, wide, high), (left, top, side) = SMALL_INDEX, SIGN
    top += row_of(suit_of(card), look.faces) * CARD_HEIGHT
    suit = _art().crop((left, top, left + side, top + side)).convert("RGB")
    image.paste(suit, (x + (wide - side) // 2, y + high + 4))
    return image


def _write_rank(
    image: Image.Image, card: Card, look: CardLook, index: tuple[int, int, int, int]
) -> None:
    x, y, width, height = index
    ink = ROWS[row_of(suit_of(card), look.faces)][1]
    image.paste(ink, (x, y), index_mask(rank_text(card, look), width, height))


def suit_sign(suit: Suit, faces: CardFaces, side: int) -> Image.Image:
    """Return a suit in its colours (a French one in black) on nothing."""
    return sign(ROWS[row_of(suit, faces)][0], side)


@cache
def sign(name: str, side: int) -> Image.Image:
    """Return a sign of ``SIGN_NAMES``, in black but for German suits, on nothing."""
    n = SIGN_NAMES.index(name)
    drawn = _signs().crop((n * SIGN_SIDE, 0, (n + 1) * SIGN_SIDE, SIGN_SIDE))
    small = drawn.resize((side, side), Image.Resampling.LANCZOS)
    small.putalpha(few_shades(small.getchannel("A")))
    return small


@cache
def index_mask(text: str, width: int, height: int) -> Image.Image:
    """Return the mask of a rank, in the middle of its width and as high as the mask.

    Raises ValueError for a rank without a vector.
    """
    n = list(RANK_VECTORS).index(_LIKE_LATIN.get(text, text))
    wide, high = (side * RANK_OVERSIZE for side in RANK_CELL)
    drawn = _ranks().crop((n * wide, 0, (n + 1) * wide, high))
    return few_shades(drawn.resize((width, height), Image.Resampling.BOX))


def few_shades(mask: Image.Image) -> Image.Image:
    """Return a mask with one shade at its edges: smooth enough, and a fifth less to send."""
    return mask.point([0 if light < 80 else 128 if light < 176 else 255 for light in range(256)])


def draw_round(width: int, height: int, corner: int = _CORNER) -> Image.Image:
    """Return the mask of a box with round corners."""
    mask = Image.new("L", (width * _SCALE, height * _SCALE))
    edges = (0, 0, width * _SCALE - 1, height * _SCALE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(edges, corner * _SCALE, 255)
    return few_shades(mask.resize((width, height), Image.Resampling.BOX))


round_mask = lru_cache(256)(draw_round)
"""The same, kept: for cards and plates."""


@lru_cache(16)
def oval_mask(width: int, height: int) -> Image.Image:
    """Return the mask of an ellipse."""
    mask = Image.new("L", (width * _SCALE, height * _SCALE))
    ImageDraw.Draw(mask).ellipse((0, 0, width * _SCALE - 1, height * _SCALE - 1), 255)
    return few_shades(mask.resize((width, height), Image.Resampling.BOX))


def draw_ring(width: int, height: int, corner: int = _CORNER, thick: float = 1) -> Image.Image:
    """Return the mask of the edge of a box with round corners."""
    mask = Image.new("L", (width * _SCALE, height * _SCALE))
    edges = (0, 0, width * _SCALE - 1, height * _SCALE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(
        edges, corner * _SCALE, outline=255, width=round(thick * _SCALE)
    )
    return few_shades(mask.resize((width, height), Image.Resampling.BOX))


ring_mask = lru_cache(256)(draw_ring)
"""The same, kept: for cards and plates."""


SHADOW_REACH: Final = 6  # pixels by which a shadow is larger than its card on each side
_SHADOW_DROP: Final = 3
_SHADOW: Final = 70  # how dark it is, of 255


@cache
def card_mask(width: int, height: int) -> Image.Image:
    """Return the mask of a card on its shadow, which lies a little lower."""
    reach = SHADOW_REACH
    mask = Image.new("L", (width + 2 * reach, height + 2 * reach + _SHADOW_DROP))
    left, top = reach, reach + _SHADOW_DROP
    edges = (left, top, left + width - 1, top + height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(edges, _CORNER, 110)
    soft = mask.filter(ImageFilter.GaussianBlur(2.5))
    shadow = soft.point([_SHADOW if dark >= 45 else 0 for dark in range(256)])
    shadow.paste(255, (reach, reach), round_mask(width, height))
    return shadow


@cache
def back(width: int, height: int, ground: Colour) -> Image.Image:
    """Return the back of a card: a white border, a thin line, a diamond."""
    w, h = width * _SCALE, height * _SCALE
    image = Image.new("RGB", (w, h), ground)
    draw, light = ImageDraw.Draw(image), mix(ground, (255, 255, 255), 0.35)
    draw.rectangle((0, 0, w - 1, h - 1), None, (255, 255, 255), 3 * _SCALE)
    inset = 6 * _SCALE
    draw.rectangle((inset, inset, w - 1 - inset, h - 1 - inset), None, light, _SCALE)
    x, y, reach = w // 2, h // 2, w // 5
    draw.polygon(
        ((x, y - reach * 3 // 2), (x + reach, y), (x, y + reach * 3 // 2), (x - reach, y)), light
    )
    return image.resize((width, height), Image.Resampling.BOX)
