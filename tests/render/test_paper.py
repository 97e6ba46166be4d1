"""Letters and totals on a drawn sheet: legible, in their field, the newest always there."""

import io
from itertools import combinations, product

import pytest
from PIL import Image

from bot.render.paper.colours import sheet_colours
from bot.render.paper.drawing import picture_png
from bot.render.paper.picture_text import (
    FONT_FOLDER,
    TEXT_SIZES,
    drawable_text,
    place_line,
    place_totals,
    width_of,
)
from bot.render.shapes import Area, Box, Ink, Label, Picture, Stroke
from tests.support.label_boxes import box_of

LONG = "W" * 24


# the letters -------------------------------------------------------------------------------


def test_the_font_has_what_players_write() -> None:
    letters = "Ёжик Șţěpán Đorđe Ångström ŁŻ ЉЊЏ Ωλέ 0123456789 −+.…✓→♠♥♦♣"
    assert drawable_text(letters) == letters
    assert (FONT_FOLDER / "LICENSE").read_text(encoding="utf-8").startswith("DejaVu")


def test_letters_it_lacks_become_boxes() -> None:
    assert drawable_text("Ana 龍") == "Ana □"
    assert drawable_text("龍馬 \U0001f409") == ""


def test_a_word_is_made_smaller_then_shorter() -> None:
    box = Box(10, 10, 110, 40)
    for text in ("Ana", "Aleksandra", LONG):
        label = place_line(box, text, 22, is_bold=True)
        assert box.left <= box_of(label).left
        assert box_of(label).right <= box.right
        assert width_of(label.text, label.size, label.is_bold) <= box.width
    assert place_line(box, LONG, 22).text.endswith("…")


# totals in a field -------------------------------------------------------------------------


def test_totals_as_on_paper() -> None:
    """4.1: separated by dots, the newest last and bold."""
    found = place_totals(Box(0, 0, 300, 40), ["10", "12", "14", "18"], Ink.POOL, " ✓")
    assert [label.text for label in found] == ["10.", "12.", "14.", "18 ✓"]
    assert [label.is_bold for label in found] == [False, False, False, True]
    assert [label.ink for label in found] == [Ink.OLD] * 3 + [Ink.POOL]
    assert place_totals(Box(0, 0, 300, 40), []) == []


@pytest.mark.parametrize("box", [Box(5, 5, 67, 150), Box(5, 5, 130, 60), Box(5, 5, 400, 40)])
def test_totals_stay_in_their_field(box: Box) -> None:
    """Totals of any length are inside, side by side, and the newest is always there."""
    for count, digits in product((1, 2, 5, 40), (1, 3, 4, 5)):
        check_totals(box, count, digits)


def check_totals(box: Box, count: int, digits: int) -> None:
    written = [str(10 ** (digits - 1) + n) for n in range(count)]
    found = place_totals(box, written)
    boxes = [box_of(label) for label in found]
    assert found[-1].text.rstrip("…") in written[-1]
    assert all(box.contains(one) for one in boxes)
    assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]
    if len(found) < count:
        assert len(found) == 1 or (found[0].text, found[0].size) == ("…", TEXT_SIZES[-1])


# the file ----------------------------------------------------------------------------------


def test_every_shape_leaves_its_ink() -> None:
    """And few colours make a small file, the same each time."""
    shapes = (
        Area(Box(0, 0, 50, 100), Ink.FIELD, 6),
        Stroke(((0, 50), (99, 50)), Ink.LINE),
        Stroke(((60, 60), (99, 99)), Ink.MOUNTAIN, 3),
        Label("17", (10, 10), 24, Ink.POOL, is_bold=True),
        Label("Ana", (60, 2), 20, Ink.NEW),
    )
    file = picture_png(Picture(100, 100, shapes, ""))
    assert file == picture_png(Picture(100, 100, shapes, ""))
    with Image.open(io.BytesIO(file)) as image:
        assert (image.mode, image.size) == ("P", (100, 100))
        there = {colour for _, colour in image.convert("RGB").getcolors() or ()}
    used = (Ink.FIELD, Ink.LINE, Ink.MOUNTAIN, Ink.POOL, Ink.NEW)
    assert {sheet_colours(is_on_paper=False)[ink] for ink in used} <= there
