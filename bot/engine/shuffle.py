"""Verifiable shuffle: a committed seed, the players' words, and the deck they determine.

Players see the commitment to the seed before they cut; every word goes into the deck; once the
seed is published, anybody can recompute both (docs/fairness.md).  Pure: bytes in, deck out.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from bot.engine.cards import PACK, Card, Seat

SEED_BYTES: Final = 32
SECRET_BYTES: Final = 16

ShuffleFunction = Callable[[bytes, int, int, str], tuple[Card, ...]]
"""Makes a deck from seed, game, deal and words: ``shuffled_deck``, or a stacked one in tests."""


class CutWord(NamedTuple):
    """A word with which the player of a seat cuts the deck; one line, never empty."""

    seat: Seat
    word: str


def commitment(seed: bytes, game: int, deal: int) -> str:
    """Return the commitment shown before the cut: SHA-256 of game, deal and seed, in hex."""
    return hashlib.sha256(f"preferans-seed-v1\n{game}\n{deal}\n".encode() + seed).hexdigest()


def shuffled_deck(seed: bytes, game: int, deal: int, words: str) -> tuple[Card, ...]:
    """Return the shuffled deck: Fisher-Yates from the sorted one, every order equally likely."""
    stream = _stream(seed, f"preferans-deck-v1\n{game}\n{deal}\n{words}".encode())
    cards = list(PACK)
    for last in range(len(cards) - 1, 0, -1):
        place = _below(last + 1, stream)
        cards[last], cards[place] = cards[place], cards[last]
    return tuple(cards)


def robot_secret(seed: bytes, game: int, deal: int) -> bytes:
    """Return the secret of a deal's robots, which is public as soon as the seed is.

    The commitment to the seed binds it too, and nobody can compute it before.
    """
    text = f"preferans-robots-v1\n{game}\n{deal}\n".encode()
    return hmac.digest(seed, text, "sha256")[:SECRET_BYTES]


def drawn_dealer(seed: bytes, game: int, players: int) -> Seat:
    """Return the first dealer of tables that share their decks, every seat equally likely."""
    return _below(players, _stream(seed, f"preferans-dealer-v1\n{game}\n".encode()))


def _stream(seed: bytes, text: bytes) -> Iterator[int]:
    """Yield endless bytes: HMAC-SHA256 of the text and a counter of eight bytes."""
    for block in count():
        yield from hmac.digest(seed, text + block.to_bytes(8, "big"), "sha256")


def _below(limit: int, stream: Iterator[int]) -> int:
    """Return a number from 0 to ``limit - 1``; rejection sampling keeps it uniform."""
    fair = 256 - 256 % limit
    return next(byte for byte in stream if byte < fair) % limit


# -- the words as stored and hashed: a line "seat word" each, seats from 1 in order


def parse_cuts(words: str) -> tuple[CutWord, ...]:
    """Parse the stored words into one cut per seat."""
    lines = (line.partition(" ") for line in words.split("\n") if line)
    return tuple(CutWord(int(seat) - 1, word) for seat, _, word in lines)


def with_word(words: str, seat: Seat, word: str) -> str:
    """Return the words with the seat's word replaced or added."""
    return _cuts_text([*parse_cuts(without_word(words, seat)), CutWord(seat, word)])


def without_word(words: str, seat: Seat) -> str:
    """Return the words of the other seats."""
    return _cuts_text([cut for cut in parse_cuts(words) if cut.seat != seat])


def with_seats(words: str, seats: Mapping[Seat, Seat]) -> str:
    """Return the words after players changed seats; ``seats`` maps old seats to new ones."""
    return _cuts_text([CutWord(seats.get(seat, seat), word) for seat, word in parse_cuts(words)])


def _cuts_text(cuts: Sequence[CutWord]) -> str:
    return "\n".join(f"{seat + 1} {word}" for seat, word in sorted(cuts))
