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

from bot.engine.actions import KONTRAS, SimpleAction
from bot.engine.notation import format_action
from bot.render.words import Words

Reading = tuple[str, ...]  # the symbols of a text in the order of the alphabet

GAME_SYMBOL: Final = "G"
FILLER_SYMBOL: Final = ""  # a filler word: of, in
SUIT_SYMBOLS: Final = ("S", "C", "D", "H", "NT", "B", "P")  # B to take no trick, P to take all
_HEIGHTS: Final = (*map(str, range(1, 11)), "J", "Q", "K", "A")
_WORD_SYMBOLS: Final = tuple(
    map(format_action, (*SimpleAction, *KONTRAS[1:5]))
)  # with words of their own

_MAX_WORDS: Final = 16  # words
_MAX_READINGS: Final = 256
_FOLDED: Final = str.maketrans("đ", "d")  # the one letter here that NFKD does not decompose
_PART: Final = re.compile(
    r"(?<![^\W_])(?:10|[1-9jqka])(?:nt|[scdh])(?![^\W_])|[0-9]+|[^\W\d_]+|[♠♣♦♥♤♧♢♡]"
)
_MERGED: Final = re.compile(rf"({'|'.join(_HEIGHTS)})({'|'.join(SUIT_SYMBOLS)})")


def split_typed(typed: str) -> tuple[str, ...]:
    """Return the words, numbers and signs of a text, folded: "6ПИК" is 6 and пик."""
    plain = normalize("NFKD", typed).casefold()
    return tuple(_PART.findall("".join(a for a in plain if not combining(a)).translate(_FOLDED)))


def split_symbol(symbol: str) -> tuple[str, ...]:
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
        return _readings(list(self._meanings(split_typed(typed))))

    def guesses(self, typed: str) -> frozenset[Reading]:
        """Return all meanings of a text that may break off within a word."""
        return _readings(list(self._meanings(split_typed(typed), is_partial=True)))

    def _meanings(
        self, parts: Sequence[str], *, is_partial: bool = False
    ) -> Iterator[Collection[str]]:
        place = 0
        while place < len(parts):
            length, symbols = self._longest_at(parts, place)
            if is_partial and not symbols - {parts[place]}:
                symbols = self._completions(parts[place]) or symbols
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

    def _completions(self, part: str) -> set[str]:
        found = (symbols for words, symbols in self.phrases.items() if words[0].startswith(part))
        return {symbol for symbols in found for symbol in symbols}


def _readings(meanings: Sequence[Collection[str]]) -> frozenset[Reading]:
    if len(meanings) > _MAX_WORDS or prod(map(len, meanings)) > _MAX_READINGS:
        return frozenset()
    return frozenset(filter(None, map(_merge_heights, product(*meanings))))


def _merge_heights(symbols: tuple[str, ...]) -> Reading:
    """Join a height and its suit side by side, whichever comes first."""
    found = list[str]()
    for symbol in filter(None, symbols):
        before = found[-1] if found else FILLER_SYMBOL
        for pair in (before + symbol, symbol + before):
            if before and {before, symbol} == set(split_symbol(pair)):
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
        for symbol, phrase in _common_phrases(words):
            phrases.setdefault(phrase, set()).add(symbol)
        for name in named:
            for phrase in filter(
                None, map(split_typed, _spoken_variants(words, f"contract.{name}"))
            ):
                phrases.setdefault(phrase, set()).add(name)
    return Lexicon(phrases, max(map(len, phrases)))


@lru_cache(256)  # languages with the dialects of their tables
def _common_phrases(words: Words) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return symbols with their phrases, the nicknames of bids excepted."""
    said = (
        (symbol, one) for symbol, texts in _vocabulary(words) for one in map(split_typed, texts)
    )
    return tuple((symbol, phrase) for symbol, phrase in said if phrase)


def _vocabulary(words: Words) -> Iterator[tuple[str, Iterable[str]]]:
    yield FILLER_SYMBOL, _spoken_variants(words, "nothing")
    yield GAME_SYMBOL, _spoken_variants(words, "game")
    for suit in SUIT_SYMBOLS:
        shown = (*words.every(f"suit.{suit}"), *words.every(f"suit.{suit}.of"))
        yield (
            suit,
            (*shown, *words.every(f"suit.{suit}.short"), *_spoken_variants(words, f"suit.{suit}")),
        )
    for suit, sign in zip(SUIT_SYMBOLS, "♠♣♦♥", strict=False):
        yield suit, (sign,)
    for height in _HEIGHTS:
        shown = (*words.every(f"rank.{height}"), *words.every(f"rank.{height}.short"))
        yield height, (*shown, *_spoken_variants(words, f"rank.{height}"))
        if height.isdecimal():
            yield height, (height,)
    for spoken in _WORD_SYMBOLS:
        key = spoken.replace(" ", ".")
        yield spoken, (*words.every(f"act.{key}"), *_spoken_variants(words, f"act.{key}"))


def _spoken_variants(words: Words, key: str) -> list[str]:
    return [one for entry in words.every(f"said.{key}") for one in entry.split(",")]
