"""The running sheet, and the settlement step by step."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.ledger import Number, SettlementStep, SettlementTerm
from bot.engine.view import View
from bot.model.enums import ENDED_STATUSES
from bot.render.families import presenter_of, table_words
from bot.render.families.presenter import DealPostings
from bot.render.formatting import (
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
from bot.render.screen import Block, ButtonRow, Divider, Screen, Text, Tone
from bot.render.screen_data import TableData
from bot.render.sheet import sheet_blocks
from bot.render.sheet.deal_results import seat_entries_line
from bot.render.words import TableWords, Words
from bot.ui_commands.play_commands import ShowHand
from bot.ui_commands.view_commands import ScorePage, ShowMatch, ShowScore, ShowSettlement

# The settlement step by step: every number with its name, the sums, and the payments.

_FRACTIONS: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def settlement_screen(
    view: View,
    facts: TableData,
    words: Words,
    shares: sheet_blocks.SeatShares = sheet_blocks.NOT_SHARED,
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
            *text_blocks(sheet_blocks.seat_shares_line(shares, words)),
            *text_blocks(join_lines(*sheet_blocks.payment_lines(view, facts, words, shares))),
            ButtonRow((command_button(words, "score", ShowScore()),)),
        ),
    )


def _step_text(step: SettlementStep, facts: TableData, words: TableWords) -> str:
    """Return the heading of the step, and a line per player or per pair.

    The sums below say what rounding adds.
    """
    first = step.terms[0]
    factor, mean = abs(first.factor), number_text(first.other)
    head = words.say(f"settle.{step.name}", factor=factor, mean=mean)
    if step.name == "rounding":
        return head
    said = [_term_line(term, facts, words) for term in step.terms if _is_shown(term)]
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


# The running sheet as on paper: totals in sequence, whists against each opponent.

_MOST_CHARACTERS: Final = 1200  # characters for the entries of the last deals


def score_screen(
    view: View,
    facts: TableData,
    words: Words,
    written: DealPostings,
    shares: sheet_blocks.SeatShares = sheet_blocks.NOT_SHARED,
    page: ScorePage = ScorePage.DRAWN,
) -> Screen:
    """Return a page of the sheet as a private screen; every number stands on it once."""
    words = table_words(view.rules, words)
    title = join_lines(f"### {words.say('sheet.title')}", _subtitle(view, facts, words))
    blocks = _PAGES[page](view, facts, words, written)
    if page is ScorePage.DRAWN:
        blocks += text_blocks(join_lines(*sheet_blocks.payment_lines(view, facts, words, shares)))
    row = _button_row(view, facts, words, page)
    return Screen(facts.game, view.version, Tone.PRIVATE, (*text_blocks(title), *blocks, row))


def _drawn_page(
    view: View, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[Block, ...]:
    told = _page_in_words(view, facts, words, written)
    return sheet_blocks.sheet_drawing(view, facts, words, written, told) or told


def _page_in_words(
    view: View, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[Text | Divider, ...]:
    players = [
        _player_lines(view, seat, facts, words, written) for seat in range(view.rules.players)
    ]
    return (
        *sheet_blocks.totals_blocks(view, facts, words),
        *text_blocks(*players),
        *text_blocks(_last_deals(view, facts, words, written)),
        DIVIDER,
        *text_blocks(small_print(words.say("sheet.balance"))),
    )


_PAGES: Final[
    Mapping[ScorePage, Callable[[View, TableData, TableWords, DealPostings], tuple[Block, ...]]]
] = {
    ScorePage.DRAWN: _drawn_page,
    ScorePage.WORDS: _page_in_words,
    ScorePage.CHART: sheet_blocks.balance_chart,
}


def _last_deals(view: View, facts: TableData, words: TableWords, written: DealPostings) -> str:
    """Return the entries of the last deals, newest first, in ``_MOST_CHARACTERS`` at most."""
    presenter = presenter_of(view.rules)
    told, size = list[str](), 0
    for postings in tuple(reversed(written))[: presenter.listed_deals]:
        seats = range(view.rules.players)
        said = [seat_entries_line(presenter, postings, seat, facts, words) for seat in seats]
        if not any(said):
            continue
        deal = f"- {'; '.join(line for line in said if line)}"
        size += len(deal)
        if told and size > _MOST_CHARACTERS:
            break
        told.append(deal)
    return join_lines(bold(words.say("sheet.last_deals")), *told) if told else ""


def _button_row(view: View, facts: TableData, words: TableWords, page: ScorePage) -> ButtonRow:
    """Return the buttons to the other pages, the settlement, the deals, and the hand."""
    keys = {ScorePage.DRAWN: "score", ScorePage.WORDS: "in_words", ScorePage.CHART: "chart"}
    pages = [
        command_button(words, keys[other], ShowScore(other))
        for other in ScorePage
        if other is not page
        and words.pictures
        and (other is not ScorePage.CHART or sheet_blocks.has_chart(view))
    ]
    buttons = [*pages, command_button(words, "settlement", ShowSettlement())]
    if view.deals or facts.status in ENDED_STATUSES:
        buttons.append(command_button(words, "deals", ShowMatch()))
    if (
        facts.status not in ENDED_STATUSES
        and view.seat is not None
        and view.stage is not Stage.OVER
    ):
        buttons.append(command_button(words, "to_hand", ShowHand()))
    return ButtonRow(tuple(buttons))


def _subtitle(view: View, facts: TableData, words: TableWords) -> str:
    marks = presenter_of(view.rules).marks(view, facts, words)
    return small_print(join_dotted((words.say_plural("final.deals", view.deals), marks)))


def _player_lines(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> str:
    head = join_dotted((name_with_mark(facts, seat), bold(format_signed(view.balance[seat]))))
    return join_lines(
        head, *presenter_of(view.rules).player_sheet(view, seat, facts, words, written)
    )
