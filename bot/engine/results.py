"""What is stored of a scored deal, and read again: the deal itself, and what passes on from it."""

from typing import Final, TypeVar

from pydantic import TypeAdapter

from bot.engine.carry import Carry
from bot.engine.deal import Deal, DealResult
from bot.engine.ledger import Posting
from bot.engine.notation import text

C = TypeVar("C", bound=Carry)


class _Carries(dict[type[Carry], TypeAdapter[Carry]]):
    """Each family's, made when it is first asked for."""

    def __missing__(self, kind: type[Carry]) -> TypeAdapter[Carry]:
        self[kind] = TypeAdapter(kind)
        return self[kind]


_RESULTS: Final = TypeAdapter(DealResult)
_CARRIES: Final = _Carries()


def result_text(result: DealResult) -> str:
    """A scored deal as it is stored."""
    return _RESULTS.dump_json(result).decode()


def read_result(text: str) -> DealResult:
    """A stored deal.  Raises pydantic's ValidationError for anything else."""
    return _RESULTS.validate_json(text)


def carry_text(carry: Carry) -> str:
    """What passes on, as it is stored."""
    return _CARRIES[type(carry)].dump_json(carry).decode()


def read_carry(kind: type[C], text: str) -> C:
    """What a deal of that family left behind.  Raises pydantic's ValidationError."""
    carry = _CARRIES[kind].validate_json(text)
    assert isinstance(carry, kind)
    return carry


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
