"""The final reckoning, and the levelling of a game that was not finished (rules/balkan.md 3.9)."""

from bot.engine.families.balkan.carry import SIDE, columns
from bot.engine.families.balkan.options import AbandonedGame, BalkanOptions
from bot.engine.ledger import Sheet


def settle(options: BalkanOptions, sheet: Sheet) -> tuple[int, ...]:
    """Points won or lost per seat; sums to zero.

    A debt that is left is written off first, so the running balance is that of a game
    abandoned now; where such a game is void, it is nothing for everybody.
    """
    main = columns(sheet)
    if sum(main) and options.abandoned_game is AbandonedGame.VOID:
        return (0,) * len(main)
    seats = range(len(main))
    side = [
        sum(sheet.of(SIDE, own, other) - sheet.of(SIDE, other, own) for other in seats)
        for own in seats
    ]
    return tuple(s + 10 * m for s, m in zip(side, written_off(main), strict=True))


def written_off(main: tuple[int, ...]) -> tuple[int, ...]:
    """What is left spread evenly, odd points to the worst columns, ties to the earlier seat."""
    each, odd = divmod(-sum(main), len(main))
    worst = sorted(range(len(main)), key=lambda seat: (main[seat], seat))[:odd]
    return tuple(column + each + (seat in worst) for seat, column in enumerate(main))
