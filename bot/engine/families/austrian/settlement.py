"""Settlement of a sheet, running or final (rules/austrian.md 3.6)."""

from functools import lru_cache

from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.families.austrian.scoring import CASH, POT, REST
from bot.engine.ledger import SettlementStep, Sheet, column_step, pairwise_step


def units(options: AustrianOptions, sheet: Sheet) -> tuple[int, ...]:
    """Return the units each seat has won or lost so far, without its share of the pot (3.1)."""
    own = [0] * options.players
    for account, seat, other, amount in sheet.totals:
        if account in (CASH, POT):
            own[seat] += amount
        if account == CASH and other is not None:
            own[other] -= amount
    return tuple(own)


@lru_cache(maxsize=256)
def settle(options: AustrianOptions, sheet: Sheet) -> tuple[int, ...]:
    """Return the chips won or lost, including the shares of the pot; sums to zero.

    Cached, because every view shows it and the sheet changes only once a deal.
    """
    chips = options.basic_stake_chips // 10
    own = units(options, sheet)
    return tuple(chips * (unit + sheet.total(REST, seat)) for seat, unit in enumerate(own))


def settlement_steps(options: AustrianOptions, sheet: Sheet) -> tuple[SettlementStep, ...]:
    """Return the steps in chips: payments between players, the pot, the shares of its rest."""
    chips, seats = options.basic_stake_chips // 10, range(options.players)
    nothing = [0] * options.players
    return (
        pairwise_step("paid", sheet, CASH, seats, chips),
        column_step("pot", [sheet.total(POT, seat) for seat in seats], nothing, chips),
        column_step("rest", [sheet.total(REST, seat) for seat in seats], nothing, chips),
    )
