"""Finished games of a server or a player, the newest first."""

from collections.abc import Callable, Sequence

from bot.deeds.notation import Deed
from bot.deeds.server import History
from bot.render.facts import FinishedRow
from bot.render.parts import bold, deed_button, lines, signed, small, text_blocks
from bot.render.screen import Block, Button, Row, Screen, Tone
from bot.render.words import Words


def history_screen(
    rows: Sequence[FinishedRow], words: Words, page: int = 1, pages: int = 1
) -> Screen:
    """A page of them; pages are turned by History."""
    games = [_game(row, words) for row in rows] or [words.say("history.nothing")]
    blocks: tuple[Block, ...] = (
        *text_blocks(f"### {words.say('history.title')}", *games),
        *page_buttons(words, page, pages, History),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _game(row: FinishedRow, words: Words) -> str:
    head = f"#{row.game} {words.say(f'preset.{row.preset}')} · <t:{row.ended_at}:d>"
    results = ", ".join(
        f"{bold(name) if place == 1 else name} {signed(balance)}"
        for name, balance, place in row.results
    )
    marks = " 🤖" * row.with_robots + " 🤝" * row.friendly
    return lines(small(head + marks), results)


def page_buttons(
    words: Words, page: int, pages: int, turned_to: Callable[[int], Deed]
) -> tuple[Row, ...]:
    """Back and forth; nothing where there is one page."""
    if pages < 2:
        return ()
    row = [Button(f"{page} / {pages}", turned_to(page), enabled=False)]
    if page > 1:
        row.insert(0, deed_button(words, "previous", turned_to(page - 1)))
    if page < pages:
        row.append(deed_button(words, "following", turned_to(page + 1)))
    return (Row(tuple(row)),)
