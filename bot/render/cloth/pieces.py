"""The pieces of pictures on a cloth: writings, plates, fans of cards."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.engine.cards import Card, Seat
from bot.model.enums import DEFAULT_FACES, Cloth
from bot.render.paper.picture_text import cut_to_width, drawable_name, height_of, width_of
from bot.render.paper.tile_names import RANK_LETTERS
from bot.render.screen_data import TableData
from bot.render.shapes import (
    Box,
    CardFace,
    CardLook,
    CardState,
    ClothInk,
    Picture,
    Shape,
    Writing,
)
from bot.render.words import Words

WIDTH: Final = 800
CARD: Final = (118, 166)  # width and height of a large card in pixels
SMALL_CARD: Final = (64, 92)
_TOKEN: Final = re.compile(r"⟦(NT|[SCDH])⟧")
_SIGN_GAP: Final = 4


def look_of(words: Words) -> CardLook:
    """Return the card faces and court letters of a reader."""
    faces = words.faces or DEFAULT_FACES
    own = RANK_LETTERS.get(faces, {})
    jack, queen, king, ace = (own.get(code) or words.say(f"rank.{code}.short") for code in "JQKA")
    return CardLook(faces, (jack, queen, king, ace))


def cloth_picture(height: int, shapes: Iterable[Shape], cloth: Cloth, alt: str) -> Picture:
    """Return a picture of the usual width."""
    return Picture(WIDTH, height, tuple(shapes), alt, cloth)


# writings -----------------------------------------------------------------------------------


def write(
    box: Box,
    text: str,
    size: int,
    ink: ClothInk = ClothInk.TEXT,
    ground: ClothInk = ClothInk.PLATE,
    *,
    is_bold: bool = False,
    side: float = 0.0,
    smallest: int = 18,
) -> Writing:
    """Return one line, vertically centred; ``side`` 0 is left, 0.5 the middle, 1 right.

    The text shrinks down to ``smallest``, then is cut, until it fits.
    """
    while size > smallest and width_of(text, size, is_bold) > box.width:
        size -= 1
    text = cut_to_width(text, box.width, size, is_bold)
    left = box.left + int((box.width - width_of(text, size, is_bold)) * side)
    return Writing(text, (left, box.middle[1] - height_of(size) // 2), size, ink, ground, is_bold)


def name_of(facts: TableData, seat: Seat, words: Words) -> str:
    """Return the name as the font can draw it."""
    return drawable_name(facts, seat, words)


# cards --------------------------------------------------------------------------------------


def fan(
    box: Box,
    cards: Sequence[Card],
    look: CardLook,
    size: tuple[int, int] = CARD,
    *,
    dimmed: frozenset[Card] = frozenset(),
    side: float = 0.5,
    most: float = 0.9,
) -> Iterator[CardFace]:
    """Yield cards side by side from the left, overlapping as far as the box demands.

    ``most`` is the largest step from card to card, as a share of a card's width.
    """
    width, height = size
    step = int(width * most)
    if len(cards) > 1:
        step = min(step, (box.width - width) // (len(cards) - 1))
    taken = width + step * (len(cards) - 1)
    left = box.left + int((box.width - taken) * side)
    for n, card in enumerate(cards):
        x = left + n * step
        state = CardState.DIM if card in dimmed else CardState.PLAIN
        yield CardFace(card, Box(x, box.top, x + width, box.top + height), look, state)
