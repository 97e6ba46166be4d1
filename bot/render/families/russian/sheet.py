"""The Russian sheet as text and drawing: pool, mountain, whists against each opponent."""

from bot.engine.cards import Seat
from bot.engine.families.russian.options import MountainMode, RussianOptions
from bot.engine.view import View
from bot.render.families.presenter import DealPostings, SheetCells
from bot.render.families.running_totals import join_totals, running_totals
from bot.render.families.russian.pulka import PulkaField, PulkaSector, pulka_picture
from bot.render.formatting import format_signed, format_unsigned, join_dotted
from bot.render.paper.picture_text import alt_text, drawable_name, player_alt_line
from bot.render.screen_data import TableData
from bot.render.shapes import Ink, Picture
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


# The Russian sheet drawn as on paper, from the postings (rules/russian.md 4.1).


def draw_sheet(
    view: View, facts: TableData, words: TableWords, written: DealPostings, target: int | str
) -> Picture:
    """Draw the pulka with ``target`` in its middle; without postings, only the totals."""
    seats = range(view.rules.players)
    sectors = [_sector_of(view, seat, facts, words, written) for seat in seats]
    inks = {"pool": Ink.POOL, "mountain": Ink.MOUNTAIN}
    legend = [(words.say(f"column.{key}"), inks[key]) for key in accounts(view)]
    legend.append((words.say("column.whists"), Ink.NEW))
    return pulka_picture(sectors, str(target), legend, _alt_text(view, facts, words, written))


def _sector_of(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> PulkaSector:
    others = range(view.rules.players)
    target = RussianOptions.of(view.rules).pool_target
    has_mountain = "mountain" in accounts(view)
    return PulkaSector(
        name=drawable_name(facts, seat, words),
        balance=format_signed(view.balance[seat]),
        pool=PulkaField(_totals_of(view, "pool", seat, None, written)),
        is_closed=target is not None and view.sheet.total("pool", seat) >= target,
        mountain=PulkaField(_totals_of(view, "mountain", seat, None, written))
        if has_mountain
        else None,
        whists=tuple(
            PulkaField(
                _totals_of(view, "whists", seat, on, written), drawable_name(facts, on, words)
            )
            for on in others
        ),
    )


def _totals_of(
    view: View, account: str, seat: Seat, against: Seat | None, written: DealPostings
) -> tuple[str, ...]:
    """Return the totals of one line; () where the sheet is empty, as on paper."""
    total = view.sheet.total(account, seat, against)
    shown = running_totals(written, account, seat, against) or ([total] if total else [])
    return tuple(map(format_unsigned, shown))


def _alt_text(view: View, facts: TableData, words: TableWords, written: DealPostings) -> str:
    """Describe every total ever written, or only the current whists if that is too long."""
    seats = range(view.rules.players)

    def told(known: DealPostings) -> list[str]:
        lines = ((seat, player_sheet(view, seat, facts, words, known)) for seat in seats)
        return [player_alt_line(facts, seat, view.balance[seat], said) for seat, said in lines]

    everything = [
        player_alt_line(
            facts,
            seat,
            view.balance[seat],
            (
                *player_sheet(view, seat, facts, words, written)[:-1],
                *(
                    _whists_against(view, seat, on, facts, words, written)
                    for on in seats
                    if on != seat
                ),
            ),
        )
        for seat in seats
    ]
    return alt_text(everything, told(written), told(()))


def _whists_against(
    view: View, seat: Seat, on: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> str:
    totals = _totals_of(view, "whists", seat, on, written)
    row = f"{facts.name(on)} {join_totals(totals) or 0}"
    return words.say("sheet.whists", totals=row)
