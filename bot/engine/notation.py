"""The text of actions, deal results and carries.

Actions have one notation for log lines, database rows, buttons and golden files.

``parse(text(a)) == a`` for every action.  ``parse_action`` knows no rules: it raises BadNotation
for text it cannot read; the game decides if the action is legal.
"""

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar, assert_never

from pydantic import TypeAdapter

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME, Card
from bot.engine.deal import Carry, Deal, DealResult
from bot.engine.rules import BadNotation
from bot.model.enums import Posting, RulingKind

_NAME: Final = re.compile(r"[0-9A-Z]{1,6}")
_NUMBER: Final = re.compile(r"[0-9]{1,2}")
_NAMES: Final = 256  # cached per verb, so that all tables share the actions
_RULING: Final = re.compile(r"([a-z]+) ([1-9][0-9]{0,4})(?: (.+))?")
_RULING_ENTRY: Final = re.compile(r"([a-z_]+) ([0-3])(?:/([0-3]))? ([+-][1-9][0-9]{0,6})")
_VERSION: Final = re.compile(r"0|[1-9][0-9]{0,6}")


def cards_text(cards: tuple[Card, ...]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)


def parse_cards(words: str) -> tuple[Card, ...]:
    """Parse cards separated by blanks.  Raises BadNotation."""
    try:
        return tuple(CARDS_BY_NAME[word] for word in words.split())
    except KeyError:
        raise BadNotation(words) from None  # a KeyError would reveal the card


def format_action(action: Action) -> str:
    """Return the notation of an action."""
    match action:
        case act.Play(card):
            return _PLAY_TEXTS[card]
        case act.SimpleAction():
            return action.value
        case act.Bid(name):
            return f"bid {name}"
        case act.Declare(name):
            return f"declare {name}"
        case act.Discard(low, high):
            return f"discard {CARD_NAMES[low]} {CARD_NAMES[high]}"
        case act.Deck(cards) | act.Draw(cards):
            verb = "deck" if isinstance(action, act.Deck) else "draw"
            return f"{verb} {cards_text(cards)}"
        case act.Dealer(seat):
            return f"dealer {seat}"
        case act.Claim(tricks):
            return "claim " + " ".join(map(str, tricks))
        case act.Kontra(level):
            return f"kontra {level}"
        case act.Seal(name):
            return f"seal {name}"
        case act.Propose(tricks):
            return f"offer {tricks}"
        case act.TakeBack(version):
            return f"takeback {version}"
        case act.Ruling():
            return _ruling_text(action)
        case _:
            assert_never(action)


def action_verb(action: Action) -> str:
    """Return the first word of the notation, without cards, names and numbers."""
    return format_action(action).partition(" ")[0]


_PLAY_TEXTS: Final = tuple(f"play {name}" for name in CARD_NAMES)
_FIXED: Final[dict[str, Action]] = {
    **{word.value: word for word in act.SimpleAction},
    **dict(zip(_PLAY_TEXTS, act.PLAYS, strict=True)),
}


def _name(words: str) -> str:
    if not _NAME.fullmatch(words):
        raise BadNotation(words)
    return words


def _numbers(words: str, count: int) -> tuple[int, ...]:
    parts = words.split(" ")
    if len(parts) != count or not all(_NUMBER.fullmatch(part) for part in parts):
        raise BadNotation(words)
    if any(str(int(part)) != part for part in parts):
        raise BadNotation(words)
    return tuple(map(int, parts))


def _discard(words: str) -> Action:
    cards = parse_cards(words)
    pair = (min(cards), max(cards)) if len(cards) == 2 else (0, 0)
    if pair not in act.DISCARDS:
        raise BadNotation(words)
    return act.DISCARDS[pair]


def _claim(words: str) -> Action:
    first, second, third = _numbers(words, 3)
    return act.Claim((first, second, third))


def _take_back(words: str) -> Action:
    if not _VERSION.fullmatch(words):
        raise BadNotation(words)
    return act.TakeBack(int(words))


def _ruling_text(ruling: act.Ruling) -> str:
    added = ", ".join(map(_entry_text, ruling.entries))
    return f"ruling {ruling.kind} {ruling.deal} {added}".rstrip()


def _entry_text(entry: act.RulingEntry) -> str:
    against = "" if entry.against is None else f"/{entry.against}"
    return f"{entry.account} {entry.seat}{against} {entry.amount:+}"


def _ruling(words: str) -> Action:
    if (found := _RULING.fullmatch(words)) is None or found[1] not in set(RulingKind):
        raise BadNotation(words)
    entries = tuple(map(_ruling_entry, found[3].split(", "))) if found[3] else ()
    return act.Ruling(RulingKind(found[1]), int(found[2]), entries)


def _ruling_entry(words: str) -> act.RulingEntry:
    if (found := _RULING_ENTRY.fullmatch(words)) is None:
        raise BadNotation(words)
    account, seat, against, amount = found.groups()
    return act.RulingEntry(
        account, int(seat), None if against is None else int(against), int(amount)
    )


_READERS: Final[dict[str, Callable[[str], Action]]] = {
    "bid": lru_cache(_NAMES)(lambda words: act.Bid(_name(words))),
    "declare": lru_cache(_NAMES)(lambda words: act.Declare(_name(words))),
    "discard": _discard,
    "deck": lambda words: act.Deck(parse_cards(words)),
    "draw": lambda words: act.Draw(parse_cards(words)),
    "dealer": lambda words: act.Dealer(_numbers(words, 1)[0]),
    "claim": _claim,
    "kontra": lambda words: act.Kontra(_numbers(words, 1)[0]),
    "seal": lru_cache(_NAMES)(lambda words: act.Seal(_name(words))),
    "offer": lambda words: act.Propose(_numbers(words, 1)[0]),
    "takeback": _take_back,
    "ruling": _ruling,
}


def parse_action(line: str) -> Action:
    """Parse the notation of an action.  Raises BadNotation."""
    if (action := _FIXED.get(line)) is not None:
        return action
    verb, _, words = line.partition(" ")
    reader = _READERS.get(verb)
    if reader is None:
        raise BadNotation(line)
    try:
        return reader(words)
    except BadNotation as error:
        raise BadNotation(line) from error


# Stored texts of deal results and carries.

C = TypeVar("C", bound=Carry)


class _Carries(dict[type[Carry], TypeAdapter[Carry]]):
    """The adapter of each family's carry, created at its first use."""

    def __missing__(self, kind: type[Carry]) -> TypeAdapter[Carry]:
        self[kind] = TypeAdapter(kind)
        return self[kind]


_RESULTS: Final = TypeAdapter(DealResult)
_CARRIES: Final = _Carries()


def result_text(result: DealResult) -> str:
    """Return the stored text of a scored deal."""
    return _RESULTS.dump_json(result).decode()


def read_result(text: str) -> DealResult:
    """Parse a stored deal.  Raises pydantic's ValidationError."""
    return _RESULTS.validate_json(text)


def carry_text(carry: Carry) -> str:
    """Return the stored text of a carry."""
    return _CARRIES[type(carry)].dump_json(carry).decode()


def read_carry(kind: type[C], text: str) -> C:
    """Parse a stored carry of class ``kind``.  Raises pydantic's ValidationError."""
    carry = _CARRIES[kind].validate_json(text)
    assert isinstance(carry, kind)
    return carry


# Texts that an older program stored: they lack the fields that today's code has added since.


def agrees(stored: str, replayed: str) -> bool:
    """Return True if a stored text has the values of the replayed one in all keys it has.

    Raises ValueError if the stored text is no JSON.
    """
    today: object = json.loads(replayed)
    return _filled(json.loads(stored), today) == today


def complete_carry(stored: str, replayed: Carry) -> str:
    """Return the text of a stored carry, the keys it lacks filled in from a replayed one."""
    return json.dumps(_filled(json.loads(stored), json.loads(carry_text(replayed))))


def _filled(stored: object, replayed: object) -> object:
    match stored, replayed:
        case dict(), dict():
            return replayed | {key: _filled(old, replayed.get(key)) for key, old in stored.items()}
        case list(), list() if len(stored) == len(replayed):
            return [_filled(*both) for both in zip(stored, replayed, strict=True)]
        case _:
            return stored


def deal_result(deal: Deal, outcome: str, postings: tuple[Posting, ...]) -> DealResult:
    """Return the result of a finished deal."""
    return DealResult(
        number=deal.number,
        dealer=deal.dealer,
        seats=deal.seats,
        outcome=outcome,
        contract=deal.contract,
        roles=deal.roles,
        dealt=tuple(map(int, deal.dealt)),
        talon=deal.talon,
        discard=deal.discard,
        tricks=deal.tricks,
        won=deal.won,
        postings=postings,
        calls=tuple((call.seat, format_action(call.action)) for call in deal.calls),
    )
