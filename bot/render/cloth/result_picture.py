"""A scored deal as a picture: the hands and what everybody wrote."""

from bot.engine.view import SpectatorView
from bot.model.enums import Cloth
from bot.render.cloth.pieces import SMALL_CARD, cloth_picture, fan, look_of, name_of, write
from bot.render.formatting import sorted_cards
from bot.render.screen_data import TableData
from bot.render.shapes import Box, Picture, Plate, Shape
from bot.render.words import TableWords


def result_picture(
    view: SpectatorView, facts: TableData, words: TableWords, cloth: Cloth, alt: str
) -> Picture:
    """Return the picture of the last scored deal; its cards only where the rules show them."""
    shapes, look = list[Shape](), look_of(words)
    reveal = None if view.last is None else view.last.reveal
    for seat in range(view.rules.players):
        box = Box(20, 20 + 110 * seat, 200, 80 + 110 * seat)
        shapes += [Plate(box), write(box, name_of(facts, seat, words), 22, side=0.5)]
    for seat, hand in enumerate(() if reveal is None else reveal.dealt):
        row = Box(220, 10 + 110 * seat, 780, 110 + 110 * seat)
        shapes += fan(row, sorted_cards(hand), look, SMALL_CARD)
    shapes += fan(Box(20, 450, 780, 550), () if reveal is None else reveal.talon, look, SMALL_CARD)
    return cloth_picture(560, shapes, cloth, alt)
