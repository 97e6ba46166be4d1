"""The sheet as a small table: a line per player, at most 24 columns."""

from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.families import presenter_of
from bot.render.parts import (
    format_signed,
    format_table,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import Text
from bot.render.words import TableWords


def totals_blocks(view: View, facts: TableData, words: TableWords) -> tuple[Text, ...]:
    """Return the table, the family's drawing, and the notes below it."""
    manner = presenter_of(view.rules)
    note, drawing = manner.sheet_note(view, facts, words), manner.pot_drawing(view, words)
    return text_blocks(
        totals_table(view, facts, words), drawing, join_lines(*map(small_print, note.splitlines()))
    )


def totals_table(view: View, facts: TableData, words: TableWords) -> str:
    """Return the columns of the family and the balance of a settlement now."""
    seats, cells = range(view.rules.players), presenter_of(view.rules).sheet_cells
    heads = [words.say(f"column.{key}") for key, _ in (*cells(view, 0), ("balance", ""))]
    rows = [
        (
            facts.name(seat),
            [*(cell for _, cell in cells(view, seat)), format_signed(view.balance[seat])],
        )
        for seat in seats
    ]
    return format_table(heads, rows)


def brief_line(view: View, facts: TableData, words: TableWords) -> str:
    """Return the scores for a decision they matter to: "pool/mtn: Ana 12/18 · Boris 0/6".

    The line is "" before the first scored deal, when all scores are equal.
    """
    if not view.deals:
        return ""
    brief = presenter_of(view.rules).short_score
    told = {seat: brief(view, seat) for seat in range(view.rules.players)}
    head = "/".join(words.say(f"column.{key}") for key in told[0][0])
    return small_print(
        f"{head}: {join_dotted(f'{facts.name(seat)} {how}' for seat, (_, how) in told.items())}"
    )
