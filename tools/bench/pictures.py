"""Pictures: milliseconds of a processor and bytes, beside one card tile of the same run.

Cards on a cloth may take 6 ms on average, and none more than 20 KiB (``cloths``).
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from random import Random
from time import process_time
from typing import Final

from bot.engine.game import to_act
from bot.engine.view import build_view
from bot.model.enums import Cloth, Posting
from bot.render.cloth.hand_picture import hand_picture
from bot.render.cloth.result_picture import result_picture
from bot.render.cloth.scene import table_picture
from bot.render.families import table_words, with_table_faces
from bot.render.paper.chart import MOST_POINTS, ChartSeries, line_chart
from bot.render.paper.drawing import picture_png
from bot.render.paper.tiles import draw_tiles
from bot.render.paper.tiles import encode_tile as tile_png
from bot.render.screen import PictureBlock
from bot.render.shapes import Picture
from bot.render.sheet_screens import sheet_drawing
from bot.render.study.postmortem_screens import overview_screen
from tests.golden.screens.studies import study_of
from tests.render.walks import CATALOGUE, rules_for, table_facts, walk
from tests.support.deal_records import logged

_TIMES: Final = 20
_PASSES: Final = 5  # the fastest counts: others share the processor
_MATCH: Final = 6  # deals whose pictures are drawn
_TABLES: Final = (("sochi", 4, 30), ("serbian", 3, 20), ("viennese", 3, 12))


def seconds(work: Callable[[], object]) -> float:
    """Return the mean processor seconds of several runs in the fastest pass, after a warm-up."""
    work()
    return fastest(lambda: [work() for _ in range(_TIMES)]) / _TIMES


def fastest(work: Callable[[], object]) -> float:
    """Return the processor seconds of the fastest of several runs."""
    spent = list[float]()
    for _ in range(_PASSES):
        began = process_time()
        work()
        spent.append(process_time() - began)
    return min(spent)


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


def cloths(preset: str, players: int) -> dict[str, list[Picture]]:
    """Return the pictures of a match by kind: the table, and the hand of the seat to act."""
    rules, facts = rules_for(preset, players), table_facts(players)
    words = table_words(rules, with_table_faces(rules, CATALOGUE.words("en")))
    found = dict[str, list[Picture]]()
    for game in walk(rules, 3, _MATCH):
        view, seat = build_view(game, None), to_act(game)
        table = table_picture(view, facts, words, Cloth.GREEN, "")
        found.setdefault("table", []).append(table)
        if seat is not None and seat >= 0:
            hand = hand_picture(build_view(game, seat), facts, words, Cloth.GREEN, "")
            found.setdefault("hand", []).append(hand)
        if view.last is not None and view.table is None:
            result = result_picture(view, facts, words, Cloth.GREEN, "")
            found.setdefault("result", []).append(result)
    return found


def print_cloths(preset: str, players: int, tile: float) -> None:
    """Print the mean and the worst of every kind of a match; ``tile``: seconds of a card tile."""
    for kind, pictures in cloths(preset, players).items():
        # the sprites are kept by the process that draws: this first pass makes them
        sizes = [len(picture_png(picture)) / 1024 for picture in pictures]
        spent = 1000 * fastest(partial(_draw, pictures)) / len(pictures)
        mean, most = sum(sizes) / len(sizes), max(sizes)
        took = f"{spent:.1f} ms, {spent / tile / 1000:.2f} of a card tile"
        told = f"{took}, {mean:.1f} KiB, at most {most:.1f} KiB, {len(pictures)} pictures"
        print(f"{kind}, {preset}, {players} players: {told}")


def _draw(pictures: Sequence[Picture]) -> None:
    for picture in pictures:
        picture_png(picture)


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
    for preset, n, _ in _TABLES:
        print_cloths(preset, n, tile)


if __name__ == "__main__":
    main()
