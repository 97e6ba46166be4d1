"""``python -m tools.front_pictures``: the first picture of the README in each of its languages.

A table, the hand of the player on turn, and the sheet of the match lie side by side; the same
seed gives the same picture.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from bot.engine.game import Game
from bot.engine.rules import Rules
from bot.engine.view import build_view
from bot.model.enums import Cloth, Posting
from bot.render.cloth.hand_picture import hand_picture
from bot.render.cloth.scene import table_picture
from bot.render.families import table_words, with_table_faces
from bot.render.paper.drawing import picture_png
from bot.render.screen_data import SeatData, TableData
from bot.render.sheet_screens import sheet_drawing
from bot.render.words import TableWords
from tests.render.walks import CATALOGUE, rules_for, table_facts, walk
from tools.pictures import is_in_play

DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
_HEIGHT: Final = 560
_GAP: Final = 18
_COLOURS: Final = 128
_DEALS: Final = 4  # on the sheet at least


class Front(NamedTuple):
    """A README's language and what its players play."""

    locale: str
    preset: str
    names: tuple[str, str, str]


FRONTS: Final = (
    Front("en", "sochi", ("Anna", "Boris", "Vera")),
    Front("ru", "sochi", ("Аня", "Борис", "Вера")),
    Front("sr", "serbian", ("Ana", "Miloš", "Vera")),
    Front("de", "viennese", ("Anna", "Toni", "Vera")),
)


def front_picture(front: Front) -> Image.Image:
    """Return table, hand and sheet side by side, equally high."""
    rules = rules_for(front.preset, 3)
    seats = tuple(SeatData(name, n + 1) for n, name in enumerate(front.names))
    facts = table_facts(3, seats=seats)
    words = table_words(rules, with_table_faces(rules, CATALOGUE.words(front.locale)))
    drawn = [Image.open(io.BytesIO(png)) for png in _pngs(rules, facts, words)]
    images = [image.convert("RGBA") for image in drawn]
    shown = [
        image.resize((image.width * _HEIGHT // image.height, _HEIGHT), Image.Resampling.LANCZOS)
        for image in images
    ]
    width = sum(image.width for image in shown) + _GAP * (len(shown) - 1)
    page, left = Image.new("RGBA", (width, _HEIGHT)), 0
    for image in shown:
        page.paste(image, (left, 0))
        left += image.width + _GAP
    return page.quantize(_COLOURS, Image.Quantize.FASTOCTREE)


def _pngs(rules: Rules, facts: TableData, words: TableWords) -> list[bytes]:
    """Draw a trick of the fifth deal or a later one, its next hand, and the sheet."""
    game, written = next(found for seed in range(1, 99) for found in _shown_moments(rules, seed))
    public = build_view(game, None)
    assert public.to_act is not None
    own = build_view(game, public.to_act)
    (sheet,) = sheet_drawing(public, facts, words, written)
    return [
        picture_png(table_picture(public, facts, words, Cloth.GREEN, "")),
        picture_png(hand_picture(own, facts, words, Cloth.GREEN, "")),
        picture_png(sheet.picture),
    ]


def _shown_moments(rules: Rules, seed: int) -> Iterator[tuple[Game, list[tuple[Posting, ...]]]]:
    """Yield the moments of a match in which two cards of a trick are there, the hands hidden."""
    written = list[tuple[Posting, ...]]()
    for game in walk(rules, seed, 9):
        if game.last is not None and len(written) < game.carry.number:
            written.append(game.last.postings)
        view = build_view(game, None)
        is_hidden = view.table is not None and not any(hand for _, hand in view.table.open_hands)
        if len(written) >= _DEALS and is_hidden and is_in_play(view, 2, 1):
            yield game, written


def main() -> None:
    for front in FRONTS:
        path = DOCS / f"front-{front.locale}.png"
        front_picture(front).save(path, optimize=True)
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
