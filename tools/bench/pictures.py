"""Drawn sheets: milliseconds of a processor and bytes, beside one card tile of the same run."""

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from random import Random
from time import process_time
from typing import Final

from bot.engine.view import build_view
from bot.model.postings import Posting
from bot.render.families import table_words
from bot.render.paper.chart import MOST_POINTS, ChartSeries, line_chart
from bot.render.paper.drawing import picture_png
from bot.render.paper.tiles import draw_tiles
from bot.render.paper.tiles import encode_tile as tile_png
from bot.render.screen import PictureBlock
from bot.render.shapes import Picture
from bot.render.sheet.sheet_blocks import sheet_drawing
from bot.render.study.postmortem_screens import overview_screen
from tests.golden.screens.studies import study_of
from tests.render.walks import CATALOGUE, rules_for, table_facts, walk
from tests.support.deal_records import logged

_TIMES: Final = 20
_TABLES: Final = (("sochi", 4, 30), ("serbian", 3, 20), ("viennese", 3, 12))


def seconds(work: Callable[[], object]) -> float:
    """Return the mean processor seconds of several runs, after a warm-up run."""
    work()
    began = process_time()
    for _ in range(_TIMES):
        work()
    return (process_time() - began) / _TIMES


def sheet(preset: str, players: int, deals: int) -> Picture:
    """After a match of so many deals."""
    rules, written = rules_for(preset, players), list[tuple[Posting, ...]]()
    *_, last = games = list(walk(rules, 3, deals))
    for game in games:
        if game.last is not None and len(written) < game.carry.number:
            written.append(game.last.postings)
    words = table_words(rules, CATALOGUE.words("en"))
    (drawing,) = sheet_drawing(build_view(last, None), table_facts(players), words, written)
    return drawing.picture


def deal() -> Picture:
    """A finished deal with its turning points, as the post-mortem shows it."""
    (study,) = (study_of(record) for record in logged("sochi-4-raspasy"))
    screen = overview_screen(study, table_facts(4), CATALOGUE.words("en"))
    (drawing,) = (block for block in screen.blocks if isinstance(block, PictureBlock))
    return drawing.picture


def chart(players: int, points: int) -> Picture:
    """The most that a chart of a match shows."""
    walks = Random(1)
    courses = [
        ChartSeries(f"Player {n}", tuple(accumulate(walks.randint(-99, 99) for _ in range(points))))
        for n in range(players)
    ]
    return line_chart("Balance after every deal", list(map(str, range(points))), courses)


def _tile() -> bytes:
    _, picture = next(draw_tiles())
    return tile_png(picture)


def main() -> None:
    tile = seconds(_tile)
    pictures = {
        f"{preset}, {n} players, {deals} deals": sheet(preset, n, deals)
        for preset, n, deals in _TABLES
    }
    pictures |= {"a finished deal": deal(), "a chart": chart(4, MOST_POINTS + 1)}
    for name, picture in pictures.items():
        spent, size = seconds(partial(picture_png, picture)), len(picture_png(picture))
        told = f"{1000 * spent:.0f} ms, {size / 1024:.1f} KiB, {spent / tile:.2f} of a card tile"
        print(f"{name}: {told}")


if __name__ == "__main__":
    main()
