"""Lists of tables: finished games, a user's own tables, weekly tables."""

from collections.abc import Sequence
from typing import Final

from bot.engine.cards import Seat
from bot.engine.rules import Rules
from bot.model import enums, leaderboards, refusals
from bot.model.values import Record
from bot.render import families, formatting
from bot.render.rule_text import game_title
from bot.render.screen import (
    Block,
    ButtonRow,
    Screen,
    Select,
    SelectChoice,
    Text,
    Tone,
    unescaped_name,
)
from bot.render.screen_data import FinishedGame, PlayerResult, TableData, WeeklyTableData
from bot.render.words import Words
from bot.ui_commands import server_commands
from bot.ui_commands.practice_commands import ExportSeason

# Finished games of a server or a player, the newest first.

_LONGEST_DESCRIPTION: Final = 100  # characters in the description of a choice


def history_screen(
    rows: Sequence[FinishedGame], words: Words, page: int = 1, pages: int = 1
) -> Screen:
    """Return one page of finished games; ``ShowHistory`` opens the other pages."""
    season = formatting.command_button(words, "export_season", ExportSeason())
    games = [_finished_game(row, words) for row in rows] or [words.say("history.nothing")]
    blocks: tuple[Block, ...] = (
        *formatting.text_blocks(f"### {words.say('history.title')}", *games),
        *_match_select(rows, words),
        *formatting.page_buttons(words, page, pages, server_commands.ShowHistory),
        *((ButtonRow((season,)),) if rows else ()),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _finished_game(row: FinishedGame, words: Words) -> str:
    head = f"#{row.game} {words.say(f'preset.{row.preset}')} · <t:{row.ended_at}:d>"
    results = ", ".join(_player_result(played, words) for played in row.results)
    marks = " 🤖" * row.with_robots + " 🤝" * row.friendly
    return formatting.join_lines(formatting.small_print(head + marks), results)


def _player_result(played: PlayerResult, words: Words) -> str:
    """Return a text such as "Ana +31" or "Boris −31 (left in deal 4)"."""
    is_winner = leaderboards.is_win(played.place, played.balance, has_left=bool(played.mark))
    part = formatting.deals_played_text(played, words)
    name = formatting.bold(played.name) if is_winner else played.name
    return f"{name} {formatting.format_signed(played.balance)}" + (f" ({part})" if part else "")


def _match_select(rows: Sequence[FinishedGame], words: Words) -> tuple[Block, ...]:
    """Return the select that opens a game of the page."""
    if not rows:
        return ()
    choices = tuple(
        SelectChoice(
            f"#{row.game} · {words.say(f'preset.{row.preset}')}",
            server_commands.OpenMatch(row.game),
            description=_short_results(row),
        )
        for row in rows
    )
    return (Select("matches", words.say("history.open"), choices),)


def _short_results(row: FinishedGame) -> str:
    """Return the results, cut to the length that Discord accepts."""
    said = ", ".join(
        f"{unescaped_name(name)} {formatting.format_signed(won)}" for name, won, *_ in row.results
    )
    return said if len(said) <= _LONGEST_DESCRIPTION else f"{said[: _LONGEST_DESCRIPTION - 1]}…"


# A user's open tables, with a select that opens the hand at each.

_MOST_TABLES = 25  # lines of a select


class OwnTable(Record):
    """A table in the list; ``channel_link`` is a link to its channel.

    ``seat_on_turn`` is the seat on turn, ``seat`` the reader's own; ``is_own`` is True also if the
    seat is reserved for the reader.  A table that cannot be read has only ``unreadable``, the
    reason.
    """

    game: int
    channel_link: str
    rules: Rules | None = None
    facts: TableData | None = None
    seat_on_turn: Seat | None = None
    seat: Seat | None = None
    is_own: bool = False
    unreadable: refusals.Refusal | None = None


def own_tables_screen(tables: Sequence[OwnTable], words: Words) -> Screen:
    """Return a line per table and a select of the tables where the reader has a hand."""
    shown = tables[:_MOST_TABLES]
    own = [table for table in shown if table.is_own]
    head = formatting.join_lines(
        f"### {words.say('tables.title' if own else 'tables.title_here')}",
        *(f"- {_table_line(table, words)}" for table in shown),
    )
    how = formatting.small_print(words.say("tables.how" if own else "tables.none_own"))
    choices = tuple(
        SelectChoice(
            words.without_tiles(_table_name(table, words)),
            server_commands.ShowMyHand(table.game),
            description=_table_state(table, words),
        )
        for table in own
    )
    select = (Select("tables", words.say("tables.open"), choices),) if choices else ()
    blocks: tuple[Block, ...] = (Text(head), Text(how), *select)
    return Screen(0, 0, Tone.PRIVATE, blocks)


def server_tables_screen(
    tables: Sequence[OwnTable], words: Words, page: int = 1, pages: int = 1
) -> Screen:
    """Return one page of a server's open tables, a line each, and a select that closes one."""
    lines = [f"- {_table_line(table, words)}" for table in tables]
    head = formatting.join_lines(f"### {words.say('tables.title_server')}", *lines)
    if not tables:
        return Screen(0, 0, Tone.PRIVATE, (Text(head), Text(words.say("tables.none_server"))))
    choices = tuple(
        SelectChoice(
            words.without_tiles(_table_name(table, words)),
            server_commands.CloseServerTable(table.game),
            description=_table_state(table, words),
        )
        for table in tables
    )
    how = formatting.small_print(words.say("tables.how_close"))
    select = Select("tables", words.say("tables.close"), choices)
    turning = formatting.page_buttons(words, page, pages, server_commands.ShowServerTables)
    return Screen(0, 0, Tone.PRIVATE, (Text(head), Text(how), select, *turning))


def _table_line(table: OwnTable, words: Words) -> str:
    if table.unreadable is not None or table.facts is None:
        why = words.refusal(table.unreadable or refusals.Refusal.TABLE_FROZEN)
        return formatting.join_dotted((formatting.bold(f"#{table.game}"), table.channel_link, why))
    seats = range(len(table.facts.seats))
    people = ", ".join(
        name for seat in seats if (name := formatting.name_with_mark(table.facts, seat))
    )
    return formatting.join_dotted(
        (
            formatting.bold(_table_name(table, words)),
            people,
            table.channel_link,
            _table_state(table, words),
        )
    )


def _table_name(table: OwnTable, words: Words) -> str:
    number = f"#{table.game}"
    if table.rules is None:
        return number
    return formatting.join_dotted(
        (number, game_title(table.rules, families.table_words(table.rules, words)))
    )


def _table_state(table: OwnTable, words: Words) -> str:
    """Return the player or event the table waits for; "" if it waits for nobody."""
    facts = table.facts
    if facts is None:
        return ""
    if facts.status is enums.Status.LOBBY:
        return words.say("tables.lobby")
    if facts.status is enums.Status.PAUSED:
        return words.say("board.paused")
    if table.seat_on_turn is None or table.seat_on_turn < 0:
        return ""
    if table.seat_on_turn == table.seat:
        return words.say("tables.your_turn")
    return words.say("hand.waiting", name=facts.name(table.seat_on_turn))


# The weekly tables of a server; its managers can remove them.


def weekly_tables_screen(
    rows: Sequence[WeeklyTableData],
    zone: str,
    words: Words,
    *,
    can_manage: bool,
    can_list: bool = True,
    note: str = "",
) -> Screen:
    """Return the weekly tables in times of ``zone``; ``can_manage`` adds remove buttons.

    Managers are told what is missing unless ``can_list``: the tables are then in no list of events.
    """
    unlisted = can_manage and not can_list
    head = formatting.join_lines(
        f"> {note}" if note else "",
        f"### {words.say('weekly.title')}",
        "" if rows else words.say("weekly.none"),
        *(_weekly_line(row, words) for row in rows),
        formatting.small_print(words.say("weekly.how", zone=zone)),
        formatting.small_print(words.say("weekly.unlisted")) if unlisted else "",
    )
    choices = tuple(
        SelectChoice(_weekly_time(row, words), server_commands.DeleteWeeklyTable(row.number))
        for row in rows
    )
    removing = (Select("weekly", words.say("weekly.remove"), choices),)
    shown = removing if can_manage and rows else ()
    return Screen(0, 0, Tone.PRIVATE, (Text(head), *shown))


def _weekly_line(row: WeeklyTableData, words: Words) -> str:
    clock = words.say(f"clock.{row.clock}")
    missed = formatting.small_print(words.say(f"weekly.missed.{row.missed}")) if row.missed else ""
    where = formatting.join_dotted(
        (row.game, clock, f"<#{row.channel_id}>", f"<t:{row.opens_at}:R>")
    )
    return formatting.join_lines(
        formatting.join_dotted((formatting.bold(_weekly_time(row, words)), where)), missed
    )


def _weekly_time(row: WeeklyTableData, words: Words) -> str:
    """Return a time such as "Thursday 21:00"."""
    return f"{words.say(f'day.{row.weekday}')} {row.minute // 60:02}:{row.minute % 60:02}"
