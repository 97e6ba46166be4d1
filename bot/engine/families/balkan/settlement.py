"""The balance of a running game and the final settlement (rules/balkan.md 3.9)."""

from functools import lru_cache

from bot.engine.families.balkan.carry import SIDE, columns, remaining
from bot.engine.families.balkan.options import AbandonedGame, BalkanOptions
from bot.engine.ledger import Sheet
from bot.engine.settlement import Step, against, between_all


def settle(options: BalkanOptions, sheet: Sheet) -> tuple[int, ...]:
    """Return the points won or lost per seat at the end; sums to zero.

    An abandoned game is settled as it stands, or with zeros if the option makes it void.
    """
    if remaining(sheet) and options.abandoned_game is AbandonedGame.VOID:
        return (0,) * len(columns(sheet))
    return balance(sheet)


@lru_cache(maxsize=256)
def balance(sheet: Sheet) -> tuple[int, ...]:
    """Return the points per seat as the sheet stands, the rest written off; sums to zero.

    Cached, because every view shows it and the sheet changes only once a deal.
    """
    main = columns(sheet)
    seats = range(len(main))
    side = [
        sum(sheet.of(SIDE, own, other) - sheet.of(SIDE, other, own) for other in seats)
        for own in seats
    ]
    return tuple(s + 10 * m for s, m in zip(side, written_off(main), strict=True))


def written_off(main: tuple[int, ...]) -> tuple[int, ...]:
    """Spread the remaining debt evenly over the columns.

    Odd points go to the worst columns, ties to the earlier seat.
    """
    each, odd = divmod(-sum(main), len(main))
    worst = sorted(range(len(main)), key=lambda seat: (main[seat], seat))[:odd]
    return tuple(column + each + (seat in worst) for seat, column in enumerate(main))


def steps(options: BalkanOptions, sheet: Sheet, *, is_over: bool) -> tuple[Step, ...]:
    """Return the steps: the side columns, and ten times the main ones with the debt written off.

    A void abandoned game has none.
    """
    if is_over and remaining(sheet) and options.abandoned_game is AbandonedGame.VOID:
        return ()
    main = columns(sheet)
    shares = [old - new for old, new in zip(main, written_off(main), strict=True)]
    name = "columns_spread" if any(shares) else "columns"
    return (
        between_all("juhas", sheet, SIDE, range(len(main))),
        against(name, main, shares, 10),
    )
