"""Resolves typed text to a legal action: words become symbols, one for each meaning.

A suit is ``S``, a rank ``K``, a number ``6``, a plain word its notation (``pass``), and a height
next to its suit one symbol of both: ``6S``, ``KS``.  The words are those on screens and, for
purely spoken ones, the entries ``said.*`` of the locales: lists with commas.  Capitals, accents
(ё is е) and the order of the words do not count; a word may have several meanings.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import prod
from typing import Final
from unicodedata import category, combining, normalize

from bot.engine import actions as act
from bot.engine import deal, notation
from bot.engine.actions import KONTRAS, Action, SimpleAction
from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME
from bot.engine.view import SeatView
from bot.model.values import Record
from bot.render.families import presenter_of, table_words
from bot.render.formatting import card_tiles
from bot.render.hand.decision import answer_button
from bot.render.words import TableWords, Words

Reading = tuple[str, ...]  # the symbols of a text in the order of the alphabet

GAME_SYMBOL: Final = "G"
FILLER_SYMBOL: Final = ""  # a filler word: of, in
SUIT_SYMBOLS: Final = ("S", "C", "D", "H", "NT", "B", "P")  # B to take no trick, P to take all
_HEIGHTS: Final = (*map(str, range(1, 11)), "J", "Q", "K", "A")
_WORD_SYMBOLS: Final = tuple(
    map(notation.format_action, (*SimpleAction, *KONTRAS[1:5]))
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


class Lexicon(Record):
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


# Resolves typed text to a legal action.
#
# The parser tries these layers in order, and the first match decides: the notation, the labels of
# the player's own screens, the phrases of all languages. Several matches are a result too: the
# caller names the choices and plays none. An incomplete text finds suggestions, never an action.

_MOST_CHOICES: Final = 8  # moves a refusal names
_NamedAction = act.Bid | act.Declare | act.Seal


@dataclass(frozen=True)
class ActionParser:
    """Parser of one player's text; ``languages`` are all known, ``words`` is the player's."""

    view: SeatView
    words: TableWords
    languages: tuple[TableWords, ...]

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions a command suggests; claims have a command of their own."""
        return tuple(a for a in self.view.legal if not isinstance(a, act.Claim))

    def parse(self, typed: str) -> tuple[Action, ...]:
        """Return the actions a text means; () if it means none."""
        layers: tuple[Callable[[str], tuple[Action, ...]], ...]
        layers = self._by_notation, self._by_label, self._by_phrase
        return next(filter(None, (layer(typed) for layer in layers)), ())

    def suggest(self, typed: str) -> tuple[Action, ...]:
        """Return the actions of which a text is a part; all of them for an empty text."""
        wanted, guesses = squash_text(typed), self.lexicon.guesses(typed)
        return tuple(
            action
            for action in self.actions
            if wanted in squash_text(action_label(action, self.words))
            or wanted in squash_text(notation.format_action(action))
            or any(_covers(form, guess) for form in self.forms[action] for guess in guesses)
        )

    def barred_card(self, typed: str) -> Action | None:
        """Return the card a text means although it may not be played now."""
        if self.view.stage is not deal.Stage.PLAY:
            return None
        cards = [read[0] for read in self.lexicon.readings(typed) if len(read) == 1]
        found = [CARDS_BY_NAME[name] for name in cards if name in CARDS_BY_NAME]
        return act.PLAYS[found[0]] if len(found) == 1 else None

    def list_actions(self, actions: Sequence[Action]) -> str:
        """Return the names of the first few of ``actions``."""
        named = [action_label(action, self.words) for action in actions[:_MOST_CHOICES]]
        return ", ".join((*named, *("…" for _ in actions[_MOST_CHOICES : _MOST_CHOICES + 1])))

    # the layers ------------------------------------------------------------------------------

    def _by_notation(self, typed: str) -> tuple[Action, ...]:
        return self.notations.get(squash_text(typed), ())

    def _by_label(self, typed: str) -> tuple[Action, ...]:
        return self.labels.get(squash_text(typed), ())

    def _by_phrase(self, typed: str) -> tuple[Action, ...]:
        readings = self.lexicon.readings(typed)
        return tuple(action for action in self.actions if readings & self.forms[action])

    @cached_property
    def notations(self) -> dict[str, tuple[Action, ...]]:
        return _by_name((action, _notations_of(action)) for action in self.view.legal)

    @cached_property
    def labels(self) -> dict[str, tuple[Action, ...]]:
        return _by_name((a, _screen_texts(a, self.view, self.words)) for a in self.view.legal)

    @cached_property
    def lexicon(self) -> Lexicon:
        return lexicon_of(
            self.languages, {a.name for a in self.actions if isinstance(a, _NamedAction)}
        )

    @cached_property
    def forms(self) -> dict[Action, frozenset[Reading]]:
        """Every way to say an action, in symbols."""
        whole = {action: frozenset(self._readings(action)) for action in self.actions}
        named = [forms for action, forms in whole.items() if isinstance(action, _NamedAction)]
        if not any(isinstance(a, act.Bid) for a in self.actions) and all(map(_is_game, named)):
            whole = {a: f | _without_game(f) for a, f in whole.items()}
        return {
            action: forms | _half_symbols(forms)
            if isinstance(action, act.Play)
            or (isinstance(action, _NamedAction) and _tells_apart(named))
            else forms
            for action, forms in whole.items()
        }

    def _readings(self, action: Action) -> Iterator[Reading]:
        cards = _cards_of(action)
        for words in self.languages:
            for shown in _screen_texts(action, self.view, words):
                yield from (one for one in self.lexicon.readings(shown) if _names_cards(one, cards))
        match action:
            case act.SimpleAction() | act.Kontra():
                yield (notation.format_action(action),)
            case act.Propose(tricks):
                yield (str(tricks),)
            case act.Bid(name) | act.Declare(name) | act.Seal(name):
                if any(words.has_key(f"said.contract.{name}") for words in self.languages):
                    yield (name,)
            case _:
                return


def action_parser(view: SeatView, words: Words, languages: Sequence[Words]) -> ActionParser:
    """Return the parser for a player who reads ``words`` at the table of this view."""
    rules = view.rules
    return ActionParser(
        view, table_words(rules, words), tuple(table_words(rules, one) for one in languages)
    )


def action_label(action: Action, words: Words) -> str:
    """Return an action as it reads in a list."""
    return words.without_tiles(words.action(action))


def squash_text(typed: str) -> str:
    """Drop blanks, punctuation and invisible letters; every suit sign stays."""
    return "".join(letter for letter in typed.casefold() if category(letter)[0] in "LNS")


def _cards_of(action: Action) -> frozenset[str]:
    """Return the cards of an action, which every way to say it must name."""
    match action:
        case act.Play(card):
            return frozenset({CARD_NAMES[card]})
        case act.Discard(low, high):
            return frozenset({CARD_NAMES[low], CARD_NAMES[high]})
        case _:
            return frozenset()


def _names_cards(reading: Reading, cards: frozenset[str]) -> bool:
    """True if a reading names all these cards and no suit beside them: "as" (ace) is no AS."""
    return cards.issubset(reading) and not (cards and set(SUIT_SYMBOLS) & set(reading))


def _by_name(named: Iterable[tuple[Action, Iterable[str]]]) -> dict[str, tuple[Action, ...]]:
    """Map each squashed name to its actions."""
    found = dict[str, dict[Action, None]]()
    for action, names in named:
        for name in filter(None, map(squash_text, names)):
            found.setdefault(name, {})[action] = None
    return {name: tuple(actions) for name, actions in found.items()}


def _notations_of(action: Action) -> tuple[str, ...]:
    """Return the notation; cards, contracts and splits also without their verb."""
    line = notation.format_action(action)
    rest = "" if isinstance(action, act.Kontra | act.Propose) else line.partition(" ")[2]
    return line, rest


def _screen_texts(action: Action, view: SeatView, words: TableWords) -> Iterator[str]:
    """Yield the texts an action has on screens: in lists, read aloud, on its button."""
    said = words.action(action)
    yield words.without_tiles(said)
    yield words.spell_out(said)
    match action:
        case act.Bid(name) | act.Declare(name) | act.Seal(name):
            yield words.contract_spoken(name)
            yield words.contract_spoken(presenter_of(view.rules).shown_contract(view.rules, name))
        case act.Discard(low, high):
            yield words.without_tiles(card_tiles((low, high)))
            yield words.spell_out(card_tiles((low, high)))
        case act.HOLD | act.Play() | act.Claim() | act.Deck() | act.Draw() | act.Dealer():
            return
        case _:
            yield answer_button(action, view, words).label


# forms -------------------------------------------------------------------------------------


def _is_game(forms: frozenset[Reading]) -> bool:
    """True for a contract called a game, or by a name without any number."""
    has_number = any(symbol[0].isdecimal() for form in forms for symbol in form)
    return any(GAME_SYMBOL in form for form in forms) or not has_number


def _without_game(forms: frozenset[Reading]) -> frozenset[Reading]:
    """Drop the word "game", which is optional where only games can be named."""
    return frozenset(tuple(s for s in form if s != GAME_SYMBOL) for form in forms) - {()}


def _tells_apart(named: Sequence[frozenset[Reading]]) -> bool:
    """True if each number belongs to one suit and each suit to one number."""
    pairs = {split_symbol(symbol) for forms in named for form in forms for symbol in form} - {()}
    return all(len({pair[n] for pair in pairs}) == len(pairs) for n in (0, 1))


def _half_symbols(forms: frozenset[Reading]) -> frozenset[Reading]:
    """Return readings with a number but no suit, and with a suit but no number."""
    return frozenset(
        tuple(sorted((*(s for s in form if s != symbol), half)))
        for form in forms
        for symbol in form
        for half in split_symbol(symbol)
    )


def _covers(form: Reading, guess: Reading) -> bool:
    """True if every symbol of ``guess`` is one of ``form``, or a half of one."""
    return all(
        symbol in form or any(symbol in split_symbol(one) for one in form) for symbol in guess
    )
