"""The Russian sheet as text and drawing: pool, mountain, whists against each opponent."""

from bot.engine.cards import Seat
from bot.engine.families.russian.options import MountainMode, RussianOptions
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.families.manner import DealPostings, SheetCells
from bot.render.parts import format_unsigned, join_dotted
from bot.render.sheet.running import join_totals, running_totals
from bot.render.words import TableWords


def accounts(view: View) -> tuple[str, ...]:
    """Return the columns this table writes beside the whists: Rostov has no mountain."""
    options = RussianOptions.of(view.rules)
    has_mountain = options.mountain_mode is MountainMode.MOUNTAIN
    return ("pool", "mountain") if has_mountain else ("pool",)


def sheet_cells(view: View, seat: Seat) -> SheetCells:
    """Return the totals, the whists summed over the opponents."""
    whists = sum(t.amount for t in view.sheet.totals if t[:2] == ("whists", seat))
    kept = [
        (account, format_unsigned(view.sheet.total(account, seat))) for account in accounts(view)
    ]
    return (*kept, ("whists", str(whists)))


def short_score(view: View, seat: Seat) -> tuple[tuple[str, ...], str]:
    """Return pool and mountain: 12/18."""
    kept = accounts(view)
    return kept, "/".join(format_unsigned(view.sheet.total(account, seat)) for account in kept)


def player_sheet(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[str, ...]:
    kept = [_account_line(view, account, seat, words, written) for account in accounts(view)]
    return (*kept, _whists_line(view, seat, facts, words))


def _account_line(
    view: View, account: str, seat: Seat, words: TableWords, written: DealPostings
) -> str:
    """Return "10. 12. 14."."""
    shown = running_totals(written, account, seat) or [view.sheet.total(account, seat)]
    row = join_totals([format_unsigned(total) for total in shown])
    return words.say(f"sheet.{account}", totals=row)


def _whists_line(view: View, seat: Seat, facts: TableData, words: TableWords) -> str:
    """Return the whists this player has against each opponent."""
    others = [(seat + step) % view.rules.players for step in range(1, view.rules.players)]
    items = [f"{facts.name(on)} {view.sheet.total('whists', seat, on)}" for on in others]
    return words.say("sheet.whists", totals=join_dotted(items))
