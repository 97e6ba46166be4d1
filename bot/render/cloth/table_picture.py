"""The public table as a picture: everything that lies face up, and nothing else."""

from bot.engine.view import SpectatorView
from bot.model.enums import Cloth
from bot.render.cloth.pieces import SMALL_CARD, cloth_picture, fan, look_of, name_of, write
from bot.render.formatting import PLAY_STAGES, sorted_cards
from bot.render.screen_data import TableData
from bot.render.shapes import Box, Picture, Plate, Shape
from bot.render.words import TableWords


def table_picture(
    view: SpectatorView, facts: TableData, words: TableWords, cloth: Cloth, alt: str
) -> Picture:
    """Return the picture of a table in any phase; ``alt`` is its whole content in words."""
    shapes, look = list[Shape](), look_of(words)
    for seat in range(view.rules.players):
        box = Box(20 + 190 * seat, 20, 200 + 190 * seat, 80)
        shapes += [Plate(box), write(box, name_of(facts, seat, words), 22, side=0.5)]
    if view.table is not None:
        cards = view.table.trick if view.stage in PLAY_STAGES else ()
        lead = () if view.table.talon_lead is None else (view.table.talon_lead,)
        shapes += fan(Box(100, 120, 700, 300), (*lead, *cards), look)
        for n, (_, hand) in enumerate(view.table.open_hands):
            row = Box(20, 300 + 60 * n, 780, 400 + 60 * n)
            shapes += fan(row, sorted_cards(hand), look, SMALL_CARD)
        talon = [card for card in view.visible_talon if card not in lead]
        shapes += fan(Box(600, 300, 780, 400), talon, look, SMALL_CARD)
        if view.visible_tricks:
            _, trick = view.visible_tricks[-1]
            shapes += fan(Box(20, 400, 300, 490), trick.cards, look, SMALL_CARD)
    return cloth_picture(500, shapes, cloth, alt)
