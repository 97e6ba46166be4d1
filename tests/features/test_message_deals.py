"""Deals that people paste into messages, among other words."""

import pytest

from bot.features.deals.deal_handlers import deal_in_text
from bot.notation.deal_code import read_deal_code
from bot.notation.deal_text import deal_text
from bot.presets import load_presets

CODE = "BcsfEB0rndT48fsPJJr5DJ7X"
TYPO = CODE[:-1] + "Y"
PRESETS = load_presets()


@pytest.mark.parametrize(
    "message",
    [
        CODE,
        f"look at this: {CODE}.",
        f"`{CODE}` – which card?",
        f"{TYPO} is wrong, {CODE} right",
        f"Unbelievable1Things happened yesterday ({CODE})",
    ],
)
def test_a_code_among_words(message: str) -> None:
    assert deal_in_text(PRESETS, message) == CODE


@pytest.mark.parametrize(
    "message",
    [
        "",
        "hello",
        "unfortunately incomprehensible 1234567890123456",
        "https://example.org/BcsfEB0rndT48fsPJJr5DJ7X",
        "<@123456789012345678> <:king_of_spades:1234567890123456789>",
    ],
)
def test_other_words_are_no_deal(message: str) -> None:
    assert deal_in_text(PRESETS, message) == ""


def test_a_slip_is_handed_on_so_that_it_is_told() -> None:
    assert deal_in_text(PRESETS, f"here: {TYPO}") == TYPO


def test_a_text_in_a_block_of_code() -> None:
    text = deal_text(PRESETS, read_deal_code(PRESETS, CODE))
    assert deal_in_text(PRESETS, f"the deal:\n```\n{text}```\nof yesterday") == text.strip()
    assert deal_in_text(PRESETS, text) == text.strip()
