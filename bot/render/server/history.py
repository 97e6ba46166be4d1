"""Finished games of a server or a player, the newest first."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.deeds.notation import Deed
from bot.deeds.server import History, OpenMatch
from bot.render.facts import FinishedRow, Played
from bot.render.names import bare
from bot.render.parts import bold, deed_button, lines, played_part, signed, small, text_blocks
from bot.render.screen import Block, Button, Choice, Row, Screen, Select, Tone
from bot.render.words import Words

_LONGEST: Final = 100  # characters in the description of a choice


def history_screen(
    rows: Sequence[FinishedRow], words: Words, page: int = 1, pages: int = 1
) -> Screen:
    """Return one page of finished games; ``History`` opens the other pages."""
    games = [_game(row, words) for row in rows] or [words.say("history.nothing")]
    blocks: tuple[Block, ...] = (
        *text_blocks(f"### {words.say('history.title')}", *games),
        *_choice(rows, words),
        *page_buttons(words, page, pages, History),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _game(row: FinishedRow, words: Words) -> str:
    head = f"#{row.game} {words.say(f'preset.{row.preset}')} · <t:{row.ended_at}:d>"
    results = ", ".join(_result(played, words) for played in row.results)
    marks = " 🤖" * row.with_robots + " 🤝" * row.friendly
    return lines(small(head + marks), results)


def _result(played: Played, words: Words) -> str:
    """Return a text such as "Ana +31" or "Boris −31 (left in deal 4)"."""
    is_winner = played.place == 1 and not played.mark
    part = played_part(played, words)
    name = bold(played.name) if is_winner else played.name
    return f"{name} {signed(played.balance)}" + (f" ({part})" if part else "")


def _choice(rows: Sequence[FinishedRow], words: Words) -> tuple[Block, ...]:
    """Return the select that opens a game of the page."""
    if not rows:
        return ()
    choices = tuple(
        Choice(
            f"#{row.game} · {words.say(f'preset.{row.preset}')}",
            OpenMatch(row.game),
            description=_results(row),
        )
        for row in rows
    )
    return (Select("matches", words.say("history.open"), choices),)


def _results(row: FinishedRow) -> str:
    """Return the results, cut to the length that Discord accepts."""
    said = ", ".join(f"{bare(name)} {signed(won)}" for name, won, *_ in row.results)
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"


def page_buttons(
    words: Words, page: int, pages: int, turned_to: Callable[[int], Deed]
) -> tuple[Row, ...]:
    """Return the buttons to the previous and next page; nothing if there is one page."""
    if pages < 2:
        return ()
    row = [Button(f"{page} / {pages}", turned_to(page), enabled=False)]
    if page > 1:
        row.insert(0, deed_button(words, "previous", turned_to(page - 1)))
    if page < pages:
        row.append(deed_button(words, "following", turned_to(page + 1)))
    return (Row(tuple(row)),)
