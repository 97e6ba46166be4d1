"""The public table as a picture: everything that lies face up, and nothing else."""

from bot.engine.view import SpectatorView
from bot.model.enums import Cloth
from bot.render.cloth.pieces import cloth_picture
from bot.render.cloth.scene import Scene, scene_shapes
from bot.render.cloth.seating import table_seating
from bot.render.screen_data import TableData
from bot.render.shapes import Picture
from bot.render.words import TableWords


def table_picture(
    view: SpectatorView, facts: TableData, words: TableWords, cloth: Cloth, alt: str
) -> Picture:
    """Return the picture of a table in any phase; ``alt`` is its whole content in words."""
    seating = table_seating(view)
    scene = Scene(view, facts, words, seating)
    return cloth_picture(seating.height, scene_shapes(scene), cloth, alt)
