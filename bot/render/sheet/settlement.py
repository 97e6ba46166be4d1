"""The settlement step by step: every number with its name, the sums, and the payments."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.deeds.looking import ShowScore
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.settlement import Number, Step, Term
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families import words_at
from bot.render.parts import (
    LINE,
    bold,
    deed_button,
    dotted,
    lines,
    marked,
    signed,
    small,
    text_blocks,
)
from bot.render.screen import Row, Screen, Tone
from bot.render.sheet.payments import payment_lines
from bot.render.sheet.shares import NOT_SHARED, Shares, shared_line
from bot.render.words import TableWords, Words

_PARTS: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def settlement_screen(
    view: View, facts: TableFacts, words: Words, shares: Shares = NOT_SHARED
) -> Screen:
    """Return the private settlement screen; a running game is settled as it stands now.

    ``shares`` are the scores of people who held the same seat in turn.
    """
    words, is_over = words_at(view.rules, words), view.stage is Stage.OVER
    steps = family_of(view.rules).steps(view.rules, view.sheet, is_over=is_over)
    title = lines(
        f"### {words.say('settle.title')}",
        "" if is_over else small(words.say("settle.now")),
        "" if steps else words.say("settle.void"),
    )
    told = [_step(step, facts, words) for step in steps]
    sums = [_sum(view, seat, steps, facts) for seat in range(view.rules.players)]
    return Screen(
        facts.game,
        view.version,
        Tone.PRIVATE,
        (
            *text_blocks(title, *told),
            LINE,
            *text_blocks(lines(bold(words.say("settle.sum")), *sums)),
            *text_blocks(shared_line(shares, words)),
            *text_blocks(lines(*payment_lines(view, facts, words, shares))),
            Row((deed_button(words, "score", ShowScore()),)),
        ),
    )


def _step(step: Step, facts: TableFacts, words: TableWords) -> str:
    """Return the heading of the step, and a line per player or per pair."""
    first = step.terms[0]
    line = _rounded if step.name == "rounding" else _line
    said = [line(term, facts, words) for term in step.terms if _speaks(term)]
    factor, mean = abs(first.factor), number(first.other)
    head = words.say(f"settle.{step.name}", factor=factor, mean=mean)
    return lines(head, *(said or [words.say("settle.nothing")]))


def _speaks(term: Term) -> bool:
    """Return True for a term to show: per pair the receiver, at zero the first seat.

    A term without numbers is never shown.
    """
    if not term.own and not term.other:
        return False
    if term.against is None:
        return True
    return term.amount > 0 or (term.amount == 0 and term.seat < term.against)


def _line(term: Term, facts: TableFacts, words: TableWords) -> str:
    """Return the amount a seat gets, in all or from another seat."""
    name, show = facts.name(term.seat), change if term.against is None else number
    amount, formula = bold(show(term.amount)), _formula(term)
    said = f"{formula} = {amount}" if formula else amount
    if term.against is None:
        return words.say("settle.of", name=name, sum=said)
    return words.say("settle.between", name=name, to=facts.name(term.against), sum=said)


def _rounded(term: Term, facts: TableFacts, words: TableWords) -> str:
    said = f"{number(term.other)} → {bold(number(term.own))}"
    return words.say("settle.of", name=facts.name(term.seat), sum=said)


def _formula(term: Term) -> str:
    """Return "10 × (6 − 4)", "40 − 16" or "10 × (−20 + 7)"; "" for a plain number."""
    high, low = (term.own, term.other) if term.factor > 0 else (term.other, term.own)
    said = number(high)
    if low:
        said += f" − {number(low)}" if low > 0 else f" + {number(-low)}"
    if term.factor == 1:
        return said if low else ""
    return f"{abs(term.factor)} × ({said})" if low else f"{abs(term.factor)} × {said}"


def _sum(view: View, seat: Seat, steps: Sequence[Step], facts: TableFacts) -> str:
    """Return a line such as "Ana · +24 +20 −⅓ = +44"."""
    parts = " ".join(change(step.brings(seat)) for step in steps)
    total = bold(signed(view.balance[seat]))
    return dotted((marked(facts, seat), f"{parts} = {total}" if parts else total))


def number(amount: Number) -> str:
    """Return "−20", "6", "23⅓" or "−⅔"; at most four share, so ``_PARTS`` has every fraction."""
    sign, whole, part = "−" if amount < 0 else "", *divmod(abs(Fraction(amount)), 1)
    if not part:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}{_PARTS[part]}"


def change(amount: Number) -> str:
    """Return the number with its sign: "+24", "0", "−⅓"."""
    return f"+{number(amount)}" if amount > 0 else number(amount)
