"""Text in pictures: the font, totals in a field, names, and the alternative text."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.engine.cards import Seat
from bot.model.enums import Cloth
from bot.model.values import replace
from bot.render.formatting import format_signed
from bot.render.screen import unescaped_name
from bot.render.screen_data import TableData
from bot.render.shapes import Box, Ink, Label, Picture, Point
from bot.render.words import Words

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

# The font of pictures: widths, heights, and missing letters.
#
# The font lies in data/fonts, so that every machine draws the same; Pillow uses its basic layout
# even if another layout engine is installed.

FONT_FOLDER: Final = Path(__file__).parents[3] / "data" / "fonts"

_FONT_FILES: Final = {False: "DejaVuSansCondensed.ttf", True: "DejaVuSansCondensed-Bold.ttf"}
_MISSING_LETTER: Final = "□"
_ELLIPSIS: Final = "…"


@cache
def font(size: int, is_bold: bool) -> "FreeTypeFont":
    """Return the font at ``size`` pixels; raise MemoryError where there is no room for it."""
    from PIL import ImageFont  # a start needs no Pillow, and saves time and memory without

    layout = ImageFont.Layout.BASIC
    try:
        return ImageFont.truetype(FONT_FOLDER / _FONT_FILES[is_bold], size, layout_engine=layout)
    except OSError as error:
        if str(error) != "unknown file format":  # what FreeType says of these files without memory
            raise
        raise MemoryError from error


@lru_cache(4096)
def width_of(text: str, size: int, is_bold: bool = False) -> int:
    """Return the width of a text in pixels, rounded up."""
    return int(font(size, is_bold).getlength(text)) + 1


@cache
def height_of(size: int) -> int:
    """Return the line height in pixels, from the highest accent to the lowest descender."""
    ascent, descent = font(size, False).getmetrics()
    return ascent + descent


def cut_to_width(text: str, room: int, size: int, is_bold: bool = False) -> str:
    """Return the text, cut with an ellipsis to ``room`` pixels."""
    kept = text
    while len(kept) > 1 and width_of(kept, size, is_bold) > room:
        kept = kept.removesuffix(_ELLIPSIS)[:-1].rstrip() + _ELLIPSIS
    return kept


def drawable_text(text: str) -> str:
    """Return the text with a box for each letter the font lacks; "" if it lacks them all."""
    drawn = "".join(
        letter if letter == " " or _has_glyph(letter) else _MISSING_LETTER for letter in text
    )
    return drawn if drawn.strip(f"{_MISSING_LETTER} ") else ""


@lru_cache(4096)
def _has_glyph(letter: str) -> bool:
    """Return True if the glyph differs from that of a letter the font surely lacks."""
    return _glyph_pixels(letter) != _glyph_pixels("\uffff")


def _glyph_pixels(letter: str) -> bytes:
    mask = font(24, False).getmask(letter)
    return bytes(mask) + bytes(mask.size)


# Text fitted into boxes: totals in sequence, the newest last, and single lines.

TEXT_SIZES: Final = (30, 27, 24, 21)  # the largest that fits the box
_GAP: Final = 7
_LEFT_OUT_MARK: Final = "…"


def place_totals(
    box: Box, written: Sequence[str], ink: Ink = Ink.NEW, tick: str = ""
) -> list[Label]:
    """Return "10. 12. 14" from left to right and down, the last total bold and in ``ink``.

    If even the smallest size does not fit, the oldest totals are left out.  ``tick`` follows the
    last one.
    """
    texts = [f"{total}." for total in written[:-1]] + [f"{written[-1]}{tick}"] if written else []
    found, last = _fit_labels(box, texts), len(texts)
    return [
        replace(label, ink=ink, is_bold=True) if n == last else label
        for n, label in enumerate(found, start=1 + len(texts) - len(found))
    ]


def place_marks(box: Box, texts: list[str], ink: Ink) -> list[Label]:
    """Return short texts in sequence, all in the same style."""
    return [replace(label, ink=ink) for label in _fit_labels(box, texts)]


def _fit_labels(box: Box, texts: list[str]) -> list[Label]:
    """Return labels as large as the box allows, else as many of the last texts as fit."""
    size = next(
        (size for size in TEXT_SIZES if _positions(box, texts, size) is not None), TEXT_SIZES[-1]
    )
    places = _positions(box, texts, size)
    if places is None and len(texts) > 1:
        texts = _newest_texts(box, texts, size)
        places = _positions(box, texts, size)
    if places is None or (len(texts) == 2 and texts[0] == _LEFT_OUT_MARK):  # the last one alone
        return [place_line(box, texts[-1], TEXT_SIZES[0], is_bold=True)]
    pairs = zip(texts, places, strict=True)
    return [Label(text, at, size, Ink.OLD) for text, at in pairs]


def _newest_texts(box: Box, texts: list[str], size: int) -> list[str]:
    """Return as many of the last texts as fit, after an ellipsis."""
    while len(texts) > 2 and _positions(box, _cut_off(texts), size) is None:
        texts = texts[1:]
    return _cut_off(texts)


def _cut_off(texts: list[str]) -> list[str]:
    return [_LEFT_OUT_MARK, *texts[1:]]


def _positions(box: Box, texts: Sequence[str], size: int) -> list[tuple[int, int]] | None:
    """Return the top left corner of each text, or None if they do not fit."""
    places, x, y = list[tuple[int, int]](), box.left, box.top
    for n, text in enumerate(texts, start=1):
        across = width_of(text, size, is_bold=n == len(texts))
        if x > box.left and x + across > box.right:
            x, y = box.left, y + height_of(size)
        if x + across > box.right or y + height_of(size) > box.bottom:
            return None
        places.append((x, y))
        x += across + _GAP
    return places


def fit_line(
    box: Box, text: str, size: int, *, is_bold: bool, side: float, smallest: int
) -> tuple[str, Point, int]:
    """Return the text, top left corner and size of one line, vertically centred in ``box``.

    ``side`` 0 is left, 0.5 the middle, 1 right. The text shrinks down to ``smallest``, then is
    cut, until it fits.
    """
    while size > smallest and width_of(text, size, is_bold) > box.width:
        size -= 1
    text = cut_to_width(text, box.width, size, is_bold)
    left = box.left + int((box.width - width_of(text, size, is_bold)) * side)
    return text, (left, box.middle[1] - height_of(size) // 2), size


def place_line(
    box: Box,
    text: str,
    size: int,
    ink: Ink = Ink.NEW,
    is_bold: bool = False,
    side: float = 0.0,
    smallest: int = 14,
) -> Label:
    """Return one line as ``fit_line`` fits it."""
    text, at, size = fit_line(box, text, size, is_bold=is_bold, side=side, smallest=smallest)
    return Label(text, at, size, ink, is_bold)


NAME_SIZES: Final = (27, 25, 23, 21, 19, 18, 17, 16, 15)


def fit_name(box: Box, name: str, ink: Ink, sizes: Sequence[int] = NAME_SIZES) -> list[Label]:
    """Return a bold name from the top of ``box`` down, on two lines where one is too narrow.

    The lines break at a space if there is one; what does not fit even then is cut.
    """
    for lines in ([name], name.split(" ", 1)):
        for size in sizes:
            if all(width_of(line, size, is_bold=True) <= box.width for line in lines):
                return _name_lines(box, lines, size, ink)
    size = sizes[-1]
    kept = max(1, *(n for n in range(len(name)) if width_of(name[:n], size, True) <= box.width))
    first, _, rest = name.partition(" ") if " " in name[:kept] else (name[:kept], "", name[kept:])
    return _name_lines(box, [first, rest], size, ink)


def centre_name(box: Box, name: str, ink: Ink, sizes: Sequence[int] = NAME_SIZES) -> list[Label]:
    """Return the same one or two lines in the middle of ``box``."""
    lines = fit_name(box, name, ink, sizes)
    down = (box.bottom - lowest_edge(lines)) // 2
    return [replace(label, at=(label.at[0], label.at[1] + down)) for label in lines]


def _name_lines(box: Box, lines: list[str], size: int, ink: Ink) -> list[Label]:
    height = height_of(size)
    tops = (box.top + n * height for n in range(len(lines)))
    return [
        place_line(Box(box.left, top, box.right, top + height), line, size, ink, True, side=0.5)
        for line, top in zip(lines, tops, strict=True)
    ]


def centre_lines(labels: Sequence[Label], box: Box) -> list[Label]:
    """Return the labels with every line of them moved to the middle of ``box``."""
    moved = list[Label]()
    for _, line in groupby(labels, key=lambda label: label.at[1]):
        row = list(line)
        last = row[-1]
        end = last.at[0] + width_of(last.text, last.size, last.is_bold)
        shift = box.middle[0] - (row[0].at[0] + end) // 2
        moved += [replace(label, at=(label.at[0] + shift, label.at[1])) for label in row]
    return moved


def short_name(name: str, room: int, size: int) -> str:
    """Return the name, or only its first word where the whole is wider than ``room``."""
    return name if width_of(name, size) <= room else name.split(" ", 1)[0]


def lowest_edge(labels: Iterable[Label]) -> int:
    """Return the bottom of the lowest label."""
    return max(label.at[1] + height_of(label.size) for label in labels)


# Names in pictures, and alt text for readers who cannot see them.

LONGEST_ALT_TEXT: Final = 1024  # characters that Discord accepts as a description
_LONGEST_TITLE: Final = 100  # of these for the title


def drawable_name(facts: TableData, seat: Seat, words: Words) -> str:
    """Return the name, or the number of the seat if the font has none of its letters."""
    return drawable_text(unescaped_name(facts.name(seat))) or words.say("paper.seat", n=seat + 1)


def player_alt_line(facts: TableData, seat: Seat, balance: int, lines: Iterable[str]) -> str:
    """Return the line of a player, such as "Ana +17: Pool 10. 12.; Mountain 4."."""
    said = "; ".join(unescaped_name(line) for line in lines if line)
    return f"{unescaped_name(facts.name(seat))} {format_signed(balance)}: {said}"


def alt_text(*tellings: Sequence[str]) -> str:
    """Return the first version that is short enough, else the last one, cut."""
    texts = ["\n".join(telling) for telling in tellings]
    room = LONGEST_ALT_TEXT - _LONGEST_TITLE
    return next((text for text in texts if len(text) <= room), texts[-1][:room])


def on_sheet(picture: Picture, words: Words) -> Picture:
    """Return a sheet or chart as its readers see it: on paper if their cloth is paper."""
    return replace(picture, is_on_paper=words.cloth is Cloth.PAPER)


def titled_alt_text(title: str, alt: str) -> str:
    return f"{unescaped_name(title)[: _LONGEST_TITLE - 1]}\n{alt}"
