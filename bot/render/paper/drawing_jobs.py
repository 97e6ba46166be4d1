"""Jobs that draw in worker processes.

The bot only names them.  Each imports Pillow where it runs, because the bot starts in less time and
memory without.
"""

from collections.abc import Sequence

from bot.render.shapes import Picture


def draw_picture(picture: Picture) -> bytes:
    """Return the PNG file of a picture."""
    from bot.render.paper import drawing

    return drawing.picture_png(picture)


def draw_animation(frames: Sequence[Picture]) -> bytes:
    """Return the GIF of pictures of one size.  Raises ValueError where it is too large."""
    from bot.render.paper import drawing

    return drawing.animation_gif(frames)


def warm_up_drawing() -> None:
    """Load what cards are drawn with: the first picture of a process takes a second without it."""
    from bot.render.paper import drawing

    drawing.prepare_drawing()
