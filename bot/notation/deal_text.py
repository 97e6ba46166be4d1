"""The text form of deals: the tags and ``seat action`` lines of the golden files.

docs/notation.md has the grammar.  Several deals of a file are separated by empty lines.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pydantic import TypeAdapter, ValidationError

from bot.engine.cards import CARD_NAMES, EMPTY, Card, Hand, Seat
from bot.engine.notation import cards_text, format_action, parse_cards
from bot.engine.rule_errors import BadNotation
from bot.engine.rules import Rules
from bot.notation.single_deal import (
    BadDeal,
    SingleDeal,
    active_seats,
    check_cards,
    hands_of_deck,
    parse_course,
    replayed,
)
from bot.presets import OptionSetting, Presets

LONGEST_LINE: Final = 400  # characters
_LINE: Final = re.compile(r"(-1|[0-3]) (.+)")
_WORD: Final = re.compile(r"(?!true$|false$|null$)[a-z]\w*")
_VALUE: Final = TypeAdapter(OptionSetting)
_SEATS: Final = {"0": 0, "1": 1, "2": 2, "3": 3}


def deal_text(presets: Presets, deal: SingleDeal) -> str:
    """Return the text of a deal, with a line end after each line."""
    return "\n".join(_lines(presets, deal)) + "\n"


def _lines(presets: Presets, deal: SingleDeal) -> Iterator[str]:
    yield f"preset {deal.rules.preset}"
    yield f"players {deal.rules.players}"
    for option, value in presets.differences(deal.rules):
        yield f"option {option} {value if isinstance(value, str) else json.dumps(value)}"
    if deal.conditions:
        yield f"conditions {' '.join(map(str, deal.conditions))}"
    yield f"dealer {deal.dealer}"
    for seat in active_seats(deal.rules, deal.dealer):
        yield f"hand {seat} {cards_text(tuple(deal.hands[seat]))}"
    yield f"talon {cards_text(deal.talon)}"
    if deal.course:
        yield "log"
    for seat, action in deal.course:
        yield f"{seat} {format_action(action)}"


@dataclass(slots=True)
class _Tags:
    """The tags of one deal read so far."""

    preset: str = ""
    options: dict[str, OptionSetting] = field(default_factory=dict)
    conditions: tuple[int, ...] = ()
    dealer: Seat = -1
    hands: dict[Seat, Hand] = field(default_factory=dict)
    talon: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    is_in_log: bool = False
    log: list[tuple[Seat, str]] = field(default_factory=list)
    first_log_line: int = 0


def read_deal_text(presets: Presets, text: str) -> SingleDeal:
    """Return the deal of a text and check it by playing it.

    Raises BadDeal with the number of the first bad line, or BadRules.
    """
    tags = _Tags()
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.partition("#")[0].strip()
        if said == "expect":  # a golden file goes on with what the deal has to bring
            break
        if said:
            _read_line(tags, number, said)
    bare = _cards_and_rules(presets, tags)
    try:
        deal = replace(bare, course=parse_course(tags.log))
        replayed(deal)
    except BadDeal as error:
        where = tags.first_log_line + error.line - 1 if error.line else 0
        raise BadDeal(error.reason, line=where, said=error.said) from error
    return deal


def _read_line(tags: _Tags, number: int, said: str) -> None:
    bad = BadDeal("unreadable", line=number, said=said[:LONGEST_LINE])
    if len(said) > LONGEST_LINE:
        raise bad
    try:
        if tags.is_in_log or said.startswith("-1 "):
            _read_log_line(tags, number, said)
        else:
            word, _, rest = said.partition(" ")
            _TAGS[word](tags, rest.strip())
    except (KeyError, ValueError, BadNotation) as error:
        raise bad from error


def _read_log_line(tags: _Tags, number: int, said: str) -> None:
    found = _LINE.fullmatch(said)
    if found is None:
        raise ValueError(said)
    if found[1] == "-1":
        word, _, rest = found[2].partition(" ")
        _TABLE_LINES[word](tags, rest)
        return
    tags.first_log_line = tags.first_log_line or number
    tags.log.append((int(found[1]), found[2]))


def _set_option(tags: _Tags, rest: str) -> None:
    option, _, value = rest.partition(" ")
    tags.options[option] = _option_value(value.strip())


def _option_value(text: str) -> OptionSetting:
    """Return a word as it is, everything else as JSON."""
    if _WORD.fullmatch(text):
        return text
    try:
        return _VALUE.validate_json(text)
    except ValidationError:
        return text


def _set_hand(tags: _Tags, rest: str) -> None:
    seat, _, cards = rest.partition(" ")
    tags.hands[_SEATS[seat]] = Hand.of(parse_cards(cards))


def _set_preset(tags: _Tags, rest: str) -> None:
    tags.preset = rest


def _set_players(tags: _Tags, rest: str) -> None:
    tags.options["players"] = int(rest)


def _set_conditions(tags: _Tags, rest: str) -> None:
    tags.conditions = tuple(map(int, rest.split()))


def _set_dealer(tags: _Tags, rest: str) -> None:
    tags.dealer = _SEATS[rest]


def _set_talon(tags: _Tags, rest: str) -> None:
    tags.talon = parse_cards(rest)


def _set_deck(tags: _Tags, rest: str) -> None:
    if tags.deck:  # the log of a match, not of one deal
        raise ValueError(rest)
    tags.deck = parse_cards(rest)


def _begin_log(tags: _Tags, rest: str) -> None:
    if rest:
        raise ValueError(rest)
    tags.is_in_log = True


_TAGS: Final[dict[str, Callable[[_Tags, str], None]]] = {
    "preset": _set_preset,
    "players": _set_players,
    "option": _set_option,
    "conditions": _set_conditions,
    "dealer": _set_dealer,
    "hand": _set_hand,
    "talon": _set_talon,
    "log": _begin_log,
}
_TABLE_LINES: Final[dict[str, Callable[[_Tags, str], None]]] = {
    "dealer": _set_dealer,
    "deck": _set_deck,
}


def _cards_and_rules(presets: Presets, tags: _Tags) -> SingleDeal:
    if not tags.preset:
        raise BadDeal("no_preset")
    rules = presets.rules(tags.preset, **tags.options)
    if not 0 <= tags.dealer < rules.players:
        raise BadDeal("dealer")
    hands, talon = _cards_of(rules, tags)
    deal = SingleDeal(rules, tags.dealer, hands, talon, _kept(tags.conditions))
    check_cards(deal)
    return deal


def _cards_of(rules: Rules, tags: _Tags) -> tuple[tuple[Hand, ...], tuple[Card, ...]]:
    if tags.deck:
        if sorted(tags.deck) != list(range(len(CARD_NAMES))):
            raise BadDeal("pack")
        return hands_of_deck(rules, tags.dealer, tags.deck)
    seats = max(3, rules.players)
    return tuple(tags.hands.get(seat, EMPTY) for seat in range(seats)), tags.talon


def _kept(conditions: Sequence[int]) -> tuple[int, ...]:
    return tuple(conditions) if any(conditions) else ()
