"""The balance of a running game and the final settlement (rules/balkan.md 3.9)."""

from functools import lru_cache

from bot.engine.families.balkan.options import AbandonedGame, BalkanOptions
from bot.engine.families.balkan.scoring import SIDE, main_totals, remaining_debt
from bot.engine.ledger import SettlementStep, Sheet, column_step, pairwise_step


def settle(options: BalkanOptions, sheet: Sheet) -> tuple[int, ...]:
    """Return the points won or lost per seat at the end; sums to zero.

    An abandoned game is settled as it stands, or with zeros if the option makes it void.
    """
    if remaining_debt(sheet) and options.abandoned_game is AbandonedGame.VOID:
        return (0,) * len(main_totals(sheet))
    return balance(sheet)


@lru_cache(maxsize=256)
def balance(sheet: Sheet) -> tuple[int, ...]:
    """Return the points per seat as the sheet stands, the rest written off; sums to zero.

    Cached, because every view shows it and the sheet changes only once a deal.
    """
    main = main_totals(sheet)
    seats = range(len(main))
    side = [
        sum(sheet.total(SIDE, own, other) - sheet.total(SIDE, other, own) for other in seats)
        for own in seats
    ]
    return tuple(s + 10 * m for s, m in zip(side, with_debt_written_off(main), strict=True))


def with_debt_written_off(main: tuple[int, ...]) -> tuple[int, ...]:
    """Spread the remaining debt evenly over the columns.

    Odd points go to the worst columns, ties to the earlier seat.
    """
    each, odd = divmod(-sum(main), len(main))
    worst = sorted(range(len(main)), key=lambda seat: (main[seat], seat))[:odd]
    return tuple(column + each + (seat in worst) for seat, column in enumerate(main))


def settlement_steps(
    options: BalkanOptions, sheet: Sheet, *, is_over: bool
) -> tuple[SettlementStep, ...]:
    """Return the steps: the side columns, and ten times the main ones with the debt written off.

    A void abandoned game has none.
    """
    if is_over and remaining_debt(sheet) and options.abandoned_game is AbandonedGame.VOID:
        return ()
    main = main_totals(sheet)
    shares = [old - new for old, new in zip(main, with_debt_written_off(main), strict=True)]
    name = "columns_spread" if any(shares) else "columns"
    return (
        pairwise_step("juhas", sheet, SIDE, range(len(main))),
        column_step(name, main, shares, 10),
    )
