"""Who has earned a title: the quarters of the rating, the first of the last season."""

import pytest

from bot.features.rankings.rating import Rating
from bot.features.rankings.title_awards import earned_titles, is_round_due
from bot.model.settings import GuildSettings
from bot.store.queries.leaderboards import Title

FIRST, SECOND, CHAMPION = 71, 72, 73
GUILD = GuildSettings(1, first_title=FIRST, second_title=SECOND, champion_title=CHAMPION)
DAY = 24 * 3600


def standings(count: int, provisional: frozenset[int] = frozenset()) -> list[Rating]:
    """Return so many members, the best first; their numbers are their places."""
    return [
        Rating(place, 100.0 - place, 5.0, 30, 600, place in provisional)
        for place in range(1, count + 1)
    ]


def holders(titles: frozenset[Title], role: int) -> list[int]:
    return sorted(title.user_id for title in titles if title.role_id == role)


@pytest.mark.parametrize(
    ("members", "first", "second"),
    [(3, [], []), (4, [1], [2]), (8, [1, 2], [3, 4]), (9, [1, 2, 3], [4, 5, 6])],
)
def test_the_quarters_of_the_rating(members: int, first: list[int], second: list[int]) -> None:
    found = earned_titles(GUILD, standings(members), ())
    assert (holders(found, FIRST), holders(found, SECOND)) == (first, second)


def test_an_uncertain_rating_brings_no_title() -> None:
    found = earned_titles(GUILD, standings(6, frozenset({1, 3})), ())
    assert (holders(found, FIRST), holders(found, SECOND)) == ([2], [4])


def test_the_champion_is_the_first_of_the_season() -> None:
    found = earned_titles(GUILD, (), standings(3, frozenset({1, 2, 3})))
    assert found == {Title(1, CHAMPION)}
    assert earned_titles(GUILD, (), ()) == frozenset()


def test_a_role_that_nobody_chose_is_given_to_nobody() -> None:
    assert earned_titles(GuildSettings(1), standings(8), standings(8)) == frozenset()


@pytest.mark.parametrize(
    ("zone", "hour", "due"),
    [
        ("UTC", 4, False),
        ("UTC", 5, True),
        ("Europe/Moscow", 2, True),  # five o'clock there
        ("America/New_York", 5, False),  # midnight there, but the day before had its round
    ],
)
def test_a_round_a_day_from_five_on(zone: str, hour: int, due: bool) -> None:
    last = GuildSettings(1, zone=zone, titles_day=719_162 + 99)
    assert is_round_due(last, 100 * DAY + hour * 3600) is due
