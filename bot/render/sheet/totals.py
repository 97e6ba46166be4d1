"""The sheet as a small table: a line per player, at most 24 columns."""

from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families import manner_of
from bot.render.parts import dotted, lines, monospace, signed, small, text_blocks
from bot.render.screen import Text
from bot.render.words import TableWords


def totals_blocks(view: View, facts: TableFacts, words: TableWords) -> tuple[Text, ...]:
    """Return the table, the family's drawing, and the notes below it."""
    manner = manner_of(view.rules)
    note, drawing = manner.sheet_note(view, facts, words), manner.drawing(view, words)
    return text_blocks(
        totals_table(view, facts, words), drawing, lines(*map(small, note.splitlines()))
    )


def totals_table(view: View, facts: TableFacts, words: TableWords) -> str:
    """Return the columns of the family and the balance of a settlement now."""
    seats, cells = range(view.rules.players), manner_of(view.rules).cells
    heads = [words.say(f"column.{key}") for key, _ in (*cells(view, 0), ("balance", ""))]
    rows = [
        (facts.name(seat), [*(cell for _, cell in cells(view, seat)), signed(view.balance[seat])])
        for seat in seats
    ]
    return monospace(heads, rows)


def brief_line(view: View, facts: TableFacts, words: TableWords) -> str:
    """Return the scores for a decision they matter to: "pool/mtn: Ana 12/18 · Boris 0/6".

    The line is "" before the first scored deal, when all scores are equal.
    """
    if not view.deals:
        return ""
    brief = manner_of(view.rules).brief
    told = {seat: brief(view, seat) for seat in range(view.rules.players)}
    head = "/".join(words.say(f"column.{key}") for key in told[0][0])
    return small(
        f"{head}: {dotted(f'{facts.name(seat)} {how}' for seat, (_, how) in told.items())}"
    )
