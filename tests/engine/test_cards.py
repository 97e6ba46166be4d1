"""Cards, suits and sets of cards."""

import pytest

from bot.engine.actions import DISCARDS, discards_of
from bot.engine.cards import (
    CARD_NAMES,
    CARDS_BY_NAME,
    EMPTY,
    FULL,
    PACK,
    Hand,
    Strain,
    Suit,
    rank_of,
    suit_of,
)
from bot.engine.trick_play import plays_of
from tests.support.builders import cards, hand


def test_thirty_two_names() -> None:
    assert len(set(CARD_NAMES)) == 32
    assert [CARDS_BY_NAME[name] for name in CARD_NAMES] == list(PACK)


def test_the_ten_stands_between_nine_and_jack() -> None:
    """rules/russian.md 2.1."""
    assert " ".join(CARD_NAMES[:8]) == "7S 8S 9S 10S JS QS KS AS"
    assert [suit_of(card) for card in cards("7S AC 10D KH")] == list(Suit)
    assert [rank_of(card) for card in cards("7S AC 10D KH")] == [0, 7, 3, 6]


def test_strains() -> None:
    assert [strain.letters for strain in Strain] == ["S", "C", "D", "H", "NT"]
    assert [strain.trump for strain in Strain] == [*Suit, None]
    assert "".join(suit.letter for suit in Suit) == "SCDH"


def test_a_hand_is_a_set() -> None:
    some = hand("AH 7S 10D")
    assert list(some) == list(cards("7S 10D AH"))
    assert len(some) == 3
    assert CARDS_BY_NAME["10D"] in some
    assert CARDS_BY_NAME["9D"] not in some
    assert some | hand("7C") == hand("7S 7C 10D AH")
    assert some - hand("7S KH") == hand("10D AH")
    assert some.of_suit(Suit.DIAMONDS) == hand("10D")
    assert some.has("7S", "AH")
    assert not some.has("7S", "8S")
    assert repr(some) == "Hand(7S 10D AH)"
    assert isinstance(some | 0, Hand)
    assert isinstance(some - 0, Hand)


def test_empty_and_full() -> None:
    assert (len(EMPTY), list(EMPTY), bool(EMPTY)) == (0, [], False)
    assert list(FULL) == list(PACK)


@pytest.mark.parametrize("bits", [0, 1, 0x80000000, 0x12345678, 0xFFFFFFFF, 0x00FF00FF])
def test_plays_of_a_hand(bits: int) -> None:
    assert [play.card for play in plays_of(Hand(bits))] == list(Hand(bits))


def test_discards_of_a_hand() -> None:
    pairs = discards_of(cards("7S 8S 10D"))
    assert [(pair.low, pair.high) for pair in pairs] == [(0, 1), (0, 19), (1, 19)]
    assert len(DISCARDS) == 32 * 31 // 2
    assert all(low < high for low, high in DISCARDS)
