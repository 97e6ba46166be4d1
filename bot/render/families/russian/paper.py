"""The Russian sheet drawn as on paper, from the postings (rules/russian.md 4.1)."""

from bot.engine.cards import Seat
from bot.engine.families.russian.options import RussianOptions
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families.manner import Written
from bot.render.families.russian.pulka import Field, Sector, pulka
from bot.render.families.russian.sheet import accounts, player_sheet
from bot.render.paper.shapes import Ink, Picture
from bot.render.paper.telling import alt_text, name_of, player
from bot.render.parts import signed, unsigned
from bot.render.sheet.running import running, shortened
from bot.render.words import TableWords


def paper(
    view: View, facts: TableFacts, words: TableWords, written: Written, target: int | str
) -> Picture:
    """Draw the pulka with ``target`` in its middle; without postings, only the totals."""
    seats = range(view.rules.players)
    sectors = [_sector(view, seat, facts, words, written) for seat in seats]
    inks = {"pool": Ink.POOL, "mountain": Ink.MOUNTAIN}
    legend = [(words.say(f"column.{key}"), inks[key]) for key in accounts(view)]
    legend.append((words.say("column.whists"), Ink.NEW))
    return pulka(sectors, str(target), legend, _alt(view, facts, words, written))


def _sector(
    view: View, seat: Seat, facts: TableFacts, words: TableWords, written: Written
) -> Sector:
    others = range(view.rules.players)
    target = RussianOptions.of(view.rules).pool_target
    has_mountain = "mountain" in accounts(view)
    return Sector(
        name=name_of(facts, seat, words),
        balance=signed(view.balance[seat]),
        pool=Field(_line(view, "pool", seat, None, written)),
        is_closed=target is not None and view.sheet.of("pool", seat) >= target,
        mountain=Field(_line(view, "mountain", seat, None, written)) if has_mountain else None,
        whists=tuple(
            Field(_line(view, "whists", seat, on, written), name_of(facts, on, words))
            for on in others
        ),
    )


def _line(
    view: View, account: str, seat: Seat, against: Seat | None, written: Written
) -> tuple[str, ...]:
    """Return the totals of one line; () where the sheet is empty, as on paper."""
    total = view.sheet.of(account, seat, against)
    shown = running(written, account, seat, against) or ([total] if total else [])
    return tuple(map(unsigned, shown))


def _alt(view: View, facts: TableFacts, words: TableWords, written: Written) -> str:
    """Describe every total ever written, or only the current whists if that is too long."""
    seats = range(view.rules.players)

    def told(known: Written) -> list[str]:
        lines = ((seat, player_sheet(view, seat, facts, words, known)) for seat in seats)
        return [player(facts, seat, view.balance[seat], said) for seat, said in lines]

    everything = [
        player(
            facts,
            seat,
            view.balance[seat],
            (
                *player_sheet(view, seat, facts, words, written)[:-1],
                *(_whists(view, seat, on, facts, words, written) for on in seats if on != seat),
            ),
        )
        for seat in seats
    ]
    return alt_text(everything, told(written), told(()))


def _whists(
    view: View, seat: Seat, on: Seat, facts: TableFacts, words: TableWords, written: Written
) -> str:
    totals = _line(view, "whists", seat, on, written)
    row = f"{facts.name(on)} {shortened(totals) or 0}"
    return words.say("sheet.whists", totals=row)
