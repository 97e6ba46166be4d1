"""Playable cards and winners of tricks: the worked cases and rules/russian.md 2.7."""

from random import Random
from typing import Any

import pytest

from bot.engine.cards import (
    FollowRule,
    Hand,
    denied_cards,
    following_cards,
    overtaking_cards,
    winning_index,
)
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


OVERTAKING = [
    # hand, trick, trump, playable (austrian.md C-8)
    ("9H 7H", "AS 8H", "H", "9H"),  # the next trump above the ruff
    ("9S 7S", "8S", "H", "9S"),
    ("9S 7S", "AS 8H", "H", "7S 9S"),  # a ruffed trick cannot be won by following
    ("9H 7H KD", "AS 10H", "H", "7H 9H"),
]


@pytest.mark.parametrize(("held", "trick", "trump", "expect"), OVERTAKING)
def test_the_winning_cards_must_be_played(held: str, trick: str, trump: str, expect: str) -> None:
    found = overtaking_cards(hand(held), cards(trick), suit(trump), FollowRule.OVERTAKE, False)
    assert names(Hand(found)) == expect.split()


@pytest.mark.parametrize("wins_low", [False, True])
@pytest.mark.parametrize("following", [FollowRule.OVERTAKE, FollowRule.OVERTAKE_FREELY])
def test_a_card_denies_what_would_have_barred_it(following: FollowRule, wins_low: bool) -> None:
    """A hand lacks each card beside which the rules would not have allowed the one played."""
    chance = Random(7)
    for _ in range(150):
        trump = chance.randrange(-1, 4)
        played, *trick = chance.sample(range(32), chance.randrange(2, 4))
        barring = {
            other
            for other in {*range(32)} - {played, *trick}
            if not overtaking_cards(1 << played | 1 << other, trick, trump, following, wins_low)
            >> played
            & 1
        }
        denied = {*Hand(denied_cards(played, trick, None, trump, following, wins_low))}
        assert denied - {played, *trick} == barring, (played, trick, trump)
