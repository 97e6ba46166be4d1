"""The font of pictures: widths, heights, and missing letters.

The font lies in data/fonts, so that every machine draws the same; Pillow uses its basic layout
even if another layout engine is installed.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

FONT_FOLDER: Final = Path(__file__).parents[3] / "data" / "fonts"

_FONT_FILES: Final = {False: "DejaVuSansCondensed.ttf", True: "DejaVuSansCondensed-Bold.ttf"}
_MISSING_LETTER: Final = "□"
_ELLIPSIS: Final = "…"


@cache
def font(size: int, is_bold: bool) -> ImageFont.FreeTypeFont:
    """Return the font at ``size`` pixels."""
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(FONT_FOLDER / _FONT_FILES[is_bold], size, layout_engine=layout)


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
