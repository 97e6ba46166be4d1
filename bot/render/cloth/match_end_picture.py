"""The lobby of a match and its end as pictures: the seats; a podium, and who pays whom."""

from collections.abc import Iterator
from typing import Final

from bot.engine.cards import Seat, Suit
from bot.engine.view import SpectatorView
from bot.model import enums, leaderboards
from bot.render.cloth import pieces
from bot.render.deal_results import final_places
from bot.render.families import presenter_of
from bot.render.formatting import format_priced, format_signed
from bot.render.rule_text import game_title
from bot.render.screen_data import TableData
from bot.render.shapes import Box, ClothInk, Icon, IconName, Oval, Picture, Plate, Shape, SuitSign
from bot.render.sheet_screens import NOT_SHARED, SeatShares, payment_lines, stake_unit
from bot.render.words import TableWords

_HEAD: Final = Box(60, 18, pieces.WIDTH - 60, 68)
_FLOOR: Final = 330  # where the podium stands
_COLUMN: Final = 164
_GAP: Final = 6
_HEIGHTS: Final = {1: 150, 2: 116, 3: 88, 4: 62}
_LINE: Final = 34
_ORDERS: Final = {2: (0, 1), 3: (1, 0, 2), 4: (1, 0, 2, 3)}  # from the left, 0 the best


def match_end_picture(
    view: SpectatorView,
    facts: TableData,
    words: TableWords,
    cloth: enums.Cloth,
    alt: str,
    shares: SeatShares = NOT_SHARED,
) -> Picture:
    """Return the podium with the settlement."""
    shapes: list[Shape] = [Oval(Box(120, 90, pieces.WIDTH - 120, _FLOOR + 30))]
    shapes += _headline(view, words)
    placed = final_places(view.balance, facts.seats_left())
    order = _ORDERS.get(len(placed), tuple(range(len(placed))))
    left = (pieces.WIDTH - len(placed) * (_COLUMN + _GAP) + _GAP) // 2
    for n, rank in enumerate(order):
        place, seat = placed[rank]
        x = left + n * (_COLUMN + _GAP)
        shapes += _column(x, place, seat, view, facts, words)
    paid = payment_lines(view, facts, words, shares)
    top = _FLOOR + 16
    for said in paid:
        box = Box(pieces.EDGE, top, pieces.WIDTH - pieces.EDGE, top + _LINE)
        rows = pieces.rows_of(box, said, pieces.SMALL, words)
        shapes += pieces.paragraph(
            box._replace(bottom=top + rows * _LINE), said, pieces.SMALL, words
        )
        top += rows * _LINE
    return pieces.cloth_picture(top + 26, shapes, cloth, alt)


def _headline(view: SpectatorView, words: TableWords) -> Iterator[Shape]:
    yield Plate(_HEAD, corner=_HEAD.height // 2)
    inside = _HEAD._replace(left=_HEAD.left + 24, right=_HEAD.right - 24)
    yield from pieces.line(inside, game_title(view.rules, words), 29, words, is_bold=True, side=0.5)


def _column(
    x: int, place: int, seat: Seat, view: SpectatorView, facts: TableData, words: TableWords
) -> Iterator[Shape]:
    """Yield the step of one player: their place on it, name and balance above."""
    box = Box(x, _FLOOR - _HEIGHTS[place], x + _COLUMN, _FLOOR)
    is_best = leaderboards.is_win(place, view.balance[seat], has_left=facts.seats_left()[seat])
    yield Plate(box, ClothInk.PLATE, ClothInk.GOLD if is_best else None)
    digit = box._replace(top=max(box.top, box.bottom - 62))
    if is_best:
        yield Icon(IconName.TROPHY, Box(x + 57, box.top + 16, x + 107, box.top + 66), ClothInk.GOLD)
    yield pieces.write(digit, str(place), 44, ClothInk.SOFT, is_bold=True, side=0.5)
    balance = view.balance[seat]
    ink = ClothInk.GREEN if balance > 0 else ClothInk.RED if balance < 0 else ClothInk.TEXT
    number = Box(x, box.top - 44, x + _COLUMN, box.top - 6)
    yield pieces.write(number, format_signed(balance), 34, ink, is_bold=True, side=0.5)
    name = Box(x, number.top - 32, x + _COLUMN, number.top)
    yield pieces.write(
        name, pieces.name_of(facts, seat, words), pieces.SMALL, is_bold=True, side=0.5
    )
    price = presenter_of(view.rules).unit_price(view.rules)
    if price != 1:
        paid = f"{format_priced(balance, price, words)} {stake_unit(view, balance, words)}"
        below = box._replace(top=box.top + 4, bottom=box.top + 36)
        yield from pieces.paragraph(below, paid, pieces.SMALL, words, ClothInk.SOFT)


# The seats of a lobby as a picture: who sits down, and the free chairs.

_HEIGHT: Final = 396
_OVAL: Final = Box(130, 62, pieces.WIDTH - 130, _HEIGHT - 62)
_PLATE: Final = (232, 80)
_SPOTS: Final = {  # the middles of the plates: the first seat at the bottom, the next clockwise
    2: ((360, 334), (360, 62)),
    3: ((360, 334), (138, 118), (582, 118)),
    4: ((360, 334), (138, 198), (360, 62), (582, 198)),
}


def lobby_picture(
    facts: TableData, words: TableWords, cloth: enums.Cloth, alt: str, title: str = ""
) -> Picture:
    """Return the picture of a table that waits for its players; ``title`` is its game."""
    shapes: list[Shape] = [Oval(_OVAL), *_middle(title, words, len(facts.seats))]
    for seat, (x, y) in enumerate(_SPOTS[len(facts.seats)]):
        box = Box(x - _PLATE[0] // 2, y - _PLATE[1] // 2, x + _PLATE[0] // 2, y + _PLATE[1] // 2)
        shapes += _seat(box, facts, seat, words)
    return pieces.cloth_picture(_HEIGHT, shapes, cloth, alt)


def _middle(title: str, words: TableWords, seats: int) -> Iterator[Shape]:
    """Yield the name of the game over the four suits."""
    faces, side = words.faces or enums.DEFAULT_FACES, 40
    left, top = pieces.WIDTH // 2 - 2 * side - 21, 246 if seats == 4 else 220
    for n, suit in enumerate(Suit):
        x = left + n * (side + 14)
        yield SuitSign(suit.letter, Box(x, top, x + side, top + side), faces)
    room = (
        Box(262, 112, pieces.WIDTH - 262, 210)
        if seats != 4
        else Box(260, 108, pieces.WIDTH - 260, 212)
    )
    if title:
        yield from pieces.paragraph(room, title, 29, words)


def _seat(box: Box, facts: TableData, seat: int, words: TableWords) -> Iterator[Shape]:
    """Yield a plate with a player, or with a free chair."""
    sitting = facts.seats[seat]
    inside = Box(box.left + 13, box.top + 5, box.right - 12, box.bottom - 5)
    if sitting is None:
        yield Plate(box, ClothInk.QUIET)
        yield from pieces.icons([IconName.FREE], inside.left + 26, box.middle[1], 26, ClothInk.SOFT)
        room = inside._replace(left=inside.left + 38)
        yield pieces.write(room, words.say("lobby.free"), pieces.SMALL, ClothInk.SOFT)
        return
    yield Plate(box)
    sign = IconName.ROBOT if sitting.is_robot else IconName.PERSON
    yield from pieces.icons([sign], inside.left + 26, box.middle[1], 26, ClothInk.SOFT)
    inside = inside._replace(left=inside.left + 38)
    is_host = sitting.user_id is not None and sitting.user_id == facts.host_id
    said = words.say("lobby.host") if is_host else ""
    said = words.say(f"level.{sitting.level}") if sitting.level else said
    upper = inside._replace(bottom=inside.top + (35 if said else inside.height))
    yield pieces.write(upper, pieces.name_of(facts, seat, words), 28, is_bold=True)
    if said:
        lower = inside._replace(top=upper.bottom)
        yield from pieces.line(lower, said, pieces.SMALL, words, ClothInk.SOFT, smallest=21)
