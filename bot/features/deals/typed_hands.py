"""Hands as people write them: ``♠AK7 ♥109``, ``AS KS 7S``, ``Т7п КВч``, ``pik A K, herc 10``.

A hand is a series of suits, each before its ranks or after them.  Letters mean different cards in
different languages (К is a king or clubs), so all four texts are read with the letters of one
language after another, and the reading with the fewest faults counts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from bot.engine.cards import CARDS_BY_NAME, PACK, Card, Hand
from bot.model.values import Record
from bot.render.words import Words

PLACES: Final = 4  # three hands and the talon
SIZES: Final = (10, 10, 10, 2)
LONGEST_TEXT: Final = 150  # characters of one field

_SUITS: Final = ("S", "C", "D", "H")
_RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
_SIGNS: Final = dict(zip("♠♣♦♥♤♧♢♡", _SUITS * 2, strict=True))
_PART: Final = re.compile(r"[0-9]+|[^\W\d_]+|[♠♣♦♥♤♧♢♡]")
_NUMBER: Final = re.compile(r"10|[789]")
_FOLDED: Final = str.maketrans("đ", "d")
_MOST_READINGS: Final = 200  # of one text; a hand has a handful
_MOST_LIKELY: Final = 20  # readings of one text that are tried together with the others
_MOST_PARTS: Final = 40


class _Letters(NamedTuple):
    """The letters of one language: for jack, queen, king, ace, and for the four suits."""

    ranks: tuple[str, str, str, str]
    suits: tuple[str, str, str, str]

    def symbols(self, letter: str) -> tuple[str, ...]:
        """Return the rank and the suit that a letter may mean."""
        ranks = [rank for rank, own in zip(_RANKS[4:], self.ranks, strict=True) if letter in own]
        suits = [suit for suit, own in zip(_SUITS, self.suits, strict=True) if letter in own]
        return (*ranks, *suits, *(("10",) if letter == "t" and not suits else ()))


# what is written on paper, not what screens show: several letters stand side by side
_LANGUAGES: Final[Mapping[str, _Letters]] = {
    "en": _Letters(("j", "q", "k", "a"), ("s", "c", "d", "h")),
    "ru": _Letters(("в", "д", "к", "т"), ("п", "тк", "б", "ч")),
    "sr": _Letters(("jz", "qd", "k", "a"), ("p", "t", "k", "hs")),
    "sr_Cyrl": _Letters(("жј", "д", "к", "а"), ("п", "т", "к", "хс")),
    "hr": _Letters(("jd", "q", "k", "a"), ("p", "t", "k", "hs")),
    "sl": _Letters(("jf", "qd", "k", "a"), ("p", "tc", "k", "sh")),
    "de": _Letters(("bju", "dqo", "k", "a"), ("p", "t", "k", "h")),
}


class HandFault(StrEnum):
    """Kinds of faults in typed hands."""

    UNKNOWN = "unknown"
    DOUBLED = "doubled"
    COUNT = "count"
    MISSING = "missing"


class FoundFault(Record):
    """A fault; ``place`` is the field, ``said`` what was typed there, ``cards`` those meant."""

    kind: HandFault
    place: int = 0
    said: str = ""
    cards: tuple[Card, ...] = ()
    count: int = 0


class TypedHands(Record):
    """Three hands and a talon, or the faults."""

    cards: tuple[tuple[Card, ...], ...]
    faults: tuple[FoundFault, ...]


class _Reading(NamedTuple):
    cards: tuple[Card, ...]
    unknown: tuple[str, ...]


_NOTHING: Final = _Reading((), ())


def read_hands(texts: Sequence[str], languages: Iterable[Words], own: str) -> TypedHands:
    """Return the cards of four texts, those of the reader's language ``own`` tried first.

    One empty text stands for all cards that are left.
    """
    book = _words_by_text(languages)
    first = sorted(_LANGUAGES, key=lambda code: code != own)
    tried = [
        _checked(_best_together([_read(text, _LANGUAGES[code], book) for text in texts]))
        for code in first
    ]
    return min(tried, key=lambda found: len(found.faults))


def _best_together(candidates: Sequence[tuple[_Reading, ...]]) -> tuple[_Reading, ...]:
    """Return one reading of each text so that no card lies in two hands, if there are such."""
    likeliest = tuple(readings[0] for readings in candidates)
    return next(_disjoint(candidates, Hand(0)), likeliest)


def _disjoint(
    candidates: Sequence[tuple[_Reading, ...]], taken: Hand
) -> Iterator[tuple[_Reading, ...]]:
    if not candidates:
        yield ()
        return
    for reading in candidates[0]:
        hand = Hand.of(reading.cards)
        if not hand & taken:
            yield from ((reading, *rest) for rest in _disjoint(candidates[1:], taken | hand))


def _checked(readings: Sequence[_Reading]) -> TypedHands:
    """Return the cards with every fault; one empty hand is filled with the cards left."""
    cards = [reading.cards for reading in readings]
    empty = [place for place, reading in enumerate(readings) if reading == _NOTHING]
    left = sorted(set(PACK) - {card for hand in cards for card in hand})
    if len(empty) == 1 and len(left) == SIZES[empty[0]]:
        cards[empty[0]] = tuple(left)
    return TypedHands(tuple(cards), tuple(_faults(readings, cards)))


def _faults(
    readings: Sequence[_Reading], cards: Sequence[tuple[Card, ...]]
) -> Iterator[FoundFault]:
    for place, reading in enumerate(readings):
        for said in reading.unknown:
            yield FoundFault(HandFault.UNKNOWN, place, said)
    everywhere = [card for hand in cards for card in hand]
    doubled = tuple(sorted({card for card in everywhere if everywhere.count(card) > 1}))
    if doubled:
        yield FoundFault(HandFault.DOUBLED, cards=doubled)
    for place, hand in enumerate(cards):
        if len(hand) != SIZES[place]:
            yield FoundFault(HandFault.COUNT, place, count=len(hand))
    missing = tuple(card for card in PACK if card not in everywhere)
    if missing:
        yield FoundFault(HandFault.MISSING, cards=missing)


# Reading one text.

_Part = tuple[str, tuple[str, ...]]  # what was typed, and the symbols it may stand for


def _read(
    text: str, letters: _Letters, book: Mapping[str, tuple[str, ...]]
) -> tuple[_Reading, ...]:
    """Return the likeliest readings of a text, at least one."""
    parts = list(_parts(_folded(text[:LONGEST_TEXT]), letters, book))[:_MOST_PARTS]
    unknown = tuple(said for said, symbols in parts if not symbols)
    known = [symbols for _, symbols in parts if symbols]
    found = (*_pairs(known), *_before_ranks(known), *_after_ranks(known))
    readings = [cards for cards in dict.fromkeys(found) if cards]
    if known and not readings:
        return (_Reading((), (*unknown, text.strip()[:LONGEST_TEXT])),)
    best = sorted(readings, key=_badness)[:_MOST_LIKELY] or [()]
    return tuple(_Reading(cards, unknown) for cards in best)


def _badness(cards: tuple[Card, ...]) -> tuple[int, int]:
    """Return how unlikely a reading is: cards twice, then the distance from a hand or a talon."""
    away = min(abs(len(cards) - size) for size in set(SIZES))
    return len(cards) - len(Hand.of(cards)), away


def _folded(text: str) -> str:
    plain = normalize("NFKD", text).casefold()
    return "".join(a for a in plain if not combining(a)).translate(_FOLDED).strip()


def _parts(plain: str, letters: _Letters, book: Mapping[str, tuple[str, ...]]) -> Iterator[_Part]:
    for said in _PART.findall(plain):
        if said in _SIGNS:
            yield said, (_SIGNS[said],)
        elif said.isdecimal():
            yield from _numbers(said)
        elif len(said) > 1 and said in book and not _is_notation(said, letters):
            yield said, book[said]
        else:
            yield from _single_letters(said, letters)


def _is_notation(said: str, letters: _Letters) -> bool:
    """Return True for a card in two letters ("as" is the ace of spades where S is a suit)."""
    symbols = [letters.symbols(letter) for letter in said]
    return len(said) == 2 and "s" in letters.suits and all(symbols)


def _numbers(said: str) -> Iterator[_Part]:
    found = _NUMBER.findall(said)
    if "".join(found) != said:
        yield said, ()
        return
    yield from ((number, (number,)) for number in found)


def _single_letters(said: str, letters: _Letters) -> Iterator[_Part]:
    found = [letters.symbols(letter) for letter in said]
    if not all(found):
        yield said, ()
        return
    yield from zip(said, found, strict=True)


def _pairs(parts: Sequence[tuple[str, ...]]) -> Iterator[tuple[Card, ...]]:
    """Yield the reading in which each rank has its own suit behind it, if there is one."""
    ranks = [[one for one in part if one in _RANKS] for part in parts[::2]]
    suits = [[one for one in part if one in _SUITS] for part in parts[1::2]]
    if len(ranks) == len(suits) and all(ranks) and all(suits):
        pairs = zip(ranks, suits, strict=True)
        yield tuple(CARDS_BY_NAME[f"{rank[0]}{suit[0]}"] for rank, suit in pairs)


def _before_ranks(parts: Sequence[tuple[str, ...]]) -> Iterator[tuple[Card, ...]]:
    """Yield the readings in which every suit stands before its ranks."""
    yield from _limited(_walk(parts, ""))


def _after_ranks(parts: Sequence[tuple[str, ...]]) -> Iterator[tuple[Card, ...]]:
    """Yield the readings in which every suit stands after its ranks."""
    yield from _limited(_walk(parts[::-1], ""))


def _limited(readings: Iterator[tuple[Card, ...]]) -> Iterator[tuple[Card, ...]]:
    for _, reading in zip(range(_MOST_READINGS), readings, strict=False):
        yield reading


def _walk(parts: Sequence[tuple[str, ...]], suit: str) -> Iterator[tuple[Card, ...]]:
    """Yield the cards of the parts, of which the first ranks are of ``suit`` ("": none yet)."""
    if not parts:
        yield ()
        return
    for symbol in parts[0]:
        if symbol in _SUITS:
            yield from _walk(parts[1:], symbol)
        elif suit:
            card = CARDS_BY_NAME[f"{symbol}{suit}"]
            yield from ((card, *rest) for rest in _walk(parts[1:], suit))


def _words_by_text(languages: Iterable[Words]) -> dict[str, tuple[str, ...]]:
    """Return the words of all languages for suits and ranks, folded, with what they may mean."""
    found = dict[str, dict[str, None]]()
    for words in languages:
        for kind, symbols in (("suit", _SUITS), ("rank", _RANKS)):
            for symbol in symbols:
                for key in (f"{kind}.{symbol}", f"said.{kind}.{symbol}"):
                    for text in ",".join(words.every(key)).split(","):
                        found.setdefault(_folded(text), {})[symbol] = None
    return {text: tuple(symbols) for text, symbols in found.items() if text}
