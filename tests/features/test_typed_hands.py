"""Hands are read as people write them, and every fault of a deal is named."""

from functools import partial
from random import Random

import pytest

from bot.engine.notation import cards_text, parse_cards
from bot.features.deals.typed_hands import SIZES, HandFault, TypedHands, read_hands
from bot.presets import load_presets
from bot.render.families import table_words
from bot.render.words import load_catalogue
from tests.support.processor_time import result_within

PRESETS = load_presets()
LANGUAGES = [
    table_words(PRESETS.rules(preset), words)
    for preset in ("sochi", "serbian", "viennese")
    for words in load_catalogue().languages.values()
]
DEAL = (
    "AS KS QS JS 10S AC KC AD AH 7H",
    "9S 8S 7S QC JC 10C 9C KD KH 8H",
    "8C 7C QD JD 10D 9D QH JH 10H 9H",
    "8D 7D",
)


def read(*texts: str, own: str = "en") -> TypedHands:
    return read_hands(texts, LANGUAGES, own)


def kinds(found: TypedHands) -> list[HandFault]:
    return [fault.kind for fault in found.faults]


WRITTEN = {
    "en": (
        "♠AKQJ10 ♣AK ♦A ♥A7|♠987 ♣QJT9 ♦K ♥K8|♠- ♣87 ♦QJT9 ♥QJT9|♦87",
        "S: AKQJ10, C: AK; D: A; H: A7|S 987 C QJ109 D K H K8|C87 DQJ109 HQJ109|",
        "AKQJ10♠ AK♣ A♦ A7♥|987♠ QJ109♣ K♦ K8♥|87♣ QJ109♦ QJ109♥|87♦",
    ),
    "ru": (
        "п ТКДВ10 т ТК б Т ч Т7|П: 987; Т: ДВ109; Б: К; Ч: К8|т 87 б ДВ109 ч ДВ109|",
        "Тп Кп Дп Вп 10п Тк Кк Тб Тч 7ч|9п 8п 7п Дк Вк 10к 9к Кб Кч 8ч"
        "|8к 7к Дб Вб 10б 9б Дч Вч 10ч 9ч|",
        "пики туз король дама валет 10 трефы ТК бубны Т червы Т 7"
        "|пики 987 крести ДВ109 бубны К червы К8|трефы 87 бубны ДВ109 черви ДВ109|бубны 8 7",
    ),
    "sr": (
        "pik A K Q J 10 tref A K karo A herc A 7|pik 987 tref QJ109 karo K herc K8"
        "|tref 87 karo QJ109 herc QJ109|karo 7 8",
        "P: AKQJ10 T: AK K: A H: A7|P 987 T QJ109 K K H K8|T 87 K DŽ109 H DJ109|",
    ),
    "sr_Cyrl": (
        "пик АКДЖ10 треф АК каро А херц А7|пик 987 треф ДЖ109 каро К херц К8"
        "|треф 87 каро ДЖ109 херц ДЖ109|",
    ),
    "hr": (
        "pik as kralj dama dečko 10 tref AK karo A herc A7|pik 987 tref QJ109 karo K herc K8"
        "|tref 87 karo QJ109 srce QJ109|",
    ),
    "sl": (
        "pik as kralj dama fant 10, križ AK, karo A, srce A7|pik 987 križ QJ109 karo K srce K8"
        "|križ 87 karo QJ109 srce QJ109|",
    ),
    "de": (
        "Pik AKDB10 Treff AK Karo A Herz A7|Pik 987 Kreuz DB109 Karo K Herz K8"
        "|Eichel 87 Schelle Ober Unter 10 9 Herz DB109|",
    ),
}


@pytest.mark.parametrize(
    ("own", "text"), [(own, text) for own, texts in WRITTEN.items() for text in texts]
)
def test_one_deal_in_many_hands(own: str, text: str) -> None:
    found = read(*text.split("|"), own=own)
    assert found.faults == ()
    assert [set(hand) for hand in found.cards] == [set(parse_cards(hand)) for hand in DEAL]


@pytest.mark.parametrize("empty", range(4))
def test_one_hand_may_stay_empty(empty: int) -> None:
    found = read(*("" if place == empty else text for place, text in enumerate(DEAL)))
    assert [set(hand) for hand in found.cards] == [set(parse_cards(hand)) for hand in DEAL]


def test_a_reader_of_another_language_is_understood() -> None:
    """Somebody whose Discord is English types Russian letters."""
    found = read("п ТКДВ10 т ТК б Т ч Т7", "п 987 т ДВ109 б К ч К8", "т 87 б ДВ109 ч ДВ109", "")
    assert found.faults == ()


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ((DEAL[0], DEAL[1], DEAL[2], "8D 9D"), [HandFault.DOUBLED, HandFault.MISSING]),
        ((DEAL[0], DEAL[1], DEAL[2], "8D"), [HandFault.COUNT, HandFault.MISSING]),
        ((DEAL[0], DEAL[1], DEAL[2].replace("9H", "6H"), "8D 7D"), [HandFault.UNKNOWN]),
        ((DEAL[0], "", "", DEAL[3]), [HandFault.COUNT, HandFault.COUNT, HandFault.MISSING]),
        (("", "", "", ""), [*[HandFault.COUNT] * 4, HandFault.MISSING]),
        (("hello", DEAL[1], DEAL[2], DEAL[3]), [HandFault.UNKNOWN, HandFault.COUNT]),
    ],
)
def test_every_fault_is_named(texts: tuple[str, ...], expected: list[HandFault]) -> None:
    found = kinds(read(*texts))
    assert [kind for kind in found if kind in expected][: len(expected)] == expected


def test_a_doubled_card_and_a_missing_one_are_told_by_name() -> None:
    found = read(*DEAL[:3], "8D 9D")
    told = {fault.kind: cards_text(fault.cards) for fault in found.faults}
    assert told == {HandFault.DOUBLED: "9D", HandFault.MISSING: "7D"}


def test_a_whole_deal_has_the_sizes() -> None:
    assert [len(hand) for hand in read(*DEAL).cards] == list(SIZES)


@pytest.mark.slow
def test_no_typed_text_brings_an_error_or_takes_long() -> None:
    """Whatever stands in the fields: faults or a deal, within a fifth of a second each."""
    chance = Random(5)
    written = [text.split("|") for texts in WRITTEN.values() for text in texts]
    for _ in range(100):
        texts = [list(text) for text in chance.choice(written)]
        for text in texts:
            for _ in range(chance.randrange(6)):
                place = chance.randrange(len(text) + 1)
                text[place : place + chance.randrange(2)] = chance.choices(ALPHABET, k=2)
        found = result_within(0.2, partial(read, *("".join(text) for text in texts)))
        sizes = [len(hand) for hand in found.cards]
        assert found.faults or sizes == list(SIZES)
    for letter in ALPHABET:
        result_within(0.2, partial(read, *[letter * 5000] * 4))


ALPHABET = "♠♣♦♥AKQJT10987 -.,:;ткдвпбчšž`@<>\\\u200b\U0001f0a1"
