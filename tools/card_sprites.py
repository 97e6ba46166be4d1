"""Draws the card faces of pictures from the vectors in data/cards/svg (``make tiles``).

``faces.png`` has the art of every large card on white, a row a suit, a column a rank; pictures
write rank and letters over it. ``signs.png`` has the suits on nothing, for any ground and size.
"""

import io
import re
from collections.abc import Iterator
from itertools import product
from typing import Final

import resvg_py
from PIL import Image

from bot.render.paper.card_sprites import (
    ART_COLOURS,
    CARD_HEIGHT,
    CARD_WIDTH,
    FACES_FILE,
    ROWS,
    SIGN_NAMES,
    SIGN_SIDE,
    SIGNS_FILE,
)
from bot.render.paper.tiles import TILE_FOLDER

VECTORS: Final = TILE_FOLDER / "svg"
_VIEW_BOX: Final = re.compile(r'viewBox="([^"]+)"')
_ROOT: Final = re.compile(r"</?svg[^>]*>")
_FIGURES: Final = {"J": "jack", "Q": "queen", "K": "king"}
_GERMAN_FIGURES: Final = {"J": "unter", "Q": "ober", "K": "king"}
_RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
_ACE_RING: Final = '<circle cx="67" cy="110" r="34" fill="none" stroke="#d9a93a" stroke-width="3"/>'
_ROBES: Final = {"leaves": "#1d7f3f", "acorns": "#7a4a1c", "bells": "#c77f0a"}


def place(name: str, x: float, y: float, width: float, height: float, ink: str) -> str:
    """Return a vector of the folder inside another, scaled into a box, with ``ink``."""
    source = (VECTORS / f"{name}.svg").read_text("utf-8")
    found = _VIEW_BOX.search(source)
    assert found is not None, name
    body = _ROOT.sub("", source)
    edges = f'x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{found[1]}"'
    return f'<svg {edges} color="{ink}">{body}</svg>'


def art(sign: str, ink: str, rank: str) -> str:
    """Return the vectors of one large card, without its rank."""
    parts = [place(sign, 8, 53, 29, 29, ink)]
    is_german = sign in _ROBES or sign.endswith("_german")
    figure = (_GERMAN_FIGURES if is_german else _FIGURES).get(rank)
    if figure is not None:
        robe = _ROBES.get(sign, ink)
        parts.append(place(figure, 32, 56, 75, 97, robe))
        if is_german and rank == "Q":
            parts.append(place(sign, 74, 9, 27, 27, ink))
        if is_german and rank == "J":
            parts.append(place(sign, 7, 114, 27, 27, ink))
    elif rank == "A":
        parts.append(_ACE_RING)
        parts.append(place(sign, 42, 85, 50, 50, ink))
    else:
        parts.append(place(sign, 40, 83, 59, 59, ink))
    return "".join(parts)


def faces() -> Image.Image:
    """Return the art of all cards in few colours."""
    width, height = CARD_WIDTH, CARD_HEIGHT
    cells = (
        f'<svg x="{x * width}" y="{y * height}" width="{width}" height="{height}">'
        f"{art(sign, ink, rank)}</svg>"
        for (y, (sign, ink)), (x, rank) in product(enumerate(ROWS), enumerate(_RANKS))
    )
    sheet = _draw(width * len(_RANKS), height * len(ROWS), "".join(cells), "#ffffff")
    return sheet.convert("RGB").quantize(ART_COLOURS, Image.Quantize.MEDIANCUT, kmeans=2)


def signs() -> Image.Image:
    """Return all suits and icons in a row, in black but for German suits, on nothing."""
    side = SIGN_SIDE
    row = (place(name, n * side, 0, side, side, "#000000") for n, name in enumerate(SIGN_NAMES))
    return _draw(side * len(SIGN_NAMES), side, "".join(row), None)


def _draw(width: int, height: int, body: str, ground: str | None) -> Image.Image:
    root = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
    drawn = resvg_py.svg_to_bytes(svg_string=f"{root}{body}</svg>", background=ground)
    return Image.open(io.BytesIO(bytes(drawn)))


def sprite_files() -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the files; the same bytes every time."""
    for name, image in ((FACES_FILE, faces()), (SIGNS_FILE, signs())):
        buffer = io.BytesIO()
        image.save(buffer, "PNG", optimize=True)
        yield name, buffer.getvalue()


def main() -> None:
    """Write the files into data/cards/sprites."""
    folder = TILE_FOLDER / "sprites"
    folder.mkdir(exist_ok=True)
    for name, content in sprite_files():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
