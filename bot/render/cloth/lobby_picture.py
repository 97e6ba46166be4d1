"""The seats of a lobby as a picture."""

from bot.model.enums import Cloth
from bot.render.cloth.pieces import cloth_picture, name_of, write
from bot.render.screen_data import TableData
from bot.render.shapes import Box, ClothInk, Picture, Plate, Shape
from bot.render.words import TableWords


def lobby_picture(facts: TableData, words: TableWords, cloth: Cloth, alt: str) -> Picture:
    """Return the picture of a table that waits for its players."""
    shapes = list[Shape]()
    for seat, sitting in enumerate(facts.seats):
        box = Box(20 + 190 * seat, 120, 200 + 190 * seat, 180)
        ink = ClothInk.LIGHT if sitting is None else ClothInk.PLATE
        shapes.append(Plate(box, ink))
        if sitting is not None:
            shapes.append(write(box, name_of(facts, seat, words), 22, side=0.5))
    return cloth_picture(300, shapes, cloth, alt)
