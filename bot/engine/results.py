"""Stored texts of deal results and carries."""

import json
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
