"""Playable cards and winners of tricks: the worked cases and rules/russian.md 2.7."""

from typing import Any

import pytest

from bot.engine.cards import Hand
from bot.engine.trick_rules import following_cards, winning_index
from tests.golden.russian.reading import cases
from tests.support.builders import cards, hand, names


def suit(letter: str | None) -> int:
    return -1 if letter is None else "SCDH".index(letter)


PLAY = cases("play")


@pytest.mark.parametrize("case", [c for c in PLAY if "hand" in c], ids=lambda case: case["id"])
def test_worked_choices(case: dict[str, Any]) -> None:
    held = hand(" ".join(case["hand"]))
    found = Hand(following_cards(held, suit(case["led"]), suit(case["trump"])))
    assert found == hand(" ".join(case["legal"])), case["rule"]


@pytest.mark.parametrize("case", [c for c in PLAY if "plays" in c], ids=lambda case: case["id"])
def test_worked_winners(case: dict[str, Any]) -> None:
    played = cards(" ".join(card for _, card in case["plays"]))
    led = suit(case["led"]) if "led" in case else played[0] >> 3
    place = winning_index(played, led, suit(case.get("trump")))
    assert place is not None
    assert case["plays"][place][0] == case["winner"], case["rule"]


CHOICES = [
    # hand, led, trump, playable
    ("7S KH AH", None, "S", "7S KH AH"),
    ("7S KH AH", "H", None, "KH AH"),
    ("7S KH AH", "D", None, "7S KH AH"),
    ("7S KH AH", "D", "S", "7S"),
    ("7S KH AH", "D", "C", "7S KH AH"),
    ("7S KH AH", "S", "S", "7S"),
    ("", "S", "S", ""),
]


@pytest.mark.parametrize(("held", "led", "trump", "expect"), CHOICES)
def test_playable(held: str, led: str | None, trump: str | None, expect: str) -> None:
    found = following_cards(hand(held), None if led is None else suit(led), suit(trump))
    assert names(Hand(found)) == expect.split()


WINNERS = [
    # cards in order, led, trump, place of the winner
    ("7H 8H AH", "H", None, 2),
    ("AH 8H 7H", "H", None, 0),
    ("7H AS KS", "H", None, 0),
    ("7H 7S AH", "H", "S", 1),
    ("7H 7S 8S", "H", "S", 2),
    ("AS KS QS", "S", "S", 0),
    ("10H 9H JH", "H", None, 2),
    ("7C 8S 9D", "H", None, None),
    ("7C 8S 9D", "H", "S", 1),
]


@pytest.mark.parametrize(("played", "led", "trump", "expect"), WINNERS)
def test_best_of(played: str, led: str, trump: str | None, expect: int | None) -> None:
    assert winning_index(cards(played), suit(led), suit(trump)) == expect
