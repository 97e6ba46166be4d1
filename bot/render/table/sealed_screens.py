"""The public messages of a table of an event while its deals are closed to the other tables.

Players of those read the same channel, so nothing stands here that was dealt, bid, played or won:
who plays, which deal it is, and whose turn.
"""

from bot.engine.view import SpectatorView
from bot.model.enums import Status
from bot.model.table_events import TableEvent
from bot.render import formatting
from bot.render.families import table_words
from bot.render.formatting import bold, command_button, join_dotted, join_lines, small_print
from bot.render.screen import Block, ButtonRow, Screen, Style, Tone
from bot.render.screen_data import TableData
from bot.render.table import deal_lines
from bot.render.table.board import board_buttons, standstill_text, vote_line, vote_rows
from bot.render.words import TableWords, Words
from bot.ui_commands import view_commands
from bot.ui_commands.daily_commands import EventRef, ShowEvent
from bot.ui_commands.play_commands import NextDeal, ResumeGame, ShowHand


def sealed_board_screen(
    view: SpectatorView, facts: TableData, event: TableEvent, words: Words
) -> Screen:
    """Return the table as everybody sees it while a deal is played."""
    said = table_words(view.rules, words)
    number = view.deals + 1 if view.table is None else view.table.number
    tone = Tone.PLAYING if facts.status is Status.PLAYING else Tone.WAITING
    blocks: tuple[Block, ...] = (
        *formatting.text_blocks(
            join_lines(_head(number, event, said), _title(view, event, said)),
            _people(facts, said),
            _foot(view, facts, said),
        ),
        *vote_rows(facts, said),
        board_buttons(view, facts, said),
        *deal_lines.absent_row(facts, said),
    )
    return Screen(facts.game, view.version, tone, blocks)


def sealed_result_screen(
    view: SpectatorView, facts: TableData, event: TableEvent, words: Words
) -> Screen:
    """Return the message of a scored deal, with the way to the next one unless it was the last."""
    said = table_words(view.rules, words)
    told = join_lines(
        deal_lines.ready_line(facts, said),
        deal_lines.absent_lines(facts, said),
        vote_line(facts, said),
        _standstill(facts, said) or formatting.format_countdown(facts),
    )
    rows = (
        *vote_rows(facts, said),
        ButtonRow(
            (
                command_button(said, "resume", ResumeGame(), Style.GOOD)
                if facts.status is Status.PAUSED
                else command_button(said, "next", NextDeal(), Style.GOOD),
                command_button(said, "hand", ShowHand()),
                command_button(said, "more", view_commands.ShowMorePage()),
            )
        ),
        *deal_lines.absent_row(facts, said),
    )
    is_on = view.to_act is not None
    scored = formatting.text_blocks(_scored(view, event, said), told if is_on else "")
    tone = Tone.WAITING if is_on else Tone.CLOSED
    return Screen(facts.game, view.version, tone, (*scored, *(rows if is_on else ())))


def sealed_past_screen(
    view: SpectatorView, facts: TableData, event: TableEvent, words: Words
) -> Screen:
    """Return the last scored deal once the table has gone on: without buttons."""
    told = formatting.text_blocks(_scored(view, event, table_words(view.rules, words)))
    return Screen(facts.game, view.version, Tone.CLOSED, told)


def _scored(view: SpectatorView, event: TableEvent, words: TableWords) -> str:
    number = view.deals if view.last is None else view.last.number
    return join_lines(_head(number, event, words), words.say("sealed_table.scored"))


def sealed_end_screen(
    view: SpectatorView, facts: TableData, event: TableEvent, words: Words
) -> Screen:
    """Return the end of the match, which leads to the results of the event."""
    said = table_words(view.rules, words)
    ref = EventRef(event.day, view.rules.preset, event.code)
    row = ButtonRow((command_button(said, "tables_results", ShowEvent(ref), Style.PRIMARY),))
    blocks: tuple[Block, ...] = (
        *formatting.text_blocks(
            join_lines(
                bold(said.say("sealed_table.over", deals=view.deals)),
                _people(facts, said),
                said.say("sealed_table.results"),
            )
        ),
        row,
    )
    return Screen(facts.game, view.version, Tone.CLOSED, blocks)


def _head(number: int, event: TableEvent, words: TableWords) -> str:
    return bold(words.say("sealed_table.deal", number=min(number, event.deals), deals=event.deals))


def _title(view: SpectatorView, event: TableEvent, words: TableWords) -> str:
    title = words.say("event_tables.title", code=event.code)
    return small_print(join_dotted((title, words.say(f"preset.{view.rules.preset}"))))


def _people(facts: TableData, words: TableWords) -> str:
    seats = range(len(facts.seats))
    return join_dotted(formatting.name_with_level(facts, seat, words) for seat in seats)


def _foot(view: SpectatorView, facts: TableData, words: TableWords) -> str:
    turn = ""
    if view.to_act is not None and view.to_act >= 0:
        name = bold(facts.name(view.to_act))
        turn = join_dotted((f"⏳ {name}", formatting.format_countdown(facts)))
    return join_lines(
        small_print(words.say("sealed_table.board")),
        deal_lines.absent_lines(facts, words),
        vote_line(facts, words),
        _standstill(facts, words) or turn,
    )


def _standstill(facts: TableData, words: TableWords) -> str:
    stands_still = facts.status in (Status.PAUSED, Status.FROZEN)
    return bold(standstill_text(facts, words)) if stands_still else ""
