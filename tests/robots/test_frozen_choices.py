"""The robots' choices stay the same; ``make choices`` asks all the questions."""

from collections import Counter

import pytest

from bot.robots import ROBOTS
from tools import choices

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def asked() -> list[choices.Question]:
    return choices.questions()


def test_the_golden_choices_are_of_all_tables_and_levels(asked: list[choices.Question]) -> None:
    assert len(choices.frozen()) == len(asked) == choices.TOTAL
    of_table = Counter(question.table for question in asked)
    assert list(of_table) == [name for name, _ in choices.tables()]
    assert {question.level for question in asked} == set(ROBOTS)


def test_a_sample_of_them_is_unchanged(asked: list[choices.Question]) -> None:
    golden = choices.frozen()
    places = choices.sample(golden)
    assert len(places) == sum(choices.SAMPLE.values())
    assert [choices.answer(asked[n]) for n in places] == [golden[n] for n in places]
