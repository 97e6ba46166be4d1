"""``make pictures``: a page of every kind of picture, of every family, to be looked at.

ARGS="--check 10000" looks at nothing, but checks the pictures of so many random positions: their
cards against the view, and that nothing lies on what it must not cover.

``build/pictures/index.html`` shows each picture as wide as a telephone and as wide as a desk shows
it; beside it lies a sheet of all pictures of a table (``sochi-3.png``).  ARGS="sochi-4" draws one
table, ARGS="--cloth paper --locale ru" another cloth and language.
"""

import argparse
import html
import io
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from bot.engine.deal import Stage
from bot.engine.game import Game, to_act
from bot.engine.rules import Rules
from bot.engine.view import SeatView, SpectatorView, build_view
from bot.model.enums import CardFaces, Cloth, Status
from bot.model.values import replace
from bot.render.cloth.hand_picture import hand_picture
from bot.render.cloth.match_end_picture import lobby_picture, match_end_picture
from bot.render.cloth.result_picture import result_picture
from bot.render.cloth.scene import table_picture
from bot.render.families import table_words, with_table_faces
from bot.render.paper.drawing import picture_png
from bot.render.rule_text import game_title
from bot.render.screen_data import SeatData, TableData
from bot.render.shapes import Picture
from bot.render.words import TableWords
from tests.render.walks import CATALOGUE, rules_for, table_facts, walk
from tests.support.cloth_pictures import check_position, positions

BUILD: Final = Path(__file__).resolve().parents[1] / "build" / "pictures"
TABLES: Final = (
    *(("sochi", 3), ("sochi", 4), ("rostov", 2), ("leningrad", 4)),
    *(("serbian", 3), ("slovenian", 3), ("viennese", 3), ("austrian", 4)),
)
_SEEDS: Final = range(1, 14)
_DEALS: Final = 9
_PHONE: Final = 390
_GROUND: Final = "#313338"

Shown = tuple[str, Picture]


class Kind(NamedTuple):
    """A moment that is looked for; ``is_hand`` draws it from the chair of the seat to act."""

    name: str
    wanted: Callable[[SpectatorView], bool]
    is_hand: bool


def is_in_play(view: SpectatorView, cards: int, tricks: int) -> bool:
    """Return True with so many cards in the trick, and at least so many tricks before it."""
    table = view.table
    return (
        view.stage is Stage.PLAY
        and table is not None
        and len(table.trick) == cards
        and len(table.tricks) >= tricks
    )


def _calls(view: SpectatorView) -> int:
    return 0 if view.table is None else len(view.table.calls)


def _is_open(view: SpectatorView) -> bool:
    return view.table is not None and any(hand for _, hand in view.table.open_hands)


def _plays_partner(view: SpectatorView) -> bool:
    table = view.table
    return view.stage is Stage.PLAY and table is not None and table.turn not in (view.to_act, None)


KINDS: Final = (
    Kind("auction", lambda view: view.stage is Stage.AUCTION and _calls(view) > 3, False),
    Kind("auction, hand", lambda view: view.stage is Stage.AUCTION and _calls(view) > 1, True),
    Kind("exchange", lambda view: view.stage is Stage.EXCHANGE, False),
    Kind("exchange, hand", lambda view: view.stage is Stage.EXCHANGE, True),
    Kind("contract", lambda view: view.stage is Stage.DECLARE, False),
    Kind("defence", lambda view: view.stage is Stage.DEFENCE, False),
    Kind("defence, hand", lambda view: view.stage is Stage.DEFENCE, True),
    Kind("buying", lambda view: view.stage is Stage.AFTER_BUY, False),
    Kind("offer", lambda view: view.stage is Stage.NEGOTIATION, False),
    Kind("lead", lambda view: is_in_play(view, 0, 0) and not _is_open(view), False),
    Kind("trick", lambda view: is_in_play(view, 2, 2) and not _is_open(view), False),
    Kind("trick, hand", lambda view: is_in_play(view, 2, 1) and not _is_open(view), True),
    Kind("complete trick", lambda view: is_in_play(view, 0, 3), False),
    Kind("lead, hand", lambda view: is_in_play(view, 0, 4), True),
    Kind("open hands", lambda view: is_in_play(view, 1, 0) and _is_open(view), False),
    Kind("open hands, late", lambda view: is_in_play(view, 2, 3) and _is_open(view), False),
    Kind("open hands, hand", lambda view: is_in_play(view, 1, 1) and _is_open(view), True),
    Kind("partner's hand", lambda view: _plays_partner(view), True),
    Kind(
        "talon leads",
        lambda view: view.table is not None and view.table.talon_lead is not None,
        False,
    ),
    Kind("claim", lambda view: view.stage is Stage.CLAIM, False),
    Kind("claim, hand", lambda view: view.stage is Stage.CLAIM, True),
    Kind("question", lambda view: view.table is None and (view.to_act or 0) >= 0, False),
)


def scenes(rules: Rules, cloth: Cloth, locale: str) -> Iterator[Shown]:
    """Yield every kind of picture that walks of a table come upon."""
    words = table_words(rules, with_table_faces(rules, CATALOGUE.words(locale)))
    facts = _facts(rules)
    missing, results = dict.fromkeys(KINDS), dict[str, Game]()
    last: Game | None = None
    for seed in _SEEDS:
        for last in walk(rules, seed, _DEALS):
            view = build_view(last, None)
            for kind in [kind for kind in missing if kind.wanted(view)]:
                del missing[kind]
                yield kind.name, _drawn(last, view, kind, facts, words, cloth)
            if last.last is not None:
                results.setdefault(last.last.outcome, last)
    for outcome, game in results.items():
        drawn = result_picture(build_view(game, None), facts, words, cloth, "")
        yield f"result: {outcome}", drawn
    if last is not None:
        yield "match end", match_end_picture(build_view(last, None), facts, words, cloth, "")
    yield "lobby", lobby_picture(_lobby(facts), words, cloth, "", game_title(rules, words))


def _drawn(
    game: Game, view: SpectatorView, kind: Kind, facts: TableData, words: TableWords, cloth: Cloth
) -> Picture:
    seat = to_act(game)
    if not kind.is_hand or seat is None or seat < 0:
        return table_picture(view, facts, words, cloth, "")
    own: SeatView = build_view(game, seat)
    marked = frozenset(list(own.hand)[:2]) if view.stage is Stage.EXCHANGE else frozenset()
    return hand_picture(own, facts, words, cloth, "", marked)


def _facts(rules: Rules) -> TableData:
    """Return seats with names of 1 and 32 letters, Cyrillic, a robot, and somebody away."""
    names = ("Ana", "Бронислав Константинопольский", "Vera", "L")
    seats = tuple(
        SeatData(name, None if n == 3 else n + 1, is_away=n == 2, level="expert" if n == 3 else "")
        for n, name in enumerate(names[: rules.players])
    )
    facts = table_facts(rules.players)
    return replace(facts, seats=seats)


def _lobby(facts: TableData) -> TableData:
    robot = SeatData("Robi", None, level="club")
    seats = (facts.seats[0], robot, *[None] * (len(facts.seats) - 2))
    return replace(facts, status=Status.LOBBY, seats=seats)


def sheet(pictures: Sequence[Image.Image], columns: int = 3) -> Image.Image:
    """Return all pictures on one sheet, in rows as high as their highest."""
    rows = [pictures[n : n + columns] for n in range(0, len(pictures), columns)]
    heights = [max(image.height for image in row) + 12 for row in rows]
    width = max(image.width for image in pictures) + 12
    page = Image.new("RGB", (width * columns, sum(heights)), _GROUND)
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for n, image in enumerate(row):
            page.paste(image, (n * width + 6, top + 6), image)
        top += height
    return page


def write_table(preset: str, players: int, cloth: Cloth, locale: str) -> Iterator[str]:
    """Write the pictures of a table; yield a line of HTML for each."""
    rules, folder = rules_for(preset, players), BUILD / f"{preset}-{players}"
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    for name, picture in scenes(rules, cloth, locale):
        content = picture_png(picture)
        path = folder / f"{name.replace(' ', '_').replace(',', '').replace(':', '')}.png"
        path.write_bytes(content)
        drawn.append(Image.open(io.BytesIO(content)).convert("RGBA"))
        source = html.escape(str(path.relative_to(BUILD)))
        yield (
            f"<h3>{html.escape(name)}, {len(content) / 1024:.1f} KiB</h3>"
            f'<img src="{source}" width="{_PHONE}"> <img src="{source}">'
        )
    sheet(drawn).save(BUILD / f"{preset}-{players}.png")


def write_faces(cloth: Cloth) -> str:
    """Write one hand in every set of card faces and on every cloth."""
    rules = rules_for("sochi", 3)
    game = next(g for g in walk(rules, 1, 3) if build_view(g, None).stage is Stage.AUCTION)
    drawn = []
    for faces in CardFaces:
        words = table_words(rules, replace(CATALOGUE.words("ru"), faces=faces))
        drawn.append(hand_picture(build_view(game, 0), _facts(rules), words, cloth, ""))
    words = table_words(rules, replace(CATALOGUE.words("en"), faces=CardFaces.FOUR))
    own, facts = build_view(game, 1), _facts(rules)
    drawn += [hand_picture(own, facts, words, other, "") for other in Cloth]
    images = [Image.open(io.BytesIO(picture_png(picture))).convert("RGBA") for picture in drawn]
    sheet(images, 2).save(BUILD / "faces.png")
    return '<h2>Card faces and cloths</h2><img src="faces.png">'


def check(count: int) -> int:
    """Print the faults of so many random positions; return 1 if there is one."""
    dice, found = random.Random(count), 0
    for rules, game in positions(count, count):
        for fault in check_position(rules, game, dice):
            found += 1
            print(f"{rules.family}, {rules.players} players, version {game.version}: {fault}")
    print(f"{count} positions, {found} faults")
    return int(found > 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", help="sochi-4, ...; all if left out")
    parser.add_argument("--cloth", default=Cloth.GREEN, type=Cloth)
    parser.add_argument("--locale", default="en")
    parser.add_argument("--check", default=0, type=int, metavar="POSITIONS")
    asked = parser.parse_args()
    if asked.check:
        sys.exit(check(asked.check))
    BUILD.mkdir(parents=True, exist_ok=True)
    lines = [write_faces(asked.cloth)]
    for preset, players in TABLES:
        if not asked.tables or f"{preset}-{players}" in asked.tables:
            lines.append(f"<h2>{preset}, {players}</h2>")
            lines += write_table(preset, players, asked.cloth, asked.locale)
    page = "".join(lines)
    head = f'<meta charset="utf-8"><body style="background:{_GROUND};color:#ddd">'
    (BUILD / "index.html").write_text(f"<!doctype html>{head}{page}", "utf-8")
    print(BUILD / "index.html")


if __name__ == "__main__":
    main()
