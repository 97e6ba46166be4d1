"""The Russian sheet as text and drawing: pool, mountain, whists against each opponent."""

from bot.engine.cards import Seat
from bot.engine.families.russian.options import MountainMode, RussianOptions
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families.manner import Cells, Written
from bot.render.parts import dotted, unsigned
from bot.render.sheet.running import running, shortened
from bot.render.words import TableWords


def accounts(view: View) -> tuple[str, ...]:
    """Return the columns this table writes beside the whists: Rostov has no mountain."""
    options = RussianOptions.of(view.rules)
    has_mountain = options.mountain_mode is MountainMode.MOUNTAIN
    return ("pool", "mountain") if has_mountain else ("pool",)


def cells(view: View, seat: Seat) -> Cells:
    """Return the totals, the whists summed over the opponents."""
    whists = sum(t.amount for t in view.sheet.totals if t[:2] == ("whists", seat))
    kept = [(account, unsigned(view.sheet.of(account, seat))) for account in accounts(view)]
    return (*kept, ("whists", str(whists)))


def brief(view: View, seat: Seat) -> tuple[tuple[str, ...], str]:
    """Return pool and mountain: 12/18."""
    kept = accounts(view)
    return kept, "/".join(unsigned(view.sheet.of(account, seat)) for account in kept)


def player_sheet(
    view: View, seat: Seat, facts: TableFacts, words: TableWords, written: Written
) -> tuple[str, ...]:
    kept = [_account(view, account, seat, words, written) for account in accounts(view)]
    return (*kept, _whists(view, seat, facts, words))


def _account(view: View, account: str, seat: Seat, words: TableWords, written: Written) -> str:
    """Return "10. 12. 14."."""
    shown = running(written, account, seat) or [view.sheet.of(account, seat)]
    row = shortened([unsigned(total) for total in shown])
    return words.say(f"sheet.{account}", totals=row)


def _whists(view: View, seat: Seat, facts: TableFacts, words: TableWords) -> str:
    """Return the whists this player has against each opponent."""
    others = [(seat + step) % view.rules.players for step in range(1, view.rules.players)]
    items = [f"{facts.name(on)} {view.sheet.of('whists', seat, on)}" for on in others]
    return words.say("sheet.whists", totals=dotted(items))
