"""Finished games of a server or a player, the newest first."""

from collections.abc import Sequence

from bot.render.facts import FinishedRow
from bot.render.parts import bold, lines, signed, small, text_blocks
from bot.render.screen import Block, Button, Row, Screen, Tone, deed
from bot.render.words import Words


def history_screen(
    rows: Sequence[FinishedRow], words: Words, page: int = 1, pages: int = 1
) -> Screen:
    """Pages are turned by ``history <page>``."""
    games = [_game(row, words) for row in rows] or [words.say("history.nothing")]
    blocks: tuple[Block, ...] = (
        *text_blocks(f"### {words.say('history.title')}", *games),
        *page_buttons(words, page, pages, "history {page}"),
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


def page_buttons(words: Words, page: int, pages: int, press: str) -> tuple[Row, ...]:
    """Back and forth; nothing where there is one page."""
    if pages < 2:
        return ()
    before, after = press.format(page=max(page - 1, 1)), press.format(page=min(page + 1, pages))
    here = Button(f"{page} / {pages}", deed(press.format(page=page)), enabled=False)
    row = [here]
    if page > 1:
        row.insert(0, Button(words.say("button.previous"), deed(before)))
    if page < pages:
        row.append(Button(words.say("button.following"), deed(after)))
    return (Row(tuple(row)),)
