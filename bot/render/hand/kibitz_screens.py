"""Screens of kibitzers: whose hand to ask for, the followed hand, and what its player is asked.

Kibitzers are named by a mention, so the bot need not store the name of somebody who never plays.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.engine.cards import Seat
from bot.engine.view import DealView, View
from bot.model.enums import KibitzReply
from bot.render import families, formatting, screen
from bot.render.cloth.hand_picture import followed_picture
from bot.render.cloth.pieces import ProseBlock, alt_text_of
from bot.render.screen import unescaped_name
from bot.render.screen_data import TableData
from bot.render.table import board
from bot.render.words import TableWords, Words
from bot.ui_commands.play_commands import (
    AllowKibitzers,
    AnswerKibitzer,
    AskForHand,
    ShowKibitzPage,
    StopKibitzing,
)
from bot.ui_commands.view_commands import ShowMorePage

_ALL_HANDS: Final = 0


def kibitz_menu_screen(
    facts: TableData, version: int, declined: Sequence[Seat], words: Words
) -> screen.Screen:
    """Return the hands that a kibitzer may ask for; ``declined`` are seats that said no."""
    people = [
        (seat, one.user_id)
        for seat, one in enumerate(facts.seats)
        if one is not None and one.user_id is not None and not one.has_left
    ]
    said_no = ", ".join(facts.name(seat) for seat in declined)
    head = formatting.join_lines(
        f"### {words.say('kibitz.title')}",
        words.say("kibitz.explain"),
        words.say("kibitz.declined", names=said_no) if declined else "",
    )
    hands = [
        screen.Button(unescaped_name(facts.name(seat)), AskForHand(user_id))
        for seat, user_id in people
        if seat not in declined
    ]
    if not declined:
        hands.append(formatting.command_button(words, "kibitz_all", AskForHand(_ALL_HANDS)))
    rows = (screen.ButtonRow(tuple(hands)),) if hands else ()
    return _page(facts, version, (*formatting.text_blocks(head), *rows, _way_back(words)))


def waiting_screen(
    facts: TableData, version: int, unanswered: Sequence[str], words: Words
) -> screen.Screen:
    """Return the page of a kibitzer whose question is not answered; it names who is asked."""
    head = formatting.join_lines(
        f"### {words.say('kibitz.title')}",
        words.say("kibitz.waiting", names=", ".join(unanswered)),
    )
    return _page(facts, version, (*formatting.text_blocks(head), _service_row(words)))


def followed_screen(
    view: View, seat: Seat | None, facts: TableData, words: Words, *, is_open: bool
) -> screen.Screen:
    """Return the hand of a seat (None: all hands) as a kibitzer sees it, without any action.

    Until it ``is_open``, the view is the public one.
    """
    words = families.table_words(view.rules, words)
    name = words.say("kibitz.all") if seat is None else facts.name(seat)
    late = "" if is_open else formatting.small_print(words.say("kibitz.not_yet"))
    head = formatting.join_lines(f"### {words.say('kibitz.follows', name=name)}", late)
    blocks = _deal_blocks(view, facts, words)
    rows = (_service_row(words),)
    return _page(facts, view.version, (*formatting.text_blocks(head), *blocks, *rows))


def _deal_blocks(view: View, facts: TableData, words: TableWords) -> tuple[screen.Block, ...]:
    table = view.table
    if table is None:
        return ()
    told = _deal_in_words(view, table, facts, words)
    if not words.pictures:
        return told
    whole = partial(_deal_in_words, view, table, facts)
    alt = alt_text_of(words, whole, partial(whole, has_earlier_tricks=False))
    picture = followed_picture(view, facts, words, words.cloth, alt)
    caption = screen.Text(board.deal_headline(view, table, facts, words))
    return (screen.PictureBlock(picture, (caption,), told),)


def _deal_in_words(
    view: View,
    table: DealView,
    facts: TableData,
    words: TableWords,
    *,
    has_earlier_tricks: bool = True,
) -> tuple[ProseBlock, ...]:
    """Return the deal as everybody sees it, then the followed hand with its discard."""
    told = board.deal_in_words(view, table, facts, words, has_earlier_tricks=has_earlier_tricks)
    if view.seat is None or not view.hand:
        return told
    own = words.say("kibitz.cards", name=facts.name(view.seat))
    discard = words.say("kibitz.discard", cards=formatting.card_tiles(view.discard))
    last = formatting.small_print(discard) if view.discard else ""
    return (*told, *formatting.text_blocks(own, formatting.hand_tiles(view.hand), last))


def question_blocks(facts: TableData, words: Words) -> tuple[screen.Block, ...]:
    """Return a kibitzer's question to the player whose hand it is about, with the answers."""
    asked = facts.kibitz
    if asked is None or asked.asked_by is None:
        return ()
    text = words.say(f"kibitz.question.{asked.asked_for}", user=f"<@{asked.asked_by}>")
    replies = (
        (KibitzReply.YES, "kibitz_yes", screen.Style.PLAIN),
        (KibitzReply.EVERYBODY, "kibitz_everybody", screen.Style.PLAIN),
        (KibitzReply.NO, "vote_no", screen.Style.PLAIN),
    )
    row = tuple(
        formatting.command_button(
            words, name, AnswerKibitzer(reply, asked.asked_for, asked.asked_by), style
        )
        for reply, name, style in replies
    )
    return (*formatting.text_blocks(formatting.bold(text)), screen.ButtonRow(row))


def kibitzers_line(facts: TableData, words: Words) -> str:
    """Return the line of the table menu about kibitzers of the reader's hand; "" without any."""
    kibitz = facts.kibitz
    if kibitz is None:
        return ""
    if kibitz.is_closed:
        return formatting.small_print(words.say("kibitz.closed"))
    names = ", ".join(f"<@{user_id}>" for user_id in kibitz.followers)
    said = words.say("kibitz.followers", names=names)
    return formatting.small_print(said) if kibitz.followers else ""


def kibitz_button(view: View, facts: TableData, words: Words) -> tuple[screen.Button, ...]:
    """Return the button of the table menu: asking for a hand, stopping kibitzers, or allowing."""
    kibitz = facts.kibitz
    if kibitz is None:
        return ()
    if view.seat is None:
        return (formatting.command_button(words, "kibitz", ShowKibitzPage()),)
    if kibitz.is_closed:
        return (formatting.command_button(words, "kibitz_allow", AllowKibitzers()),)
    return (formatting.command_button(words, "kibitz_stop", StopKibitzing()),)


def _service_row(words: Words) -> screen.ButtonRow:
    refresh = formatting.command_button(words, "refresh", ShowKibitzPage(), screen.Style.PRIMARY)
    stop = formatting.command_button(words, "kibitz_leave", StopKibitzing())
    return screen.ButtonRow((refresh, stop))


def _way_back(words: Words) -> screen.ButtonRow:
    return screen.ButtonRow((formatting.command_button(words, "more", ShowMorePage()),))


def _page(facts: TableData, version: int, blocks: tuple[screen.Block, ...]) -> screen.Screen:
    return screen.Screen(facts.game, version, screen.Tone.PRIVATE, blocks)
