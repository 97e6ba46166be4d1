"""The running sheet, and the settlement step by step."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.ledger import Number, SettlementStep, SettlementTerm, settling_payments
from bot.engine.rules import Rules
from bot.engine.view import View
from bot.model.enums import ENDED_STATUSES
from bot.model.values import replace
from bot.render.deal_results import seat_entries_line
from bot.render.families import presenter_of, table_words
from bot.render.families.presenter import DealPostings
from bot.render.formatting import (
    DIVIDER,
    bold,
    command_button,
    deals_played_text,
    format_priced,
    format_signed,
    format_table,
    join_dotted,
    join_lines,
    name_with_mark,
    small_print,
    text_blocks,
)
from bot.render.paper.chart import ChartSeries, line_chart, shown_points
from bot.render.paper.picture_text import drawable_name, on_sheet, titled_alt_text
from bot.render.rule_text import game_title, value_label
from bot.render.screen import Block, ButtonRow, Divider, PictureBlock, Screen, Text, Tone
from bot.render.screen_data import PlayerResult, TableData
from bot.render.words import TableWords, Words
from bot.ui_commands.play_commands import ShowHand
from bot.ui_commands.view_commands import ScorePage, ShowMatch, ShowScore, ShowSettlement

# Scores of seats that several people held, and payments by person.

SeatShares = Mapping[int, tuple[PlayerResult, ...]]
"""Scores of successive holders, by seat; without seats that had one holder."""
NOT_SHARED: Final[SeatShares] = MappingProxyType({})


def seat_shares_line(shares: SeatShares, words: Words) -> str:
    """Return a line such as "Boris −13 (to deal 1), Egor +18 (from deal 2 on)"."""
    told = [
        f"{one.name} {format_signed(one.balance)} ({deals_played_text(one, words)})"
        for parts in shares.values()
        for one in parts
    ]
    return small_print(", ".join(told)) if told else ""


def payments_by_name(
    view: View, facts: TableData, shares: SeatShares
) -> list[tuple[str, str, int]]:
    """Return (payer, payee, amount) by names; all pay for the deals they played."""
    people = [
        person
        for seat, balance in enumerate(view.balance)
        for person in _of_seat(shares.get(seat, ()), facts.name(seat), balance)
    ]
    settled = settling_payments([won for _, won in people])
    return [(people[by][0], people[to][0], amount) for by, to, amount in settled]


def _of_seat(parts: tuple[PlayerResult, ...], name: str, balance: int) -> list[tuple[str, int]]:
    return [(part.name, part.balance) for part in parts] or [(name, balance)]


# Payments between players, in the unit of the table's stake.

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


_POINTS: Final = "points"  # the stake's label where a table agreed on none


def stake_unit(view: View, units: int, words: TableWords) -> str:
    """Return the unit of the stake, in the plural form for that many units of the sheet.

    Points that cost one each are the units of the sheet itself: whists, chips.
    """
    label, price = view.rules.options.stake_label, presenter_of(view.rules).unit_price(view.rules)
    amount = units * price
    if words.has_key(f"value.stake_label.{label}"):
        form = int(amount) if amount % 1 == 0 else _FRACTION_PLURAL
        is_own = label == _POINTS and price == 1
        return words.say_plural("stake.own" if is_own else f"stake.{label}", form)
    return value_label(words, "stake_label", label)


# The chart of a match: the balances after every deal.

_FEWEST_DEALS: Final = 2  # deals; for a single deal the sheet is enough


def has_chart(view: View) -> bool:
    """Return True from the second scored deal on."""
    return view.deals >= _FEWEST_DEALS


def balance_chart(
    view: View,
    facts: TableData,
    words: TableWords,
    written: DealPostings,
    instead: tuple[Text | Divider, ...] = (),
) -> tuple[PictureBlock, ...]:
    """Return one chart, or none before the second deal; it ends at the shown balances.

    Where the picture is not shown, the words ``instead`` are.
    """
    if not has_chart(view) or not written:
        return ()
    balances = balances_by_deal(view.rules, written, view.deals)
    if presenter_of(view.rules).charted_totals is None:
        balances[-1] = view.balance  # after the end it is the settlement
    points = shown_points(view.deals)
    courses = [
        ChartSeries(
            drawable_name(facts, seat, words), tuple(balances[point][seat] for point in points)
        )
        for seat in range(view.rules.players)
    ]
    chart = line_chart(words.say("chart.match"), list(map(str, points)), courses)
    return (PictureBlock(on_sheet(chart, words), instead=instead, is_awaited=True),)


def balances_by_deal(rules: Rules, written: DealPostings, deals: int) -> list[tuple[int, ...]]:
    """Return the balances before the first deal and after each.

    The last deals may lack entries in ``written``: they repeat the last balances.
    """
    family = family_of(rules)
    standing = presenter_of(rules).charted_totals or family.balance
    sheet = family.initial_carry(rules).sheet
    found = [standing(rules, sheet)]
    for postings in written:
        sheet = sheet.plus(postings)
        found.append(standing(rules, sheet))
    return found + found[-1:] * (deals + 1 - len(found))


# The sheet as a picture, if the family draws one.


def sheet_drawing(
    view: View,
    facts: TableData,
    words: TableWords,
    written: DealPostings,
    instead: tuple[Text | Divider, ...] = (),
) -> tuple[PictureBlock, ...]:
    """Return one picture or none; it shows only public data, the same to every reader.

    Where the picture is not shown, the words ``instead`` are.
    """
    picture = presenter_of(view.rules).draw_sheet(view, facts, words, written)
    if picture is None or None in facts.seats:  # the sheet starts once all seats are taken
        return ()
    alt = titled_alt_text(game_title(view.rules, words), picture.alt)
    drawn = on_sheet(replace(picture, alt=alt), words)
    return (PictureBlock(drawn, instead=instead, is_awaited=True),)


# The sheet as a small table: a line per player, at most 24 columns.


def totals_blocks(view: View, facts: TableData, words: TableWords) -> tuple[Text, ...]:
    """Return the table and the notes below it."""
    note = presenter_of(view.rules).sheet_note(view, facts, words)
    return text_blocks(
        totals_table(view, facts, words), join_lines(*map(small_print, note.splitlines()))
    )


def totals_table(view: View, facts: TableData, words: TableWords) -> str:
    """Return the columns of the family and the balance of a settlement now."""
    seats, cells = range(view.rules.players), presenter_of(view.rules).sheet_cells
    heads = [words.say(f"column.{key}") for key, _ in (*cells(view, 0), ("balance", ""))]
    rows = [
        (
            facts.name(seat),
            [*(cell for _, cell in cells(view, seat)), format_signed(view.balance[seat])],
        )
        for seat in seats
    ]
    return format_table(heads, rows)


def brief_line(view: View, facts: TableData, words: TableWords) -> str:
    """Return the scores for a decision they matter to: "pool/mtn: Ana 12/18 · Boris 0/6".

    The line is "" before the first scored deal, when all scores are equal.
    """
    if not view.deals:
        return ""
    brief = presenter_of(view.rules).short_score
    told = {seat: brief(view, seat) for seat in range(view.rules.players)}
    head = "/".join(words.say(f"column.{key}") for key in told[0][0])
    return small_print(
        f"{head}: {join_dotted(f'{facts.name(seat)} {how}' for seat, (_, how) in told.items())}"
    )


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
    shares: SeatShares = NOT_SHARED,
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
    shares: SeatShares = NOT_SHARED,
    page: ScorePage = ScorePage.DRAWN,
) -> Screen:
    """Return a page of the sheet as a private screen; every number stands on it once."""
    words = table_words(view.rules, words)
    title = join_lines(f"### {words.say('sheet.title')}", _subtitle(view, facts, words))
    blocks = _PAGES[page](view, facts, words, written)
    if page is ScorePage.DRAWN:
        blocks += text_blocks(join_lines(*payment_lines(view, facts, words, shares)))
    row = _button_row(view, facts, words, page)
    return Screen(facts.game, view.version, Tone.PRIVATE, (*text_blocks(title), *blocks, row))


def _drawn_page(
    view: View, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[Block, ...]:
    told = _page_in_words(view, facts, words, written)
    return sheet_drawing(view, facts, words, written, told) or told


def _page_in_words(
    view: View, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[Text | Divider, ...]:
    players = [
        _player_lines(view, seat, facts, words, written) for seat in range(view.rules.players)
    ]
    return (
        *totals_blocks(view, facts, words),
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
    ScorePage.CHART: balance_chart,
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
        and (other is not ScorePage.CHART or has_chart(view))
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
