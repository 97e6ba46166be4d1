"""Scores of seats that several people held, and payments by person."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.engine.payments import settling_payments
from bot.engine.view import View
from bot.render.facts import PlayerResult, TableData
from bot.render.parts import deals_played_text, format_signed, small_print
from bot.render.words import Words

SeatShares = Mapping[int, tuple[PlayerResult, ...]]
"""By seat the scores of those who had it one after another; not of a seat one person had."""
NOT_SHARED: Final[SeatShares] = MappingProxyType({})


def seat_shares_line(shares: SeatShares, words: Words) -> str:
    """Return a line such as "Boris −13 (to deal 1), Egor +18 (from deal 2 on)"."""
    told = [
        f"{one.name} {format_signed(one.balance)} ({deals_played_text(one, words)})"
        for parts in shares.values()
        for one in parts
    ]
    return small_print(", ".join(told)) if told else ""


def payments_by_name(
    view: View, facts: TableData, shares: SeatShares
) -> list[tuple[str, str, int]]:
    """Return (payer, payee, amount) by names; all pay for the deals they played."""
    people = [
        person
        for seat, balance in enumerate(view.balance)
        for person in _of_seat(shares.get(seat, ()), facts.name(seat), balance)
    ]
    settled = settling_payments([won for _, won in people])
    return [(people[by][0], people[to][0], amount) for by, to, amount in settled]


def _of_seat(parts: tuple[PlayerResult, ...], name: str, balance: int) -> list[tuple[str, int]]:
    return [(part.name, part.balance) for part in parts] or [(name, balance)]
