"""The Austrian sheet: chips won, shares of the pot, the bowl (rules/austrian.md 3.1, 3.6)."""

from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.families.austrian.carry import CASH, POT, REST
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.families.austrian.settlement import units
from bot.engine.ledger import Sheet
from bot.engine.rules import Rules
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.families.austrian.moments import pot_state
from bot.render.families.manner import DealPostings, SheetCells
from bot.render.parts import format_signed
from bot.render.sheet.running import join_totals
from bot.render.words import TableWords


def sheet_cells(view: View, seat: Seat) -> SheetCells:
    own = units(AustrianOptions.of(view.rules), view.sheet)[seat]
    return (("units", format_signed(own)), ("share", str(view.sheet.total(REST, seat))))


def short_score(view: View, seat: Seat) -> tuple[tuple[str, ...], str]:
    """Return the units won or lost; the pot has a line of its own in every hand."""
    return ("units",), dict(sheet_cells(view, seat))["units"]


def charted_totals(rules: Rules, sheet: Sheet) -> tuple[int, ...]:
    """Return the units without the shares of the pot, which no deal has written (3.6)."""
    return units(AustrianOptions.of(rules), sheet)


def sheet_note(view: View, facts: TableData, words: TableWords) -> str:
    """Return what became of the pot, at the end."""
    return pot_line(view, words) if view.stage is Stage.OVER else ""


def player_sheet(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[str, ...]:
    """Return the units won or lost, one total for each deal that changed them."""
    totals = running_units(seat, written)
    own = units(AustrianOptions.of(view.rules), view.sheet)[seat]
    row = join_totals([format_signed(number) for number in totals or [own]])
    return (words.say("sheet.units", totals=row),)


def running_units(seat: Seat, written: DealPostings) -> list[int]:
    """Return a seat's total in units after each deal that changed it."""
    totals, total = list[int](), 0
    for postings in written:
        paid_in = sum(p.amount for p in postings if p.account == POT and p.seat == seat)
        got = sum(p.amount for p in postings if p.account == CASH and p.seat == seat)
        gave = sum(p.amount for p in postings if p.account == CASH and p.against == seat)
        change = paid_in + got - gave
        total += change
        if change:
            totals.append(total)
    return totals


def pot_line(view: View, words: TableWords) -> str:
    """Return the pot, the amount played for, the maximum; always shown (rules/austrian.md C-12)."""
    pot = pot_state(view)
    if view.stage is Stage.OVER:
        return words.say("pot.over", pot=pot.content)
    key = "pot.between" if pot.ante else "pot.open"
    said = words.say(key, pot=pot.content, amount=pot.amount, maximum=pot.maximum, ante=pot.ante)
    return f"{said}, {words.say('pot.forced')}" if pot.is_forced else said


def pot_drawing(view: View, words: TableWords) -> str:
    """Return a bowl in text with its content, and the amount played for beside it."""
    pot = pot_state(view)
    amount = words.say("pot.amount", amount=pot.amount)
    maximum = words.say("pot.maximum", maximum=pot.maximum)
    if view.stage is Stage.OVER:
        amount = maximum = ""
    top = f"\\{pot.content:^6}/  {amount}".rstrip()
    bottom = f" \\____/   {maximum}".rstrip()
    return f"```\n{top}\n{bottom}\n```"
