"""The deal code: a deal with all calls and cards as one word of about 35 letters.

The word is one number in base 64, the least significant letter first, and a check letter.  The
number is a chain of digits, each with a base of its own: version, preset, players, dealer, how the
deal began, the cards, then every action as its place among the legal ones, so that a forced card
takes no room.  House rules follow a dot as the options that differ.  docs/notation.md has the
table.  A code contains cards and calls, no people.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from itertools import count
from math import comb
from typing import Final, NamedTuple

from pydantic import TypeAdapter

from bot.engine import rules
from bot.engine.cards import PACK, Card, Hand
from bot.engine.game import Game, apply_action
from bot.notation import single_deal
from bot.presets import OptionSetting, Presets

VERSION: Final = 1
LONGEST_CODE: Final = 900  # with every option changed; at most 48 letters without house rules

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES: Final = {letter: value for value, letter in enumerate(_LETTERS)}
_VERSIONS, _PRESETS, _PLAYERS, _DEALERS = 8, 32, 3, 4
_LONGEST_COURSE: Final = 256
_DIGIT: Final = 8  # conditions are written in base 8, each digit with a sign that more follow
_HAND: Final = 10
_CHANGES: Final = TypeAdapter(dict[str, OptionSetting])
_BARE: Final = -9  # deflate without a header, a window of 512 bytes
_LONGEST_OPTIONS: Final = 4000  # bytes of JSON
_REDUCING: Final = 0b1000011  # x^6 + x + 1, the field of 64 elements


class BadCode(ValueError):
    """The text is no deal code; ``reason`` is the key of the sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


# The number: digits of different bases.


class _Writer:
    """Collects digits, each below its base."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def put(self, digit: int, base: int) -> None:
        assert 0 <= digit < base
        self._digits.append((digit, base))

    def number(self) -> int:
        """Return the number; the first digit is the least significant."""
        found = 0
        for digit, base in reversed(self._digits):
            found = found * base + digit
        return found


class _Reader:
    """Takes the digits of a number from the least significant on."""

    def __init__(self, number: int) -> None:
        self._left = number

    def take(self, base: int) -> int:
        self._left, digit = divmod(self._left, base)
        return digit

    def is_used_up(self) -> bool:
        return not self._left


# Cards: the three hands as combinations, then the talon in its order.


def _combination_number(places: Iterator[int]) -> int:
    """Return the number of a combination of places in rising order (combinatorial numbers)."""
    return sum(comb(place, n) for n, place in enumerate(places, start=1))


def _combination(number: int, size: int) -> list[int]:
    """Return the places of the combination with this number, rising."""
    places = list[int]()
    for n in range(size, 0, -1):
        place = next(p for p in count(n) if comb(p, n) > number) - 1
        number -= comb(place, n)
        places.append(place)
    return places[::-1]


def _put_cards(writer: _Writer, single: single_deal.SingleDeal) -> None:
    left = list(PACK)
    for seat in single_deal.active_seats(single.rules, single.dealer)[:2]:
        hand = single.hands[seat]
        number = _combination_number(n for n, card in enumerate(left) if card in hand)
        writer.put(number, comb(len(left), _HAND))
        left = [card for card in left if card not in hand]
    for card in single.talon:
        writer.put(left.index(card), len(left))
        left.remove(card)


def _take_cards(reader: _Reader) -> tuple[tuple[Hand, ...], tuple[Card, ...]]:
    """Return three hands, forehand's first, and the talon."""
    left, hands = list(PACK), list[Hand]()
    for _ in range(2):
        places = _combination(reader.take(comb(len(left), _HAND)), _HAND)
        hands.append(Hand.of(left[place] for place in places))
        left = [card for card in left if card not in hands[-1]]
    talon = tuple(left.pop(reader.take(len(left))) for _ in range(2))
    return (*hands, Hand.of(left)), talon


# Conditions: each a number in base 8.


def _put_conditions(writer: _Writer, conditions: tuple[int, ...]) -> None:
    writer.put(len(conditions), _DIGIT)
    for condition in conditions:
        rest = condition
        while rest >= _DIGIT:
            rest, digit = divmod(rest, _DIGIT)
            writer.put(digit + _DIGIT, 2 * _DIGIT)
        writer.put(rest, 2 * _DIGIT)


def _take_conditions(reader: _Reader) -> tuple[int, ...]:
    return tuple(_take_condition(reader) for _ in range(reader.take(_DIGIT)))


def _take_condition(reader: _Reader) -> int:
    found, weight = 0, 1
    for _ in range(_DIGIT):
        digit = reader.take(2 * _DIGIT)
        found += digit % _DIGIT * weight
        if digit < _DIGIT:
            return found
        weight *= _DIGIT
    raise BadCode("damaged")


# The course: every action as its place among the legal ones.


class _Kind(NamedTuple):
    """How the course is written.

    ``is_scored``: it ends with the score, else its length is written.  ``has_further``: claims,
    offers and actions out of turn occur, so every place has one more value to announce them.
    """

    is_scored: bool
    has_further: bool


def _put_course(writer: _Writer, single: single_deal.SingleDeal) -> None:
    steps = list(_steps(single))
    kind = _Kind(
        bool(steps) and single_deal.is_scored(steps[-1].after),
        any(step.is_further for step in steps),
    )
    writer.put(kind.is_scored, 2)
    writer.put(kind.has_further, 2)
    if not kind.is_scored:
        writer.put(len(steps), _LONGEST_COURSE)
    for step in steps:
        choices = single_deal.ordinary_actions(step.before)
        if step.is_further:
            further = single_deal.further_actions(step.before)
            writer.put(len(choices), len(choices) + 1)
            writer.put(further.index(step.said), len(further))
        else:
            writer.put(choices.index(step.said), len(choices) + kind.has_further)


class _Step(NamedTuple):
    before: Game
    said: single_deal.SeatAction
    is_further: bool
    after: Game


def _steps(single: single_deal.SingleDeal) -> Iterator[_Step]:
    game = single_deal.opening(single)
    for said in single.course:
        after = apply_action(game, said.seat, said.action)
        yield _Step(game, said, said not in single_deal.ordinary_actions(game), after)
        game = after


def _take_course(
    reader: _Reader, single: single_deal.SingleDeal
) -> tuple[single_deal.SeatAction, ...]:
    kind = _Kind(bool(reader.take(2)), bool(reader.take(2)))
    length = _LONGEST_COURSE if kind.is_scored else reader.take(_LONGEST_COURSE)
    game, course = single_deal.opening(single), list[single_deal.SeatAction]()
    while len(course) < length and not single_deal.is_scored(game):
        said = _take_action(reader, game, kind.has_further)
        course.append(said)
        game = apply_action(game, said.seat, said.action)
    if kind.is_scored != single_deal.is_scored(game):
        raise BadCode("damaged")
    return tuple(course)


def _take_action(reader: _Reader, game: Game, has_further: bool) -> single_deal.SeatAction:
    choices = single_deal.ordinary_actions(game)
    if not choices and not has_further:
        raise BadCode("damaged")
    place = reader.take(len(choices) + has_further)
    if place < len(choices):
        return choices[place]
    further = single_deal.further_actions(game)
    if not further:
        raise BadCode("damaged")
    return further[reader.take(len(further))]


# The word.


def deal_code(presets: Presets, single: single_deal.SingleDeal) -> str:
    """Return the code of a deal whose course is legal.  Raises BadDeal for one that is not."""
    rules, writer = single.rules, _Writer()
    writer.put(VERSION, _VERSIONS)
    writer.put(presets.number(rules.preset), _PRESETS)
    writer.put(rules.players - 2, _PLAYERS)
    writer.put(single.dealer, _DEALERS)
    _put_conditions(writer, single.conditions)
    _put_cards(writer, single)
    _put_course(writer, single)
    word = _letters(writer.number())
    options = _options_text(presets, rules)
    return word + check_letter(word + options) + (f".{options}" if options else "")


def read_deal_code(presets: Presets, text: str) -> single_deal.SingleDeal:
    """Return the deal of a code; blanks around it do not matter.

    Raises BadCode for anything that ``deal_code`` does not write.
    """
    code = text.strip()
    if len(code) > LONGEST_CODE:
        raise BadCode("too_long")
    word, _, options = code.partition(".")
    if len(word) < 2 or not set(word + options) <= _VALUES.keys():
        raise BadCode("letters")
    if check_letter(word[:-1] + options) != word[-1]:
        raise BadCode("check_letter")
    try:
        single = _read_number(presets, _Reader(_number(word[:-1])), options)
    except (single_deal.BadDeal, rules.BadRules) as error:
        raise BadCode("damaged") from error
    if deal_code(presets, single) != code:  # one deal has one code
        raise BadCode("damaged")
    return single


def _read_number(presets: Presets, reader: _Reader, options: str) -> single_deal.SingleDeal:
    if reader.take(_VERSIONS) != VERSION:
        raise BadCode("newer_version")
    preset = presets.numbered(reader.take(_PRESETS))
    if preset is None:
        raise BadCode("newer_version")
    players = reader.take(_PLAYERS) + 2
    changes = {"players": players} | _read_options(options)
    rules = presets.rules(preset, **changes)
    dealer = reader.take(_DEALERS)
    if dealer >= rules.players:
        raise BadCode("damaged")
    conditions = _take_conditions(reader)
    hands, talon = _take_cards(reader)
    by_seat = single_deal.hands_by_seat(rules, dealer, hands)
    bare = single_deal.SingleDeal(rules, dealer, by_seat, talon, conditions)
    course = _take_course(reader, bare)
    if not reader.is_used_up():
        raise BadCode("damaged")
    return single_deal.SingleDeal(rules, dealer, by_seat, talon, conditions, course)


def _options_text(presets: Presets, rules: rules.Rules) -> str:
    """Return the options that differ from the preset's as letters; "" without any."""
    changes = dict(presets.differences(rules))
    if not changes:
        return ""
    text = json.dumps(changes, separators=(",", ":"), sort_keys=True)
    packer = zlib.compressobj(9, wbits=_BARE)
    packed = packer.compress(text.encode()) + packer.flush()
    return urlsafe_b64encode(packed).decode().rstrip("=")


def _read_options(text: str) -> dict[str, OptionSetting]:
    if not text:
        return {}
    try:
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return _CHANGES.validate_json(
            zlib.decompressobj(_BARE).decompress(packed, _LONGEST_OPTIONS)
        )
    except (ValueError, zlib.error) as error:  # ValueError: of base64, and pydantic's own
        raise BadCode("damaged") from error


def _letters(number: int) -> str:
    word = ""
    while number:
        number, value = divmod(number, len(_LETTERS))
        word += _LETTERS[value]
    return word


def _number(word: str) -> int:
    number = 0
    for letter in reversed(word):
        number = number * len(_LETTERS) + _VALUES[letter]
    return number


def check_letter(text: str) -> str:
    """Return the letter that makes the sum of all letters, each with a weight of its own, zero.

    The weights are the powers of a generator of the field of 64 elements: one wrong letter and two
    exchanged ones (not 63 places apart) always change the sum.
    """
    total = 0
    for letter in text:
        total = _doubled(total ^ _VALUES[letter])
    return _LETTERS[total]


def _doubled(value: int) -> int:
    """Return the product with the generator x."""
    value <<= 1
    return value ^ _REDUCING if value > 63 else value
