"""The seats of a lobby as a picture: who sits down, and the free chairs."""

from collections.abc import Iterator
from typing import Final

from bot.engine.cards import Suit
from bot.model.enums import DEFAULT_FACES, Cloth
from bot.render.cloth.pieces import WIDTH, cloth_picture, icons, line, name_of, paragraph, write
from bot.render.screen_data import TableData
from bot.render.shapes import Box, ClothInk, IconName, Oval, Picture, Plate, Shape, SuitSign
from bot.render.words import TableWords

_HEIGHT: Final = 380
_OVAL: Final = Box(130, 62, WIDTH - 130, _HEIGHT - 62)
_PLATE: Final = (214, 66)
_SPOTS: Final = {  # the middles of the plates: the first seat at the bottom, the next clockwise
    2: ((360, 318), (360, 62)),
    3: ((360, 318), (135, 118), (585, 118)),
    4: ((360, 318), (129, 190), (360, 62), (591, 190)),
}


def lobby_picture(
    facts: TableData, words: TableWords, cloth: Cloth, alt: str, title: str = ""
) -> Picture:
    """Return the picture of a table that waits for its players; ``title`` is its game."""
    shapes: list[Shape] = [Oval(_OVAL), *_middle(title, words, len(facts.seats))]
    for seat, (x, y) in enumerate(_SPOTS[len(facts.seats)]):
        box = Box(x - _PLATE[0] // 2, y - _PLATE[1] // 2, x + _PLATE[0] // 2, y + _PLATE[1] // 2)
        shapes += _seat(box, facts, seat, words)
    return cloth_picture(_HEIGHT, shapes, cloth, alt)


def _middle(title: str, words: TableWords, seats: int) -> Iterator[Shape]:
    """Yield the name of the game over the four suits."""
    faces, side = words.faces or DEFAULT_FACES, 40
    left, top = WIDTH // 2 - 2 * side - 21, 196
    for n, suit in enumerate(Suit):
        x = left + n * (side + 14)
        yield SuitSign(suit.letter, Box(x, top, x + side, top + side), faces)
    room = Box(250, 112, WIDTH - 250, 186) if seats != 4 else Box(246, 104, WIDTH - 246, 190)
    if title:
        yield from paragraph(room, title, 26, words)


def _seat(box: Box, facts: TableData, seat: int, words: TableWords) -> Iterator[Shape]:
    """Yield a plate with a player, or with a free chair."""
    sitting = facts.seats[seat]
    inside = Box(box.left + 13, box.top + 5, box.right - 12, box.bottom - 5)
    if sitting is None:
        yield Plate(box, ClothInk.QUIET)
        yield from icons([IconName.FREE], inside.left + 26, box.middle[1], 26, ClothInk.SOFT)
        yield write(
            inside._replace(left=inside.left + 38), words.say("lobby.free"), 22, ClothInk.SOFT
        )
        return
    yield Plate(box)
    sign = IconName.ROBOT if sitting.is_robot else IconName.PERSON
    yield from icons([sign], inside.left + 26, box.middle[1], 26, ClothInk.SOFT)
    inside = inside._replace(left=inside.left + 38)
    is_host = sitting.user_id is not None and sitting.user_id == facts.host_id
    said = words.say("lobby.host") if is_host else ""
    said = words.say(f"level.{sitting.level}") if sitting.level else said
    upper = inside._replace(bottom=inside.top + (31 if said else inside.height))
    yield write(upper, name_of(facts, seat, words), 23, is_bold=True, smallest=19)
    if said:
        yield from line(inside._replace(top=upper.bottom), said, 18, words, ClothInk.SOFT)
