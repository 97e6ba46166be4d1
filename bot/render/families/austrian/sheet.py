"""The Austrian sheet: chips won, shares of the pot, the bowl (rules/austrian.md 3.1, 3.6)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import Final

from bot.engine import deal, ledger, rules
from bot.engine.cards import Seat
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.families.austrian.scoring import CASH, POT, REST, units
from bot.engine.view import View
from bot.model.enums import Posting
from bot.render.families.austrian.deal_guide import pot_state
from bot.render.families.presenter import DealPostings, SheetCells, join_totals
from bot.render.formatting import format_signed
from bot.render.paper import picture_text
from bot.render.screen import unescaped_name
from bot.render.screen_data import TableData
from bot.render.shapes import PLAYER_INKS, Area, Box, Ink, Label, Picture, Shape, Stroke
from bot.render.words import TableWords


def sheet_cells(view: View, seat: Seat) -> SheetCells:
    own = units(AustrianOptions.of(view.rules), view.sheet)[seat]
    return (("units", format_signed(own)), ("share", str(view.sheet.total(REST, seat))))


def short_score(view: View, seat: Seat) -> tuple[tuple[str, ...], str]:
    """Return the units won or lost; the pot has a line of its own in every hand."""
    return ("units",), dict(sheet_cells(view, seat))["units"]


def charted_totals(rules: rules.Rules, sheet: ledger.Sheet) -> tuple[int, ...]:
    """Return the units without the shares of the pot, which no deal has written (3.6)."""
    return units(AustrianOptions.of(rules), sheet)


def sheet_note(view: View, facts: TableData, words: TableWords) -> str:
    """Return what became of the pot, at the end; "" if it was empty."""
    return pot_line(view, words) if view.stage is deal.Stage.OVER else ""


def player_sheet(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[str, ...]:
    """Return the units won or lost, one total for each deal."""
    totals = running_units(seat, written)
    own = units(AustrianOptions.of(view.rules), view.sheet)[seat]
    row = join_totals([format_signed(number) for number in totals or [own]])
    return (words.say("sheet.units", totals=row),)


def running_units(seat: Seat, written: DealPostings) -> list[int]:
    """Return a seat's total in units after each deal."""
    totals, total = list[int](), 0
    for postings in written:
        paid_in = sum(p.amount for p in postings if p.account == POT and p.seat == seat)
        got = sum(p.amount for p in postings if p.account == CASH and p.seat == seat)
        gave = sum(p.amount for p in postings if p.account == CASH and p.against == seat)
        total += paid_in + got - gave
        totals.append(total)
    return totals


def pot_line(view: View, words: TableWords) -> str:
    """Return the pot, the amount played for, the maximum; always shown (rules/austrian.md C-12)."""
    pot = pot_state(view)
    if view.stage is deal.Stage.OVER:
        return words.say("pot.over", pot=pot.content) if pot.content else ""
    key = "pot.between" if pot.ante else "pot.open"
    said = words.say(key, pot=pot.content, amount=pot.amount, maximum=pot.maximum, ante=pot.ante)
    return f"{said}, {words.say('pot.forced')}" if pot.is_forced else said


def pot_drawing(view: View, words: TableWords) -> str:
    """Return a bowl in text with its content, and the amount played for beside it."""
    pot = pot_state(view)
    amount = words.say("pot.amount", amount=pot.amount)
    maximum = words.say("pot.maximum", maximum=pot.maximum)
    if view.stage is deal.Stage.OVER:
        amount = maximum = ""
    top = f"\\{pot.content:^6}/  {amount}".rstrip()
    bottom = f" \\____/   {maximum}".rstrip()
    return f"```\n{top}\n{bottom}\n```"


# The Austrian sheet drawn: the bowl, each player's result, the payments of the last deal.
#
# The bowl stands on the table with the pot in it (rules/austrian.md 2); the numbers are units.

_WIDTH, _EDGE, _GAP = 600, 10, 6
_BOWL, _PLAYER, _HEAD, _TRANSFER = 160, 84, 40, 38  # heights
_NAME, _BALANCE = 180, 96  # widths in a player's row
_PAD: Final = 8

PotTransfer = tuple[Seat | None, Seat | None, int]  # from, to, units; None is the pot


def draw_sheet(view: View, facts: TableData, words: TableWords, written: DealPostings) -> Picture:
    """Draw, from the top down, the bowl, a row per player, the transfers of the last deal."""
    shapes, y = [*_bowl(view, words)], _EDGE + _BOWL + _GAP
    for seat in range(view.rules.players):
        shapes += _player(
            view, seat, Box(_EDGE, y, _WIDTH - _EDGE, y + _PLAYER), facts, words, written
        )
        y += _PLAYER + _GAP
    last = net_transfers(written[-1]) if written else []
    shapes += _transfers(y, last, facts, words)
    height = y + (_HEAD + len(last) * _TRANSFER if last else 0) + _EDGE
    return Picture(_WIDTH, height, tuple(shapes), _alt_text(view, facts, words, written))


def _bowl(view: View, words: TableWords) -> Iterator[Shape]:
    """Draw the bowl with its content, and beside it the amount played for."""
    x, y, across, down = 150, _EDGE + 34, 110, 96
    arc = [
        (x + int(across * cos(n * pi / 16)), y + int(down * sin(n * pi / 16))) for n in range(17)
    ]
    yield Area(Box(_EDGE, _EDGE, _WIDTH - _EDGE, _EDGE + _BOWL), corner=10)
    yield Stroke(((x - across - 12, y), (x + across + 12, y)), Ink.MOUNTAIN, 4)
    yield Stroke(tuple(arc), Ink.MOUNTAIN, 4)
    yield Stroke(((x - 34, y + down + 4), (x + 34, y + down + 4)), Ink.MOUNTAIN, 4)
    pot = pot_state(view)
    yield picture_text.place_line(
        Box(x - 80, y + 8, x + 80, y + 68), str(pot.content), 46, is_bold=True, side=0.5
    )
    if view.stage is deal.Stage.OVER:
        return
    beside = Box(x + across + 30, y, _WIDTH - _EDGE - _PAD, y + 40)
    yield picture_text.place_line(
        beside, words.say("pot.amount", amount=pot.amount), 28, is_bold=True
    )
    below = beside._replace(top=beside.bottom, bottom=beside.bottom + 36)
    yield picture_text.place_line(below, words.say("pot.maximum", maximum=pot.maximum), 24, Ink.OLD)


def _player(
    view: View, seat: Seat, box: Box, facts: TableData, words: TableWords, written: DealPostings
) -> Iterator[Shape]:
    """Draw the name, the totals after each deal, the balance."""
    yield Area(box, corner=10)
    name = box._replace(left=box.left + _PAD, right=box.left + _NAME)
    balance = box._replace(left=box.right - _BALANCE, right=box.right - _PAD)
    yield from picture_text.centre_name(
        name, picture_text.drawable_name(facts, seat, words), PLAYER_INKS[seat]
    )
    own = view.balance[seat]
    yield picture_text.place_line(
        balance, format_signed(own), 32, Ink.POOL if own > 0 else Ink.NEW, is_bold=True, side=1
    )
    room = Box(name.right + _PAD, box.top + 6, balance.left - _PAD, box.bottom - 4)
    yield from picture_text.place_totals(
        room, [format_signed(number) for number in running_units(seat, written)]
    )


def net_transfers(postings: Sequence[Posting]) -> list[PotTransfer]:
    """Return the net payments between the players and the pot."""
    paid = Counter[tuple[Seat | None, Seat | None]]()
    for posting in postings:
        if posting.account == POT:
            paid[None, posting.seat] += posting.amount
        elif posting.account == CASH:
            paid[posting.against, posting.seat] += posting.amount
    for giver, taker in list(paid):
        paid[taker, giver] -= paid.pop((giver, taker))
    return [
        (giver, taker, amount) if amount > 0 else (taker, giver, -amount)
        for (giver, taker), amount in paid.items()
        if amount
    ]


def _transfers(
    y: int, paid: Sequence[PotTransfer], facts: TableData, words: TableWords
) -> Iterator[Shape]:
    """Draw the payments, a row each."""
    if not paid:
        return
    yield picture_text.place_line(
        Box(_EDGE, y, _WIDTH - _EDGE, y + _HEAD), words.say("paper.paid"), 23, Ink.OLD
    )
    for n, (giver, taker, amount) in enumerate(paid):
        top = y + _HEAD + n * _TRANSFER
        row = Box(_EDGE + _PAD, top, _WIDTH - _EDGE - _PAD, top + _TRANSFER)
        number = row._replace(left=row.right - _BALANCE)
        middle = (row.left + number.left) // 2
        arrow = row._replace(left=middle - 20, right=middle + 20)
        by, to = row._replace(right=arrow.left), row._replace(left=arrow.right, right=number.left)
        yield _payer(by, giver, facts, words)
        yield picture_text.place_line(arrow, "→", 24, Ink.OLD, side=0.5)
        yield _payer(to, taker, facts, words)
        yield picture_text.place_line(number, str(amount), 26, is_bold=True, side=1)


def _payer(box: Box, seat: Seat | None, facts: TableData, words: TableWords) -> Label:
    ink = Ink.MOUNTAIN if seat is None else PLAYER_INKS[seat]
    return picture_text.place_line(box, _payer_name(seat, facts, words), 24, ink, smallest=18)


def _payer_name(seat: Seat | None, facts: TableData, words: TableWords) -> str:
    return (
        words.say("paper.pot") if seat is None else picture_text.drawable_name(facts, seat, words)
    )


def _alt_text(view: View, facts: TableData, words: TableWords, written: DealPostings) -> str:
    """Describe the pot, the players and the payments."""
    own = units(AustrianOptions.of(view.rules), view.sheet)

    def told(known: DealPostings) -> list[str]:
        lines = ((seat, player_sheet(view, seat, facts, words, known)) for seat in range(len(own)))
        return [
            *filter(None, (unescaped_name(pot_line(view, words)),)),
            *(
                picture_text.player_alt_line(facts, seat, view.balance[seat], said)
                for seat, said in lines
            ),
            *_payment_lines(written, facts, words),
        ]

    return picture_text.alt_text(told(written), told(()))


def _payment_lines(written: DealPostings, facts: TableData, words: TableWords) -> Iterator[str]:
    if written and (paid := net_transfers(written[-1])):
        names = (
            f"{_payer_name(giver, facts, words)} → {_payer_name(taker, facts, words)} {amount}"
            for giver, taker, amount in paid
        )
        yield f"{words.say('paper.paid')}: {', '.join(names)}"
