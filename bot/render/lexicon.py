"""Resolves typed text to a legal action: words become symbols, one for each meaning.

A suit is ``S``, a rank ``K``, a number ``6``, a plain word its notation (``pass``), and a height
next to its suit one symbol of both: ``6S``, ``KS``.  The words are those on screens and, for
purely spoken ones, the entries ``said.*`` of the locales: lists with commas.  Capitals, accents
(ё is е) and the order of the words do not count; a word may have several meanings.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from typing import Final
from unicodedata import combining, normalize

from bot.engine.actions import KONTRAS, Word
from bot.engine.notation import text
from bot.render.words import Words

Reading = tuple[str, ...]  # the symbols of a text in the order of the alphabet

GAME: Final = "G"
NOTHING: Final = ""  # a filler word: of, in
SUITS: Final = ("S", "C", "D", "H", "NT", "B", "P")  # B to take no trick, P to take all
_HEIGHTS: Final = (*map(str, range(1, 11)), "J", "Q", "K", "A")
_SPOKEN: Final = tuple(map(text, (*Word, *KONTRAS[1:5])))  # with words of their own

_LONGEST: Final = 16  # words
_MOST_READINGS: Final = 256
_FOLDED: Final = str.maketrans("đ", "d")  # the one letter here that NFKD does not decompose
_PART: Final = re.compile(
    r"(?<![^\W_])(?:10|[1-9jqka])(?:nt|[scdh])(?![^\W_])|[0-9]+|[^\W\d_]+|[♠♣♦♥♤♧♢♡]"
)
_MERGED: Final = re.compile(rf"({'|'.join(_HEIGHTS)})({'|'.join(SUITS)})")


def parts_of(typed: str) -> tuple[str, ...]:
    """Return the words, numbers and signs of a text, folded: "6ПИК" is 6 and пик."""
    plain = normalize("NFKD", typed).casefold()
    return tuple(_PART.findall("".join(a for a in plain if not combining(a)).translate(_FOLDED)))


def halves(symbol: str) -> tuple[str, ...]:
    """Return height and suit of a symbol of both; () for any other."""
    found = _MERGED.fullmatch(symbol)
    return (found[1], found[2]) if found else ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The symbols of every phrase; a phrase is a tuple of folded words."""

    phrases: Mapping[tuple[str, ...], Collection[str]]
    longest: int

    def readings(self, typed: str) -> frozenset[Reading]:
        """Return all meanings of a text; none if it is too long to be a move."""
        return _readings(list(self._meanings(parts_of(typed))))

    def guesses(self, typed: str) -> frozenset[Reading]:
        """Return all meanings of a text that may break off within a word."""
        return _readings(list(self._meanings(parts_of(typed), begun=True)))

    def _meanings(self, parts: Sequence[str], *, begun: bool = False) -> Iterator[Collection[str]]:
        place = 0
        while place < len(parts):
            length, symbols = self._longest_at(parts, place)
            if begun and not symbols - {parts[place]}:
                symbols = self._begun(parts[place]) or symbols
            yield symbols
            place += length

    def _longest_at(self, parts: Sequence[str], place: int) -> tuple[int, set[str]]:
        """Find the longest phrase at ``place``; a card's or contract's notation is one too."""
        notation = parts[place].upper()
        own = {notation} if _MERGED.fullmatch(notation) else set[str]()
        for length in range(min(self.longest, len(parts) - place), 0, -1):
            if found := self.phrases.get(tuple(parts[place : place + length])):
                return length, {*found, *(own if length == 1 else ())}
        return 1, own or {parts[place]}

    def _begun(self, part: str) -> set[str]:
        found = (symbols for words, symbols in self.phrases.items() if words[0].startswith(part))
        return {symbol for symbols in found for symbol in symbols}


def _readings(meanings: Sequence[Collection[str]]) -> frozenset[Reading]:
    if len(meanings) > _LONGEST or prod(map(len, meanings)) > _MOST_READINGS:
        return frozenset()
    return frozenset(filter(None, map(_merged, product(*meanings))))


def _merged(symbols: tuple[str, ...]) -> Reading:
    """Join a height and its suit side by side, whichever comes first."""
    found = list[str]()
    for symbol in filter(None, symbols):
        before = found[-1] if found else NOTHING
        for pair in (before + symbol, symbol + before):
            if before and {before, symbol} == set(halves(pair)):
                found[-1] = pair
                break
        else:
            found.append(symbol)
    return tuple(sorted(found))


# the words ---------------------------------------------------------------------------------


def lexicon_of(languages: Iterable[Words], names: Iterable[str]) -> Lexicon:
    """Return the vocabulary of a table in all languages; ``names`` are nicknamed bids."""
    phrases = dict[tuple[str, ...], set[str]]()
    named = tuple(names)
    for words in languages:
        for symbol, phrase in _always_said(words):
            phrases.setdefault(phrase, set()).add(symbol)
        for name in named:
            for phrase in filter(None, map(parts_of, _said(words, f"contract.{name}"))):
                phrases.setdefault(phrase, set()).add(name)
    return Lexicon(phrases, max(map(len, phrases)))


@lru_cache(256)  # languages with the dialects of their tables
def _always_said(words: Words) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return symbols with their phrases, the nicknames of bids excepted."""
    said = ((symbol, one) for symbol, texts in _vocabulary(words) for one in map(parts_of, texts))
    return tuple((symbol, phrase) for symbol, phrase in said if phrase)


def _vocabulary(words: Words) -> Iterator[tuple[str, Iterable[str]]]:
    yield NOTHING, _said(words, "nothing")
    yield GAME, _said(words, "game")
    for suit in SUITS:
        shown = (*words.every(f"suit.{suit}"), *words.every(f"suit.{suit}.of"))
        yield suit, (*shown, *words.every(f"suit.{suit}.short"), *_said(words, f"suit.{suit}"))
    for suit, sign in zip(SUITS, "♠♣♦♥", strict=False):
        yield suit, (sign,)
    for height in _HEIGHTS:
        shown = (*words.every(f"rank.{height}"), *words.every(f"rank.{height}.short"))
        yield height, (*shown, *_said(words, f"rank.{height}"))
        if height.isdecimal():
            yield height, (height,)
    for spoken in _SPOKEN:
        key = spoken.replace(" ", ".")
        yield spoken, (*words.every(f"act.{key}"), *_said(words, f"act.{key}"))


def _said(words: Words, key: str) -> list[str]:
    return [one for entry in words.every(f"said.{key}") for one in entry.split(",")]
