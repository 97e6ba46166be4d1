"""Several deals in one file: texts with empty lines between them, JSON by match, records of PPN."""

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.notation import deal_text, ppn_text, single_deal
from bot.notation.imports.reconstruction import ImportedDeal
from bot.presets import Presets

FORMAT: Final = "preferans-deals"
_FIRST_WORD: Final = "preset "


class MatchDeals(NamedTuple):
    """The deals of a match by number, as they were played."""

    match: int
    deals: tuple[tuple[int, single_deal.SingleDeal], ...]


class _NumberedDeal(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    number: Annotated[int, Field(ge=1)]
    deal: deal_text.DealDocument


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
        f"# match {one.match}, deal {number}\n{deal_text.deal_text(presets, deal)}"
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
                    "deal": deal_text.document_of(presets, deal).model_dump(mode="json"),
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
        if record := ppn_text.ppn_text(presets, deal, len(records) + 1):
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
            yield ImportedDeal(deal_text.read_deal_text(presets, "\n".join(lines[first:end])))
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
            deal = deal_text.deal_of_document(presets, one.deal)
            yield ImportedDeal(deal, f"#{match.match} · {one.number}")
