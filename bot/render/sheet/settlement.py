"""The settlement step by step: every number with its name, the sums, and the payments."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.deeds.looking import ShowScore
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.settlement import Number, SettlementStep, SettlementTerm
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.families import table_words
from bot.render.parts import (
    DIVIDER,
    bold,
    command_button,
    format_signed,
    join_dotted,
    join_lines,
    name_with_mark,
    small_print,
    text_blocks,
)
from bot.render.screen import ButtonRow, Screen, Tone
from bot.render.sheet.payments import payment_lines
from bot.render.sheet.shares import NOT_SHARED, SeatShares, seat_shares_line
from bot.render.words import TableWords, Words

_FRACTIONS: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def settlement_screen(
    view: View, facts: TableData, words: Words, shares: SeatShares = NOT_SHARED
) -> Screen:
    """Return the private settlement screen; a running game is settled as it stands now.

    ``shares`` are the scores of people who held the same seat in turn.
    """
    words, is_over = table_words(view.rules, words), view.stage is Stage.OVER
    steps = family_of(view.rules).settlement_steps(view.rules, view.sheet, is_over=is_over)
    title = join_lines(
        f"### {words.say('settle.title')}",
        "" if is_over else small_print(words.say("settle.now")),
        "" if steps else words.say("settle.void"),
    )
    told = [_step_text(step, facts, words) for step in steps]
    sums = [_sum_line(view, seat, steps, facts) for seat in range(view.rules.players)]
    return Screen(
        facts.game,
        view.version,
        Tone.PRIVATE,
        (
            *text_blocks(title, *told),
            DIVIDER,
            *text_blocks(join_lines(bold(words.say("settle.sum")), *sums)),
            *text_blocks(seat_shares_line(shares, words)),
            *text_blocks(join_lines(*payment_lines(view, facts, words, shares))),
            ButtonRow((command_button(words, "score", ShowScore()),)),
        ),
    )


def _step_text(step: SettlementStep, facts: TableData, words: TableWords) -> str:
    """Return the heading of the step, and a line per player or per pair."""
    first = step.terms[0]
    line = _rounding_line if step.name == "rounding" else _term_line
    said = [line(term, facts, words) for term in step.terms if _is_shown(term)]
    factor, mean = abs(first.factor), number_text(first.other)
    head = words.say(f"settle.{step.name}", factor=factor, mean=mean)
    return join_lines(head, *(said or [words.say("settle.nothing")]))


def _is_shown(term: SettlementTerm) -> bool:
    """Return True for a term to show: per pair the receiver, at zero the first seat.

    A term without numbers is never shown.
    """
    if not term.own and not term.other:
        return False
    if term.against is None:
        return True
    return term.amount > 0 or (term.amount == 0 and term.seat < term.against)


def _term_line(term: SettlementTerm, facts: TableData, words: TableWords) -> str:
    """Return the amount a seat gets, in all or from another seat."""
    name, show = facts.name(term.seat), signed_number_text if term.against is None else number_text
    amount, formula = bold(show(term.amount)), _formula(term)
    said = f"{formula} = {amount}" if formula else amount
    if term.against is None:
        return words.say("settle.of", name=name, sum=said)
    return words.say("settle.between", name=name, to=facts.name(term.against), sum=said)


def _rounding_line(term: SettlementTerm, facts: TableData, words: TableWords) -> str:
    said = f"{number_text(term.other)} → {bold(number_text(term.own))}"
    return words.say("settle.of", name=facts.name(term.seat), sum=said)


def _formula(term: SettlementTerm) -> str:
    """Return "10 × (6 − 4)", "40 − 16" or "10 × (−20 + 7)"; "" for a plain number."""
    high, low = (term.own, term.other) if term.factor > 0 else (term.other, term.own)
    said = number_text(high)
    if low:
        said += f" − {number_text(low)}" if low > 0 else f" + {number_text(-low)}"
    if term.factor == 1:
        return said if low else ""
    return f"{abs(term.factor)} × ({said})" if low else f"{abs(term.factor)} × {said}"


def _sum_line(view: View, seat: Seat, steps: Sequence[SettlementStep], facts: TableData) -> str:
    """Return a line such as "Ana · +24 +20 −⅓ = +44"."""
    parts = " ".join(signed_number_text(step.amount_for(seat)) for step in steps)
    total = bold(format_signed(view.balance[seat]))
    return join_dotted((name_with_mark(facts, seat), f"{parts} = {total}" if parts else total))


def number_text(amount: Number) -> str:
    """Return "−20", "6", "23⅓" or "−⅔"; at most four share, so ``_FRACTIONS`` is whole."""
    sign, whole, part = "−" if amount < 0 else "", *divmod(abs(Fraction(amount)), 1)
    if not part:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}{_FRACTIONS[part]}"


def signed_number_text(amount: Number) -> str:
    """Return the number with its sign: "+24", "0", "−⅓"."""
    return f"+{number_text(amount)}" if amount > 0 else number_text(amount)
