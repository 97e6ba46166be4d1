"""The running sheet as on paper: totals in sequence, whists against each opponent."""

from typing import Final

from bot.deeds.looking import ShowSettlement
from bot.deeds.past import ShowMatch
from bot.deeds.table import ShowHand
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.families import presenter_of, table_words
from bot.render.families.manner import DealPostings
from bot.render.parts import (
    DIVIDER,
    bold,
    command_button,
    format_signed,
    join_dotted,
    join_lines,
    name_with_mark,
    small_print,
    text_blocks,
)
from bot.render.screen import ButtonRow, Screen, Tone
from bot.render.sheet.course import balance_chart
from bot.render.sheet.drawn import sheet_drawing
from bot.render.sheet.reasons import seat_entries_line
from bot.render.sheet.totals import totals_blocks
from bot.render.table.standing import marks_line
from bot.render.words import TableWords, Words
from bot.terms import ENDED_STATUSES

_MOST_CHARACTERS: Final = 1200  # characters for the entries of the last deals


def score_screen(view: View, facts: TableData, words: Words, written: DealPostings) -> Screen:
    """Return the whole sheet as a private screen."""
    words = table_words(view.rules, words)
    players = [
        _player_lines(view, seat, facts, words, written) for seat in range(view.rules.players)
    ]
    return Screen(
        facts.game,
        view.version,
        Tone.PRIVATE,
        (
            *text_blocks(
                join_lines(f"### {words.say('sheet.title')}", _subtitle(view, facts, words))
            ),
            *sheet_drawing(view, facts, words, written),
            *balance_chart(view, facts, words, written),
            *totals_blocks(view, facts, words),
            *text_blocks(*players),
            *text_blocks(_last_deals(view, facts, words, written)),
            DIVIDER,
            *text_blocks(small_print(words.say("sheet.balance"))),
            _button_row(view, facts, words),
        ),
    )


def _last_deals(view: View, facts: TableData, words: TableWords, written: DealPostings) -> str:
    """Return the entries of the last deals, newest first, in ``_MOST_CHARACTERS`` at most."""
    manner = presenter_of(view.rules)
    told, size = list[str](), 0
    for postings in tuple(reversed(written))[: manner.listed_deals]:
        seats = range(view.rules.players)
        said = [seat_entries_line(manner, postings, seat, facts, words) for seat in seats]
        if not any(said):
            continue
        deal = f"- {'; '.join(line for line in said if line)}"
        size += len(deal)
        if told and size > _MOST_CHARACTERS:
            break
        told.append(deal)
    return join_lines(bold(words.say("sheet.last_deals")), *told) if told else ""


def _button_row(view: View, facts: TableData, words: TableWords) -> ButtonRow:
    """Return the buttons to the settlement, and to the hand or the deals of a finished match."""
    settlement = command_button(words, "settlement", ShowSettlement())
    if facts.status in ENDED_STATUSES:
        return ButtonRow((settlement, command_button(words, "deals", ShowMatch())))
    if view.seat is None or view.stage is Stage.OVER:
        return ButtonRow((settlement,))
    return ButtonRow((settlement, command_button(words, "to_hand", ShowHand())))


def _subtitle(view: View, facts: TableData, words: TableWords) -> str:
    return small_print(
        join_dotted((words.say_plural("final.deals", view.deals), marks_line(view, facts, words)))
    )


def _player_lines(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> str:
    head = join_dotted((name_with_mark(facts, seat), bold(format_signed(view.balance[seat]))))
    return join_lines(
        head, *presenter_of(view.rules).player_sheet(view, seat, facts, words, written)
    )
