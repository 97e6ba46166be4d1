"""Refas and hats: pending doublings and columns above zero (rules/balkan.md 2.5, 3.7, 3.10)."""

from collections.abc import Sequence
from typing import Final, NamedTuple, assert_never

from bot.engine.cards import Seat
from bot.engine.carry import Carry
from bot.engine.deal import Deal, DealResult
from bot.engine.families.balkan.carry import MAIN, balkan_carry, main_total
from bot.engine.families.balkan.contracts import is_game, value_of
from bot.engine.families.balkan.options import BalkanOptions, HatRule, PlainTwo, RefaScale

# outcomes that give everybody a refa, and those that are a score of the declarer (3.7)
REFA_GIVING: Final = ("passed_out_refa", "two_refa")
REFA_USING: Final = ("made", "failed", "unplayed", "two_credited")


def refa_budget(options: BalkanOptions) -> int:
    """Return the number of times a game gives refas (3.7, A17)."""
    if options.max_refas != "auto":
        return options.max_refas
    level = options.starting_level
    match options.refa_scale:
        case RefaScale.STEPS_30_50:
            return 3 if level >= 50 else 1
        case RefaScale.STEPS_40_60:
            return 2 if level >= 60 else 1
        case RefaScale.PER_30:
            return level // 30
        case _:
            assert_never(options.refa_scale)


def wears_hat(options: BalkanOptions, carry: Carry, seat: Seat) -> bool:
    """Return True if the main column of a seat is under the hat (3.10)."""
    return is_under_hat(options, main_total(carry.sheet, seat))


def is_under_hat(options: BalkanOptions, total: int) -> bool:
    """Return True for a main column above zero, by option also at zero (3.10, A16)."""
    return total > 0 or (total == 0 and options.hat_rule is HatRule.ZERO_COUNTS)


def is_refa_allowed(options: BalkanOptions, carry: Carry) -> bool:
    """Return True if nobody is under the hat and the budget is not used up (2.5)."""
    totals = [main_total(carry.sheet, seat) for seat in range(options.players)]
    return is_refa_left(options, totals, balkan_carry(carry).refas_given)


def is_refa_left(options: BalkanOptions, totals: Sequence[int], given: int) -> bool:
    """Return the same from the main columns and the number given, which are public."""
    hats = any(is_under_hat(options, total) for total in totals)
    return not (hats and options.refa_blocked_by_hat) and given < refa_budget(options)


def is_plain_two_deal(options: BalkanOptions, deal: Deal) -> bool:
    """Return True for a two that is no game, if the declarer has no open refa (2.8)."""
    name, declarer = deal.declared_contract.name, deal.declared_contract.declarer
    if value_of(name) != 2 or is_game(name) or options.plain_two is PlainTwo.NORMAL:
        return False
    return not (options.plain_two_refa_exempt and balkan_carry(deal.carry).refas[declarer])


class Refas(NamedTuple):
    """The open refas by seat, the number given, and what was written beside the used ones."""

    refas: tuple[int, ...]
    given: int
    used: tuple[tuple[int, ...], ...]


def refas_after(carry: Carry, result: DealResult) -> Refas:
    """Return the refas after a deal (3.7)."""
    mine = balkan_carry(carry)
    refas, given = mine.refas, mine.refas_given
    if result.outcome in REFA_GIVING:
        return Refas(tuple(n + 1 for n in refas), given + 1, mine.used)
    if result.outcome not in REFA_USING or result.contract is None:
        return Refas(refas, given, mine.used)
    user = result.contract.declarer
    if not refas[user]:
        return Refas(refas, given, mine.used)
    written = sum(abs(p.amount) for p in result.postings if p[:2] == (MAIN, user))
    left = tuple(n - (seat == user) for seat, n in enumerate(refas))
    used = tuple((*row, written) if seat == user else row for seat, row in enumerate(mine.used))
    return Refas(left, given, used)
