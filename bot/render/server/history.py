"""Finished games of a server or a player, the newest first."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.deeds.notation import UiCommand
from bot.deeds.server import OpenMatch, ShowHistory
from bot.render.facts import FinishedGame, PlayerResult
from bot.render.names import unescaped_name
from bot.render.parts import (
    bold,
    command_button,
    deals_played_text,
    format_signed,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import Block, Button, ButtonRow, Screen, Select, SelectChoice, Tone
from bot.render.words import Words

_LONGEST_DESCRIPTION: Final = 100  # characters in the description of a choice


def history_screen(
    rows: Sequence[FinishedGame], words: Words, page: int = 1, pages: int = 1
) -> Screen:
    """Return one page of finished games; ``ShowHistory`` opens the other pages."""
    games = [_finished_game(row, words) for row in rows] or [words.say("history.nothing")]
    blocks: tuple[Block, ...] = (
        *text_blocks(f"### {words.say('history.title')}", *games),
        *_match_select(rows, words),
        *page_buttons(words, page, pages, ShowHistory),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _finished_game(row: FinishedGame, words: Words) -> str:
    head = f"#{row.game} {words.say(f'preset.{row.preset}')} · <t:{row.ended_at}:d>"
    results = ", ".join(_player_result(played, words) for played in row.results)
    marks = " 🤖" * row.with_robots + " 🤝" * row.friendly
    return join_lines(small_print(head + marks), results)


def _player_result(played: PlayerResult, words: Words) -> str:
    """Return a text such as "Ana +31" or "Boris −31 (left in deal 4)"."""
    is_winner = played.place == 1 and not played.mark
    part = deals_played_text(played, words)
    name = bold(played.name) if is_winner else played.name
    return f"{name} {format_signed(played.balance)}" + (f" ({part})" if part else "")


def _match_select(rows: Sequence[FinishedGame], words: Words) -> tuple[Block, ...]:
    """Return the select that opens a game of the page."""
    if not rows:
        return ()
    choices = tuple(
        SelectChoice(
            f"#{row.game} · {words.say(f'preset.{row.preset}')}",
            OpenMatch(row.game),
            description=_short_results(row),
        )
        for row in rows
    )
    return (Select("matches", words.say("history.open"), choices),)


def _short_results(row: FinishedGame) -> str:
    """Return the results, cut to the length that Discord accepts."""
    said = ", ".join(
        f"{unescaped_name(name)} {format_signed(won)}" for name, won, *_ in row.results
    )
    return said if len(said) <= _LONGEST_DESCRIPTION else f"{said[: _LONGEST_DESCRIPTION - 1]}…"


def page_buttons(
    words: Words, page: int, pages: int, command_for: Callable[[int], UiCommand]
) -> tuple[ButtonRow, ...]:
    """Return the buttons to the previous and next page; nothing if there is one page."""
    if pages < 2:
        return ()
    row = [Button(f"{page} / {pages}", command_for(page), enabled=False)]
    if page > 1:
        row.insert(0, command_button(words, "previous", command_for(page - 1)))
    if page < pages:
        row.append(command_button(words, "following", command_for(page + 1)))
    return (ButtonRow(tuple(row)),)
