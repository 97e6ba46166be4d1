"""Payments between players, in the unit of the table's stake."""

from typing import Final

from bot.engine.view import View
from bot.render.agreements.phrases import value_label
from bot.render.facts import TableFacts
from bot.render.families import manner_of
from bot.render.parts import priced
from bot.render.sheet.shares import NOT_SHARED, Shares, paid
from bot.render.words import TableWords

_FRACTION: Final = 3  # a fraction is counted like three: 5,20 очка, 5.20 points


def payment_lines(
    view: View, facts: TableFacts, words: TableWords, shares: Shares = NOT_SHARED
) -> list[str]:
    """Return a sentence per payment, or one that nobody pays."""
    price = manner_of(view.rules).price(view.rules)
    said = [
        words.say(
            "final.pays",
            name=by,
            to=to,
            amount=f"{priced(amount, price, words)} {stake(view, amount, words)}",
        )
        for by, to, amount in paid(view, facts, shares)
    ]
    return said or [words.say("final.even")]


def stake(view: View, units: int, words: TableWords) -> str:
    """Return the unit of the stake, in the plural form for that many units of the sheet."""
    label, amount = view.rules.options.stake_label, units * manner_of(view.rules).price(view.rules)
    if words.knows(f"value.stake_label.{label}"):
        return words.count(f"stake.{label}", int(amount) if amount % 1 == 0 else _FRACTION)
    return value_label(words, "stake_label", label)
