"""The chart of a match: the balances after every deal."""

from typing import Final

from bot.engine.families import family_of
from bot.engine.rules import Rules
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.families import presenter_of
from bot.render.families.manner import DealPostings
from bot.render.paper.chart import ChartSeries, line_chart, shown_points
from bot.render.paper.telling import drawable_name
from bot.render.screen import PictureBlock
from bot.render.words import TableWords

_FEWEST_DEALS: Final = 2  # deals; for a single deal the sheet is enough


def balance_chart(
    view: View, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[PictureBlock, ...]:
    """Return one chart, or none before the second deal; it ends at the shown balances."""
    if view.deals < _FEWEST_DEALS or not written:
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
    return (PictureBlock(line_chart(words.say("chart.match"), list(map(str, points)), courses)),)


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
