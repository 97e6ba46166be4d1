"""The sheet as a picture, if the family draws one."""

from dataclasses import replace

from bot.engine.view import View
from bot.render.agreements.phrases import game_title
from bot.render.facts import TableData
from bot.render.families import presenter_of
from bot.render.families.manner import DealPostings
from bot.render.paper.telling import titled_alt_text
from bot.render.screen import PictureBlock
from bot.render.words import TableWords


def sheet_drawing(
    view: View, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[PictureBlock, ...]:
    """Return one picture or none; it shows only public data, the same to every reader."""
    picture = presenter_of(view.rules).draw_sheet(view, facts, words, written)
    if picture is None or None in facts.seats:  # the sheet starts once all seats are taken
        return ()
    alt = titled_alt_text(game_title(view.rules, words), picture.alt)
    return (PictureBlock(replace(picture, alt=alt)),)
