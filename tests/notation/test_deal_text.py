"""Deals as text and as JSON (docs/notation.md)."""

import json
import random
from pathlib import Path

import pytest

from bot.engine.rules import BadRules
from bot.notation.deal_text import deal_json, deal_text, json_schema, read_deal_json, read_deal_text
from bot.notation.single_deal import BadDeal, SingleDeal, replayed
from tests.properties.walking import TABLES, random_rules
from tests.support import builders
from tests.support.cases import for_each
from tests.support.walked_deals import recorded

ROOT = Path(__file__).parent.parent.parent
ALL_GOLDEN = sorted((ROOT / "tests" / "golden").glob("*/deals/*.txt"))


def is_of_one_deal(path: Path) -> bool:
    """Return False for a match: two decks, a draw, a take-back, a question after the score."""
    words = path.read_text(encoding="utf-8").split()
    others = {"draw", "takeback", "ask", "fund", "another"}
    return words.count("deck") == 1 and not others & set(words)


GOLDEN = [path for path in ALL_GOLDEN if is_of_one_deal(path)]
PRESETS = builders.PRESETS

MISERE = """
preset sochi
players 3
dealer 2
hand 0 7S 9S JS 7C 9C 7D 8D 10D 7H 8H
hand 1 8S 10S QS KS AS 8C 10C JC QC KC
hand 2 AC 9D JD QD KD AD 9H 10H JH QH
talon KH AH
log
0 bid M
1 pass
2 pass
"""


@for_each(("preset", "players"), TABLES)
def test_text_and_json_bring_back_the_deal(preset: str, players: int) -> None:
    for deal, _ in recorded(builders.rules(preset, players), 5, 3):
        assert read_deal_text(PRESETS, deal_text(PRESETS, deal)) == deal
        assert read_deal_json(PRESETS, deal_json(PRESETS, deal)) == deal


@pytest.mark.parametrize("family", ["russian", "balkan", "austrian"])
def test_house_rules_are_kept(family: str) -> None:
    for seed in range(8):
        for deal, _ in recorded(random_rules(family, seed), seed, 1):
            assert read_deal_text(PRESETS, deal_text(PRESETS, deal)) == deal
            assert read_deal_json(PRESETS, deal_json(PRESETS, deal)) == deal


@for_each("path", GOLDEN, ids=lambda path: path.stem)
def test_the_golden_files_are_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    last = replayed(read_deal_text(PRESETS, text))[-1].last
    assert last is not None
    won = next(line for line in text.splitlines() if line.startswith("won ")).split()[1:]
    assert list(map(str, last.won)) == won


def test_nearly_all_golden_files_are_of_one_deal() -> None:
    assert len(GOLDEN) > 0.85 * len(ALL_GOLDEN) > 80


def test_the_log_of_a_match_is_refused() -> None:
    [path] = [path for path in ALL_GOLDEN if path.stem == "viennese-3-agreed"]
    with pytest.raises(BadDeal) as caught:
        read_deal_text(PRESETS, path.read_text(encoding="utf-8"))
    assert caught.value.reason == "unreadable"


def changed(old: str, new: str) -> str:
    assert old in MISERE
    return MISERE.replace(old, new)


@for_each(
    ("text", "reason", "line"),
    [
        ("", "no_preset", 0),
        (changed("dealer 2", ""), "dealer", 0),
        (changed("dealer 2", "dealer 7"), "unreadable", 4),
        (changed("talon KH AH", "talon KH KH"), "pack", 0),
        (changed("talon KH AH", ""), "pack", 0),
        (changed("7S 9S JS", "8S 9S JS"), "pack", 0),
        (changed("7S 9S JS", "9S JS"), "hand_sizes", 0),
        (changed("7S 9S JS", "7S 9S X"), "unreadable", 5),
        (changed("1 pass", "1 whist"), "illegal", 11),
        (changed("1 pass", "1 fly"), "unreadable", 11),
        (changed("1 pass", "one pass"), "unreadable", 11),
        (changed("players 3", "players many"), "unreadable", 3),
        (changed("players 3", "seats 3"), "unreadable", 3),
        (changed("players 3", "conditions 1 2"), "conditions", 0),
        ("preset sochi " + "x" * 500, "unreadable", 1),
    ],
)
def test_a_bad_text_is_refused_by_name_and_line(text: str, reason: str, line: int) -> None:
    with pytest.raises(BadDeal) as caught:
        read_deal_text(PRESETS, text)
    assert (caught.value.reason, caught.value.line) == (reason, line)


def test_rules_that_do_not_exist_are_refused_as_rules() -> None:
    for text in (changed("preset sochi", "preset whist"), changed("players 3", "option wind 9")):
        with pytest.raises(BadRules):
            read_deal_text(PRESETS, text)


def test_no_text_brings_an_error_of_another_kind() -> None:
    chance = random.Random(11)
    for _ in range(2000):
        letters = list(MISERE)
        for _ in range(chance.randrange(1, 6)):
            letters[chance.randrange(len(letters))] = chance.choice('0123 \nASDH{}[]"#-')
        try:
            deal = read_deal_text(PRESETS, "".join(letters))
        except (BadDeal, BadRules):
            continue
        assert isinstance(deal, SingleDeal)


def test_no_json_brings_an_error_of_another_kind() -> None:
    chance = random.Random(12)
    whole = deal_json(PRESETS, read_deal_text(PRESETS, MISERE))
    for _ in range(2000):
        letters = list(whole)
        for _ in range(chance.randrange(1, 4)):
            letters[chance.randrange(len(letters))] = chance.choice('0123,:ASDH{}[]"-e')
        try:
            read_deal_json(PRESETS, "".join(letters))
        except (BadDeal, BadRules):
            continue


def test_the_schema_of_the_paper_is_that_of_the_code() -> None:
    kept = json.loads((ROOT / "docs" / "deal.schema.json").read_text(encoding="utf-8"))
    assert kept == json_schema()
