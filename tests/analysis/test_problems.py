"""Set problems: the shipped ones are right, every good line passes, every mistake is reported."""

import json
import pickle
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bot.analysis.position import Cards, cards_in, legal_cards, play_card, turn_of
from bot.analysis.problems.collection import (
    PROBLEM_FOLDER,
    ProblemCollection,
    ProblemPool,
    format_problem,
    load_draws,
    load_problems,
    shipped_problems,
)
from bot.analysis.problems.opponent import (
    ProblemSolver,
    SafetyCheck,
    answer_card,
    only_holding_card,
    opening_line,
    solve_problem,
)
from bot.analysis.problems.problem import (
    LEAST_PEOPLE,
    MISERE_LETTER,
    BadLine,
    FirstTries,
    FollowingDuty,
    Grade,
    LineStatus,
    Problem,
    ProblemSide,
    format_hand,
    grade_by_people,
    group_equivalent,
    legal_next_cards,
    line_status,
    parse_hand,
    replay_line,
)
from bot.analysis.solver import solve
from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME, Card
from tests.support.cases import for_each
from tools.problem_proofs import faults_of_problem
from tools.problems import KINDS, POOLS, Search, append, candidate, valued

GIVEN = Path(__file__).parent / "golden" / "etudes.json"
CLASSIC = ("k1", "k2", "k3", "lasker")
ALL = shipped_problems()


@cache
def brute(etude: Problem, cards: Cards) -> int:
    """Return the declarer's remaining tricks, by trying everything."""
    rules = etude.solver_contract
    values = []
    for card in cards_in(legal_cards(cards, rules)):
        after, winner = play_card(cards, rules, card)
        values.append(brute(etude, after) + (winner == etude.declarer))
    if not values:
        return 0
    declares = turn_of(cards, rules) == etude.declarer
    return max(values) if declares == (etude.contract != MISERE_LETTER) else min(values)


def small(count: int, size: int = 4) -> list[Problem]:
    """Yield small random problems of every kind."""
    drawn = []
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        drawn.append(valued(candidate(kind, size, Random(f"small {number}"))))
    return [etude for etude in drawn if etude is not None]


# -- shipped problems


def test_enough_of_every_grade_and_kind() -> None:
    made = [etude for etude in ALL.problems.values() if etude.key not in CLASSIC]
    assert len(made) >= 60
    assert all(len(ALL.of_grade(grade)) >= 25 for grade in Grade)
    kinds = Counter((e.contract == MISERE_LETTER, e.side, e.duty) for e in made)
    assert all(
        kinds[misere, side, FollowingDuty.SUIT] for misere in (True, False) for side in ProblemSide
    )
    assert kinds[True, ProblemSide.DEFENDERS, FollowingDuty.OVERTAKE]
    assert kinds[False, ProblemSide.DECLARER, FollowingDuty.OVERTAKE]
    assert len({etude.hands for etude in made}) == len(made)


@pytest.mark.parametrize("grade", Grade)
def test_the_value_is_the_value(grade: Grade) -> None:
    for etude in ALL.of_grade(grade)[::6]:
        assert solve(etude.cards, etude.solver_contract) == etude.tricks, etude.key
        assert len({hand.bit_count() for hand in etude.hands}) == 1, etude.key


@for_each("key", [e.key for e in ALL.of_grade(Grade.EASY) if e.all_tricks == 4][::6])
def test_the_value_by_brute_force(key: str) -> None:
    etude = ALL.problems[key]
    assert brute(etude, etude.cards) == etude.tricks


def test_a_file_is_what_was_written(tmp_path: Path) -> None:
    texts = ['source = ""', *(format_problem(etude) for etude in ALL.problems.values())]
    (tmp_path / "again.toml").write_text("\n".join(texts), encoding="utf-8")
    again = load_problems(tmp_path).problems
    assert list(again) == list(ALL.problems)
    assert all(again[key].hands == ALL.problems[key].hands for key in again)
    assert pickle.loads(pickle.dumps(ALL.problems["k1"])) == ALL.problems["k1"]  # noqa: S301


@pytest.mark.parametrize(
    "hands",
    [
        "AQ.JT9.J7 - -",
        "AA.-.-.- K.-.-.- Q.-.-.-",
        "A.-.-.- A.-.-.- K.-.-.-",
        "X.-.-.- A.-.-.- K.-.-.-",
    ],
)
def test_hands_that_cannot_be(tmp_path: Path, hands: str) -> None:
    text = (PROBLEM_FOLDER / "classic.toml").read_text(encoding="utf-8").split("[[etude]]")
    good = "AQ.JT9.J7.KQ7 KJ.A8.T98.J98 T987.KQ.AKQ.A"
    (tmp_path / "bad.toml").write_text(
        "[[etude]]".join(text[:2]).replace(good, hands), encoding="utf-8"
    )
    with pytest.raises(ValueError):
        load_problems(tmp_path)


def test_a_key_may_stand_once(tmp_path: Path) -> None:
    text = (PROBLEM_FOLDER / "classic.toml").read_text(encoding="utf-8")
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="twice"):
        load_problems(tmp_path)


def test_the_classic_problems_are_as_they_were_given() -> None:
    given = json.loads(GIVEN.read_text(encoding="utf-8"))
    for key, one in zip(CLASSIC, given, strict=True):
        etude = ALL.problems[key]
        assert [format_hand(hand) for hand in etude.hands] == [one[seat] for seat in "ESW"]
        assert etude.tricks == one["declarer_tricks"]
        assert ("ESW"[etude.declarer], "ESW"[etude.leader]) == (one["declarer"], one["leader"])
        assert etude.contract == one["contract"].replace("misere", MISERE_LETTER)


def test_hands_as_text() -> None:
    assert format_hand(parse_hand("AT87.-.K.QJ9")) == "AT87.-.K.QJ9"
    assert [CARD_NAMES[card] for card in parse_hand("T7.-.-.A")] == ["7S", "10S", "AH"]


# -- the problems of the day and of the week

MONDAY = 20780  # 2026-11-23


def test_none_comes_again_before_its_pool_is_exhausted() -> None:
    for name, pool in ALL.pools.items():
        weekly = name is ProblemPool.WEEKLY
        at = ALL.weekly if weekly else ALL.daily
        days = range(MONDAY, MONDAY + 7 * len(pool), 7 if weekly else 1)
        keys = [key for key in (at(day).key for day in days) if key in {e.key for e in pool}]
        assert keys[: len(pool)] == [etude.key for etude in pool], name


def test_a_longer_pool_changes_no_day() -> None:
    """Servers with an older program have the same problem."""
    shorter = ProblemCollection(ALL.problems, {name: pool[:20] for name, pool in ALL.pools.items()})
    assert [shorter.daily(day) for day in range(MONDAY, MONDAY + 70)] == [
        ALL.daily(day) for day in range(MONDAY, MONDAY + 70)
    ]


@pytest.mark.parametrize("monday", [MONDAY, 20458])  # the first one, and one long before it
def test_the_week_gets_harder(monday: int) -> None:
    week = [ALL.daily(monday + n).grade for n in range(7)]
    assert week == sorted(week, key=list(Grade).index)
    assert week[0] is Grade.EASY
    assert week[-1] is Grade.MASTER


def test_the_problem_of_a_week_is_a_whole_hard_deal() -> None:
    keys = {ALL.weekly(MONDAY + n).key for n in range(7)}
    assert len(keys) == 1
    assert ALL.weekly(MONDAY + 7).key not in keys
    assert all(e.grade is Grade.MASTER for e in ALL.pools[ProblemPool.WEEKLY])
    assert all(e.all_tricks == 10 for e in ALL.pools[ProblemPool.WEEKLY])


def test_practice_has_only_problems_of_days_that_are_over() -> None:
    today = MONDAY + 8
    known = {etude.key for etude in ALL.open_for_practice(None, today)}
    assert {ALL.daily(day).key for day in range(MONDAY, today)} <= known
    assert not known & {ALL.daily(day).key for day in range(today, today + 40)}
    assert ALL.weekly(MONDAY).key in known
    assert ALL.weekly(today).key not in known
    assert set(CLASSIC) <= known
    assert all(e.grade is Grade.HARD for e in ALL.open_for_practice(Grade.HARD, today))


@pytest.mark.parametrize("pool", ProblemPool)
def test_one_card_holds(pool: ProblemPool) -> None:
    """By the solver and by brute force; ``make etudes ARGS=--check`` proves all of them."""
    for etude in ALL.pools[pool][::60]:
        assert faults_of_problem(etude) == (), etude.key


def test_a_problem_with_two_holding_cards_is_found_out() -> None:
    """South may begin with either of the top hearts."""
    east, south, west = (int(parse_hand(text)) for text in ("-.-.-.78", "-.-.-.AK", "-.-.7.9"))
    hands = (east, south, west)
    etude = replace(ALL.problems["1"], contract="NT", leader=1, hands=hands, tricks=2)
    assert only_holding_card(etude) is None


# -- the search for them


def test_an_interrupted_search_goes_on_behind_its_last_draw(tmp_path: Path) -> None:
    pool = replace(POOLS[0], wanted=6)
    whole = list(islice(Search(pool).run(), 4))
    (tmp_path / "daily_easy.toml").write_text('source = ""\ndaily = "easy"\n', encoding="utf-8")
    for draw, etude in whole[:2]:
        append(tmp_path / "daily_easy.toml", etude, draw)
    draws = load_draws(tmp_path / "daily_easy.toml")
    assert list(islice(Search.after(pool, draws).run(), 2)) == whole[2:]
    kept = load_problems(tmp_path).pools[ProblemPool.EASY]
    assert [etude.key for etude in kept] == ["1001", "1002"]
    assert [etude.hands for etude in kept] == [etude.hands for _, etude in whole[:2]]


def test_a_full_pool_wants_nothing() -> None:
    pool = replace(POOLS[0], wanted=2)
    draws = tuple(draw for draw, _ in Search(pool).run())
    assert len(draws) == 2
    assert list(Search.after(pool, draws).run()) == []


# -- play


@pytest.mark.slow
@for_each("key", [*CLASSIC, *list(ALL.problems)[:-4:60]])
def test_the_solution_is_accepted(key: str) -> None:
    """Play the solution card by card; the defence is the same each time."""
    etude = ALL.problems[key]
    line, best = opening_line(etude), solve_problem(etude, ()).line
    assert best[: len(line)] == line
    while line_status(etude, replay_line(etude, line)) is LineStatus.OPEN:
        answer = answer_card(etude, line, best[len(line)])
        assert answer.tricks_after_mistake < 0
        line = answer.line
        if line != best[: len(line)]:  # the rest could no longer go wrong
            break
    assert line_status(etude, replay_line(etude, line)) is LineStatus.REACHED


@pytest.mark.parametrize("key", CLASSIC)
def test_a_losing_card_is_told_with_its_price(key: str) -> None:
    """The first mistake ends the line, with its price."""
    etude, line = ALL.problems[key], opening_line(ALL.problems[key])
    best = solve_problem(etude, ()).line
    while True:
        course = replay_line(etude, line)
        held = ProblemSolver(etude).right_cards(course.cards, course.tricks_of(etude.declarer))
        wrong = [card for card in legal_next_cards(etude, course) if card not in held]
        if wrong:
            break
        line = answer_card(etude, line, best[len(line)]).line
    for card in wrong:
        answer = answer_card(etude, line, card)
        assert answer.line == (*line, card)
        assert not etude.is_aim_met(answer.tricks_after_mistake)
        after = replay_line(etude, answer.line)
        taken = after.tricks_of(etude.declarer)
        assert answer.tricks_after_mistake == taken + solve(after.cards, etude.solver_contract)


@pytest.mark.slow
def test_every_answer_is_what_brute_force_says() -> None:
    """At every decision of random play a move that keeps the value goes on; others are stopped."""
    asked = 0
    for number, etude in enumerate(small(120)):
        chance, line = Random(number), opening_line(etude)
        while line_status(etude, course := replay_line(etude, line)) is LineStatus.OPEN:
            card = chance.choice(legal_next_cards(etude, course))
            after, winner = play_card(course.cards, etude.solver_contract, card)
            total = (
                course.tricks_of(etude.declarer) + (winner == etude.declarer) + brute(etude, after)
            )
            answer = answer_card(etude, line, card)
            asked += 1
            assert (answer.tricks_after_mistake < 0) == (total == etude.tricks)
            if answer.tricks_after_mistake >= 0:
                assert answer.tricks_after_mistake == total
                break
            line = answer.line
            course = replay_line(etude, line)
            left = brute(etude, course.cards) if course.tricks_left else 0
            assert course.tricks_of(etude.declarer) + left == etude.tricks
    assert asked > 60


def test_the_defence_sets_traps() -> None:
    """The defence picks the good card after which more of the player's cards lose."""
    etude = ALL.problems["k3"]
    player, cards = ProblemSolver(etude), etude.cards
    groups = player.choice(cards, 0).right
    chances = {group[0]: player.chance(*_after(etude, cards, group[0])) for group in groups}
    assert len(set(chances.values())) > 1
    assert chances[opening_line(etude)[0]] == min(chances.values())


def _after(etude: Problem, cards: Cards, card: Card) -> tuple[Cards, int]:
    after, winner = play_card(cards, etude.solver_contract, card)
    return after, int(winner == etude.declarer)


def test_a_course_that_cannot_go_wrong_is_played_out() -> None:
    """The safety check agrees with every possible fall of the cards."""

    def can_miss(etude: Problem, cards: Cards, taken: int) -> bool:
        may = cards_in(legal_cards(cards, etude.solver_contract))
        if not may:
            return not etude.is_aim_met(taken)
        for card in may:
            after, winner = play_card(cards, etude.solver_contract, card)
            if can_miss(etude, after, taken + (winner == etude.declarer)):
                return True
        return False

    said = Counter[bool]()
    for etude in small(60, 3):
        safe = SafetyCheck(etude).is_safe(etude.cards, 0)
        said[safe] += 1
        assert safe == (not can_miss(etude, etude.cards, 0))
    assert said[True]
    assert said[False]


def test_a_card_that_may_not_be_played() -> None:
    etude = ALL.problems["k1"]
    with pytest.raises(BadLine):
        answer_card(etude, (), CARDS_BY_NAME["AS"])
    with pytest.raises(BadLine):
        replay_line(etude, (CARDS_BY_NAME["AC"], CARDS_BY_NAME["JC"], CARDS_BY_NAME["AH"]))


def test_equal_cards() -> None:
    """Nine and ten are equal when nobody else can come between them; in the trick the jack can."""
    hands = (int(parse_hand("9T.-.-.-")), int(parse_hand("8Q.-.-.-")), int(parse_hand("JK.-.-.-")))
    cards = Cards(hands, 0)
    assert group_equivalent(cards, 0, cards_in(hands[0])) == [[2, 3]]
    assert group_equivalent(cards, 2, cards_in(hands[2])) == [[4], [6]]
    lying = Cards((hands[0], int(parse_hand("8.-.-.-")), int(parse_hand("J.-.-.-"))), 2, (3,))
    gone = (int(parse_hand("9J.-.-.-")), lying.hands[1], int(parse_hand("K.-.-.-")))
    assert group_equivalent(Cards(gone, 2, (3,)), 0, cards_in(gone[0])) == [[2], [4]]
    assert group_equivalent(Cards(gone, 0), 0, cards_in(gone[0])) == [[2, 4]]


@pytest.mark.parametrize("grade", list(Grade))
def test_no_grade_follows_from_a_few_people(grade: Grade) -> None:
    for solved in range(LEAST_PEOPLE):
        assert grade_by_people(grade, FirstTries(LEAST_PEOPLE - 1, solved)) is grade


@pytest.mark.parametrize("by_traits", list(Grade))
def test_many_people_outweigh_the_traits(by_traits: Grade) -> None:
    """Nine of ten find an easy problem at once, one of ten a master's."""
    found = [grade_by_people(by_traits, FirstTries(300, solved)) for solved in (270, 165, 120, 30)]
    assert found == list(Grade)


def test_more_solvers_never_make_a_problem_harder() -> None:
    order = list(Grade)
    for by_traits in Grade:
        found = [grade_by_people(by_traits, FirstTries(20, solved)) for solved in range(21)]
        ranks = [order.index(grade) for grade in found]
        assert ranks == sorted(ranks, reverse=True)
        assert len(set(ranks)) > 1


def test_people_move_a_problem_to_another_grade() -> None:
    """Wherever it is asked for: by its key, by its grade, by its day."""
    pool = ALL.pools[ProblemPool.EASY]
    moved = ALL.graded_by({pool[0].key: FirstTries(40, 6), "gone": FirstTries(9, 9)})
    (found,) = [e for e in moved.of_grade(Grade.MASTER) if e not in ALL.of_grade(Grade.MASTER)]
    assert found == replace(pool[0], grade=Grade.MASTER)
    assert moved.get(found.key) is found is moved.pools[ProblemPool.EASY][0]
    assert len(moved.problems) == len(ALL.problems)
