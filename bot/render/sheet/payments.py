"""Who pays whom, in what the table counts in."""

from bot.engine.view import View
from bot.render.agreements.phrases import value_label
from bot.render.facts import TableFacts
from bot.render.families import manner_of
from bot.render.parts import priced
from bot.render.sheet.shares import NOT_SHARED, Shares, paid
from bot.render.words import TableWords


def payment_lines(
    view: View, facts: TableFacts, words: TableWords, shares: Shares = NOT_SHARED
) -> list[str]:
    """A sentence for each payment, or that there is none."""
    price, label = manner_of(view.rules).price(view.rules), stake(view, words)
    said = [
        words.say("final.pays", name=by, to=to, amount=f"{priced(amount, price, words)} {label}")
        for by, to, amount in paid(view, facts, shares)
    ]
    return said or [words.say("final.even")]


def stake(view: View, words: TableWords) -> str:
    """What a table counts in."""
    return value_label(words, "stake_label", view.rules.options.stake_label)
