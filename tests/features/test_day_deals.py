"""Cards, seats and lots of an event, and how courses with the same cards are compared."""

import re
from collections import Counter
from datetime import UTC, date, datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.engine.shuffle import commitment, shuffled_deck
from bot.features.daily import day_deals, day_screens
from bot.features.daily.comparison import (
    cap_of,
    capped_gain,
    course_scores,
    field_mean,
    highlights,
    share_of_others,
    streak_of,
    week_scores,
    weekly_gain,
)
from bot.features.daily.day_places import NamedScore, marks, ranking_lines, why_first
from bot.features.daily.reminders import is_reminder_due
from bot.features.daily.server_days import is_post_due
from bot.model.settings import GuildSettings, UserSettings
from bot.model.values import replace
from bot.notation.deal_code import deal_code, read_deal_code
from bot.notation.single_deal import active_seats, hands_of_deck, replayed
from bot.presets import load_presets
from bot.store.queries.daily_deals import DailyEvent, EventKey
from tests.render.walks import CATALOGUE
from tests.support.cases import for_each

PRESETS, WORDS = load_presets(), CATALOGUE.languages["en"]
_BEGINNINGS = {"best": "First here, Ana", "second": "Then deal", "worst": "The weakest was"}
DAYS = range(20_454, 20_460)
EVENTS = [DailyEvent(day_deals.event_of_day(day), Random(day).randbytes(32)) for day in DAYS]


def test_the_families_take_turns() -> None:
    families = [PRESETS.family_key(event.key.preset) for event in EVENTS]
    assert families == ["russian", "balkan", "austrian"] * 2


@pytest.mark.parametrize("family", ["russian", "balkan", "austrian"])
def test_a_server_may_play_one_family_every_day(family: str) -> None:
    keys = {day_deals.event_of_family(PRESETS, day, family).preset for day in range(9)}
    assert [PRESETS.family_key(preset) for preset in keys] == [family]


def test_the_six_decks_are_those_of_the_published_protocol() -> None:
    for event in EVENTS:
        decks = set()
        for number in range(1, 7):
            deal = day_deals.bare_deal(PRESETS, event, number)
            replayed(deal)
            deck = shuffled_deck(event.seed, event.key.day, number, "")
            dealt = hands_of_deck(deal.rules, day_deals.DEALER, deck)
            assert (deal.hands, deal.talon) == dealt
            decks.add(deck)
        assert len(decks) == 6
        assert day_deals.seal_of(event) == commitment(event.seed, event.key.day, 1)


def test_each_place_at_the_table_comes_twice_a_day() -> None:
    orders = set()
    for event in EVENTS:
        rules = PRESETS.rules(event.key.preset, players=3)
        places = active_seats(rules, day_deals.DEALER)
        drawn = [places.index(day_deals.seat_of(PRESETS, event, n)) for n in range(1, 7)]
        assert Counter(drawn) == {0: 2, 1: 2, 2: 2}
        orders.add(tuple(drawn))
    assert len(orders) > 1


def test_a_bare_deal_is_stored_as_a_code() -> None:
    deal = day_deals.bare_deal(PRESETS, EVENTS[0], 3)
    assert read_deal_code(PRESETS, deal_code(PRESETS, deal)) == deal


def test_lots_depend_on_seed_deal_and_acts() -> None:
    event, other = EVENTS[0], replace(EVENTS[0], seed=bytes(32))
    deal = day_deals.bare_deal(PRESETS, event, 1)
    played = read_deal_code(PRESETS, "Bc44WNtepLat9KcFPcc7GJ-yIQ").course
    seeds = {
        day_deals.daily_decision_seed(one, number, course)
        for one in (event, other)
        for number in (1, 2)
        for course in (deal.course, played[:1], played[:2])
    }
    assert len(seeds) == 12


def test_a_day_ends_at_midnight_in_utc() -> None:
    event = DailyEvent(EventKey(20_454, "sochi"), bytes(32))
    assert not day_deals.is_over(event, 20_455 * 86_400 - 1)
    assert day_deals.is_over(event, 20_455 * 86_400)
    longer = replace(event, days=3)
    assert not day_deals.is_over(longer, 20_457 * 86_400 - 1)
    assert day_deals.is_over(longer, 20_457 * 86_400)


@pytest.mark.parametrize(
    ("zone", "posted", "hour", "due"),
    [
        ("Europe/Vienna", 20_453, 6, False),  # seven in winter
        ("Europe/Vienna", 20_453, 7, True),
        ("Europe/Vienna", 20_454, 7, False),
        ("Europe/Vienna", 20_454, 24 + 6, False),
        ("Europe/Vienna", 20_454, 24 + 7, True),
        ("Europe/Vienna", 20_453, 180 * 24 + 6, True),  # eight in summer
        ("Asia/Vladivostok", 20_453, 0, True),  # ten
        ("America/Los_Angeles", 20_453, 15, False),
        ("America/Los_Angeles", 20_453, 16, True),
        ("America/Los_Angeles", 20_453, 0, True),  # four in the afternoon
    ],
)
def test_a_day_is_posted_from_eight_on_by_the_clock_of_the_server(
    zone: str, posted: int, hour: int, due: bool
) -> None:
    guild = GuildSettings(1, zone=zone, daily_channel=5, daily_posted=posted)
    assert is_post_due(guild, 20_454 * 86_400 + hour * 3600) is due


@pytest.mark.parametrize("zone", ["Europe/Vienna", "America/New_York", "Australia/Lord_Howe"])
@pytest.mark.parametrize("day", [date(2026, 3, 29), date(2026, 10, 25), date(2026, 11, 1)])
def test_clocks_that_change_bring_one_post_a_day(day: date, zone: str) -> None:
    """An hourly look at three days around the change."""
    guild = GuildSettings(1, zone=zone, daily_channel=5)
    first = (day - date(1970, 1, 1)).days - 1
    posted = []
    for now in range(first * 86_400, (first + 3) * 86_400, 3600):
        if is_post_due(guild, now):
            guild = replace(guild, daily_posted=now // 86_400)
            posted.append(now // 86_400)
    assert posted == [first + n for n in range(3)]


@pytest.mark.parametrize("zone", ["America/Anchorage", "America/New_York", "UTC", "Asia/Tokyo"])
def test_the_date_of_a_day_is_the_same_in_all_these_zones(zone: str) -> None:
    (stamp,) = re.findall(r"<t:(\d+):D>", day_screens.date_of(20_454))
    assert datetime.fromtimestamp(int(stamp), ZoneInfo(zone)).date() == date(2026, 1, 1)


MIDNIGHT = 20_454 * 86_400  # in winter


@pytest.mark.parametrize(
    ("zone", "wished", "hour", "due"),
    [
        ("Europe/Vienna", 18, 16, False),  # five in the afternoon
        ("Europe/Vienna", 18, 17, True),
        ("Europe/Vienna", 18, 23, True),  # midnight there, and the same day
        ("Europe/Vienna", 0, 22, False),
        ("Europe/Vienna", 0, 23, True),
        ("America/Los_Angeles", 18, 0, False),  # the day began at four in the afternoon there
        ("America/Los_Angeles", 18, 2, True),
        ("America/Los_Angeles", 10, 17, False),
        ("America/Los_Angeles", 10, 18, True),
        ("Asia/Vladivostok", 9, 0, False),  # ten, and nine was yesterday
        ("Asia/Vladivostok", 9, 23, True),
    ],
)
def test_a_reminder_is_due_from_its_hour_on_until_the_day_ends(
    zone: str, wished: int, hour: int, due: bool
) -> None:
    person, now = UserSettings(1, remind_at=wished), MIDNIGHT + hour * 3600
    assert is_reminder_due(person, ZoneInfo(zone), now) is due
    reminded = replace(person, reminded=20_454)
    assert not is_reminder_due(reminded, ZoneInfo(zone), now)
    assert not is_reminder_due(UserSettings(1), ZoneInfo(zone), now)


@for_each("wished", range(24))
@for_each("day", [date(2026, 3, 29), date(2026, 10, 25)])
def test_clocks_that_change_cost_no_reminder_and_bring_no_second_one(
    day: date, wished: int
) -> None:
    """An hourly look at three days around the change in Vienna."""
    person, zone = UserSettings(1, remind_at=wished), ZoneInfo("Europe/Vienna")
    first = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) - 86_400
    reminded = []
    for now in range(first, first + 3 * 86_400, 3600):
        if is_reminder_due(person, zone, now):
            person = replace(person, reminded=now // 86_400)
            reminded.append(now // 86_400)
    assert reminded == [first // 86_400 + n for n in range(3)]


@pytest.mark.parametrize(
    ("hour", "due"), [(17, True), (20, True), (21, False), (22, False), (23, False)]
)
def test_quiet_hours_hold_a_reminder_back(hour: int, due: bool) -> None:
    person = UserSettings(1, remind_at=18, quiet_from=22, quiet_until=8)
    now = MIDNIGHT + hour * 3600
    assert is_reminder_due(person, ZoneInfo("Europe/Vienna"), now) is due


# -- the comparison


def test_the_cap_is_a_hundred_in_sochi_and_wider_where_deals_are_wilder() -> None:
    caps = {preset: cap_of(PRESETS, preset) for preset in ("sochi", "serbian", "viennese")}
    assert caps == {"sochi": 100, "serbian": 190, "viennese": 50}


@pytest.mark.parametrize(
    ("values", "mean"),
    [([7], 7), ([7, 9], 8), ([7, 9, 500], 9), ([-500, 1, 2, 3, 500], 2), ([4, 4, 4], 4)],
)
def test_the_mean_leaves_out_the_best_and_the_worst_of_three_or_more(
    values: list[float], mean: float
) -> None:
    assert field_mean(values) == mean


def test_a_deal_counts_within_the_cap_on_either_side() -> None:
    assert capped_gain(30, 10, 100) == 20
    assert capped_gain(300, 10, 100) == 100
    assert capped_gain(-300, 10, 100) == -100


@pytest.mark.parametrize(
    ("points", "results", "share"),
    [(5, [5], 50), (5, [1, 5], 100), (1, [1, 5], 0), (5, [5, 5], 50), (3, [1, 3, 3, 9], 50)],
)
def test_matchpoints_are_the_others_beaten_and_half_of_the_ties(
    points: int, results: list[int], share: float
) -> None:
    assert share_of_others(points, results) == share


def test_places_by_gain_and_by_matchpoints() -> None:
    """One wild deal wins no day: the cap keeps it to a hundred."""
    results = {1: [900, 0, 0, 0, 0, 0], 2: [0, 30, 30, 30, 30, 30], 3: [0] * 6, 4: [0] * 6}
    first, second, *others = course_scores(results, 100)
    assert (first.user_id, first.rank, first.gain) == (2, 1, 150)
    assert (second.user_id, second.rank, second.gain) == (1, 2, 100)
    assert [(one.user_id, one.rank, one.share_rank) for one in others] == [(3, 3, 3), (4, 3, 3)]
    assert first.share_rank == 1
    assert marks(first) == "🟨" + "🟩" * 5


def test_the_first_place_is_explained_by_two_good_deals_and_the_weakest() -> None:
    results = {1: [60, -10, 20, 0, 0, 0], 2: [0, 0, 0, 0, 0, 0], 3: [0, 0, 0, 0, 0, 0]}
    field = course_scores(results, 100)
    told = [(one.number, one.points, one.mean, one.gain) for one in highlights(field[0])]
    assert told == [(1, 60, 0, 60), (3, 20, 0, 20), (2, -10, 0, -10)]


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ([60, -10, 20, 0, 0, 0], ["best", "second", "worst"]),
        ([60, 0, 20, 0, 0, 0], ["best", "second"]),
        ([60, -10, 0, 0, 0, 0], ["best", "worst"]),
        ([60, 0, 0, 0, 0, 0], ["best"]),
        ([0, 0, 0, 0, 0, 0], []),
    ],
)
def test_only_deals_that_won_or_cost_points_explain_the_first_place(
    points: list[int], told: list[str]
) -> None:
    field = course_scores({1: points, 2: [0] * 6, 3: [0] * 6, 4: [0] * 6}, 100)
    said = why_first((NamedScore("Ana", field[0]),), WORDS)
    for key in ("best", "second", "worst"):
        beginning = _BEGINNINGS[key]
        assert (beginning in said) is (key in told), key


def test_a_long_standing_ends_with_the_own_place() -> None:
    field = course_scores({n: [100 - n] * 6 for n in range(1, 31)}, 100)
    here = [NamedScore(f"Player {one.user_id}", one) for one in field]
    for own, last in ((1, "15\\. **Player 15**"), (30, "30\\. **Player 30**")):
        *lines, more = ranking_lines(here, WORDS, by_share=False, user_id=own)
        assert lines[-1].startswith(last)
        assert str(30 - len(lines)) in more


def test_a_week_is_the_sum_of_its_best_five_days() -> None:
    """A missed day counts 0: two bad days cost nothing, a third one does."""
    days = [{1: 10.0, 2: -5.0, 3: 30.0}] * 2 + [{1: 10.0, 2: -5.0}] * 4 + [{1: -90.0, 2: 20.0}]
    found = [(one.user_id, one.total, one.rank, len(one.days)) for one in week_scores(days)]
    assert found == [(3, 60, 1, 2), (1, 50, 2, 7), (2, 0, 3, 7)]


def test_equal_weeks_share_a_place() -> None:
    scores = week_scores([{1: 7.0, 2: 3.0, 3: 3.0}, {4: 3.0}])
    assert [(one.user_id, one.rank) for one in scores] == [(1, 1), (2, 2), (3, 2), (4, 2)]


def test_a_day_weighs_the_same_in_every_family() -> None:
    for preset in ("sochi", "serbian", "viennese"):
        cap = cap_of(PRESETS, preset)
        assert weekly_gain(capped_gain(9999, 0, cap), cap) == 100


@pytest.mark.parametrize(
    ("days", "streak"),
    [(set(), 0), ({9}, 1), ({10}, 1), ({9, 10}, 2), ({8, 10}, 1), ({7, 8}, 0), ({7, 8, 9}, 3)],
)
def test_a_streak_lasts_until_a_day_is_missed(days: set[int], streak: int) -> None:
    assert streak_of(days, today=10) == streak
