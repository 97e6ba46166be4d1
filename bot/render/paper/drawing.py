"""Drawing of a picture as a PNG with few colours, in a worker process.

Pillow is preferred to SVG: with the same font and text resvg-py takes at least twice as long (its
PNG must be decoded again to reduce the colours), adds a package to every process, and requires
escaped names; here no text is markup.
"""

import io
import struct
import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import Final

from PIL import Image, ImageDraw

from bot.engine.cards import Suit
from bot.model.enums import DEFAULT_CLOTH, DEFAULT_FACES, CardFaces, Cloth
from bot.render import shapes
from bot.render.paper import card_sprites as sprites
from bot.render.paper import colours
from bot.render.paper.card_sprites import (
    BLACK,
    CARD_HEIGHT,
    CARD_WIDTH,
    CLUB_GREEN,
    DIAMOND_BLUE,
    ROWS,
    SHADOW_REACH,
    mix,
)
from bot.render.paper.colours import SheetColours, sheet_colours, sheet_palette
from bot.render.paper.picture_text import font, height_of, width_of
from bot.render.paper.suit_shapes import GERMAN_SHAPES, OVERSAMPLING, WHITE
from bot.render.shapes import (
    Area,
    Box,
    CardFace,
    CardLook,
    Emblem,
    Ink,
    Label,
    Picture,
    Shape,
    Stroke,
    Writing,
)

# Drawing of a picture on a cloth as a PNG with a fixed palette, in a worker process.
#
# Sprites with soft edges are pasted on a bare cloth, then every pixel takes the nearest colour of
# the cloth's palette. A process keeps the cloths, cards, plates and masks it has made.

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_FRAME: Final = 81  # bytes of a file beside its palette and pixels
_NO_FILTER: Final = 0  # the byte before each row of a PNG
_PACKINGS: Final = (  # level of compression, whether edges are smooth
    *((5, True), (7, True)),  # 7 takes twice as long as 5, 9 ten times as long
    *((7, False), (9, False)),  # one hand in fifty, where open cards lie around it
)
_LARGEST: Final = 20 * 1024  # bytes of a picture; one in fifteen needs more than level 5
_CORNER: Final = 18  # of a picture
_EDGE: Final = 3.0  # pixels of a plate's golden edge
_RING: Final = 5  # pixels of gold around a marked card
_BY_LETTER: Final = {suit.letter: suit for suit in Suit}


def cloth_png(picture: shapes.Picture, cloth: Cloth) -> bytes:
    """Return the PNG file; it contains no dates and no data about the machine."""
    size, drawn = (picture.width, picture.height), picture.shapes
    if drawn and isinstance(drawn[0], shapes.Oval):
        canvas, drawn = _lit_cloth(size, cloth, drawn[0]).copy(), drawn[1:]
    else:
        canvas = _bare_cloth(size, cloth).copy()
    for shape in drawn:
        _draw(canvas, shape, cloth)
    image = canvas.quantize(palette=colours.palette_of(cloth), dither=Image.Dither.NONE)
    _cut_corners(image)
    return _packed_png(image, cloth)


def _packed_png(image: Image.Image, cloth: Cloth) -> bytes:
    """Return the PNG of an image with a palette, packed only as hard as its size demands.

    The last resort is to draw edges without the shade that makes them smooth.  Packing is the
    dearest part of a picture.  Pillow's own encoder takes half as long again and writes a twentieth
    more.
    """
    width, height = image.size
    rows = Image.new("P", (width + 1, height), _NO_FILTER)
    rows.paste(image, (1, 0))
    content, chunks = rows.tobytes(), _palette_chunks(cloth)
    room = _LARGEST - _FRAME - sum(len(chunk) for _, chunk in chunks)
    packed = b""
    for level, is_smooth in _PACKINGS:
        drawn = content if is_smooth else content.translate(colours.sharp_edges(cloth))
        packed = zlib.compress(drawn, level)
        if len(packed) <= room:
            break
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), *chunks, (b"IDAT", packed), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, content) for name, content in parts)


@cache
def _palette_chunks(cloth: Cloth) -> tuple[tuple[bytes, bytes], ...]:
    """Return the colours of a cloth, of which the first one is transparent."""
    palette = bytes(colours.palette_of(cloth).getpalette() or ())
    return (b"PLTE", palette), (b"tRNS", b"\0")


def _chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)


@lru_cache(8)  # of 1.2 MB each
def _lit_cloth(size: tuple[int, int], cloth: Cloth, oval: shapes.Oval) -> Image.Image:
    """Return the cloth with its border and its lit middle, which most pictures begin with."""
    canvas = _bare_cloth(size, cloth).copy()
    _draw(canvas, oval, cloth)
    return canvas


@lru_cache(6)  # of 1.2 MB each
def _bare_cloth(size: tuple[int, int], cloth: Cloth) -> Image.Image:
    """Return the cloth with its border."""
    own, (width, height) = colours.COLOURS[cloth], size
    image = Image.new("RGB", size, own.inks[shapes.ClothInk.CLOTH])
    for inset, colour, thick in ((0, own.edge, 12), (12, own.rim, 1.5)):
        inner = (width - 2 * inset, height - 2 * inset)
        ring = sprites.draw_ring(*inner, _CORNER - inset // 2, thick)
        image.paste(colour, (inset, inset), ring)
    return image


def _cut_corners(image: Image.Image) -> None:
    """Make transparent what lies outside the round corners."""
    side, outside = _CORNER, _outside_corners()
    for x, y in product((0, 1), repeat=2):
        place = (x * (image.width - side), y * (image.height - side))
        mask = outside.crop((x * side, y * side, (x + 1) * side, (y + 1) * side))
        image.paste(colours.TRANSPARENT, place, mask)


@cache
def _outside_corners() -> Image.Image:
    """Return the mask of what lies outside a box that consists of its four corners."""
    inside = sprites.draw_round(2 * _CORNER, 2 * _CORNER, _CORNER)
    return inside.point(lambda light: 255 if light < 128 else 0).convert("1")


def _draw(canvas: Image.Image, shape: shapes.Shape, cloth: Cloth) -> None:
    match shape:
        case shapes.CardFace():
            _draw_card(canvas, shape, cloth)
        case shapes.CardBack(box):
            back = _back(box.width, box.height, cloth)
            canvas.paste(back, box[:2], sprites.round_mask(box.width, box.height, 6))
        case shapes.Plate():
            _draw_plate(canvas, shape, cloth)
        case shapes.Writing(text, at, size, ink, is_bold):
            canvas.paste(colours.COLOURS[cloth].inks[ink], at, _text_mask(text, size, is_bold))
        case shapes.SuitSign(suit, box, faces):
            sign = _sign(_BY_LETTER[suit], faces, box.width, cloth)
            canvas.paste(sign, box[:2], sign)
        case shapes.Icon(name, box, ink):
            mask = sprites.sign(name.value, box.width).getchannel("A")
            canvas.paste(colours.COLOURS[cloth].inks[ink], box[:2], mask)
        case shapes.Oval(box, ink):
            canvas.paste(
                colours.COLOURS[cloth].inks[ink],
                box[:2],
                sprites.oval_mask(box.width, box.height),
            )
        case _:
            raise ValueError(f"not part of a cloth: {shape}")


# cards --------------------------------------------------------------------------------------


def _draw_card(canvas: Image.Image, shape: shapes.CardFace, cloth: Cloth) -> None:
    """Draw a card with its shadow, and a golden ring around it if it is marked."""
    (left, top, right, bottom), reach = shape.box, SHADOW_REACH
    size, is_dim = (right - left, bottom - top), shape.state is shapes.CardState.DIM
    card = _card(shape.card, shape.look, size, is_dim, cloth)
    if shape.state is shapes.CardState.MARKED:
        ring = sprites.round_mask(size[0] + 2 * _RING, size[1] + 2 * _RING, 13)
        gold = colours.COLOURS[cloth].inks[shapes.ClothInk.GOLD]
        canvas.paste(gold, (left - _RING, top - _RING), ring)
    canvas.paste(card, (left - reach, top - reach), sprites.card_mask(*size))


@lru_cache(256)  # of 60 KB each
def _card(
    card: int, look: shapes.CardLook, size: tuple[int, int], is_dim: bool, cloth: Cloth
) -> Image.Image:
    """Return a card with its outline in the light of a cloth, on black for its shadow."""
    own = colours.COLOURS[cloth]
    image = sprites.face(card, look, *size).copy()
    image.paste(own.outline, None, sprites.ring_mask(*size))
    if own.paper < 1:
        image = Image.blend(Image.new("RGB", size), image, own.paper)
    if is_dim:
        image = Image.blend(image, Image.new("RGB", size, own.dim), colours.DIMMING)
    framed = Image.new("RGB", sprites.card_mask(*size).size)
    framed.paste(image, (SHADOW_REACH, SHADOW_REACH), sprites.round_mask(*size))
    return framed


@cache
def _back(width: int, height: int, cloth: Cloth) -> Image.Image:
    image = sprites.back(width, height, colours.COLOURS[cloth].back).copy()
    image.paste(colours.COLOURS[cloth].outline, None, sprites.ring_mask(width, height, 6))
    return image


# plates, texts, suits -----------------------------------------------------------------------


def _draw_plate(canvas: Image.Image, plate: shapes.Plate, cloth: Cloth) -> None:
    size, at = (plate.box.width, plate.box.height), plate.box[:2]
    if plate.ink is not None:
        drawn = _plate(size, plate.ink, plate.edge, plate.corner, cloth)
        canvas.paste(drawn, at, sprites.round_mask(*size, plate.corner))
    elif plate.edge is not None:
        ink = colours.COLOURS[cloth].inks[plate.edge]
        canvas.paste(ink, at, sprites.ring_mask(*size, plate.corner, _EDGE))


@lru_cache(128)  # of 40 KB each
def _plate(
    size: tuple[int, int],
    ink: shapes.ClothInk,
    edge: shapes.ClothInk | None,
    corner: int,
    cloth: Cloth,
) -> Image.Image:
    own = colours.COLOURS[cloth]
    colour, thick = (own.rim, 1.0) if edge is None else (own.inks[edge], _EDGE)
    image = Image.new("RGB", size, own.inks[ink])
    image.paste(colour, None, sprites.ring_mask(*size, corner, thick))
    return image


@lru_cache(1024)
def _text_mask(text: str, size: int, is_bold: bool) -> Image.Image:
    mask = Image.new("L", (width_of(text, size, is_bold) + 2, height_of(size)))
    ImageDraw.Draw(mask).text((0, 0), text, 255, font(size, is_bold))
    return sprites.few_shades(mask)


@cache
def _sign(suit: Suit, faces: CardFaces, side: int, cloth: Cloth) -> Image.Image:
    """Return a suit in colours that can be told apart on a plate."""
    sign = sprites.suit_sign(suit, faces, side)
    if faces is CardFaces.GERMAN:
        return sign
    own, ink = colours.COLOURS[cloth], ROWS[sprites.row_of(suit, faces)][1]
    colour = {
        BLACK: own.inks[shapes.ClothInk.TEXT],
        CLUB_GREEN: own.inks[shapes.ClothInk.GREEN],
        DIAMOND_BLUE: own.blue,
    }.get(ink, own.inks[shapes.ClothInk.RED])
    drawn = Image.new("RGB", sign.size, colour)
    drawn.putalpha(sign.getchannel("A"))
    return drawn


def drawn_box(shape: shapes.Writing) -> shapes.Box:
    """Return the box that a writing takes."""
    left, top = shape.at
    width = width_of(shape.text, shape.size, shape.is_bold)
    return shapes.Box(left, top, left + width, top + height_of(shape.size))


_SLANT_EXTRA: Final = 2  # extra pixels of width under a slanted line


def picture_png(picture: Picture) -> bytes:
    """Return the PNG file; it contains no dates and no data about the machine."""
    if picture.cloth is not None:
        return cloth_png(picture, picture.cloth)
    colours = sheet_colours(picture.is_on_paper)
    canvas = Image.new("RGB", (picture.width, picture.height), colours[Ink.GROUND])
    draw = ImageDraw.Draw(canvas)
    for shape in picture.shapes:
        _draw_shape(canvas, draw, shape, colours)
    buffer = io.BytesIO()
    palette = sheet_palette(picture.is_on_paper)
    canvas.quantize(palette=palette, dither=Image.Dither.NONE).save(buffer, "PNG")
    return buffer.getvalue()


def prepare_drawing() -> None:
    """Load what cards are drawn with: the first picture of a process takes a second without it."""
    look = CardLook(DEFAULT_FACES, ("J", "Q", "K", "A"))
    box = Box(0, 0, CARD_WIDTH, CARD_HEIGHT)
    shapes = (CardFace(0, box, look), Writing("A", (0, 0), 22))
    picture_png(Picture(CARD_WIDTH, CARD_HEIGHT, shapes, "", DEFAULT_CLOTH))


def _draw_shape(
    canvas: Image.Image, draw: ImageDraw.ImageDraw, shape: Shape, colours: SheetColours
) -> None:
    match shape:
        case Label(text, at, size, ink, is_bold):
            draw.text(at, text, colours[ink], font(size, is_bold))
        case Stroke(points, ink, width):
            if any(a[0] != b[0] and a[1] != b[1] for a, b in pairwise(points)):
                soft = mix(colours[Ink.FIELD], colours[ink], 0.4)
                draw.line(points, soft, width + _SLANT_EXTRA, joint="curve")
            draw.line(points, colours[ink], width, joint="curve")
        case Area(box, ink, corner):
            edges = (box.left, box.top, box.right - 1, box.bottom - 1)
            draw.rounded_rectangle(edges, corner, colours[ink])
        case Emblem(suit, box, ink):
            canvas.paste(colours[ink], (box.left, box.top), _emblem_mask(suit, box.width))
        case _:
            raise ValueError(f"not part of a sheet: {shape}")


@cache
def _emblem_mask(suit: str, side: int) -> Image.Image:
    """Return the mask of an emblem: the dark pixels of the tile's drawing."""
    drawn = Image.new("RGB", (side * OVERSAMPLING, side * OVERSAMPLING), WHITE)
    GERMAN_SHAPES[suit](ImageDraw.Draw(drawn), (0, 0, side, side), (0, 0, 0))
    mask = drawn.convert("L").resize((side, side), Image.Resampling.LANCZOS)
    return mask.point(lambda light: 255 - light)


# Drawing of several pictures as one animated GIF, in a worker process.
#
# A GIF plays in every client, without a click; it rests on its last frame before it begins again.

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
