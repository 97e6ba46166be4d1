"""Charts of a profile and of a leaderboard: the parts add up, and the text has all of it."""

from datetime import date, timedelta

from bot.features.rankings.profile_screens import (
    contracts_drawing,
    profile_drawing,
    rating_drawing,
)
from bot.features.rankings.ranking_screens import (
    Balance,
    LeaderboardDay,
    RankingRow,
    balance_drawing,
)
from bot.model.reviews import ContractTotals, ReviewTotals
from tests.render.test_charts import tidy
from tests.render.test_drawn_sheets import EN, LONG, RU


def test_the_parts_of_a_profile_add_up() -> None:
    stretches = [
        ReviewTotals(deals, 0, 0, deals, 9, 2, par, given, others, 0, par - given + others)
        for deals, par, given, others in ((5, 10, 3, 1), (5, -20, 1, 0), (4, 2, 0, 6))
    ]
    (drawing,) = profile_drawing("russian", stretches, EN)
    tidy(drawing.picture)
    assert drawing.picture.alt.splitlines()[1:] == [
        "0 5 10 14",
        "result: 0 +8 −13 −5",
        "cards: 0 +10 −10 −8",
        "own play: 0 −3 −4 −4",
        "others: 0 +1 +1 +7",
    ]
    assert profile_drawing("russian", stretches[:1], EN) == ()


def test_contracts_by_level() -> None:
    """Suits are taken together; contracts without a number follow the numbers by name."""
    russian = [("10NT", 0, 1), ("6S", 3, 3), ("6NT", 1, 2), ("M", 1, 2)]
    (drawing,) = contracts_drawing("russian", [ContractTotals(*one) for one in russian], EN)
    tidy(drawing.picture)
    assert drawing.picture.alt.splitlines()[1:] == [
        "6: 4 of 5",
        "10: 0 of 1",
        "misère: 1 of 2",
    ]
    for family, names in (("balkan", "2S G2S 6B G7NT 8P"), ("austrian", "1 S1 1X 5X HE S")):
        held = [ContractTotals(name, 1, 1) for name in names.split()]
        (drawing,) = contracts_drawing(family, held, RU)
        tidy(drawing.picture)
    assert "\nчервы: 1 из 1" in drawing.picture.alt
    assert contracts_drawing("russian", [], EN) == ()


def test_the_season_of_the_leaders() -> None:
    """From nothing on the day before the first; other days only where somebody played."""
    rows = [RankingRow(n, name, Balance(3, 1, 5)) for n, name in enumerate(("Ana", LONG), 1)]
    first = date(2026, 11, 1)
    days = [LeaderboardDay(first + timedelta(days=3 * n), (10, -n)) for n in range(40)]
    for words in (EN, RU):
        (drawing,) = balance_drawing(rows, days, words)
        tidy(drawing.picture)
    (drawing,) = balance_drawing(rows, days[:3], EN)
    assert drawing.picture.alt.splitlines()[1:] == [
        "Oct 31 Nov 1 Nov 4 Nov 7",
        "Ana: 0 +10 +20 +30",
        f"{LONG}: 0 0 −1 −3",
    ]
    assert balance_drawing(rows, days[:1], EN) == ()


def test_the_course_of_a_rating() -> None:
    """From nothing before the first match on; a single match draws no line."""
    (drawing,) = rating_drawing("russian", (3.4, -2.6, 10.0), EN)
    tidy(drawing.picture)
    assert drawing.picture.alt.splitlines()[1:] == ["0 1 2 3", "Rating: 0 +3 −3 +10"]
    assert rating_drawing("russian", (3.4,), EN) == ()
