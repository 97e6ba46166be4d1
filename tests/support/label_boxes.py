"""Area that a label of a drawing covers, for tests of its fit."""

from bot.render.paper.picture_text import height_of, width_of
from bot.render.shapes import Box, Label


def box_of(label: Label) -> Box:
    """Return the box from the top left of the first letter to the bottom right of the last one."""
    across, down = width_of(label.text, label.size, label.is_bold), height_of(label.size)
    left, top = label.at
    return Box(left, top, left + across, top + down)
