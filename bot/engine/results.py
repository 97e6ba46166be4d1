"""Stored texts of deal results and carries."""

from typing import Final, TypeVar

from pydantic import TypeAdapter

from bot.engine.deal import Carry, Deal, DealResult
from bot.engine.notation import format_action
from bot.model.postings import Posting

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
