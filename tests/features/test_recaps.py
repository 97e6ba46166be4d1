"""The recap as values and as a picture."""

from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

import pytest

from bot.features.recaps.recap import (
    bounds_of,
    deals_by_hour,
    offered_periods,
)
from bot.features.recaps.recap_handlers import dearest_card
from bot.features.recaps.recap_screens import recap_picture, recap_tiles, shared_recap_screen
from bot.model.enums import Cloth
from bot.model.periods import season_before
from bot.model.values import replace
from bot.presets import load_presets, rules_text
from bot.render.paper.drawing import picture_png
from bot.ui_commands.server_commands import OpenRecapMatch
from tests.golden.screens.servers import RECAP
from tests.render.walks import CATALOGUE
from tests.support.deal_records import logged
from tests.support.processor_time import result_within

LARGEST = 40 * 1024
SECONDS = 0.06


def at(year: int, month: int, day: int, hour: int = 0) -> int:
    return int(datetime(year, month, day, hour, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("period", "since", "until"),
    [
        ("2026-Q1", (2026, 1, 1), (2026, 4, 1)),
        ("2026-Q4", (2026, 10, 1), (2027, 1, 1)),
        ("2026", (2026, 1, 1), (2027, 1, 1)),
    ],
)
def test_periods_begin_where_others_end(
    period: str, since: tuple[int, int, int], until: tuple[int, int, int]
) -> None:
    assert bounds_of(period) == (at(*since), at(*until))


def test_the_season_before() -> None:
    assert season_before(at(2026, 1, 1)) == "2025-Q4"
    assert season_before(at(2026, 3, 31)) == "2025-Q4"
    assert season_before(at(2026, 4, 1)) == "2026-Q1"


def test_periods_are_offered_newest_first() -> None:
    seasons = ("2026-Q4", "2026-Q3", "2025-Q2")
    assert offered_periods(seasons) == ("2026-Q4", "2026-Q3", "2026", "2025-Q2", "2025")
    assert offered_periods(()) == ()


def test_hours_are_those_of_the_zone_in_summer_and_winter() -> None:
    summer, winter = at(2026, 7, 1, 18) // 3600, at(2026, 12, 1, 19) // 3600
    hours = deals_by_hour([summer, winter], [3, 4], ZoneInfo("Europe/Vienna"))
    assert hours[20] == 7
    assert sum(hours) == 7


@pytest.mark.parametrize("locale", sorted(CATALOGUE.locales()))
def test_the_picture_is_small_and_tells_every_number(locale: str) -> None:
    words = CATALOGUE.languages[locale]
    picture = recap_picture(RECAP, words, Cloth.GREEN)
    picture_png(picture)  # the art is loaded once in a process
    drawn = result_within(SECONDS, partial(picture_png, picture))
    assert len(drawn) <= LARGEST
    for number in ("48", "913", "17", "+38", "+61", "18", "7 : 15", "14", "171", "Boris", "Vera"):
        assert number in picture.alt, number


def test_a_server_that_closes_its_matches_links_none() -> None:
    words = CATALOGUE.languages["en"]
    page = shared_recap_screen(replace(RECAP, of_server=True, is_open=False), words)
    assert "OpenRecap" not in repr(page)
    assert "OpenRecapMatch" in repr(shared_recap_screen(RECAP, words))
    own = replace(RECAP, is_open=False)  # the member may open their own
    assert recap_tiles(own, words)[3].link == OpenRecapMatch(9, False, "2026-Q4")
    assert recap_tiles(replace(own, of_server=True), words)[3].link is None


@pytest.mark.parametrize(("preset", "heading"), [("sochi", "Misère"), ("viennese", "Bettel")])
def test_a_misere_has_the_name_of_its_rules(preset: str, heading: str) -> None:
    assert RECAP.misere is not None
    moment = RECAP.misere._replace(rules=rules_text(load_presets().rules(preset)))
    tiles = recap_tiles(replace(RECAP, misere=moment), CATALOGUE.languages["de"])
    assert heading in tiles[0].heading


def test_the_dearest_card_is_the_costliest_of_its_seat() -> None:
    record = logged("sochi-3-six-spades")[0]
    found = [dearest_card(record, seat) for seat in range(3)]
    assert all(one is None or one[1] > 0 for one in found)
