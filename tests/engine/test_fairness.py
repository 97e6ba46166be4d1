"""The fair deck: bound by its commitment, changed by every word, each order equally likely."""

import hashlib
from collections.abc import Iterator

import pytest

from bot.engine.cards import CARD_NAMES, PACK
from bot.engine.shuffle import (
    CutWord,
    commitment,
    parse_cuts,
    robot_secret,
    shuffled_deck,
    with_word,
    without_word,
)

SEED = bytes(range(32))
WORDS = "1 hello\n3 seven of hearts"


def seeds(many: int) -> Iterator[bytes]:
    return (hashlib.sha256(number.to_bytes(4, "big")).digest() for number in range(many))


def test_the_protocol_stays_as_it_was_published() -> None:
    """Decks that were dealt must stay checkable: another way to shuffle needs another name."""
    assert commitment(SEED, 12, 3) == (
        "06191f11654fbc5c7bfda988245980e24915976a3a744d10b6599b006dab00fd"
    )
    assert " ".join(CARD_NAMES[card] for card in shuffled_deck(SEED, 12, 3, WORDS)) == (
        "8H 9D JH 7D AS 10H 8C AH AD 10C JS 7H 10D QC 9S "
        "9C JC KC 8S 10S QD JD KD AC 8D 9H QH KS 7S KH QS 7C"
    )


def test_the_secret_of_the_robots_is_of_one_deal_and_as_published() -> None:
    assert robot_secret(SEED, 12, 3).hex() == "82847d6c3310d1c2514dc799684776bf"
    others = {
        robot_secret(SEED, 12, 4),
        robot_secret(SEED, 13, 3),
        robot_secret(SEED, 1, 23),
        robot_secret(bytes(reversed(SEED)), 12, 3),
    }
    assert len(others) == 4
    assert all(len(secret) == 16 for secret in others)


def test_a_deck_is_the_whole_pack() -> None:
    assert all(tuple(sorted(shuffled_deck(seed, 1, 1, ""))) == PACK for seed in seeds(200))


def test_seed_game_deal_and_every_word_change_the_deck() -> None:
    other = bytes(reversed(SEED))
    decks = {
        shuffled_deck(SEED, 12, 3, WORDS),
        shuffled_deck(other, 12, 3, WORDS),
        shuffled_deck(SEED, 13, 3, WORDS),
        shuffled_deck(SEED, 12, 4, WORDS),
        shuffled_deck(SEED, 12, 3, ""),
        shuffled_deck(SEED, 12, 3, with_word(WORDS, 0, "Hello")),
        shuffled_deck(SEED, 12, 3, with_word(WORDS, 1, "hello")),
        shuffled_deck(SEED, 12, 3, without_word(WORDS, 2)),
        shuffled_deck(SEED, 1, 23, WORDS),
    }
    assert len(decks) == 9


def test_a_commitment_binds_seed_game_and_deal() -> None:
    shown = {
        commitment(SEED, 12, 3),
        commitment(bytes(reversed(SEED)), 12, 3),
        commitment(SEED, 1, 23),
        commitment(SEED, 123, 3),
        hashlib.sha256(SEED).hexdigest(),
    }
    assert len(shown) == 5
    changed = (SEED[:n] + bytes([SEED[n] ^ 1]) + SEED[n + 1 :] for n in range(32))
    assert commitment(SEED, 12, 3) not in {commitment(seed, 12, 3) for seed in changed}


def test_words_stand_in_the_order_of_the_seats() -> None:
    words = with_word(with_word("", 2, "a b"), 0, "c")
    assert words == "1 c\n3 a b"
    assert parse_cuts(words) == (CutWord(0, "c"), CutWord(2, "a b"))
    assert with_word(words, 2, "d") == "1 c\n3 d"
    assert without_word(words, 0) == "3 a b"
    assert parse_cuts("") == ()


@pytest.mark.parametrize("many", [4_000, pytest.param(50_000, marks=pytest.mark.slow)])
def test_every_card_is_equally_likely_in_every_place(many: int) -> None:
    """The chi-square of place by card stays in the 99.9 % band of its 961 degrees of freedom.

    A pack fills each place once, which makes the plain sum 32/31 too great.  50,000 packs show even
    that of the bytes behind a place one too many is let through.
    """
    counts = [[0] * len(PACK) for _ in PACK]
    for seed in seeds(many):
        for place, card in enumerate(shuffled_deck(seed, 7, 1, "1 fair")):
            counts[place][card] += 1
    expected = many / len(PACK)
    found = sum((number - expected) ** 2 for row in counts for number in row) / expected * 31 / 32
    assert _quantile(-3.29) < found < _quantile(3.29)


def _quantile(deviations: float, degrees: int = 961) -> float:
    """Return the quantile of the chi-square distribution, by Wilson and Hilferty."""
    spread = 2 / (9 * degrees)
    return float(degrees * (1 - spread + deviations * spread**0.5) ** 3)
