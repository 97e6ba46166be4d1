"""The rating of members (docs/ratings.md): a simulated club, and results worked out by hand."""

from statistics import mean

import pytest

from bot.features.rankings.rating import ACQUAINTANCES, Ratings
from bot.model.leaderboards import Acquaintance, RatedMatch, RatedSeat
from tests.support import builders
from tests.support.club import Club, rank_correlation

PRESETS = builders.PRESETS
UNIT = PRESETS.spread("sochi")


def ratings() -> Ratings:
    return Ratings(PRESETS, UNIT)


def match(*seats: tuple[int | None, int], number: int = 1, preset: str = "sochi") -> RatedMatch:
    """Return a match of twenty deals; None is a robot of level club."""
    return RatedMatch(
        number,
        number,
        preset,
        tuple(
            RatedSeat(seat, user, None if user else "club", balance, 20, True)
            for seat, (user, balance) in enumerate(seats)
        ),
    )


def correlation_after(rounds: int, seed: int) -> float:
    club, found = Club(seed), ratings()
    found.take_all(club.rounds(rounds))
    told = {rating.user_id: rating.points for rating in found.standings()}
    users = list(club.strength)
    return rank_correlation([told[user] for user in users], [*club.strength.values()])


def test_the_order_of_a_club_is_found() -> None:
    """As far as results allow: 0.71 after ten matches of twenty deals, 0.88 after forty."""
    assert mean(correlation_after(10, seed) for seed in range(60)) >= 0.70
    assert mean(correlation_after(40, seed) for seed in range(20)) >= 0.85


@pytest.mark.slow
def test_who_comes_often_is_not_rated_higher() -> None:
    """Some play six times as often: the rating has nothing to do with it."""
    found_of = []
    for seed in range(120):
        club, found = Club(seed), ratings()
        users = list(club.strength)
        weights = [1 + user % 6 for user in users]
        for _ in range(100):
            table: list[int] = []
            while len(table) < 3:
                user = club.chance.choices(users, weights)[0]
                if user not in table:
                    table.append(user)
            found.take(club.match(table))
        rated = [found.rating_of(user) for user in users]
        points = [0.0 if rating is None else rating.points for rating in rated]
        matches = [
            rating.matches + user / 100 if rating else 0.0
            for user, rating in zip(users, rated, strict=True)
        ]
        luck = [told - club.strength[user] * 20 for user, told in zip(users, points, strict=True)]
        found_of.append(rank_correlation(luck, matches))
    assert abs(mean(found_of)) < 0.05


def test_one_match_at_a_time_is_all_at_once() -> None:
    played = list(Club(5).rounds(30))
    whole, grown = ratings(), ratings()
    whole.take_all(played)
    for one in played:
        grown.take(one)
    for a, b in zip(whole.standings(), grown.standings(), strict=True):
        assert a.points == pytest.approx(b.points, abs=1e-9)
        assert a.error == pytest.approx(b.error, abs=1e-9)


def test_the_weights_are_those_of_the_paper() -> None:
    """The prior weighs 156.25 deals: +100 in twenty deals against unknown players is +11.3."""
    found = ratings()
    found.take(match((1, 100), (2, -40), (3, -60)))
    first = found.rating_of(1)
    assert first is not None
    assert first.points == pytest.approx(100 * 20 / (156.25 + 20))
    assert first.error == pytest.approx(UNIT * 20 / (156.25 + 20) ** 0.5)
    assert (first.matches, first.deals) == (1, 20)


def test_strong_opponents_count() -> None:
    weak, strong = ratings(), ratings()
    for found, level in ((weak, -400), (strong, 400)):
        for number in range(5):
            found.take(match((2, level), (3, level), (9, -2 * level), number=number))
        found.take(match((1, 0), (2, 0), (3, 0), number=9))
    one, other = weak.rating_of(1), strong.rating_of(1)
    assert one is not None
    assert other is not None
    assert one.points < 0 < other.points


def test_robots_have_fixed_strength() -> None:
    found = ratings()
    found.take(match((1, 50), (None, -20), (None, -30)))
    assert [rating.user_id for rating in found.standings()] == [1]


def test_presets_are_brought_to_one_scale() -> None:
    """Leningrad writes twice as much: a hundred there is worth less than in sochi."""
    here, there = ratings(), ratings()
    here.take(match((1, 100), (2, -50), (3, -50)))
    there.take(match((1, 100), (2, -50), (3, -50), preset="leningrad"))
    one, other = here.rating_of(1), there.rating_of(1)
    assert one is not None
    assert other is not None
    assert other.points / one.points == pytest.approx(
        PRESETS.spread("sochi") / PRESETS.spread("leningrad")
    )


def test_a_rating_is_provisional_until_the_club_is_told_apart() -> None:
    club, found = Club(3), ratings()
    found.take_all(club.rounds(1))
    assert all(rating.is_provisional for rating in found.standings())
    found.take_all(club.rounds(60))
    assert not any(rating.is_provisional for rating in found.standings())


def test_the_change_of_a_match_is_told() -> None:
    found = ratings()
    found.take(match((1, 30), (2, -10), (3, -20)))
    first = found.changes_of(1)
    assert first.keys() == {1, 2, 3}
    assert all(change.before == 0 for change in first.values())
    assert sum(change.after for change in first.values()) == pytest.approx(0)
    found.take(match((1, -30), (2, 10), (4, 20), number=2))
    second, rating = found.changes_of(2), found.rating_of(1)
    assert rating is not None
    assert second[1].before == first[1].after
    assert second[1].after == pytest.approx(rating.points)
    assert found.course_of(1) == ((1, first[1].after), (2, second[1].after))
    assert found.changes_of(3) == {}
    assert found.course_of(77) == ()


def test_what_it_takes_to_pass_somebody() -> None:
    """A match of twenty deals with that result, among members of rating 0, makes them equal."""
    found = ratings()
    found.take(match((1, 90), (2, -30), (3, -60)))
    needed = found.result_to_pass(3, 1)
    found.take(match((3, round(needed)), (8, 0), (9, -round(needed)), number=2))
    one, other = found.rating_of(1), found.rating_of(3)
    assert one is not None
    assert other is not None
    assert other.points == pytest.approx(one.points, abs=0.2)


def test_a_club_knows_members_by_matches_opponents_and_days() -> None:
    found = ratings()
    for number in range(20):
        day = number // 4 * 24 * 3600
        played = match((1, 10), (2, -5), (10 + number % 4, -5), number=number)
        found.take(played._replace(ended_at=day))
    one, guest = found.rating_of(1), found.rating_of(10)
    assert one is not None
    assert guest is not None
    assert (one.matches, one.opponents, one.days) == (20, 5, 5)
    assert (guest.matches, guest.opponents, guest.days) == (5, 2, 5)
    known = {
        kind: {rating.user_id for rating in found.standings(1, is_known)}
        for kind, is_known in ACQUAINTANCES.items()
    }
    assert known[Acquaintance.ANY] == {1, 2, 10, 11, 12, 13}
    assert known[Acquaintance.MATCHES_20] == known[Acquaintance.OPPONENTS_5] == {1, 2}
    assert known[Acquaintance.DAYS_5] == known[Acquaintance.ANY]


def test_a_match_left_is_in_the_completion_rate() -> None:
    """A seat that was handed over is none; two seats of one match count once."""
    found = ratings()
    left = RatedSeat(0, 1, None, -10, 5, is_final=False, has_left=True)
    robot = RatedSeat(0, None, "club", 10, 15, is_final=True)
    other = RatedSeat(1, 2, None, 0, 20, is_final=True)
    back = RatedSeat(2, 1, None, 0, 10, is_final=True)
    found.take(RatedMatch(1, 1, "sochi", (left, robot, other, back)))
    found.take(match((1, 0), (2, 0), (3, 0), number=2))
    one, two = found.rating_of(1), found.rating_of(2)
    assert one is not None
    assert two is not None
    assert (one.matches, one.left, one.completion) == (2, 1, 0.5)
    assert two.completion == 1


def test_a_list_computes_the_deviation_of_all_ratings_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For every member it would take minutes of a server with ten thousand, and stop the bot."""
    club, found = Club(1), ratings()
    found.take_all(club.rounds(3))
    calls, compute = list[Ratings](), Ratings._deviation

    def deviation(of: Ratings) -> float:
        calls.append(of)
        return compute(of)

    monkeypatch.setattr(Ratings, "_deviation", deviation)
    assert len(found.standings()) > 3
    assert len(calls) == 1
