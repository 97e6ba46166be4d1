"""Whole seasons on paper, and standings compared with sheets made by hand."""

from collections import Counter

import pytest

from bot.features.leagues import course, league_log
from bot.features.leagues.formats import LeagueFormat
from bot.features.leagues.league_log import (
    DrawnRound,
    Enter,
    Grant,
    Leave,
    Open,
    Postpone,
    Replace,
    Result,
    Walkover,
)
from bot.features.leagues.pairings import Round, count_meetings
from bot.features.leagues.standings import standing_of, yellow_cards
from bot.model.values import replace
from tests.features.leagues.seasons import ZONE, PaperSeason, by_lot, by_strength
from tests.support.cases import for_each


def season_of_six() -> PaperSeason:
    """Two rounds of six members, written by hand: the sheet is in the tests."""
    season = PaperSeason.of(LeagueFormat.SERBIAN, 6)
    for event in (
        DrawnRound(1, Round(((1, 2, 3), (4, 5, 6)))),
        Open(1, 1, 11),
        Open(1, 2, 12),
        Result(1, 1, {1: 120, 2: -20, 3: -100}),  # 4, 1, 0
        Result(1, 2, {4: 30, 5: 20, 6: -50}),  # 3, 2, 0
        DrawnRound(2, Round(((1, 4, 5), (2, 3, 6)))),
        Open(2, 1, 21),
        Open(2, 2, 22),
        Result(2, 1, {1: -80, 4: 0, 5: 80}),  # 0, 2, 3
        Result(2, 2, {2: 10, 3: 10, 6: -20}),  # 3, 3, 0
    ):
        season.add(event)
    return season


def test_a_serbian_standing_equals_the_sheet_made_by_hand() -> None:
    """Points 5, 5, 4, 4, 3, 0; of equal points the higher bule."""
    rows = standing_of(season_of_six().state)
    sheet = [(row.place, row.number, row.points / 10, row.balance) for row in rows]
    assert sheet == [
        (1, 5, 5, 100),
        (2, 4, 5, 30),
        (3, 1, 4, 40),
        (4, 2, 4, -10),
        (5, 3, 3, -90),
        (6, 6, 0, -70),
    ]


def test_a_manager_corrects_a_result_and_gives_points() -> None:
    season = season_of_six()
    season.add(Result(2, 2, {2: 0, 3: -10, 6: 10}, reason="wrong deal"))  # 2, 0, 3 (not alone)
    season.add(Grant(1, -10, "late twice"))
    points = {row.number: row.points / 10 for row in standing_of(season.state)}
    assert points == {5: 5, 4: 5, 1: 3, 2: 3, 3: 0, 6: 3}


def test_a_russian_standing_equals_the_sheet_made_by_hand() -> None:
    season = PaperSeason.of(LeagueFormat.RUSSIAN, 6, deals=6, every=0)
    for event in (
        DrawnRound(1, Round(((1, 2, 3), (4, 5, 6)))),
        Open(1, 1, 11),
        Open(1, 2, 12),
        Result(1, 1, {1: 150, 2: -30, 3: -120}),  # 50 + 25 + 5 = 80
        Result(1, 2, {4: 540, 5: 10, 6: -550}),  # 119; 6 has lost more than 500: a yellow card
    ):
        season.add(event)
    rows = standing_of(season.state)
    assert [(row.number, row.points, row.has_card) for row in rows] == [
        (4, 1190, False),
        (1, 800, False),
        (5, 100, False),
        (2, -300, False),
        (3, -1200, False),
        (6, -5500, True),
    ]
    due = course.next_steps(season.state, season.now, ZONE)
    assert due == (Leave(6, "yellow card"),)


def test_who_does_not_come_gets_a_yellow_card_until_it_is_taken_back() -> None:
    season = PaperSeason.of(LeagueFormat.RUSSIAN, 3, every=0)
    season.add(DrawnRound(1, Round(((1, 2, 3),))))
    season.add(Open(1, 1, 11))
    season.add(Walkover(1, 1, (1, 2)))
    assert yellow_cards(season.state) == {3}
    season.add(Leave(3, "yellow card"))
    season.add(league_log.Pardon(3, "no power at home"))
    assert not yellow_cards(season.state)
    assert season.state.active == (1, 2, 3)


@pytest.mark.parametrize("members", [24, 23])
def test_a_serbian_season_has_fifteen_rounds_and_no_pair_twice_in_the_first_eight(
    members: int,
) -> None:
    season = PaperSeason.of(LeagueFormat.SERBIAN, members)
    state = season.play(by_lot(members))
    assert sorted(state.rounds) == list(range(1, 16))
    by_lots = [state.rounds[number] for number in range(1, 9)]
    assert max(count_meetings(by_lots).values()) == 1
    assert all(len(one.tables) == members // 3 for one in state.rounds.values())
    free = Counter(number for one in state.rounds.values() for number in one.sitting_out)
    assert len(free) == (0 if members == 24 else 23)
    assert all(count <= 2 for count in free.values())
    assert state.is_over
    assert not state.is_cancelled


def test_the_playoff_of_a_serbian_league_goes_by_the_standing() -> None:
    season = PaperSeason.of(LeagueFormat.SERBIAN, 9)
    while 9 not in season.state.rounds:
        season.step(by_strength)
    order = [row.number for row in standing_of(replace(season.state, rounds={}))]
    ninth = season.state.rounds[9]
    assert [set(table) for table in ninth.tables] == [
        set(order[:3]),
        set(order[3:6]),
        set(order[6:]),
    ]


def test_hosts_are_chosen_by_turns_and_first_by_the_highest_number() -> None:
    state = PaperSeason.of(LeagueFormat.SERBIAN, 24).play(by_lot(1))
    assert all(table[0] == max(table) for table in state.rounds[1].tables)
    hosted = Counter[int]()
    for _, drawn in sorted(state.rounds.items()):
        for table in drawn.tables:
            assert hosted[table[0]] == min(hosted[number] for number in table)
        hosted.update(table[0] for table in drawn.tables)


@pytest.mark.parametrize("members", [24, 23, 9, 7])
def test_a_russian_tournament_ends_with_a_final_of_the_best_nine(members: int) -> None:
    state = PaperSeason.of(LeagueFormat.RUSSIAN, members, every=0, with_fours=True).play(
        by_strength
    )
    assert sorted(state.rounds) == list(range(1, 7))
    finalists = {number for table in state.rounds[6].tables for number in table}
    assert len(finalists) == min(members, 9)
    rows = standing_of(state)
    assert {row.number for row in rows[: len(finalists)]} == finalists


@for_each("members", [24, 23, 10, 8, 5, 4, 3])
@for_each("with_fours", [False, True])
def test_a_knock_out_ends_with_the_strongest(members: int, with_fours: bool) -> None:
    season = PaperSeason.of(LeagueFormat.KNOCK_OUT, members, with_fours=with_fours)
    state = season.play(by_strength)
    last = state.rounds[max(state.rounds)]
    assert len(last.tables) == 1
    assert standing_of(state)[0].number == 1
    for number in range(2, max(state.rounds) + 1):
        before = {n for table in state.rounds[number - 1].tables for n in table}
        before |= set(state.rounds[number - 1].sitting_out)
        assert {n for table in state.rounds[number].tables for n in table} < before


def test_a_round_robin_lets_everybody_meet_although_one_withdraws() -> None:
    season = PaperSeason.of(LeagueFormat.ROUND_ROBIN, 9)
    for _ in range(12):
        season.step(by_strength)
    season.add(Leave(4))
    state = season.play(by_strength)
    met = course.meetings(state)
    rest = [number for number in range(1, 10) if number != 4]
    assert all((a, b) in met for a in rest for b in rest if a < b)


def test_withdrawal_and_late_entry_draw_the_next_round_anew() -> None:
    season = PaperSeason.of(LeagueFormat.SERBIAN, 24)
    while not season.state.is_finished(3):
        season.step(by_lot(2))
    season.add(Leave(7))
    season.add(Leave(8))
    season.add(Enter(25))
    while not season.state.is_finished(4):
        season.step(by_lot(3))
    fourth = season.state.rounds[4]
    there = {number for table in fourth.tables for number in table} | set(fourth.sitting_out)
    assert there == set(range(1, 26)) - {7, 8}
    assert max(course.meetings(season.state).values()) == 1


def test_a_successor_has_the_place_the_points_and_the_tables_drawn_ahead() -> None:
    season = season_of_six()
    season.add(DrawnRound(3, Round(((1, 6, 5), (2, 3, 4)))))
    season.add(Replace(1, 7, "a year abroad"))
    state = season.state
    assert state.rounds[3] == Round(((7, 6, 5), (2, 3, 4)))
    assert state.rounds[1] == Round(((1, 2, 3), (4, 5, 6)))
    sheet = {row.number: (row.points / 10, row.balance) for row in standing_of(state)}
    assert sheet == {5: (5, 100), 4: (5, 30), 7: (4, 40), 2: (4, -10), 3: (3, -90), 6: (0, -70)}
    met = {pair for pair in course.meetings(state) if 7 in pair}
    assert met == {(2, 7), (3, 7), (4, 7), (5, 7)}


def test_who_was_replaced_gets_their_place_back_with_what_was_won_meanwhile() -> None:
    season = season_of_six()
    season.add(Replace(1, 7, "a year abroad"))
    season.add(DrawnRound(3, Round(((7, 6, 5), (2, 3, 4)))))
    season.add(Open(3, 1, 31))
    season.add(Result(3, 1, {7: 50, 6: -20, 5: -30}))  # 4, 1, 0
    season.add(Replace(7, 1, "back already"))
    sheet = {row.number: (row.points / 10, row.balance) for row in standing_of(season.state)}
    assert sheet[1] == (8.0, 90)
    assert 7 not in sheet
    assert season.state.active == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize("kind", list(LeagueFormat))
def test_a_season_goes_on_with_a_successor(kind: LeagueFormat) -> None:
    season = PaperSeason.of(kind, 9)
    while not season.state.is_finished(1):
        season.step(by_strength)
    season.add(Replace(1, 10, "a year abroad"))
    state = season.play(lambda _, there: by_strength(0, there))
    later = {one for number, drawn in state.rounds.items() if number > 1 for one in drawn_in(drawn)}
    assert 1 not in later
    assert 10 in later
    assert len(standing_of(state)) == 9
    met = course.meetings(state)
    assert kind is not LeagueFormat.ROUND_ROBIN or set(met.values()) == {1}


def test_a_round_that_is_moved_takes_those_after_it_along() -> None:
    season = PaperSeason.of(LeagueFormat.SERBIAN, 6)
    before = [course.starts_at(season.state, number, ZONE) for number in (1, 2, 3)]
    later = before[1] + 3 * 86400
    season.add(Postpone(2, later, "holidays"))
    after = [course.starts_at(season.state, number, ZONE) for number in (1, 2, 3)]
    assert after == [before[0], later, later + before[2] - before[1]]


def test_tables_that_are_opened_late_have_their_whole_time() -> None:
    """The bot was away for nine days, longer than until the next round."""
    season = PaperSeason.of(LeagueFormat.SWISS, 3)
    begins = course.starts_at(season.state, 1, ZONE)
    season.now = begins + 9 * 86400
    for event in (DrawnRound(1, Round(((1, 2, 3),))), Open(1, 1, 11)):
        season.add(event)
    limit = course.match_limit(season.state, 1, ZONE)
    assert limit == season.now + 60 * season.plan.minutes


def drawn_in(drawn: Round) -> set[int]:
    return {*drawn.sitting_out, *(one for table in drawn.tables for one in table)}


def test_fewer_than_three_members_cancel_the_league() -> None:
    state = PaperSeason.of(LeagueFormat.SWISS, 2).play(by_lot(1))
    assert state.is_cancelled


def test_a_season_is_the_same_from_any_line_on() -> None:
    """The next step follows from the log alone, so a kill between two lines changes nothing."""
    whole = PaperSeason.of(LeagueFormat.SWISS, 7, with_fours=True)
    whole.play(by_strength)
    texts = sorted(line.text for line in whole.lines)
    for count in range(7, len(whole.lines)):
        again = PaperSeason(whole.plan, whole.lines[count - 1].at, list(whole.lines[:count]))
        again.play(by_strength)
        assert sorted(line.text for line in again.lines) == texts, count
