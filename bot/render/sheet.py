"""The running sheet, as on paper: totals one after another, whists against each opponent."""

from collections.abc import Sequence

from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.ledger import Posting
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.parts import (
    LINE,
    bold,
    deed_button,
    dotted,
    lines,
    marked,
    marks_line,
    signed,
    small,
    text_blocks,
)
from bot.render.screen import Row, Screen, Text, Tone
from bot.render.totals import accounts_of, total_of, totals_table
from bot.render.words import Words

LONGEST = 14  # totals shown of one line of the sheet

Written = Sequence[Sequence[Posting]]  # the postings of each scored deal, in order


def score_screen(view: View, facts: TableFacts, words: Words, written: Written) -> Screen:
    """The whole sheet, private for whoever asks."""
    players = [_player(view, seat, facts, words, written) for seat in range(view.rules.players)]
    return Screen(
        facts.game,
        view.version,
        Tone.PRIVATE,
        (
            *text_blocks(lines(f"### {words.say('sheet.title')}", _under(view, words))),
            Text(totals_table(view, facts, words)),
            *text_blocks(*players),
            LINE,
            *text_blocks(small(words.say("sheet.balance"))),
            *_back(view, words),
        ),
    )


def _back(view: View, words: Words) -> tuple[Row, ...]:
    if view.seat is None or view.stage is Stage.OVER:
        return ()
    return (Row((deed_button(words, "to_hand", press="hand"),)),)


def _under(view: View, words: Words) -> str:
    return small(dotted((words.count("final.deals", view.deals), marks_line(view, words))))


def _player(view: View, seat: Seat, facts: TableFacts, words: Words, written: Written) -> str:
    head = dotted((marked(facts, seat), bold(signed(view.balance[seat]))))
    plain = [account for account in accounts_of(view) if account != "whists"]
    kept = [_account(view, account, seat, words, written) for account in plain]
    return lines(head, *kept, _whists(view, seat, facts, words))


def _account(view: View, account: str, seat: Seat, words: Words, written: Written) -> str:
    """10. 12. 14."""
    totals = running(written, account, seat)
    shown = totals or [total_of(view, account, seat)]
    cut = "… " if len(shown) > LONGEST else ""
    row = cut + " ".join(f"{total}." for total in shown[-LONGEST:]).replace("-", "−")
    return words.say(f"sheet.{account}", totals=row)


def running(written: Written, account: str, seat: Seat) -> list[int]:
    """The total after each deal that changed it."""
    totals, total = list[int](), 0
    for postings in written:
        changes = [p.amount for p in postings if p.account == account and p.seat == seat]
        total += sum(changes)
        if sum(changes):
            totals.append(total)
    return totals


def _whists(view: View, seat: Seat, facts: TableFacts, words: Words) -> str:
    """What this player has written on each of the others."""
    others = [(seat + step) % view.rules.players for step in range(1, view.rules.players)]
    items = [f"{facts.name(on)} {view.sheet.of('whists', seat, on)}" for on in others]
    return words.say("sheet.whists", totals=dotted(items))
