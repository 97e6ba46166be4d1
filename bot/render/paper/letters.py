"""The letters of drawn sheets: how wide a word is, which letters there are.

The font lies in data/fonts, so that every machine draws the same; Pillow sets it letter by letter
(its basic layout), whatever else is installed.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

FOLDER: Final = Path(__file__).parents[3] / "data" / "fonts"

_FILES: Final = {False: "DejaVuSansCondensed.ttf", True: "DejaVuSansCondensed-Bold.ttf"}
_LACKING: Final = "□"
_CUT: Final = "…"


@cache
def font(size: int, is_bold: bool) -> ImageFont.FreeTypeFont:
    """Letters of so many pixels."""
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(FOLDER / _FILES[is_bold], size, layout_engine=layout)


@lru_cache(4096)
def width_of(text: str, size: int, is_bold: bool = False) -> int:
    """Pixels, rounded up."""
    return int(font(size, is_bold).getlength(text)) + 1


@cache
def height_of(size: int) -> int:
    """Pixels from the highest accent to below the deepest tail."""
    ascent, descent = font(size, False).getmetrics()
    return ascent + descent


def cut(text: str, room: int, size: int, is_bold: bool = False) -> str:
    """The text, or as much of its beginning as there is room for."""
    kept = text
    while len(kept) > 1 and width_of(kept, size, is_bold) > room:
        kept = kept.removesuffix(_CUT)[:-1].rstrip() + _CUT
    return kept


def drawable(text: str) -> str:
    """The text with a box for every letter the font lacks; nothing if it lacks them all."""
    drawn = "".join(letter if letter == " " or _has(letter) else _LACKING for letter in text)
    return drawn if drawn.strip(f"{_LACKING} ") else ""


@lru_cache(4096)
def _has(letter: str) -> bool:
    """Whether a letter looks otherwise than one that is certainly not there."""
    return _drawn(letter) != _drawn("\uffff")


def _drawn(letter: str) -> bytes:
    mask = font(24, False).getmask(letter)
    return bytes(mask) + bytes(mask.size)
