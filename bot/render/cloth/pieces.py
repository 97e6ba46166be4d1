"""The pieces of pictures on a cloth: lines of text with suits in them, fans of cards, marks."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

from bot.engine.cards import Card, Seat
from bot.model.enums import DEFAULT_FACES, Cloth
from bot.model.values import replace
from bot.render.paper import picture_text, tile_names
from bot.render.paper.picture_text import LONGEST_ALT_TEXT
from bot.render.screen import Divider, Text, unescaped_name
from bot.render.screen_data import TableData
from bot.render.shapes import (
    Box,
    CardFace,
    CardLook,
    CardState,
    ClothInk,
    Icon,
    IconName,
    Picture,
    Shape,
    SuitSign,
    Writing,
)
from bot.render.words import Words

WIDTH: Final = 720
EDGE: Final = 22  # pixels between the edge of a picture and what lies on it
CARD: Final = (108, 153)  # width and height of a large card
SMALL_CARD: Final = (54, 83)
SMALL_STEP: Final = 41  # from a small card to the next, so that "9" can be read
SMALL_ROW: Final = 72  # from a row of small cards to the next, so that suits can be read
SMALL: Final = 27  # size of small print: ten pixels on a telephone
SMALLEST: Final = 25  # where it would be cut otherwise
_TOKEN: Final = re.compile(r"⟦(NT|[SCDH])⟧")
_CARD: Final = re.compile(r"⟦(10|[7-9JQKA])([SCDH])⟧")
_SUIT: Final = re.compile(r"⟦([SCDH])⟧")
_NO_TRUMP: Final = re.compile(r" ?⟦NT⟧")
_SIGN_GAP: Final = 3

Size = tuple[int, int]


def look_of(words: Words) -> CardLook:
    """Return the card faces and court letters of a reader."""
    faces = words.faces or DEFAULT_FACES
    own = tile_names.RANK_LETTERS.get(faces, {})
    jack, queen, king, ace = (own.get(code) or words.say(f"rank.{code}.short") for code in "JQKA")
    return CardLook(faces, (jack, queen, king, ace))


def cloth_picture(height: int, shapes: Iterable[Shape], cloth: Cloth, alt: str) -> Picture:
    """Return a picture of the usual width."""
    return Picture(WIDTH, height, tuple(shapes), alt, cloth)


def name_of(facts: TableData, seat: Seat, words: Words) -> str:
    """Return the name as the font can draw it."""
    return picture_text.drawable_name(facts, seat, words)


def name_in_text(facts: TableData, seat: Seat, words: Words) -> str:
    """Return the name for a sentence, which a long one would make too long."""
    return picture_text.cut_to_width(name_of(facts, seat, words), _NAME_IN_TEXT, SMALL)


_NAME_IN_TEXT: Final = 160  # pixels


# lines of text ------------------------------------------------------------------------------


def write(
    box: Box,
    text: str,
    size: int,
    ink: ClothInk = ClothInk.TEXT,
    *,
    is_bold: bool = False,
    side: float = 0.0,
    smallest: int = SMALLEST,
) -> Writing:
    """Return one line as ``picture_text.fit_line`` fits it."""
    text, at, size = picture_text.fit_line(
        box, text, size, is_bold=is_bold, side=side, smallest=smallest
    )
    return Writing(text, at, size, ink, is_bold)


def line(
    box: Box,
    text: str,
    size: int,
    words: Words,
    ink: ClothInk = ClothInk.TEXT,
    *,
    is_bold: bool = False,
    side: float = 0.0,
    smallest: int = SMALLEST,
) -> Iterator[Shape]:
    """Yield one line of text in which tokens of suits (⟦H⟧) are drawn as signs."""
    parts = line_parts(text, words)
    while size > smallest and line_width(parts, size, is_bold) > box.width:
        size -= 1
    left = box.left + max(0, int((box.width - line_width(parts, size, is_bold)) * side))
    faces = words.faces or DEFAULT_FACES
    for part in parts:
        if len(part) > 1 and part[0] == "⟦":
            sign = _sign_side(size)
            top = box.middle[1] - sign // 2
            if left + sign <= box.right:
                yield SuitSign(part[1], Box(left, top, left + sign, top + sign), faces)
            left += sign + _SIGN_GAP
            continue
        told = picture_text.cut_to_width(part, max(0, box.right - left), size, is_bold)
        yield Writing(
            told, (left, box.middle[1] - picture_text.height_of(size) // 2), size, ink, is_bold
        )
        left += picture_text.width_of(told, size, is_bold) + _SIGN_GAP


def line_parts(text: str, words: Words) -> list[str]:
    """Return the texts and the tokens of suits of a line, without markdown.

    A text keeps the space that parts it from a sign.
    """
    found = list[str]()
    spoken = _NO_TRUMP.sub(" " + words.say("suit.NT.short"), text).strip()
    for n, part in enumerate(_SUIT.split(spoken)):
        if n % 2:
            found.append(f"⟦{part}⟧")
        elif part.strip():
            found.append(picture_text.drawable_text(unescaped_name(part.replace("**", ""))) or "?")
    return found


def line_width(parts: Sequence[str], size: int, is_bold: bool) -> int:
    """Return the width of a line's parts in pixels."""
    return sum(_part_width(part, size, is_bold) for part in parts) + _SIGN_GAP * (len(parts) - 1)


def _part_width(part: str, size: int, is_bold: bool) -> int:
    return _sign_side(size) if part[0] == "⟦" else picture_text.width_of(part, size, is_bold)


def _sign_side(size: int) -> int:
    return round(size * 0.86)


def paragraph(
    box: Box,
    text: str,
    size: int,
    words: Words,
    ink: ClothInk = ClothInk.TEXT,
    *,
    is_bold: bool = False,
) -> Iterator[Shape]:
    """Yield a text in centred lines around the middle of the box, as large as it fits.

    The lines are about as long as one another.
    """
    text = _with_ranks(text, words)
    while size > _LEAST_PARAGRAPH and not _fits(box, text, size, is_bold):
        size -= 1
    high = picture_text.height_of(size)
    rows = _balanced(text, box.width, size, is_bold)[: max(1, box.height // high)]
    top = box.middle[1] - len(rows) * high // 2
    for n, row in enumerate(rows):
        place = Box(box.left, top + n * high, box.right, top + (n + 1) * high)
        yield from line(place, row, size, words, ink, is_bold=is_bold, side=0.5)


_LEAST_PARAGRAPH: Final = 21  # rather than cut


def rows_of(box: Box, text: str, size: int, words: Words, *, is_bold: bool = False) -> int:
    """Return the number of lines that a paragraph as wide as the box takes at that size."""
    return len(_wrap(_with_ranks(text, words), box.width, size, is_bold))


def _with_ranks(text: str, words: Words) -> str:
    """Return a text with each card as its rank and the token of its suit."""
    letters = dict(zip("JQKA", look_of(words).letters, strict=True))
    return _CARD.sub(lambda card: f"{letters.get(card[1], card[1])}⟦{card[2]}⟧", text)


def _balanced(text: str, room: int, size: int, is_bold: bool) -> list[str]:
    """Return the lines of a text, in the smallest room that takes no more of them."""
    rows = _wrap(text, room, size, is_bold)
    step = room // 2
    while len(rows) > 1 and step >= _BALANCE:
        narrower = _wrap(text, room - step, size, is_bold)
        if len(narrower) == len(rows):
            rows, room = narrower, room - step
        step //= 2
    return rows


_BALANCE: Final = 8  # pixels by which lines may be longer than they must


def _fits(box: Box, text: str, size: int, is_bold: bool) -> bool:
    rows = _wrap(text, box.width, size, is_bold)
    is_narrow = all(
        picture_text.width_of(_TOKEN.sub("♥", row), size, is_bold) <= box.width for row in rows
    )
    return is_narrow and len(rows) * picture_text.height_of(size) <= box.height


def _wrap(text: str, room: int, size: int, is_bold: bool) -> list[str]:
    """Return the lines of a text."""
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if rows[-1] and picture_text.width_of(_TOKEN.sub("♥", longer), size, is_bold) > room:
            rows.append(word)
        else:
            rows[-1] = longer
    return rows


def icons(
    names: Sequence[IconName], right: int, middle: int, side: int, ink: ClothInk
) -> Iterator[Icon]:
    """Yield small signs from right to left."""
    for n, name in enumerate(names):
        edge = right - n * (side + 6)
        top = middle - side // 2
        yield Icon(name, Box(edge - side, top, edge, top + side), ink)


# cards --------------------------------------------------------------------------------------


def fan(
    box: Box,
    cards: Sequence[Card],
    look: CardLook,
    size: Size = CARD,
    *,
    dimmed: frozenset[Card] = frozenset(),
    marked: frozenset[Card] = frozenset(),
    raised: frozenset[Card] = frozenset(),
    side: float = 0.5,
    step: int = 86,
) -> Iterator[CardFace]:
    """Yield cards from left to right, overlapping as far as the box demands.

    ``step`` is the largest distance from card to card; raised cards stand higher.
    """
    width, height = size
    if len(cards) > 1:
        step = min(step, (box.width - width) // (len(cards) - 1))
    left = box.left + int((box.width - width - step * (len(cards) - 1)) * side)
    for n, card in enumerate(cards):
        x, y = left + n * step, box.top - (_RAISED if card in raised else 0)
        state = CardState.MARKED if card in marked else CardState.PLAIN
        state = CardState.DIM if card in dimmed else state
        yield CardFace(card, Box(x, y, x + width, y + height), look, state)


_RAISED: Final = 23


def rows_of_five(
    box: Box, cards: Sequence[Card], look: CardLook, *, side: float = 0.0
) -> Iterator[CardFace]:
    """Yield a hand in two rows of small cards, one overlapping the other."""
    first = cards if len(cards) <= IN_A_ROW else cards[: (len(cards) + 1) // 2]
    for n, row in enumerate((first, cards[len(first) :])):
        top = box.top + n * SMALL_ROW
        place = Box(box.left, top, box.right, top + SMALL_CARD[1])
        yield from fan(place, row, look, SMALL_CARD, side=side, step=SMALL_STEP)


IN_A_ROW: Final = 5


# The alt text of a picture: the words that it stands for, without tiles and markdown.

_COUNTDOWN: Final = re.compile(r"(?: · )?<t:\d+:R>")
_NEXT_PLAYER: Final = re.compile(r"(?:^|[\n\u2003])▫️[^\n\u2003]*")  # the text beside it says it
_MARKUP: Final = re.compile(r"^(?:-# |> |#{1,3} )+|\*\*|(?<!\\)\*|`+", re.MULTILINE)
_CUT: Final = "…"

ProseBlock = Text | Divider
W = TypeVar("W", bound=Words)
Telling = Callable[[W], Sequence[ProseBlock]]
"""A text about the picture in these words."""


def alt_text_of(words: W, *tellings: Telling[W]) -> str:
    """Return the text of the first telling that fits into Discord's limit.

    Cards have their names, or the short notation (K♠) where the names are too long; the last
    telling is cut at the end of a line.
    """
    spelled, short = replace(words, spelled=True), replace(words, spelled=False)
    text = _plain_text(tellings[0], spelled)
    for telling in tellings:
        if len(text) <= LONGEST_ALT_TEXT:
            break
        text = _plain_text(telling, short)
    return text if len(text) <= LONGEST_ALT_TEXT else _cut(text)


def _plain_text(telling: Telling[W], words: W) -> str:
    said = "\n".join(block.body for block in telling(words) if isinstance(block, Text))
    bare = _MARKUP.sub("", _NEXT_PLAYER.sub("", _COUNTDOWN.sub("", said)))
    return unescaped_name(words.without_tiles(bare)).replace("\u2003", ", ").replace("\u2002", " ")


def _cut(text: str) -> str:
    kept = text[: LONGEST_ALT_TEXT - len(_CUT)]
    return kept[: kept.rfind("\n") + 1] + _CUT
