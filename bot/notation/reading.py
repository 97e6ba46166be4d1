"""Deals from a text of unknown kind: a deal code, our text and JSON, or another program's file."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.engine import actions as act
from bot.engine import deal
from bot.engine.cards import CARDS_BY_NAME, Card, Hand, Seat
from bot.engine.game import Game, stage_of
from bot.engine.rules import BadRules
from bot.notation import deal_code, deal_text, ppn, single_deal
from bot.notation.single_deal import (
    BadDeal,
    ImportedDeal,
    SingleDeal,
    check_cards,
    hands_by_seat,
    with_calls,
    with_cards,
)
from bot.presets import Presets

# The text form of a public collection of Russian games: begin, CONTRACT, HAND, TRADE, MOVE, end.
#
# It has hands, talon and calls of three players; cards are kept of all-pass deals alone. The first
# HAND belongs to seat 2, the others follow clockwise; FIRSTPLAYER is forehand.

_PRESET: Final = "sochi"
FIRST_WORD: Final = "begin"

_PLAYERS: Final = 3
_FIRST_HAND: Final = 2
_CARD: Final = re.compile(r"(10|[7-9AKQJ])([scdh])")
_BID: Final = re.compile(r"(6|7|8|9|10)(s|c|d|h|nt)")


@dataclass(slots=True)
class _Lines:
    """The lines of one deal."""

    first: Seat = -1
    contract: str = ""
    hands: list[Hand] = field(default_factory=list)
    talon: tuple[Card, ...] = ()
    calls: list[act.Action] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)


def read_gambler(presets: Presets, text: str) -> Iterator[ImportedDeal]:
    """Yield the deals of a text.  Raises BadDeal with the line that cannot be read."""
    lines: _Lines | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        if words == [FIRST_WORD]:
            lines = _Lines()
        elif lines is None:
            raise single_deal.BadDeal("unreadable", line=number, said=line[:80])
        elif words == ["end"]:
            yield _deal_of(presets, lines)
            lines = None
        else:
            try:
                _read_line(lines, words)
            except (ValueError, IndexError) as error:
                raise single_deal.BadDeal("unreadable", line=number, said=line[:80]) from error
    if lines is not None:
        raise single_deal.BadDeal("not_ended")


def _read_line(lines: _Lines, words: list[str]) -> None:
    match words:
        case ["CONTRACT", contract]:
            lines.contract = contract
        case ["FIRSTPLAYER", seat]:
            lines.first = int(seat) % _PLAYERS
        case ["NUMOFPLAYERS", players] if int(players) in (3, 4):
            pass
        case ["HAND", *cards]:
            lines.hands.append(Hand.of(map(_card_of_code, cards)))
        case ["WIDOW", *cards]:
            lines.talon = tuple(map(_card_of_code, cards))
        case ["TRADE", call]:
            lines.calls.append(_call(call))
        case ["MOVE", card]:
            lines.cards.append(_card_of_code(card))
        case _:
            raise ValueError(words)


def _card_of_code(text: str) -> Card:
    found = _CARD.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return CARDS_BY_NAME[found[1] + found[2].upper()]


def _call(text: str) -> act.Action:
    if text == "pass":
        return act.PASS
    if text == "miser":
        return act.Bid("M")
    found = _BID.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return act.Bid(found[1] + found[2].upper())


def _deal_of(presets: Presets, lines: _Lines) -> ImportedDeal:
    if len(lines.hands) != _PLAYERS or lines.first < 0:
        raise single_deal.BadDeal("hand_sizes")
    rules = presets.rules(_PRESET)
    dealer = (lines.first - 1) % _PLAYERS
    by_seat = [lines.hands[(seat - _FIRST_HAND) % _PLAYERS] for seat in range(_PLAYERS)]
    order = [by_seat[(dealer + step) % _PLAYERS] for step in (1, 2, 3)]
    talon = lines.talon
    bare = single_deal.SingleDeal(
        rules, dealer, single_deal.hands_by_seat(rules, dealer, order), talon
    )
    single_deal.check_cards(bare)
    called = with_calls(bare, _Auction(lines.calls))
    return with_cards(called, single_deal.replayed(called)[-1], lines.cards, "")


class _Auction:
    """The calls in their order; nothing is known of the discard and what follows."""

    def __init__(self, calls: list[act.Action]) -> None:
        self._calls = deque(calls)

    def __call__(self, game: Game, seat: Seat) -> act.Action | None:
        is_auction = stage_of(game) is deal.Stage.AUCTION
        return self._calls.popleft() if is_auction and self._calls else None


# The JSON of the problems of Unisay/preferanser: hands, contracts, who leads; no calls.
#
# The declarer's hand is the one after the discard, so the widow is taken up and laid away again.


_SUITS: Final = {"SPADE": "S", "CLUB": "C", "DIAMOND": "D", "HEART": "H"}
_RANKS: Final = {"ACE": "A", "KING": "K", "QUEEN": "Q", "JACK": "J"}
_LEVELS: Final = {"SIX": "6", "SEVEN": "7", "EIGHT": "8", "NINE": "9", "TEN": "10"}
_STRAINS: Final = {**_SUITS, "NO_TRUMP": "NT"}
_DEFENCE: Final = {"WHIST": act.WHIST, "PASS": act.PASS}


class _Side(StrEnum):
    SOUTH = "SOUTH"
    WEST = "WEST"
    EAST = "EAST"


_ORDER: Final = tuple(_Side)  # clockwise

_CardText = Annotated[str, Field(max_length=16)]
_Cards = Annotated[tuple[_CardText, ...], Field(min_length=10, max_length=10)]


class _Widow(BaseModel):
    model_config = ConfigDict(frozen=True)

    card1: _CardText
    card2: _CardText


class _Problem(BaseModel):
    """The fields that are read; others are ignored."""

    model_config = ConfigDict(frozen=True)

    name: Annotated[str, Field(max_length=200)] = ""
    first: Annotated[_Side, Field(alias="firstTurn")]
    players: Literal["THREE"]
    south_contract: Annotated[str, Field(alias="southContract", max_length=20)]
    west_contract: Annotated[str, Field(alias="westContract", max_length=20)]
    east_contract: Annotated[str, Field(alias="eastContract", max_length=20)]
    widow: _Widow
    south: Annotated[_Cards, Field(alias="southCards")]
    west: Annotated[_Cards, Field(alias="westCards")]
    east: Annotated[_Cards, Field(alias="eastCards")]


def read_etude_json(presets: Presets, text: str) -> single_deal.ImportedDeal:
    """Return the deal of a problem, at its first lead.  Raises BadDeal."""
    try:
        problem = _Problem.model_validate_json(text)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise BadDeal("not_the_schema", said=where) from error
    contracts = (problem.south_contract, problem.west_contract, problem.east_contract)
    declarers = [seat for seat, contract in enumerate(contracts) if contract not in _DEFENCE]
    if len(declarers) != 1:
        raise BadDeal("contract_impossible")
    dealer = (_ORDER.index(problem.first) - 1) % len(_ORDER)
    bare = _cards(presets, problem, dealer)
    called = single_deal.with_calls(bare, _Calls(declarers[0], contracts, Hand.of(bare.talon)))
    return single_deal.ImportedDeal(called, problem.name)


def _cards(presets: Presets, problem: _Problem, dealer: Seat) -> SingleDeal:
    rules = presets.rules(_PRESET)
    by_seat = [Hand.of(map(_card, cards)) for cards in (problem.south, problem.west, problem.east)]
    order = [by_seat[(dealer + step) % len(by_seat)] for step in (1, 2, 3)]
    talon = (_card(problem.widow.card1), _card(problem.widow.card2))
    bare = SingleDeal(rules, dealer, hands_by_seat(rules, dealer, order), talon)
    check_cards(bare)
    return bare


def _card(text: str) -> Card:
    suit, _, rank = text.partition("_")
    try:
        return CARDS_BY_NAME[_RANKS.get(rank, rank) + _SUITS[suit]]
    except KeyError as error:
        raise BadDeal("unreadable", said=text) from error


def _contract_name(text: str) -> str:
    """Return our name of a contract: 6S, 10NT, M."""
    if text == "MISER":
        return "M"
    level, _, strain = text.partition("_")
    try:
        return _LEVELS[level] + _STRAINS[strain]
    except KeyError as error:
        raise BadDeal("unreadable", said=text) from error


class _Calls:
    """The calls that make the declarer play their contract with the widow laid away."""

    def __init__(self, declarer: Seat, contracts: tuple[str, ...], widow: Hand) -> None:
        self._declarer = declarer
        self._contracts = contracts
        self._name = _contract_name(contracts[declarer])
        self._widow = widow

    def __call__(self, game: Game, seat: Seat) -> act.Action | None:
        match stage_of(game):
            case deal.Stage.AUCTION:
                return act.Bid(self._name) if seat == self._declarer else act.PASS
            case deal.Stage.EXCHANGE:
                return single_deal.discard_of(self._widow)
            case deal.Stage.DECLARE:
                return act.Declare(self._name)
            case deal.Stage.DEFENCE:
                return single_deal.first_legal(
                    game, seat, act.OPEN, _DEFENCE[self._contracts[seat]]
                )
            case _:
                return None


LARGEST: Final = 1 << 20  # bytes of a file
MOST_DEALS: Final = 50  # read from one file; the rest is left

Reader = Callable[[Presets, str], Iterator[ImportedDeal]]


class TextKind(NamedTuple):
    """A kind of text: its name, how to recognise it, and how to read it."""

    name: str
    is_meant: Callable[[str], bool]
    read: Reader


class BadImport(ValueError):
    """Nothing can be read from the text; ``kind`` is what it was taken for, "" for nothing.

    ``reason`` is the key of the sentence, ``line`` the bad line, counted from 1, or 0, and ``said``
    a part of it.
    """

    def __init__(self, kind: str, reason: str, line: int = 0, said: str = "") -> None:
        super().__init__(kind, reason, line, said)  # it comes back from another process
        self.kind = kind
        self.reason = reason
        self.line = line
        self.said = said


class ImportedText(NamedTuple):
    """The kind of a text and its deals, at least one."""

    kind: str
    deals: tuple[ImportedDeal, ...]


def read_deals(presets: Presets, content: bytes) -> ImportedText:
    """Return the deals of a file or of a pasted text.  Raises BadImport."""
    if len(content) > LARGEST:
        raise BadImport("", "too_large")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadImport("", "not_text") from error
    kind = next((kind for kind in KINDS if kind.is_meant(text)), None)
    if kind is None:
        raise BadImport("", "unknown_kind")
    deals = _read(presets, kind, text)
    if not deals:
        raise BadImport(kind.name, "no_deal")
    return ImportedText(kind.name, deals)


def _read(presets: Presets, kind: TextKind, text: str) -> tuple[ImportedDeal, ...]:
    try:
        return tuple(islice(kind.read(presets, text), MOST_DEALS))
    except single_deal.BadDeal as error:
        raise BadImport(kind.name, error.reason, error.line, error.said) from error
    except BadRules as error:
        raise BadImport(kind.name, "rules", said=error.reason) from error
    except deal_code.BadCode as error:
        raise BadImport(kind.name, error.reason) from error


def _alone(read: Callable[[Presets, str], single_deal.SingleDeal]) -> Reader:
    """Return a reader of texts with one deal of our own."""

    def read_one(presets: Presets, text: str) -> Iterator[ImportedDeal]:
        yield ImportedDeal(read(presets, text))

    return read_one


def _read_etude(presets: Presets, text: str) -> Iterator[ImportedDeal]:
    yield read_etude_json(presets, text)


def _first_word(text: str) -> str:
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return next(lines, "").split(" ")[0].strip()


KINDS: Final = (
    TextKind(
        "collection",
        lambda text: f'"{deal_text.FORMAT}"' in text,
        deal_text.read_collection_json,
    ),
    TextKind("json", lambda text: '"preferans-deal"' in text, _alone(deal_text.read_deal_json)),
    TextKind("etude", lambda text: '"firstTurn"' in text, _read_etude),
    TextKind("text", lambda text: _first_word(text) == "preset", deal_text.read_texts),
    TextKind("gambler", lambda text: _first_word(text) == FIRST_WORD, read_gambler),
    TextKind("ppn", ppn.looks_like_ppn, ppn.read_ppn),
    TextKind("code", lambda text: len(text.split()) == 1, _alone(deal_code.read_deal_code)),
)
