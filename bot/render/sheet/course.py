"""The chart of a match: the balances after every deal."""

from typing import Final

from bot.engine.families import family_of
from bot.engine.rules import Rules
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families import manner_of
from bot.render.families.manner import Written
from bot.render.paper.chart import Course, line_chart, thinned
from bot.render.paper.telling import name_of
from bot.render.screen import Drawing
from bot.render.words import TableWords

_LEAST: Final = 2  # deals; for a single deal the sheet is enough


def course_drawing(
    view: View, facts: TableFacts, words: TableWords, written: Written
) -> tuple[Drawing, ...]:
    """Return one chart, or none before the second deal; it ends at the shown balances."""
    if view.deals < _LEAST or not written:
        return ()
    balances = balances_of(view.rules, written, view.deals)
    if manner_of(view.rules).standing is None:
        balances[-1] = view.balance  # after the end it is the settlement
    points = thinned(view.deals)
    courses = [
        Course(name_of(facts, seat, words), tuple(balances[point][seat] for point in points))
        for seat in range(view.rules.players)
    ]
    return (Drawing(line_chart(words.say("chart.match"), list(map(str, points)), courses)),)


def balances_of(rules: Rules, written: Written, deals: int) -> list[tuple[int, ...]]:
    """Return the balances before the first deal and after each.

    The last deals may lack entries in ``written``: they repeat the last balances.
    """
    family = family_of(rules)
    standing = manner_of(rules).standing or family.balance
    sheet = family.start(rules).sheet
    found = [standing(rules, sheet)]
    for postings in written:
        sheet = sheet.plus(postings)
        found.append(standing(rules, sheet))
    return found + found[-1:] * (deals + 1 - len(found))
