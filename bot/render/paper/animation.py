"""Drawing of several pictures as one animated GIF, in a worker process.

A GIF plays in every client, without a click; it rests on its last frame before it begins again.
"""

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.render.paper.drawing import picture_png
from bot.render.shapes import Picture

LARGEST_ANIMATION: Final = 300 * 1024  # bytes; members on telephones load it without a click
_FRAME_MILLISECONDS: Final = 900
_TRICK_MILLISECONDS: Final = 1600  # every third card completes a trick
_LAST_MILLISECONDS: Final = 5000
_WIDTHS: Final = (720, 600, 480, 360)  # the first at which the file is small enough


def animation_gif(frames: Sequence[Picture]) -> bytes:
    """Return the GIF of pictures of one size, of at most ``LARGEST_ANIMATION`` bytes.

    Raises ValueError where even the narrowest is larger.
    """
    drawn = [Image.open(io.BytesIO(picture_png(frame))) for frame in frames]
    for width in _WIDTHS:
        content = _encode([_scaled(image, width) for image in drawn])
        if len(content) <= LARGEST_ANIMATION:
            return content
    raise ValueError(f"an animation of {len(frames)} frames is too large")


def _scaled(image: Image.Image, width: int) -> Image.Image:
    """Return the image at most that wide, in the colours of its own palette, opaque."""
    scaled = image.copy()
    if image.width > width:
        size = (width, round(image.height * width / image.width))
        small = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        scaled = small.quantize(palette=image, dither=Image.Dither.NONE)
    scaled.info.clear()
    return scaled


def _encode(images: list[Image.Image]) -> bytes:
    times = [
        _TRICK_MILLISECONDS if number % 3 == 2 else _FRAME_MILLISECONDS
        for number in range(len(images) - 1)
    ]
    buffer = io.BytesIO()
    first, *rest = images
    first.save(
        buffer,
        "GIF",
        save_all=True,
        append_images=rest,
        duration=[*times, _LAST_MILLISECONDS],
        loop=0,
    )
    return buffer.getvalue()
