"""Draws the card faces of pictures from the vectors in data/cards/svg (``make tiles``).

``faces.png`` has the art of every large card on white, a row a suit, a column a rank; pictures
write the ranks of ``ranks.png`` over it. ``signs.png`` has the suits on nothing, for any ground and
size.
"""

import io
import re
from collections.abc import Callable
from itertools import product
from typing import Final

import resvg_py
from PIL import Image, ImageColor, ImageFilter

from bot.render.paper.card_sprites import (
    CARD_HEIGHT,
    CARD_WIDTH,
    FACES_FILE,
    RANK_CELL,
    RANK_OVERSIZE,
    RANK_VECTORS,
    RANKS_FILE,
    ROWS,
    SIGN,
    SIGN_NAMES,
    SIGN_SIDE,
    SIGNS_FILE,
    mix,
)
from bot.render.paper.tiles import TILE_FOLDER

VECTORS: Final = TILE_FOLDER / "svg"
_VIEW_BOX: Final = re.compile(r'viewBox="([^"]+)"')
_ROOT: Final = re.compile(r"</?svg[^>]*>")
_FIGURES: Final = {"J": "jack", "Q": "queen", "K": "king"}
_GERMAN_FIGURES: Final = {"J": "unter", "Q": "ober", "K": "king"}
_RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
_ACE_RING: Final = '<circle cx="71" cy="114" r="30" fill="none" stroke="#d9a33a" stroke-width="3"/>'
_ROBES: Final = {"leaves": "#1d7f3f", "acorns": "#7a4a1c", "bells": "#c77f0a"}


_INKS: Final = tuple(dict.fromkeys(ink for _, ink in ROWS))
_GOLD: Final = "#d9a33a"
_FLAT: Final = (  # every colour of the art
    *("#ffffff", *_INKS, *_ROBES.values(), _GOLD),
    *("#f6d7b4", "#d19c70", "#c4574e", "#8a5a08"),  # skin, nose, mouth, edge of a crown
    *("#6b4423", "#a8642a", "#4a4d55", "#c9ced6"),  # hair and armour
    *("#2b2b30", "#e2a92b", "#d8f0c8", "#1d8a43", "#79a632", "#4c7a1e", "#5d3610", "#8f5a22"),
)
_FIRST_GERMAN: Final = 6  # row
_OVERSIZE: Final = 4  # figures are drawn so many times as large
_NEIGHBOURS: Final = 5  # pixels across which the most frequent colour is taken


def place(name: str, x: float, y: float, width: float, height: float, ink: str) -> str:
    """Return a vector of the folder inside another, scaled into a box, with ``ink``."""
    source = (VECTORS / f"{name}.svg").read_text("utf-8")
    found = _VIEW_BOX.search(source)
    assert found is not None, name
    body = _ROOT.sub("", source)
    edges = f'x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{found[1]}"'
    return f'<svg {edges} color="{ink}">{body}</svg>'


def pips(sign: str, ink: str, rank: str) -> str:
    """Return the vectors of the suit on one large card."""
    left, top, side = SIGN
    parts = [place(sign, left, top, side, side, ink)]
    is_german = _is_german(sign)
    if is_german and rank == "Q":
        parts.append(place(sign, 74, 9, 27, 27, ink))
    if is_german and rank == "J":
        parts.append(place(sign, 11, 116, 27, 27, ink))
    if rank == "A":
        parts += [_ACE_RING, place(sign, 49, 92, 44, 44, ink)]
    elif rank not in _FIGURES:
        parts.append(place(sign, 42, 85, 58, 58, ink))
    return "".join(parts)


def figure(sign: str, ink: str, rank: str) -> str:
    """Return the vectors of the person on a large card; none for the others."""
    name = (_GERMAN_FIGURES if _is_german(sign) else _FIGURES).get(rank)
    return "" if name is None else place(name, 36, 62, 70, 91, _ROBES.get(sign, ink))


def _is_german(sign: str) -> bool:
    return sign in _ROBES or sign.endswith("_german")


def faces() -> Image.Image:
    """Return the art of all cards in few colours.

    French suits have smooth edges.  Figures and German suits, which have edges of their own, have
    none: every pixel has the colour most frequent there, which makes a picture a fifth smaller.
    """
    palette = Image.new("P", (1, 1))
    colours = [ImageColor.getrgb(colour)[:3] for colour in _FLAT]
    half = [mix((255, 255, 255), ImageColor.getrgb(ink)[:3], 0.5) for ink in (*_INKS, _GOLD)]
    palette.putpalette([part for colour in (*colours, *half) for part in colour])
    smooth = _cells(1, pips).quantize(palette=palette, dither=Image.Dither.NONE)
    palette.putpalette([part for colour in colours for part in colour])
    large = _cells(_OVERSIZE, lambda *card: figure(*card) + pips(*card)).quantize(
        palette=palette, dither=Image.Dither.NONE
    )
    common = large.filter(ImageFilter.ModeFilter(_NEIGHBOURS))
    flat = common.resize(smooth.size, Image.Resampling.NEAREST)
    is_figure = _cells(1, figure).convert("L").point(lambda light: 255 * (light < 255), "1")
    is_figure.paste(1, (0, _FIRST_GERMAN * CARD_HEIGHT, *smooth.size))
    smooth.paste(flat, None, is_figure)
    return smooth


def _cells(scale: int, art: Callable[[str, str, str], str]) -> Image.Image:
    """Return the art of all cards on white, a row a suit, a column a rank."""
    width, height = CARD_WIDTH * scale, CARD_HEIGHT * scale
    box = f'viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}"'
    cells = (
        f'<svg x="{x * width}" y="{y * height}" width="{width}" height="{height}" {box}>'
        f"{art(sign, ink, rank)}</svg>"
        for (y, (sign, ink)), (x, rank) in product(enumerate(ROWS), enumerate(_RANKS))
    )
    sheet = _draw(width * len(_RANKS), height * len(ROWS), "".join(cells), "#ffffff")
    return sheet.convert("RGB")


def signs() -> Image.Image:
    """Return all suits and icons in a row, in black but for German suits, on nothing."""
    side = SIGN_SIDE
    row = (place(name, n * side, 0, side, side, "#000000") for n, name in enumerate(SIGN_NAMES))
    return _draw(side * len(SIGN_NAMES), side, "".join(row), None)


def ranks() -> Image.Image:
    """Return the masks of all ranks in a row of cells, each in the middle of its own."""
    wide, high = RANK_CELL
    parts = list[str]()
    for n, name in enumerate(RANK_VECTORS.values()):
        found = _VIEW_BOX.search((VECTORS / f"{name}.svg").read_text("utf-8"))
        assert found is not None, name
        own = int(found[1].split()[2])
        parts.append(place(name, n * wide + (wide - own) // 2, 0, own, high, "#ffffff"))
    width, scale = wide * len(RANK_VECTORS), RANK_OVERSIZE
    body = f'<g transform="scale({scale})">{"".join(parts)}</g>'
    return _draw(width * scale, high * scale, body, "#000000").convert("L")


def _draw(width: int, height: int, body: str, ground: str | None) -> Image.Image:
    root = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
    drawn = resvg_py.svg_to_bytes(svg_string=f"{root}{body}</svg>", background=ground)
    return Image.open(io.BytesIO(bytes(drawn)))


SPRITES: Final = {SIGNS_FILE: signs, RANKS_FILE: ranks, FACES_FILE: faces}


def sprite_file(name: str) -> bytes:
    """Return the content of the file of this name; the same bytes every time."""
    buffer = io.BytesIO()
    SPRITES[name]().save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def main() -> None:
    """Write the files into data/cards/sprites."""
    folder = TILE_FOLDER / "sprites"
    folder.mkdir(exist_ok=True)
    for name in SPRITES:
        (folder / name).write_bytes(sprite_file(name))


if __name__ == "__main__":
    main()
