"""Charts: nothing covers anything, every number is in the text beside them."""

import pytest

from bot.engine.families import family_of
from bot.engine.ledger import Sheet
from bot.engine.rules import Rules
from bot.engine.view import build_view
from bot.model.enums import Posting
from bot.render import sheet_screens
from bot.render.families import presenter_of, table_words
from bot.render.formatting import join_dotted
from bot.render.paper.chart import (
    MOST_POINTS,
    BarShare,
    ChartSeries,
    bar_chart,
    line_chart,
    shown_points,
)
from bot.render.paper.drawing import picture_png
from bot.render.paper.picture_text import LONGEST_ALT_TEXT
from bot.render.screen import LONGEST_DISPLAY_NAME, PictureBlock
from bot.render.shapes import Label, Picture, Stroke
from bot.render.sheet_screens import score_screen
from bot.render.table.result import final_screen
from bot.ui_commands.view_commands import ScorePage
from tests.render.test_drawn_sheets import EN, KIB, LONG, RU, labels, texts, untidy
from tests.render.walks import CATALOGUE, rules_for, table_facts, walk


def lines_of(picture: Picture) -> list[Stroke]:
    return [shape for shape in picture.shapes if isinstance(shape, Stroke) and shape.width == 4]


def tidy(picture: Picture) -> None:
    assert untidy(picture) == []
    assert len(picture_png(picture)) <= 25 * KIB
    assert len(picture.alt) <= LONGEST_ALT_TEXT


# lines -------------------------------------------------------------------------------------


@pytest.mark.sampled(quick=5)
@pytest.mark.parametrize("points", [2, 3, MOST_POINTS + 1])
@pytest.mark.parametrize("scale", [0, 1, 7, 950, 99_999])
def test_lines_that_end_together_keep_their_names(points: int, scale: int) -> None:
    """Five at one spot, at the top, in the middle and at the bottom of the field."""
    for ends in ((scale,) * 5, (-scale,) * 5, (scale, scale, 0, -scale, -scale)):
        courses = [
            ChartSeries(f"{n}{LONG[1:]}", (*((-1) ** n * scale for _ in range(points - 1)), end))
            for n, end in enumerate(ends)
        ]
        picture = line_chart("A title", [str(n * 100) for n in range(points)], courses)
        tidy(picture)
        assert len(lines_of(picture)) == len({stroke.ink for stroke in lines_of(picture)}) == 5


def test_a_name_as_long_as_discord_allows_is_whole() -> None:
    names = ("Marta Oberhofer-Lindenbaum", "W" * LONGEST_DISPLAY_NAME, "Ana")
    courses = [ChartSeries(name, (0, 10 * n)) for n, name in enumerate(names)]
    picture = line_chart("A title", ["0", "1"], courses)
    tidy(picture)
    assert {*names, "0", "+10", "+20"} <= {label.text for label in labels(picture)}


def test_names_stand_in_the_order_of_their_lines() -> None:
    courses = [
        ChartSeries("Ana", (0, -4)),
        ChartSeries("Boris", (0, 30)),
        ChartSeries("Vera", (0, -26)),
    ]
    picture = line_chart("", ["0", "1"], courses)
    names = sorted(
        (label for label in labels(picture) if label.text in ("Ana", "Boris", "Vera")), key=_height
    )
    ends = {stroke.ink: stroke.points[-1][1] for stroke in lines_of(picture)}
    assert [label.text for label in names] == ["Boris", "Ana", "Vera"]
    assert [ends[label.ink] for label in names] == sorted(ends.values())
    assert "−26" in texts(picture)


def _height(label: Label) -> int:
    return label.at[1]


def test_points_are_left_out_evenly_and_the_last_one_stays() -> None:
    assert shown_points(3) == (0, 1, 2, 3)
    for last in (1, MOST_POINTS, MOST_POINTS + 1, 61, 500):
        shown = shown_points(last)
        assert (shown[0], shown[-1]) == (0, last)
        assert len(shown) <= MOST_POINTS + 2
        assert len(set(shown)) == len(shown)


# the match ---------------------------------------------------------------------------------


def standing_of(rules: Rules, sheet: Sheet) -> tuple[int, ...]:
    return (presenter_of(rules).charted_totals or family_of(rules).balance)(rules, sheet)


@pytest.mark.parametrize(
    ("preset", "players", "deals"),
    [("sochi", 4, 30), ("rostov", 2, 9), ("serbian", 3, 12), ("viennese", 3, 9)],
)
def test_the_course_of_a_match(preset: str, players: int, deals: int) -> None:
    """Each number of the chart is the value of the sheet at that time; the text has all of them."""
    rules, written = rules_for(preset, players), list[tuple[Posting, ...]]()
    sheet = family_of(rules).initial_carry(rules).sheet
    stood = [standing_of(rules, sheet)]
    for game in walk(rules, 3, deals):
        if game.last is not None:
            n = game.carry.number
            written[n - 1 :], stood[n:] = (
                [game.last.postings],
                [standing_of(rules, game.carry.sheet)],
            )
    seen, words = build_view(game, None), table_words(rules, RU)
    assert sheet_screens.balances_by_deal(rules, written, seen.deals) == stood
    facts = table_facts(players)
    (drawing,) = sheet_screens.balance_chart(seen, facts, words, written)
    tidy(drawing.picture)
    ana = next(line for line in drawing.picture.alt.splitlines() if line.startswith("Ana: "))
    told = [int(n.replace("−", "-")) for n in ana.removeprefix("Ana: ").split()]
    assert told == [stood[point][0] for point in shown_points(seen.deals)]
    for screen in (
        score_screen(seen, facts, EN, written, page=ScorePage.CHART),
        final_screen(seen, facts, EN, None, written),
    ):
        drawn = [block.picture for block in screen.blocks if isinstance(block, PictureBlock)]
        assert [len(lines_of(picture)) for picture in drawn][-1] == players


def test_deals_that_write_nothing_are_points_too() -> None:
    rules = rules_for("serbian", 3)
    found = sheet_screens.balances_by_deal(
        rules, [[], [Posting("main", 0, None, 4, "made", 1, 4)], []], 4
    )
    assert found[0] == found[1] == (0, 0, 0)
    assert found[2] == found[3] == found[4] != found[0]


# bars --------------------------------------------------------------------------------------


def test_a_bar_is_as_long_as_its_number() -> None:
    shares = [BarShare("6", 3, 10), BarShare("7", 0, 5), BarShare(LONG, 12345, 99999)]
    tidy(bar_chart("Made", shares, "{} / {}".format))


@pytest.mark.parametrize("locale", sorted(CATALOGUE.locales()))
def test_titles_of_charts_are_whole_and_legible(locale: str) -> None:
    """Of a profile, the longest: the family and what is shown."""
    words = CATALOGUE.words(locale)
    for family in ("russian", "balkan", "austrian"):
        for key in ("chart.profile", "chart.rating", "chart.contracts"):
            title = join_dotted((words.say(f"family.{family}"), words.say(key)))
            chart = line_chart(title, ["0", "1"], [ChartSeries("Ana", (0, 1))])
            assert next(one for one in chart.shapes if isinstance(one, Label)).text == title
