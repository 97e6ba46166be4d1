"""Comparison of options by their differences in the same worlds."""

from dataclasses import replace

import pytest

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.families import family_of
from bot.robots.expert.continuation import Prospect, situation_values
from bot.robots.expert.option_weighing import LEAST_WORLDS, CallOption, best_option, weigh_options
from bot.robots.families.balkan import expected_refa_uses
from tests.support import balkan, builders

PLAIN, OTHER = act.PASS, act.WHIST
OPTIONS = (PLAIN, OTHER)
TEMPERS = (0.4, 0.3, 0.3)


def chosen(gains: list[float], weights: list[float] | None = None) -> CallOption:
    """Return the choice with ``gains`` of the other option over the plain one, world by world."""

    def value(number: int, option: CallOption) -> Prospect:
        luck = 100.0 * (number % 3)  # the same for both
        return Prospect(luck + (gains[number] if option == OTHER else 0.0), None)

    tally = weigh_options(
        OPTIONS, PLAIN, weights or [1.0] * len(gains), value, lambda: False, TEMPERS
    )
    return best_option(tally, PLAIN)


@pytest.mark.parametrize(
    ("gains", "choice"),
    [
        ([5.0] * 20, OTHER),
        ([-5.0] * 20, PLAIN),
        ([0.0] * 20, PLAIN),
        ([60.0, -50.0] * 10, PLAIN),  # a mean of five, but within chance
        ([8.0, 2.0] * 10, OTHER),
    ],
)
def test_the_plain_choice_stands_until_another_is_surely_better(
    gains: list[float], choice: Action
) -> None:
    assert chosen(gains) == choice


@pytest.mark.parametrize(("against_some", "choice"), [(4.0, OTHER), (-4.0, PLAIN)])
def test_what_is_poor_against_some_must_be_better_by_twice_the_error(
    against_some: float, choice: Action
) -> None:
    """The mean of two is a little more than the standard error of 1.8."""

    def value(number: int, option: CallOption) -> Prospect:
        if option == PLAIN:
            return Prospect(0.0, None, (0.0, 0.0, 0.0))
        return Prospect(-6.0 if number % 2 else 10.0, None, (2.0, against_some, 2.0))

    tally = weigh_options(OPTIONS, PLAIN, [1.0] * 20, value, lambda: False, TEMPERS)
    assert best_option(tally, PLAIN) == choice


def test_what_is_poor_against_nobody_here_needs_no_more() -> None:
    """The second temper is next to ruled out: three in twenty are not, one in fifty is."""

    def value(number: int, option: CallOption) -> Prospect:
        if option == PLAIN:
            return Prospect(0.0, None, (0.0, 0.0, 0.0))
        return Prospect(-6.0 if number % 2 else 10.0, None, (2.0, -4.0, 2.0))

    for likely, choice in (((0.7, 0.15, 0.15), PLAIN), ((0.7, 0.02, 0.28), OTHER)):
        tally = weigh_options(OPTIONS, PLAIN, [1.0] * 20, value, lambda: False, likely)
        assert best_option(tally, PLAIN) == choice


def test_likelier_worlds_count_for_more() -> None:
    gains = [10.0] * 10 + [-10.0] * 10
    assert chosen(gains, [9.0] * 10 + [1.0] * 10) == OTHER
    assert chosen(gains, [1.0] * 10 + [9.0] * 10) == PLAIN


def test_few_worlds_prove_nothing_unless_there_are_no_others() -> None:
    def value(number: int, option: CallOption) -> Prospect:
        return Prospect(float(option == OTHER), None)

    cut = weigh_options(OPTIONS, PLAIN, [1.0] * 30, value, lambda: True, TEMPERS)
    assert len(cut.weights) == 1 < LEAST_WORLDS
    assert best_option(cut, PLAIN) == PLAIN
    assert (
        best_option(weigh_options(OPTIONS, PLAIN, [1.0, 1.0], value, lambda: False, TEMPERS), PLAIN)
        == OTHER
    )


@pytest.mark.parametrize(("explains", "looked"), [(False, 9), (True, 10)])
def test_a_move_leaves_a_world_that_is_one_of_too_few(explains: bool, looked: int) -> None:
    """The work runs out before the last option of the fifth world: the plain choice stands."""
    seen: list[int] = []

    def value(number: int, option: CallOption) -> Prospect:
        seen.append(number)
        return Prospect(float(option == OTHER), None)

    def is_done() -> bool:
        return len(seen) >= 9

    tally = weigh_options(OPTIONS, PLAIN, [1.0] * 30, value, is_done, TEMPERS, explains=explains)
    assert len(seen) == looked
    assert best_option(tally, PLAIN) == PLAIN


@pytest.mark.parametrize("count", [6, 30])
def test_a_move_finishes_the_world_that_decides(count: int) -> None:
    """The work runs out in the sixth world, where the other option may already be chosen."""
    seen: list[int] = []

    def value(number: int, option: CallOption) -> Prospect:
        seen.append(number)
        return Prospect(float(option == OTHER), None)

    def is_done() -> bool:
        return len(seen) >= 2 * LEAST_WORLDS - 1

    tally = weigh_options(OPTIONS, PLAIN, [1.0] * count, value, is_done, TEMPERS, explains=False)
    assert len(seen) == 2 * LEAST_WORLDS
    assert best_option(tally, PLAIN) == OTHER


def test_an_option_far_behind_is_not_looked_at_again() -> None:
    third = act.HALF_WHIST

    def value(number: int, option: CallOption) -> Prospect:
        return Prospect(-90.0 + number % 2 if option == third else number % 5, None)

    tally = weigh_options((*OPTIONS, third), PLAIN, [1.0] * 20, value, lambda: False, TEMPERS)
    assert third not in tally.live
    assert len(tally.values[third]) == LEAST_WORLDS
    assert len(tally.values[PLAIN]) == 20


@pytest.mark.parametrize(
    ("behind", "spread", "looked"),
    [(90.0, 1.0, range(2, 3)), (90.0, 30.0, range(3, 4)), (5.0, 30.0, range(6, 41))],
)
def test_a_bid_far_behind_is_left_before_the_sixth_world(
    behind: float, spread: float, looked: range
) -> None:
    """Two worlds know the error badly, so an option must be four times as far behind."""

    def value(number: int, option: CallOption) -> Prospect:
        return Prospect((spread if number % 2 else 0.0) - behind if option == OTHER else 0.0, None)

    tally = weigh_options(
        OPTIONS, PLAIN, [1.0] * 40, value, lambda: False, TEMPERS, errors=2.5, early=True
    )
    assert len(tally.values[OTHER]) in looked


@pytest.mark.parametrize(("errors", "looked"), [(2.5, range(6, 13)), (None, range(40, 41))])
def test_a_move_leaves_an_option_without_hope_and_a_hint_looks_on(
    errors: float | None, looked: range
) -> None:
    """The other option is a little behind in a wide spread, and would have to lead far."""

    def value(number: int, option: CallOption) -> Prospect:
        return Prospect((39.0, -41.0)[number % 2] if option == OTHER else 0.0, None)

    tally = weigh_options(OPTIONS, PLAIN, [1.0] * 40, value, lambda: False, TEMPERS, errors=errors)
    assert len(tally.values[OTHER]) in looked
    assert best_option(tally, PLAIN, 2.5) == PLAIN


@pytest.mark.parametrize(
    ("lead", "spread", "errors", "looked"),
    [
        (20.0, 4.0, 1.0, range(12, 13)),
        (20.0, 4.0, None, range(40, 41)),  # a hint
        (20.0, 0.0, 1.0, range(40, 41)),
        (4.0, 20.0, 0.0, range(13, 41)),  # a lead that the worlds to come may well take back
    ],
)
def test_a_move_is_made_once_it_can_hardly_be_taken_back(
    lead: float, spread: float, errors: float | None, looked: range
) -> None:
    """Equal gaps hide how far the next may be from them; a hint gives numbers of all worlds."""

    def value(number: int, option: CallOption) -> Prospect:
        gap = lead + (spread if number % 2 else -spread)
        return Prospect(gap if option == OTHER else 0.0, None)

    tally = weigh_options(OPTIONS, PLAIN, [1.0] * 40, value, lambda: False, TEMPERS, errors=errors)
    assert len(tally.weights) in looked
    assert best_option(tally, PLAIN, errors or 0.0) == OTHER


def test_after_the_last_deal_only_the_settlement_counts() -> None:
    agreed = balkan.rules("serbian")
    at = balkan.carry(agreed, {"main 0": 4, "main 1": -10, "main 2": -30}, refas=(2, 0, 0))
    settled = family_of(agreed).settle(agreed, at.sheet)
    assert situation_values(agreed, at, True) == settled
    without = replace(at, refas=(0, 0, 0))
    assert situation_values(agreed, without, True) == settled


def test_before_it_an_open_refa_is_worth_something() -> None:
    agreed = balkan.rules("serbian")
    at = balkan.carry(agreed, {"main 0": -30, "main 1": -30, "main 2": -30})
    rich = replace(at, refas=(1, 0, 0))
    ours, theirs = situation_values(agreed, rich, False), situation_values(agreed, at, False)
    gain = [a - b for a, b in zip(ours, theirs, strict=True)]
    assert gain[0] > 0
    assert gain[1:] == pytest.approx([-gain[0] / 2] * 2)


def test_a_refa_for_everybody_is_worth_nothing() -> None:
    """A deal that is passed out wins nothing for anybody (balkan.md 3.7)."""
    agreed = balkan.rules("serbian")
    at = balkan.carry(agreed, {"main 0": -30, "main 1": -30, "main 2": -30})
    all_have = replace(at, refas=(1, 1, 1))
    assert situation_values(agreed, all_have, False) == pytest.approx(
        situation_values(agreed, at, False)
    )


def test_a_refa_is_worth_less_the_nearer_the_end_and_the_more_are_open() -> None:
    """Refas still open at the end lapse (balkan.md 3.7)."""
    of_one = [expected_refa_uses(1, owed) for owed in (0, 10, 40, 180)]
    assert of_one == sorted(of_one)
    assert of_one[0] == 0
    assert of_one[-1] == pytest.approx(1, abs=0.01)
    more = [expected_refa_uses(refas + 1, 30) - expected_refa_uses(refas, 30) for refas in range(3)]
    assert more == sorted(more, reverse=True)


def test_a_pool_point_counts_as_the_settlement_counts_it() -> None:
    """It is ten whists, a third of which the mean takes back (russian.md 4.11)."""
    agreed = builders.rules("sochi")
    before = builders.carry(agreed, before={"pool 0": 2, "pool 1": 2})
    richer = builders.carry(agreed, before={"pool 0": 5, "pool 1": 2})
    gain = situation_values(agreed, richer, False)[0] - situation_values(agreed, before, False)[0]
    assert gain == pytest.approx(20, abs=1)


@pytest.mark.parametrize("made", [{0: 7, 1: 2, 2: 1}, {0: 6, 1: 3, 2: 1}])
@pytest.mark.parametrize(
    "pools",
    [
        {"pool 0": 10, "pool 1": 3, "pool 2": 5},  # the own one is closed: aid (russian.md 4.7)
        {"pool 0": 9, "pool 1": 10, "pool 2": 10},  # this may be the last deal (4.10)
    ],
)
def test_a_russian_contract_is_worth_at_the_end_what_it_is_worth_at_the_beginning(
    pools: dict[str, int], made: dict[int, int]
) -> None:
    """Pool, aid and whists count alike in the settlement, so no call changes (4.11)."""
    agreed = builders.rules("sochi", pool_target=10)
    gains = []
    for before in ({"pool 0": 1}, pools):
        at = builders.carry(agreed, before=before)
        result = builders.scored_game(agreed, at, "7H", made, whisters=(1, 2))
        after = builders.carry_after(agreed, at, result)
        ours, was = (
            situation_values(agreed, after, False)[0],
            situation_values(agreed, at, False)[0],
        )
        gains.append(ours - was)
    assert gains[1] == pytest.approx(gains[0], abs=1)  # the settlement rounds
