"""Deal codes (docs/notation.md): a deal with its calls and cards as one word.

The deals are random walks of every preset with every number of players, and mixtures of options.
"""

import random

import pytest

from bot.notation.deal_code import BadCode, deal_code, read_deal_code
from bot.notation.single_deal import SingleDeal, replayed
from tests.properties.walking import TABLES, random_rules, seeds
from tests.support import builders
from tests.support.walked_deals import recorded

LONGEST = 48  # letters of a code without house rules
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
PRESETS = builders.PRESETS


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_a_code_brings_back_the_deal(preset: str, players: int) -> None:
    rules = builders.rules(preset, players)
    longest = 0
    for seed in seeds(2):
        for single, result in recorded(rules, seed, 4):
            code = deal_code(PRESETS, single)
            again = read_deal_code(PRESETS, code)
            assert again == single
            last = replayed(again)[-1].last
            assert last is not None
            assert (last.tricks, last.won, last.calls) == (result.tricks, result.won, result.calls)
            assert last.outcome == result.outcome
            longest = max(longest, len(code))
    assert 20 < longest <= LONGEST


@pytest.mark.parametrize("family", ["russian", "balkan", "austrian"])
def test_house_rules_travel_with_the_code(family: str) -> None:
    for seed in seeds(6):
        rules = random_rules(family, seed)
        for single, _ in recorded(rules, seed, 2):
            assert read_deal_code(PRESETS, deal_code(PRESETS, single)) == single


def test_an_unfinished_course_comes_back() -> None:
    single = next(recorded(builders.rules("sochi", 3), 1, 1))[0]
    for length in range(len(single.course)):
        part = SingleDeal(
            single.rules, single.dealer, single.hands, single.talon, course=single.course[:length]
        )
        assert read_deal_code(PRESETS, deal_code(PRESETS, part)) == part


def test_one_wrong_letter_is_always_found() -> None:
    code = deal_code(PRESETS, next(recorded(builders.rules("serbian", 3), 2, 1))[0])
    for place, right in enumerate(code):
        for wrong in LETTERS.replace(right, ""):
            with pytest.raises(BadCode) as caught:
                read_deal_code(PRESETS, code[:place] + wrong + code[place + 1 :])
            assert caught.value.reason == "check_letter"


def test_two_exchanged_letters_are_always_found() -> None:
    code = deal_code(PRESETS, next(recorded(builders.rules("viennese", 3), 3, 1))[0])
    for place in range(len(code) - 1):
        one, other = code[place], code[place + 1]
        if one != other:
            with pytest.raises(BadCode):
                read_deal_code(PRESETS, code[:place] + other + one + code[place + 2 :])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "letters"),
        ("A", "letters"),
        ("ab cd", "letters"),
        ("преферанс", "letters"),
        ("A" * 901, "too_long"),
    ],
)
def test_other_texts_are_refused_by_name(text: str, reason: str) -> None:
    with pytest.raises(BadCode) as caught:
        read_deal_code(PRESETS, text)
    assert caught.value.reason == reason


def test_random_words_are_refused() -> None:
    chance = random.Random(7)
    for _ in range(3000):
        text = "".join(chance.choices(LETTERS + ". ", k=chance.randrange(60)))
        try:
            single = read_deal_code(PRESETS, text)
        except BadCode:
            continue
        assert deal_code(PRESETS, single) == text.strip()
