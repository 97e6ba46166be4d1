"""A sample of the simulated players: equal acts meet equal robots, and the order is measured."""

import math
from pathlib import Path

import pytest

from bot.engine.actions import Action
from bot.engine.game import to_act
from bot.features.daily.day_deals import DealInPlay
from bot.notation.deal_code import deal_code
from bot.presets import load_presets
from bot.store.queries.daily_deals import DailyEvent
from tools import six_days
from tools.six_days import PlayedDay

PRESETS = load_presets()


@pytest.mark.parametrize("day", [20_454, 20_455, 20_456])
def test_equal_acts_meet_equal_robots(day: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(six_days, "DAILY_LEVEL", "club")
    event = six_days.event_of(day)
    for number in (1, 2):
        played = six_days.play_deal(PRESETS, event, number, player=0)
        code = deal_code(PRESETS, played.deal)
        assert six_days.repeated(PRESETS, event, number, code) == code


def test_other_robots_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(six_days, "DAILY_LEVEL", "club")
    event = six_days.event_of(20_454)
    codes = [
        deal_code(PRESETS, six_days.play_deal(PRESETS, event, n, player=0).deal)
        for n in range(1, 7)
    ]
    monkeypatch.setattr(six_days, "answer", _last_legal)
    again = [six_days.repeated(PRESETS, event, n + 1, code) for n, code in enumerate(codes)]
    assert again != codes


def test_every_different_course_is_repeated_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a kill; two players with one course are two deals."""
    asked = list[str]()

    def again(_: object, __: object, number: int, code: str, ___: object) -> str:
        asked.append(code)
        return code if number == 1 else "other"

    monkeypatch.setattr(six_days, "repeated", again)
    days = [PlayedDay(20_454, n, ("a", ("b", "b", "c")[n]), (0, 0)) for n in range(3)]
    for _ in range(2):
        said = six_days.repeat_courses(PRESETS, days, tmp_path / "repeated.jsonl")
        assert said == "3 of 6 deals differ for equal acts (3 different courses)"
    assert sorted(asked) == ["a", "b", "c"]


def _last_legal(_: DailyEvent, now: DealInPlay, __: object) -> Action:
    seat = to_act(now.game)
    assert seat is not None
    return now.view(seat).legal[-1]


def test_a_run_goes_on_where_a_kill_ended_it(tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    assert six_days.load_days(path) == []
    days = [PlayedDay(20_454, n, ("a", "b"), (1, 2)) for n in range(3)]
    for day in days:
        six_days.append_day(path, day)
    with path.open("a") as file:
        file.write("[20454, 3, [")
    assert six_days.load_days(path) == days
    six_days.append_day(path, days[0])
    assert six_days.load_days(path) == [*days, days[0]]


def test_the_order_of_levels_is_counted_in_pairs() -> None:
    """Players 0 to 2 are a beginner, a club player and an expert."""
    days = [PlayedDay(20_454, n, (), (n, 2 * n, 0, 0, 0, 0)) for n in range(3)]
    by_player = six_days.gains(PRESETS, days)
    assert six_days.share_in_order(by_player, 1) == 1
    assert six_days.share_in_order({0: [3.0], 1: [1.0], 2: [2.0]}, 1) == pytest.approx(1 / 3)
    assert list(six_days.report(PRESETS, days))[-1] == "after 1 days 100% of the pairs in order"


def test_what_the_same_cards_take_from_the_error_is_measured() -> None:
    """Players of two levels: equal but for the cards, then each with luck of their own."""
    cards = [PlayedDay(20_454, n, (), (0, 40, 80, 0, 40, 80)) for n in range(4)]
    assert six_days.error_beside_free(PRESETS, "sochi", cards) == 0
    stronger = [PlayedDay(20_454, n, (), (n, 40 + n, 80 + n, n, 40, 80)) for n in range(4)]
    assert 0 < six_days.error_beside_free(PRESETS, "sochi", stronger) < 0.1
    luck = [(30, 0, 0, 0, 0, 0), (0, 30, 0, 0, 0, 0), (0, 0, 30, 0, 0, 0)]
    own = [PlayedDay(20_454, n, (), points) for n, points in enumerate(luck)]
    assert six_days.error_beside_free(PRESETS, "sochi", own) == pytest.approx(1.1, abs=0.1)
    assert six_days.error_beside_free(PRESETS, "serbian", own) == 0


def test_the_cap_is_chosen_by_how_soon_levels_are_told_apart() -> None:
    """A club player is 20 points better in eleven deals, and unlucky in a wild one."""
    points = {0: (0, 0, 0, 0, 0, 0), 1: (20, 20, 20, 20, 20, 20)}
    days = [PlayedDay(20_454, n, (), points[n]) for n in points]
    days += [PlayedDay(20_457, n, (), (*points[n][:5], (150, -150)[n])) for n in points]
    assert six_days.deals_to_tell({0: [0.0, 0.0], 1: [1.0, 3.0]}) == pytest.approx(2)
    assert six_days.deals_to_tell({0: [0.0, 0.0], 3: [1.0, 3.0]}) == math.inf  # of one level
    head, *said = six_days.caps_report(PRESETS, days)
    assert head == "sochi, 12 deals, cap now 100:"
    assert [line.endswith("the fewest") for line in said] == [True] + [False] * 7
    counts = [float(line.split(": ")[1].split()[0]) for line in said]
    assert counts == sorted(counts)
    assert counts[-1] == math.inf  # without a cap the weaker one is ahead
