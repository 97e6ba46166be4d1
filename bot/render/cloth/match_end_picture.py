"""The places of an ended match as a picture."""

from bot.engine.view import SpectatorView
from bot.model.enums import Cloth
from bot.render.cloth.pieces import cloth_picture, name_of, write
from bot.render.formatting import format_signed
from bot.render.screen_data import TableData
from bot.render.shapes import Box, Picture, Plate, Shape
from bot.render.words import TableWords


def match_end_picture(
    view: SpectatorView, facts: TableData, words: TableWords, cloth: Cloth, alt: str
) -> Picture:
    """Return the podium with the settlement."""
    shapes = list[Shape]()
    for seat, balance in enumerate(view.balance):
        box = Box(20 + 190 * seat, 120, 200 + 190 * seat, 180)
        told = f"{name_of(facts, seat, words)} {format_signed(balance)}"
        shapes += [Plate(box), write(box, told, 22, side=0.5)]
    return cloth_picture(300, shapes, cloth, alt)
