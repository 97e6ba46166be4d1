"""The running sheet as on paper: totals in sequence, whists against each opponent."""

from typing import Final

from bot.deeds.looking import ShowSettlement
from bot.deeds.past import ShowMatch
from bot.deeds.table import ShowHand
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.families.manner import Written
from bot.render.parts import (
    LINE,
    bold,
    deed_button,
    dotted,
    lines,
    marked,
    signed,
    small,
    text_blocks,
)
from bot.render.screen import Row, Screen, Tone
from bot.render.sheet.course import course_drawing
from bot.render.sheet.drawn import drawn_sheet
from bot.render.sheet.reasons import written_line
from bot.render.sheet.totals import totals_blocks
from bot.render.table.standing import marks_line
from bot.render.words import TableWords, Words
from bot.terms import ENDED

_ROOM: Final = 1200  # characters for the entries of the last deals


def score_screen(view: View, facts: TableFacts, words: Words, written: Written) -> Screen:
    """Return the whole sheet as a private screen."""
    words = words_at(view.rules, words)
    players = [_player(view, seat, facts, words, written) for seat in range(view.rules.players)]
    return Screen(
        facts.game,
        view.version,
        Tone.PRIVATE,
        (
            *text_blocks(lines(f"### {words.say('sheet.title')}", _under(view, facts, words))),
            *drawn_sheet(view, facts, words, written),
            *course_drawing(view, facts, words, written),
            *totals_blocks(view, facts, words),
            *text_blocks(*players),
            *text_blocks(_told(view, facts, words, written)),
            LINE,
            *text_blocks(small(words.say("sheet.balance"))),
            _buttons(view, facts, words),
        ),
    )


def _told(view: View, facts: TableFacts, words: TableWords, written: Written) -> str:
    """Return the entries of the last deals, newest first, within ``_ROOM`` characters."""
    manner = manner_of(view.rules)
    told, size = list[str](), 0
    for postings in tuple(reversed(written))[: manner.told_deals]:
        seats = range(view.rules.players)
        said = [written_line(manner, postings, seat, facts, words) for seat in seats]
        if not any(said):
            continue
        deal = f"- {'; '.join(line for line in said if line)}"
        size += len(deal)
        if told and size > _ROOM:
            break
        told.append(deal)
    return lines(bold(words.say("sheet.last_deals")), *told) if told else ""


def _buttons(view: View, facts: TableFacts, words: TableWords) -> Row:
    """Return the buttons to the settlement, and to the hand or the deals of a finished match."""
    settlement = deed_button(words, "settlement", ShowSettlement())
    if facts.status in ENDED:
        return Row((settlement, deed_button(words, "deals", ShowMatch())))
    if view.seat is None or view.stage is Stage.OVER:
        return Row((settlement,))
    return Row((settlement, deed_button(words, "to_hand", ShowHand())))


def _under(view: View, facts: TableFacts, words: TableWords) -> str:
    return small(dotted((words.count("final.deals", view.deals), marks_line(view, facts, words))))


def _player(view: View, seat: Seat, facts: TableFacts, words: TableWords, written: Written) -> str:
    head = dotted((marked(facts, seat), bold(signed(view.balance[seat]))))
    return lines(head, *manner_of(view.rules).player_sheet(view, seat, facts, words, written))
