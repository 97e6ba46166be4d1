"""The Russian sheet drawn as on paper, from the postings (rules/russian.md 4.1)."""

from bot.engine.cards import Seat
from bot.engine.families.russian.options import RussianOptions
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.families.manner import DealPostings
from bot.render.families.russian.pulka import PulkaField, PulkaSector, pulka_picture
from bot.render.families.russian.sheet import accounts, player_sheet
from bot.render.paper.shapes import Ink, Picture
from bot.render.paper.telling import alt_text, drawable_name, player_alt_line
from bot.render.parts import format_signed, format_unsigned
from bot.render.sheet.running import join_totals, running_totals
from bot.render.words import TableWords


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
