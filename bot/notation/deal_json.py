"""Deals as JSON; ``json_schema`` is docs/deal.schema.json."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME, EMPTY, Hand
from bot.engine.notation import format_action
from bot.notation.single_deal import (
    BadDeal,
    SingleDeal,
    active_seats,
    check_cards,
    parse_course,
    replayed,
)
from bot.presets import OptionSetting, Presets

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


def deal_json(presets: Presets, deal: SingleDeal) -> str:
    """Return a deal as one line of JSON."""
    return document_of(presets, deal).model_dump_json(exclude_defaults=False)


def document_of(presets: Presets, deal: SingleDeal) -> DealDocument:
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
            for seat in active_seats(deal.rules, deal.dealer)
        ),
        talon=(CARD_NAMES[first], CARD_NAMES[second]),
        course=tuple((seat, format_action(action)) for seat, action in deal.course),
    )


def read_deal_json(presets: Presets, text: str) -> SingleDeal:
    """Return the deal of a JSON text and check it by playing it.  Raises BadDeal, BadRules."""
    try:
        document = DealDocument.model_validate_json(text)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise BadDeal("not_the_schema", said=where) from error
    return deal_of_document(presets, document)


def deal_of_document(presets: Presets, document: DealDocument) -> SingleDeal:
    """Return the deal of a document and check it by playing it.  Raises BadDeal, BadRules."""
    rules = presets.rules(document.preset, **(document.options | {"players": document.players}))
    by_seat = {
        hand.seat: Hand.of(map(CARDS_BY_NAME.__getitem__, hand.cards)) for hand in document.hands
    }
    hands = tuple(by_seat.get(seat, EMPTY) for seat in range(max(3, rules.players)))
    first, second = (CARDS_BY_NAME[name] for name in document.talon)
    conditions = document.conditions if any(document.conditions) else ()
    bare = SingleDeal(rules, document.dealer, hands, (first, second), conditions)
    check_cards(bare)
    course = parse_course(document.course)
    deal = SingleDeal(rules, document.dealer, hands, (first, second), conditions, course)
    replayed(deal)
    return deal
