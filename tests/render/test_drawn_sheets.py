"""Drawn sheets: everything in its place and legible, the same in words, nothing hidden."""

import io
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from itertools import count as count_from

import pytest
from PIL import Image

from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.balkan.scoring import REFA_GIVING, is_under_hat
from bot.engine.game import Game
from bot.engine.view import View, build_view
from bot.model.enums import Cloth, Posting, Status
from bot.model.values import replace
from bot.render.families import presenter_of, table_words
from bot.render.families.austrian.sheet import net_transfers
from bot.render.families.balkan.sheet import neighbours_of, refa_deals
from bot.render.families.presenter import running_totals
from bot.render.families.russian.sheet import (
    PULKA_SIDES,
    TICK,
    PulkaField,
    PulkaSector,
    PulkaSide,
    pulka_picture,
)
from bot.render.paper.colours import sheet_colours
from bot.render.paper.drawing import picture_png
from bot.render.paper.picture_text import LONGEST_ALT_TEXT
from bot.render.screen import PictureBlock, Screen, Text, pictures_of, safe_name, shown_blocks
from bot.render.screen_data import SeatData
from bot.render.shapes import PLAYER_INKS, Area, Box, Emblem, Ink, Label, Picture, Stroke
from bot.render.sheet_screens import payment_lines, score_screen, sheet_drawing, totals_table
from bot.render.table.result import final_screen
from bot.render.words import Words
from bot.ui_commands.view_commands import ScorePage
from tests.render.walks import CATALOGUE, rules_for, table_facts, walk
from tests.support.label_boxes import box_of

EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")
ON_PAPER = replace(EN, cloth=Cloth.PAPER)
LONG = "W" * 24
KIB = 1024
Written = list[tuple[Posting, ...]]


def labels(picture: Picture) -> list[Label]:
    return [shape for shape in picture.shapes if isinstance(shape, Label)]


def texts(picture: Picture) -> list[str]:
    return [label.text for label in labels(picture)]


def slanted(picture: Picture) -> Iterator[tuple[Box, list[tuple[int, int]]]]:
    """Yield every line that is neither level nor upright, with its points beside the mark."""
    areas = [shape.box for shape in picture.shapes if isinstance(shape, Area)]
    marks = [box for box in areas if box.width == box.height]
    strokes = [shape for shape in picture.shapes if isinstance(shape, Stroke)]
    for (x, y), (to_x, to_y) in (pair for stroke in strokes for pair in pairwise(stroke.points)):
        if x != to_x and y != to_y:
            around = Box(min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y))
            steps = range(401)
            points = [(x + (to_x - x) * n // 400, y + (to_y - y) * n // 400) for n in steps]
            for mark in filter(around.overlaps, marks):
                points = [at for at in points if not mark.contains(Box(*at, *at))]
            yield around, points


def untidy(picture: Picture) -> list[str]:
    """Return words outside of the picture, on another word, or on a slanted line."""
    boxes = [(label.text, box_of(label)) for label in labels(picture)]
    boxes += [(one.suit, one.box) for one in picture.shapes if isinstance(one, Emblem)]
    whole = Box(0, 0, picture.width, picture.height)
    found = [f"{text} outside" for text, box in boxes if not whole.contains(box)]
    found += [f"{a} on {b}" for (a, one), (b, two) in combinations(boxes, 2) if one.overlaps(two)]
    lines = list(slanted(picture))
    for text, box in boxes:
        left, top, right, bottom = box
        points = (at for around, points in lines if box.overlaps(around) for at in points)
        if any(left < x < right and top + 3 < y < bottom - 3 for x, y in points):
            found.append(f"a line through {text}")
    return found


# the pulka ---------------------------------------------------------------------------------


def sectors(
    players: int, count: int, *, mountain: bool = True, first: int = 1000
) -> list[PulkaSector]:
    """As many totals in every field, each number only once."""
    numbers = count_from(first)

    def field(head: str = "") -> PulkaField:
        return PulkaField(tuple(str(next(numbers)) for _ in range(count)), head)

    return [
        PulkaSector(
            f"{LONG[:20]}{seat}",
            "−10345",
            field(),
            seat == 1,
            field() if mountain else None,
            tuple(field(LONG[:20]) for _ in range(players)),
        )
        for seat in range(players)
    ]


LEGEND = (("pool", Ink.POOL), ("mountain", Ink.MOUNTAIN), ("whists", Ink.NEW))


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("count", [0, 1, 6, 40])
@pytest.mark.parametrize("mountain", [True, False])
def test_everything_has_its_place(players: int, count: int, mountain: bool) -> None:
    people = sectors(players, count, mountain=mountain)
    picture = pulka_picture(people, "1000", LEGEND, "")
    assert untidy(picture) == []
    assert texts(picture).count("−10345") == players
    newest = [
        field.totals[-1]
        for seat, one in enumerate(people)
        for field in (one.pool, one.mountain, *one.whists[:seat], *one.whists[seat + 1 :])
        if field is not None and count
    ]
    assert not set(newest) - {text.removesuffix(TICK) for text in texts(picture)}
    assert len(picture_png(picture)) <= 27 * KIB  # with forty totals in all of twenty fields


def place(picture: Picture, text: str) -> tuple[int, int]:
    (found,) = (label for label in labels(picture) if label.text == text)
    return box_of(found).middle


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whists_stand_outermost_and_the_mountain_nearest_to_the_middle(players: int) -> None:
    """4.1, for every player; whists written on somebody stand on that player's side."""
    people = sectors(players, 1)
    picture = pulka_picture(people, "10", LEGEND, "")
    x, y = place(picture, "10")
    for seat, one in enumerate(people):
        assert one.mountain is not None
        side = PULKA_SIDES[players][seat]
        tick = TICK if one.is_closed else ""
        chain = [f"{one.pool.totals[0]}{tick}", one.mountain.totals[0]]
        others = [other for other in range(players) if other != seat]
        for other in others:
            axis = 1 if side in (PulkaSide.BOTTOM, PulkaSide.TOP) else 0
            whists = place(picture, one.whists[other].totals[0])
            far = [
                abs(at[axis] - (x, y)[axis]) for at in (whists, *(place(picture, c) for c in chain))
            ]
            assert far == sorted(far, reverse=True), (seat, other)
    if players == 4:
        own = people[0].whists
        left, top, right = (place(picture, own[n].totals[0])[0] for n in (1, 2, 3))
        assert left < top < right


@pytest.mark.parametrize("players", [2, 3, 4])
def test_letters_are_legible_where_a_telephone_halves_them(players: int) -> None:
    """The picture is shown 300 pixels wide: usual names and numbers are nine pixels high there."""
    people = [
        replace(sector, name=name, whists=tuple(replace(f, head="Bojan") for f in sector.whists))
        for sector, name in zip(
            sectors(players, 3, first=100), ("Ana", "Милорад", "Katarina", "Vera"), strict=False
        )
    ]
    picture = pulka_picture(people, "20", LEGEND, "")
    assert picture.width == 600
    assert min(label.size for label in labels(picture)) >= 18
    assert {sector.name for sector in people} <= set(texts(picture))


def test_players_have_colours_of_their_own() -> None:
    """Neither in the dark nor on paper is a player as green as the pool."""
    for is_on_paper in (False, True):
        colours = sheet_colours(is_on_paper)
        accounts = {colours[ink] for ink in (Ink.POOL, Ink.MOUNTAIN, Ink.NEW)}
        people = {colours[ink] for ink in PLAYER_INKS}
        assert len(people) == len(PLAYER_INKS)
        assert not people & accounts
    picture = pulka_picture(sectors(4, 1), "20", LEGEND, "")
    assert {label.ink for label in labels(picture) if label.text.startswith("W")} == {
        *PLAYER_INKS[:4]
    }


def test_the_paper_cloth_draws_sheets_on_paper() -> None:
    game, written = match("sochi", 3, 2)
    paper, dark = (drawn(build_view(game, None), words, written) for words in (ON_PAPER, EN))
    assert (paper.is_on_paper, dark.is_on_paper) == (True, False)
    assert replace(paper, is_on_paper=False) == dark
    assert picture_png(paper) != picture_png(dark)


def test_only_a_closed_pool_is_ticked() -> None:
    picture = pulka_picture(sectors(3, 2), "10", LEGEND, "")
    assert len([text for text in texts(picture) if TICK in text]) == 1


# of real matches ---------------------------------------------------------------------------

TABLES = [
    *(("sochi", 3), ("leningrad", 4), ("rostov", 4), ("online_classic", 3)),
    *(("croatian", 3), ("serbian", 3), ("viennese", 3), ("austrian", 4)),
]


def match(preset: str, players: int, deals: int, seed: int = 3) -> tuple[Game, Written]:
    written = Written()
    game = None
    for game in walk(rules_for(preset, players), seed, deals):
        if game.last is not None and len(written) < game.carry.number:
            written.append(game.last.postings)
    assert game is not None
    return game, written


def drawn(seen: View, words: Words, written: Written, seats: Sequence[SeatData] = ()) -> Picture:
    facts = table_facts(seen.rules.players)
    if seats:
        facts = table_facts(seen.rules.players, seats=tuple(seats))
    (drawing,) = sheet_drawing(seen, facts, table_words(seen.rules, words), written)
    return drawing.picture


@pytest.mark.sampled(quick=6)
@pytest.mark.parametrize(("preset", "players"), TABLES)
@pytest.mark.parametrize("words", [EN, RU])
@pytest.mark.parametrize("deals", [0, 2, 25])
def test_the_sheets_of_matches(preset: str, players: int, words: Words, deals: int) -> None:
    game, written = match(preset, players, deals)
    longest = [SeatData(safe_name(LONG), n + 1) for n in range(players)]
    pictures = [drawn(build_view(game, None), words, written, seats) for seats in ((), longest)]
    for picture in pictures:
        assert untidy(picture) == []
        assert len(picture.alt) <= LONGEST_ALT_TEXT
    _, largest = pictures
    file = picture_png(largest)
    assert len(file) <= 25 * KIB
    with Image.open(io.BytesIO(file)) as image:
        assert (image.mode, image.size) == ("P", (largest.width, largest.height))


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_words_beside_it_have_all_the_numbers(preset: str, players: int) -> None:
    game, written = match(preset, players, 8)
    picture = drawn(build_view(game, None), EN, written)
    said = set(picture.alt.replace(".", " ").replace(";", " ").replace(",", " ").split())
    assert " ✓" not in picture.alt
    shown = [label for label in labels(picture) if any(map(str.isdigit, label.text))]
    for label in shown:
        number = label.text.removesuffix(TICK).split()[-1].rstrip(".")
        bare = number.replace("/", "╱")
        assert {bare, number, f"(played for {number}"} & said or bare in picture.alt, label.text


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_it_shows_the_same_to_everybody(preset: str, players: int) -> None:
    """In the middle of a deal too: it contains nothing about a hand."""
    written = Written()
    for game in walk(rules_for(preset, players), 5, 2):
        if game.last is not None and len(written) < game.carry.number:
            written.append(game.last.postings)
        public = drawn(build_view(game, None), EN, written)
        if game.version % 7 == 0:
            assert {drawn(build_view(game, seat), EN, written) for seat in range(players)} == {
                public
            }


def test_hostile_names_are_only_letters() -> None:
    game, written = match("sochi", 3, 2)
    names = ("<script>&\"'</svg>", "龍馬", "a\u202eb\u0000c")
    seats = [SeatData(safe_name(name), n + 1) for n, name in enumerate(names)]
    picture = drawn(build_view(game, None), EN, written, seats)
    assert any(text == "Seat 2" for text in texts(picture))
    assert "龍馬" in picture.alt
    assert "abc" in " ".join(texts(picture))
    assert picture_png(picture)


def test_it_is_on_the_score_and_at_the_end() -> None:
    game, written = match("sochi", 3, 2)
    seen = build_view(game, None)
    for screen in (
        score_screen(seen, table_facts(3), EN, written),
        final_screen(seen, table_facts(3), EN, None, written),
    ):
        assert [block for block in screen.blocks if isinstance(block, PictureBlock)]
    lobby = table_facts(3, seats=(None, None, None), status=Status.LOBBY)
    assert not sheet_drawing(seen, lobby, table_words(seen.rules, EN), [])


def body(screen: Screen, pictures: tuple[Picture, ...]) -> str:
    shown = shown_blocks(screen, pictures)
    return "\n".join(block.body for block in shown if isinstance(block, Text))


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_a_page_says_a_number_once(preset: str, players: int) -> None:
    """The drawn page tells only what is paid; *In words* and pages without pictures tell all."""
    game, written = match(preset, players, 8)
    seen, facts, words = build_view(game, 0), table_facts(players), table_words(game.rules, EN)
    screen = score_screen(seen, facts, EN, written)
    drawn_page = body(screen, pictures_of(screen))
    assert totals_table(seen, facts, words) not in drawn_page
    assert all(line in drawn_page for line in payment_lines(seen, facts, words))
    in_words = body(score_screen(seen, facts, EN, written, page=ScorePage.WORDS), ())
    assert totals_table(seen, facts, words) in in_words
    assert in_words in body(screen, ())
    end = final_screen(build_view(game, None), facts, EN, None, written)
    assert totals_table(seen, facts, words) not in body(end, pictures_of(end))
    assert totals_table(seen, facts, words) in body(end, ())


def test_the_same_sheet_is_the_same_picture() -> None:
    game, written = match("serbian", 3, 6)
    one, two = (drawn(build_view(game, None), EN, written) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert picture_png(one) == picture_png(two)


# the other families ------------------------------------------------------------------------


def test_the_juhas_stand_beside_the_main_column() -> None:
    """3.10: left and right as the opponents sit, the main column between them."""
    game, written = match("croatian", 3, 12)
    seen = build_view(game, None)
    picture = drawn(seen, EN, written)
    for seat in range(3):
        left, right = neighbours_of(seen, seat)
        columns = [
            running_totals(written, "side", seat, left),
            running_totals(written, "side", seat, right),
        ]
        block = [
            label
            for label in labels(picture)
            if label.is_bold and seat * 200 <= label.at[0] < (seat + 1) * 200 and label.at[1] > 95
        ]
        shown = {label.text: label.at[0] % 200 for label in block}
        for totals_there, (low, high) in zip(columns, ((0, 70), (130, 200)), strict=True):
            if totals_there:
                assert low <= shown[str(totals_there[-1])] < high


@pytest.mark.parametrize("preset", ["serbian", "croatian", "slovenian"])
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_a_refa_stands_where_it_fell(preset: str, seed: int) -> None:
    """3.7: after the deals that gave one, in the order of the deals."""
    fell, written, last = list[int](), Written(), None
    for game in walk(rules_for(preset, 3), seed, 20):
        if game.last is not None and len(written) < game.carry.number:
            written.append(game.last.postings)
            fell += [len(written) - 1] * (game.last.outcome in REFA_GIVING)
        last = game
    assert last is not None
    assert refa_deals(build_view(last, None), written) == fell


def test_a_hat_is_a_roof_over_its_number() -> None:
    """3.10: where the column rises above zero; upside down where it falls below again."""
    game, written = match("croatian", 3, 14)
    seen = build_view(game, None)
    roofs = [
        stroke
        for stroke in drawn(seen, EN, written).shapes
        if isinstance(stroke, Stroke) and len(stroke.points) == 3
    ]
    options = BalkanOptions.of(seen.rules)
    level = -options.starting_level
    totals = [[level, *running_totals(written, "main", seat, opening=level)] for seat in range(3)]
    turns = [
        is_under_hat(options, b) - is_under_hat(options, a)
        for column in totals
        for a, b in pairwise(column)
        if is_under_hat(options, a) != is_under_hat(options, b)
    ]
    assert turns
    assert [1 if s.points[1][1] < s.points[0][1] else -1 for s in roofs] == turns


def test_payments_there_and_back_are_one() -> None:
    """Austrian 3.1: every payment is a transfer; a pair is shown once."""
    paid = net_transfers(
        [
            Posting("cash", 0, 1, 30, "tricks", 3, 10),
            Posting("cash", 1, 0, 10, "tricks", 1, 10),
            Posting("pot", 2, None, -20, "ante", 1, 20),
            Posting("pot", 0, None, 10, "pot_won", 1, 10),
        ]
    )
    assert set(paid) == {(1, 0, 20), (2, None, 20), (None, 0, 10)}


def test_the_bowl_holds_the_pot() -> None:
    game, written = match("viennese", 3, 4)
    seen = build_view(game, None)
    picture = drawn(seen, EN, written)
    pot = -sum(total.amount for total in seen.sheet.totals if total.account == "pot")
    assert str(pot) in texts(picture)
    assert [shape for shape in picture.shapes if isinstance(shape, Area)]
    assert presenter_of(seen.rules).pot_line(seen, table_words(seen.rules, EN)) in picture.alt
