"""The final reckoning (rules/austrian.md 3.6)."""

from functools import lru_cache

from bot.engine.families.austrian.carry import CASH, POT, REST
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.ledger import Sheet
from bot.engine.settlement import Step, against, between_all


def units(options: AustrianOptions, sheet: Sheet) -> tuple[int, ...]:
    """What each seat has won or lost so far, the pot not shared out (3.1)."""
    own = [0] * options.players
    for account, seat, other, amount in sheet.totals:
        if account in (CASH, POT):
            own[seat] += amount
        if account == CASH and other is not None:
            own[other] -= amount
    return tuple(own)


@lru_cache(maxsize=256)
def settle(options: AustrianOptions, sheet: Sheet) -> tuple[int, ...]:
    """Chips won or lost with the rest of the pot shared out; sums to zero.

    Kept: every view shows it, and a sheet stays as it is from deal to deal.
    """
    chips = options.basic_stake_chips // 10
    own = units(options, sheet)
    return tuple(chips * (unit + sheet.of(REST, seat)) for seat, unit in enumerate(own))


def steps(options: AustrianOptions, sheet: Sheet) -> tuple[Step, ...]:
    """Chips: what was paid between players, what each took from the pot, the rest of it."""
    chips, seats = options.basic_stake_chips // 10, range(options.players)
    nothing = [0] * options.players
    return (
        between_all("paid", sheet, CASH, seats, chips),
        against("pot", [sheet.of(POT, seat) for seat in seats], nothing, chips),
        against("rest", [sheet.of(REST, seat) for seat in seats], nothing, chips),
    )
