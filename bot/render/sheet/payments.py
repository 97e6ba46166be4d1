"""Who pays whom, in what the table counts in."""

from bot.engine.payments import payments
from bot.engine.view import View
from bot.render.agreements.phrases import value_label
from bot.render.facts import TableFacts
from bot.render.families import manner_of
from bot.render.parts import priced
from bot.render.words import TableWords


def payment_lines(view: View, facts: TableFacts, words: TableWords) -> list[str]:
    """A sentence for each payment, or that there is none."""
    price, label = manner_of(view.rules).price(view.rules), stake(view, words)
    said = [
        words.say(
            "final.pays",
            name=facts.name(payment.by),
            to=facts.name(payment.to),
            amount=f"{priced(payment.amount, price, words)} {label}",
        )
        for payment in payments(view.balance)
    ]
    return said or [words.say("final.even")]


def stake(view: View, words: TableWords) -> str:
    """What a table counts in."""
    return value_label(words, "stake_label", view.rules.options.stake_label)
