"""The sheet as a picture, if the family draws one."""

from dataclasses import replace

from bot.engine.view import View
from bot.render.agreements.phrases import game_title
from bot.render.facts import TableFacts
from bot.render.families import manner_of
from bot.render.families.manner import Written
from bot.render.paper.telling import titled
from bot.render.screen import Drawing
from bot.render.words import TableWords


def drawn_sheet(
    view: View, facts: TableFacts, words: TableWords, written: Written
) -> tuple[Drawing, ...]:
    """Return one picture or none; it shows only public data, the same to every reader."""
    picture = manner_of(view.rules).paper(view, facts, words, written)
    if picture is None or None in facts.seats:  # the sheet starts once all seats are taken
        return ()
    alt = titled(game_title(view.rules, words), picture.alt)
    return (Drawing(replace(picture, alt=alt)),)
