"""Payments between players, in the unit of the table's stake."""

from typing import Final

from bot.engine.view import View
from bot.render.agreements.phrases import value_label
from bot.render.facts import TableData
from bot.render.families import presenter_of
from bot.render.parts import format_priced
from bot.render.sheet.shares import NOT_SHARED, SeatShares, payments_by_name
from bot.render.words import TableWords

_FRACTION_PLURAL: Final = 3  # a fraction is counted like three: 5,20 очка, 5.20 points


def payment_lines(
    view: View, facts: TableData, words: TableWords, shares: SeatShares = NOT_SHARED
) -> list[str]:
    """Return a sentence per payment, or one that nobody pays."""
    price = presenter_of(view.rules).unit_price(view.rules)
    said = [
        words.say(
            "final.pays",
            name=by,
            to=to,
            amount=f"{format_priced(amount, price, words)} {stake_unit(view, amount, words)}",
        )
        for by, to, amount in payments_by_name(view, facts, shares)
    ]
    return said or [words.say("final.even")]


def stake_unit(view: View, units: int, words: TableWords) -> str:
    """Return the unit of the stake, in the plural form for that many units of the sheet."""
    label, amount = (
        view.rules.options.stake_label,
        units * presenter_of(view.rules).unit_price(view.rules),
    )
    if words.has_key(f"value.stake_label.{label}"):
        return words.say_plural(
            f"stake.{label}", int(amount) if amount % 1 == 0 else _FRACTION_PLURAL
        )
    return value_label(words, "stake_label", label)
