"""The sheet in one small table: a line per player, at most 28 columns."""

from bot.engine.cards import Seat
from bot.engine.families import family_of
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.parts import monospace, signed
from bot.render.words import Words


def accounts_of(view: View) -> tuple[str, ...]:
    """The columns this table writes: Rostov has no mountain."""
    names = [account.name for account in family_of(view.rules).accounts]
    if getattr(view.rules.options, "mountain_mode", "") == "whists":
        names.remove("mountain")
    return tuple(names)


def total_of(view: View, account: str, seat: Seat) -> int:
    """What stands on a seat's line; whists summed over the opponents."""
    return sum(
        total.amount
        for total in view.sheet.totals
        if total.account == account and total.seat == seat
    )


def totals_table(view: View, facts: TableFacts, words: Words) -> str:
    """Pool, mountain, whists and what a settlement now would give."""
    accounts = accounts_of(view)
    heads = [words.say(f"column.{account}") for account in (*accounts, "balance")]
    rows = [
        (
            facts.name(seat),
            [
                *(str(total_of(view, account, seat)) for account in accounts),
                signed(view.balance[seat]),
            ],
        )
        for seat in range(view.rules.players)
    ]
    return monospace(heads, rows)
