"""Parts of sheet screens: totals, payments, shares of a seat, the chart, the drawn sheet."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.engine.families import family_of
from bot.engine.ledger import settling_payments
from bot.engine.rules import Rules
from bot.engine.view import View
from bot.render.families import presenter_of
from bot.render.families.presenter import DealPostings
from bot.render.formatting import (
    deals_played_text,
    format_priced,
    format_signed,
    format_table,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.house_rules.rule_text import game_title, value_label
from bot.render.paper.chart import ChartSeries, line_chart, shown_points
from bot.render.paper.picture_text import drawable_name, on_sheet, titled_alt_text
from bot.render.screen import Divider, PictureBlock, Text
from bot.render.screen_data import PlayerResult, TableData
from bot.render.words import TableWords, Words

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
