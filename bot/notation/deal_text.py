"""Deals as text, in the tags and ``seat action`` lines of the golden files, and as JSON.

docs/notation.md has the grammar.  Several deals of a file are separated by empty lines.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from bot.engine import rules
from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME, EMPTY, Card, Hand, Seat
from bot.engine.notation import cards_text, format_action, parse_cards
from bot.model.values import replace
from bot.notation import ppn, single_deal
from bot.notation.single_deal import ImportedDeal
from bot.presets import OptionSetting, Presets

LONGEST_LINE: Final = 400  # characters
_LINE: Final = re.compile(r"(-1|[0-3]) (.+)")
_WORD: Final = re.compile(r"(?!true$|false$|null$)[a-z]\w*")
_VALUE: Final = TypeAdapter(OptionSetting)
_SEATS: Final = {"0": 0, "1": 1, "2": 2, "3": 3}


def deal_text(presets: Presets, deal: single_deal.SingleDeal) -> str:
    """Return the text of a deal, with a line end after each line."""
    return "\n".join(_lines(presets, deal)) + "\n"


def _lines(presets: Presets, deal: single_deal.SingleDeal) -> Iterator[str]:
    yield f"preset {deal.rules.preset}"
    yield f"players {deal.rules.players}"
    for option, value in presets.differences(deal.rules):
        yield f"option {option} {value if isinstance(value, str) else json.dumps(value)}"
    if deal.conditions:
        yield f"conditions {' '.join(map(str, deal.conditions))}"
    yield f"dealer {deal.dealer}"
    for seat in single_deal.active_seats(deal.rules, deal.dealer):
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


def read_deal_text(presets: Presets, text: str) -> single_deal.SingleDeal:
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
        deal = replace(bare, course=single_deal.parse_course(tags.log))
        single_deal.replayed(deal)
    except single_deal.BadDeal as error:
        where = tags.first_log_line + error.line - 1 if error.line else 0
        raise single_deal.BadDeal(error.reason, line=where, said=error.said) from error
    return deal


def _read_line(tags: _Tags, number: int, said: str) -> None:
    bad = single_deal.BadDeal("unreadable", line=number, said=said[:LONGEST_LINE])
    if len(said) > LONGEST_LINE:
        raise bad
    try:
        if tags.is_in_log or said.startswith("-1 "):
            _read_log_line(tags, number, said)
        else:
            word, _, rest = said.partition(" ")
            _TAGS[word](tags, rest.strip())
    except (KeyError, ValueError, rules.BadNotation) as error:
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


def _cards_and_rules(presets: Presets, tags: _Tags) -> single_deal.SingleDeal:
    if not tags.preset:
        raise single_deal.BadDeal("no_preset")
    rules = presets.rules(tags.preset, **tags.options)
    if not 0 <= tags.dealer < rules.players:
        raise single_deal.BadDeal("dealer")
    hands, talon = _cards_of(rules, tags)
    deal = single_deal.SingleDeal(rules, tags.dealer, hands, talon, _kept(tags.conditions))
    single_deal.check_cards(deal)
    return deal


def _cards_of(rules: rules.Rules, tags: _Tags) -> tuple[tuple[Hand, ...], tuple[Card, ...]]:
    if tags.deck:
        if sorted(tags.deck) != list(range(len(CARD_NAMES))):
            raise single_deal.BadDeal("pack")
        return single_deal.hands_of_deck(rules, tags.dealer, tags.deck)
    seats = max(3, rules.players)
    return tuple(tags.hands.get(seat, EMPTY) for seat in range(seats)), tags.talon


def _kept(conditions: Sequence[int]) -> tuple[int, ...]:
    return tuple(conditions) if any(conditions) else ()


# Deals as JSON; ``json_schema`` is docs/deal.schema.json.

CardName = Annotated[str, Field(pattern="^(7|8|9|10|J|Q|K|A)[SCDH]$")]
SeatNumber = Annotated[int, Field(ge=0, le=3)]


class SeatHand(BaseModel):
    """The hand of a seat as dealt."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seat: SeatNumber
    cards: Annotated[tuple[CardName, ...], Field(min_length=10, max_length=10)]


class DealDocument(BaseModel):
    """A deal by itself: cards and calls, no people (docs/notation.md)."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="A deal of Preference")

    format: Literal["preferans-deal"] = "preferans-deal"
    version: Literal[1] = 1
    preset: str
    players: Literal[2, 3, 4]
    options: dict[str, OptionSetting] = Field(
        default={}, description="House rules: the options that differ from the preset's."
    )
    conditions: tuple[Annotated[int, Field(ge=0, le=100_000)], ...] = Field(
        default=(), max_length=7, description="What the match before it changed; see notation.md."
    )
    dealer: SeatNumber
    hands: Annotated[tuple[SeatHand, ...], Field(min_length=3, max_length=3)]
    talon: tuple[CardName, CardName]
    course: tuple[tuple[SeatNumber, str], ...] = Field(
        default=(), max_length=255, description="Every call and card as seat and action."
    )


def json_schema() -> dict[str, object]:
    """Return the JSON schema of a deal."""
    schema: dict[str, object] = DealDocument.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def deal_json(presets: Presets, deal: single_deal.SingleDeal) -> str:
    """Return a deal as one line of JSON."""
    return document_of(presets, deal).model_dump_json(exclude_defaults=False)


def document_of(presets: Presets, deal: single_deal.SingleDeal) -> DealDocument:
    """Return a deal as the values of its JSON."""
    first, second = deal.talon
    return DealDocument(
        preset=deal.rules.preset,
        players=deal.rules.options.players,
        options=dict(presets.differences(deal.rules)),
        conditions=deal.conditions,
        dealer=deal.dealer,
        hands=tuple(
            SeatHand(seat=seat, cards=tuple(CARD_NAMES[card] for card in deal.hands[seat]))
            for seat in single_deal.active_seats(deal.rules, deal.dealer)
        ),
        talon=(CARD_NAMES[first], CARD_NAMES[second]),
        course=tuple((seat, format_action(action)) for seat, action in deal.course),
    )


def read_deal_json(presets: Presets, text: str) -> single_deal.SingleDeal:
    """Return the deal of a JSON text and check it by playing it.  Raises BadDeal, BadRules."""
    try:
        document = DealDocument.model_validate_json(text)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise single_deal.BadDeal("not_the_schema", said=where) from error
    return deal_of_document(presets, document)


def deal_of_document(presets: Presets, document: DealDocument) -> single_deal.SingleDeal:
    """Return the deal of a document and check it by playing it.  Raises BadDeal, BadRules."""
    rules = presets.rules(document.preset, **(document.options | {"players": document.players}))
    by_seat = {
        hand.seat: Hand.of(map(CARDS_BY_NAME.__getitem__, hand.cards)) for hand in document.hands
    }
    hands = tuple(by_seat.get(seat, EMPTY) for seat in range(max(3, rules.players)))
    first, second = (CARDS_BY_NAME[name] for name in document.talon)
    conditions = document.conditions if any(document.conditions) else ()
    bare = single_deal.SingleDeal(rules, document.dealer, hands, (first, second), conditions)
    single_deal.check_cards(bare)
    course = single_deal.parse_course(document.course)
    deal = single_deal.SingleDeal(
        rules, document.dealer, hands, (first, second), conditions, course
    )
    single_deal.replayed(deal)
    return deal


# Several deals in one file: texts with empty lines between them, JSON by match, records of PPN.

FORMAT: Final = "preferans-deals"
_FIRST_WORD: Final = "preset "


class MatchDeals(NamedTuple):
    """The deals of a match by number, as they were played."""

    match: int
    deals: tuple[tuple[int, single_deal.SingleDeal], ...]


class _NumberedDeal(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    number: Annotated[int, Field(ge=1)]
    deal: DealDocument


class _MatchDocument(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    match: Annotated[int, Field(ge=0)]
    deals: tuple[_NumberedDeal, ...]


class _Collection(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["preferans-deals"]
    version: Literal[1] = 1
    matches: tuple[_MatchDocument, ...]


def collection_text(presets: Presets, matches: Sequence[MatchDeals]) -> str:
    """Return the deals as texts, each after a line that names match and deal."""
    return "\n".join(
        f"# match {one.match}, deal {number}\n{deal_text(presets, deal)}"
        for one in matches
        for number, deal in one.deals
    )


def collection_json(presets: Presets, matches: Sequence[MatchDeals]) -> str:
    """Return the deals as JSON: matches with their numbered deals."""
    found = [
        {
            "match": one.match,
            "deals": [
                {
                    "number": number,
                    "deal": document_of(presets, deal).model_dump(mode="json"),
                }
                for number, deal in one.deals
            ],
        }
        for one in matches
    ]
    return json.dumps({"format": FORMAT, "version": 1, "matches": found}, separators=(",", ":"))


def collection_ppn(presets: Presets, matches: Sequence[MatchDeals]) -> str:
    """Return the Balkan deals that PPN can say, numbered from 1; "" for none."""
    deals = (deal for one in matches for _, deal in one.deals)
    records = list[str]()
    for deal in deals:
        if record := ppn.ppn_text(presets, deal, len(records) + 1):
            records.append(record)
    return "".join(records)


def read_texts(presets: Presets, text: str) -> Iterator[ImportedDeal]:
    """Yield the deals of one or several texts.  Raises BadDeal with the line in the file."""
    lines = text.splitlines()
    starts = [n for n, line in enumerate(lines) if line.lstrip().startswith(_FIRST_WORD)]
    if not starts:
        raise single_deal.BadDeal("no_preset")
    for first, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        try:
            yield ImportedDeal(read_deal_text(presets, "\n".join(lines[first:end])))
        except single_deal.BadDeal as error:
            line = error.line + first if error.line else 0
            raise single_deal.BadDeal(error.reason, line=line, said=error.said) from error


def read_collection_json(presets: Presets, text: str) -> Iterator[ImportedDeal]:
    """Yield the deals of a JSON file with matches.  Raises BadDeal, BadRules."""
    try:
        found = _Collection.model_validate_json(text)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise single_deal.BadDeal("not_the_schema", said=where) from error
    for match in found.matches:
        for one in match.deals:
            deal = deal_of_document(presets, one.deal)
            yield ImportedDeal(deal, f"#{match.match} · {one.number}")
