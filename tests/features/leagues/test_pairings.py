"""Draws: no pair twice as long as it can be avoided, checked pair by pair."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from bot.features.leagues import pairings
from bot.features.leagues.pairings import Round, count_meetings
from tests.support.cases import for_each
from tests.support.processor_time import result_within


def players(count: int) -> range:
    return range(1, count + 1)


def rounds_without_repeat(rounds: tuple[Round, ...]) -> int:
    met = Counter[tuple[int, int]]()
    for number, one in enumerate(rounds):
        if any(pair in met for pair in one.pairs()):
            return number
        met += count_meetings([one])
    return len(rounds)


def assert_everybody_is_seated(drawn: Round, count: int) -> None:
    seated = [number for table in drawn.tables for number in table] + list(drawn.sitting_out)
    assert sorted(seated) == list(players(count))
    assert all(len(table) in (3, 4) for table in drawn.tables)


@for_each(
    ("count", "fewest"), [(9, 4), (12, 4), (15, 7), (18, 7), (21, 8), (24, 8), (27, 8), (36, 8)]
)
@for_each("seed", range(3))
def test_pairs_do_not_meet_twice_in_the_rounds_by_lot(count: int, fewest: int, seed: int) -> None:
    bound = (count - 1) // 2
    drawn = pairings.draw_schedule(players(count), min(8, bound), {}, Random(seed))
    assert fewest <= rounds_without_repeat(drawn) <= bound
    for one in drawn:
        assert_everybody_is_seated(one, count)


def test_eight_rounds_of_any_size_are_drawn_within_a_fifth_of_a_second_of_computing() -> None:
    for count in range(9, 37):
        draw = partial(pairings.draw_schedule, players(count), 8, {}, Random(1))
        result_within(0.4, draw)  # twice the promise: a cold cache


@pytest.mark.parametrize("count", [9, 15])
def test_in_kirkmans_schedule_everybody_meets_everybody_once(count: int) -> None:
    drawn = pairings.kirkman(players(count), Random(1))
    assert len(drawn) == (count - 1) // 2
    met = count_meetings(drawn)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}
    for one in drawn:
        assert_everybody_is_seated(one, count)
        assert not one.sitting_out


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(24, (3,) * 8), (23, (3,) * 5 + (4,) * 2), (22, (3,) * 6 + (4,)), (7, (3, 4)), (8, (4, 4))],
)
def test_tables_of_four_take_in_the_rest(count: int, sizes: tuple[int, ...]) -> None:
    assert pairings.table_sizes(count, with_fours=True) == sizes


@pytest.mark.parametrize(("count", "seated"), [(2, 0), (3, 3), (4, 4), (5, 4), (6, 6)])
def test_small_numbers_seat_who_can_be_seated(count: int, seated: int) -> None:
    assert sum(pairings.table_sizes(count, with_fours=True)) == seated


def test_the_same_seed_draws_the_same() -> None:
    drawn = [pairings.draw_schedule(players(23), 8, {}, Random(7)) for _ in range(2)]
    assert drawn[0] == drawn[1]


def test_everybody_sits_out_equally_often_by_threes() -> None:
    drawn = pairings.draw_schedule(players(23), 8, {}, Random(1))
    free = Counter(number for one in drawn for number in one.sitting_out)
    assert all(len(one.sitting_out) == 2 for one in drawn)
    assert max(free.values()) == 1


def test_a_repeated_pair_is_spread_once_it_cannot_be_avoided() -> None:
    drawn = pairings.draw_schedule(players(6), 6, {}, Random(1))
    assert rounds_without_repeat(drawn) == 1  # (6-1)/2 is two, and the second does not exist
    assert max(count_meetings(drawn).values()) <= 3  # 36 meetings of 15 pairs: 2.4 in the mean


@for_each("with_fours", [False, True])
@for_each("count", [3, 4, 5, 6, 7, 8, 9, 11, 13, 15])
def test_a_round_robin_ends_when_everybody_has_met(count: int, with_fours: bool) -> None:
    drawn = pairings.draw_round_robin(players(count), {}, Random(1), with_fours=with_fours)
    assert len(count_meetings(drawn)) == count * (count - 1) // 2
    assert len(count_meetings(drawn[:-1])) < count * (count - 1) // 2


def test_a_round_robin_needs_three() -> None:
    with pytest.raises(ValueError, match="2 players"):
        pairings.draw_round_robin(players(2), {}, Random(1))


def test_by_standing_neighbours_meet_unless_they_have_met() -> None:
    order = list(players(9))
    chance = Random(1)
    first = pairings.draw_tables(order, {}, chance, sizes=(3, 3, 3), by_standing=True)
    assert set(first.tables) == {(1, 2, 3), (4, 5, 6), (7, 8, 9)}
    met = count_meetings([first])
    second = pairings.draw_tables(order, met, chance, sizes=(3, 3, 3), by_standing=True)
    assert not set(second.pairs()) & set(met)


def test_a_swiss_by_standing_repeats_no_pair_in_five_rounds_of_24() -> None:
    chance, rounds = Random(3), list[Round]()
    for _ in range(5):
        order = list(players(24))
        chance.shuffle(order)
        met = count_meetings(rounds)
        rounds.append(
            pairings.draw_tables(order, met, chance, sizes=(3,) * 8, by_standing=bool(rounds))
        )
    assert max(count_meetings(rounds).values()) == 1


def test_the_playoff_seats_the_first_three_together() -> None:
    drawn = pairings.tables_by_standing([5, 3, 1, 2, 6, 4, 7])
    assert drawn == Round(((5, 3, 1), (2, 6, 4)), (7,))


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        (((1, 2, 3), (4, 5, 6), (7, 8, 9)), (1, 4, 7)),
        (((1, 2, 3), (4, 5, 6)), (1, 4, 5)),  # the better second fills the final
        (((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)), (1, 4, 7, 10)),  # a final of four
    ],
)
def test_winners_and_the_best_seconds_advance(
    tables: tuple[tuple[int, ...], ...], expected: tuple[int, ...]
) -> None:
    assert pairings.advance(tables, {2: 10, 5: 20}) == expected


def test_without_fours_winners_are_filled_up_to_threes() -> None:
    tables = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12))
    found = pairings.advance(tables, {2: 1, 5: 4, 8: 3, 11: 2}, with_fours=False)
    assert found == (1, 4, 7, 10, 5, 8)
