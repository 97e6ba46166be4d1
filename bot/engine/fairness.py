"""Decks that can be checked: a sealed seed, the words of the players, and the pack that follows.

The commitment to the seed is shown before anybody cuts; every word goes into the deck; once the
seed is published, everybody can work out both again (docs/fairness.md).  Pure: bytes in, deck out.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from bot.engine.cards import PACK, Card, Seat

SEED_BYTES: Final = 32

Dealing = Callable[[bytes, int, int, str], tuple[Card, ...]]
"""How a pack comes from seed, game, deal and words: ``deck_of``, unless a test stacks it."""


class Cut(NamedTuple):
    """A word of the player on a seat; one line, never empty."""

    seat: Seat
    word: str


def commitment(seed: bytes, game: int, deal: int) -> str:
    """What is shown before the cut: SHA-256 of the seed, its game and its deal, in hex."""
    return hashlib.sha256(f"preferans-seed-v1\n{game}\n{deal}\n".encode() + seed).hexdigest()


def deck_of(seed: bytes, game: int, deal: int, words: str) -> tuple[Card, ...]:
    """The pack in its order: Fisher-Yates from the sorted one, every order equally likely."""
    stream = _stream(seed, f"preferans-deck-v1\n{game}\n{deal}\n{words}".encode())
    cards = list(PACK)
    for last in range(len(cards) - 1, 0, -1):
        place = _below(last + 1, stream)
        cards[last], cards[place] = cards[place], cards[last]
    return tuple(cards)


def _stream(seed: bytes, text: bytes) -> Iterator[int]:
    """Bytes without an end: HMAC-SHA256 of the text and a counter of eight bytes."""
    for block in count():
        yield from hmac.digest(seed, text + block.to_bytes(8, "big"), "sha256")


def _below(limit: int, stream: Iterator[int]) -> int:
    """0 to ``limit - 1``; bytes that would make some of them likelier are passed over."""
    fair = 256 - 256 % limit
    return next(byte for byte in stream if byte < fair) % limit


# -- the words, as they are stored and hashed: a line "seat word" each, seats from 1 in order


def cuts_of(words: str) -> tuple[Cut, ...]:
    """Who said what."""
    lines = (line.partition(" ") for line in words.split("\n") if line)
    return tuple(Cut(int(seat) - 1, word) for seat, _, word in lines)


def with_word(words: str, seat: Seat, word: str) -> str:
    """The seat's newest word in the place of its older one."""
    return _written([*cuts_of(without_word(words, seat)), Cut(seat, word)])


def without_word(words: str, seat: Seat) -> str:
    """What the others said."""
    return _written([cut for cut in cuts_of(words) if cut.seat != seat])


def with_seats(words: str, seats: Mapping[Seat, Seat]) -> str:
    """The same words after some have moved: from which seat to which."""
    return _written([Cut(seats.get(seat, seat), word) for seat, word in cuts_of(words)])


def _written(cuts: Sequence[Cut]) -> str:
    return "\n".join(f"{seat + 1} {word}" for seat, word in sorted(cuts))
