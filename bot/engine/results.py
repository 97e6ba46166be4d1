"""A scored deal: how it comes of a deal that has ended, and how it is stored and read again."""

from typing import Final

from pydantic import TypeAdapter

from bot.engine.deal import Deal, DealResult
from bot.engine.ledger import Posting
from bot.engine.notation import text

_RESULTS: Final = TypeAdapter(DealResult)


def result_text(result: DealResult) -> str:
    """A scored deal as it is stored."""
    return _RESULTS.dump_json(result).decode()


def read_result(text: str) -> DealResult:
    """A stored deal.  Raises pydantic's ValidationError for anything else."""
    return _RESULTS.validate_json(text)


def scored(deal: Deal, outcome: str, postings: tuple[Posting, ...]) -> DealResult:
    """The result of a deal that has come to its end."""
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
        calls=tuple((call.seat, text(call.action)) for call in deal.calls),
    )
