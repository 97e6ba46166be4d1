"""Where the seats of a table lie in a picture."""

from collections.abc import Sequence
from typing import Final

from bot.engine.cards import Seat
from bot.engine.view import View
from bot.model.values import Record, replace
from bot.render.cloth.pieces import CARD, EDGE, WIDTH
from bot.render.families import presenter_of
from bot.render.shapes import Box, Point

PLATE: Final = (232, 80)  # width and height
BACKS: Final = (41, 58)
_OPEN_HAND: Final = 155  # height of two rows of small cards
_GAP: Final = 6
_CALLS: Final = 228  # width of what a seat calls
CHIP: Final = 44  # height of a call


class SeatPlace(Record):
    """The places of a seat: its plate, its cards, what it calls, and its card in a trick.

    ``near`` is where that card lies if open hands leave less room; ``side`` is 0 for a seat at the
    left edge, 1 at the right one and 0.5 in the middle.
    """

    plate: Box
    cards: Box
    calls: Box
    trick: Point
    near: Point
    side: float
    open_plate: Box | None = None  # of a seat whose open hand needs the room
    open_cards: Box | None = None

    @property
    def when_open(self) -> "SeatPlace":
        """The same place with its hand face up."""
        if self.open_plate is None or self.open_cards is None:
            return self
        return replace(self, plate=self.open_plate, cards=self.open_cards)


class Seating(Record):
    """The places by seat, and where everything lies that belongs to nobody."""

    places: dict[Seat, SeatPlace]
    height: int
    last_trick: Box
    talon: Box
    centre: Box


def _upper(side: float, top: int) -> SeatPlace:
    """Return a place in an upper corner."""
    plate = _plate(side, top)
    cards = Box(plate.left, plate.bottom + _GAP, plate.right, plate.bottom + _GAP + _OPEN_HAND)
    high = cards.top + BACKS[1] + 9
    left = EDGE if side == 0 else WIDTH - EDGE - _CALLS
    calls = Box(left, high, left + _CALLS, high + 2 * CHIP + 6)
    y = top + 94
    trick, near = ((199, y), (250, y)) if side == 0 else ((413, y), (362, y))
    return SeatPlace(plate, cards, calls, trick, near, side)


def _plate(side: float, top: int) -> Box:
    left = EDGE + int((WIDTH - 2 * EDGE - PLATE[0]) * side)
    return Box(left, top, left + PLATE[0], top + PLATE[1])


_TOP: Final = 18
_BOTTOM: Final = 20
_MIDDLE: Final = (WIDTH - CARD[0]) // 2
CENTRE: Final = Box(180, 108, 540, 330)
_LAST_TRICK: Final = 176
_ASIDE: Final = 110  # height of the last trick or the talon with the line above


def _bottom(plate: Box) -> SeatPlace:
    """Return the place of the third of three seats."""
    return SeatPlace(
        plate,
        cards=Box(EDGE, plate.top, plate.left - 11, plate.bottom),
        calls=Box(135, plate.top - CHIP - 8, 585, plate.top - 8),
        trick=(_MIDDLE, 209),
        near=(_MIDDLE, 209),
        side=1.0,
        open_plate=Box(EDGE, plate.top, EDGE + PLATE[0], plate.bottom),
        open_cards=Box(EDGE + PLATE[0] + 11, plate.bottom - 83, WIDTH - EDGE, plate.bottom),
    )


def _lower(side: float, bottom: int) -> SeatPlace:
    """Return a place in a lower corner."""
    plate = _plate(side, bottom - PLATE[1])
    cards = Box(plate.left, plate.top - _GAP - _OPEN_HAND, plate.right, plate.top - _GAP)
    low = cards.bottom - BACKS[1] - 9
    left = EDGE if side == 0 else WIDTH - EDGE - _CALLS
    calls = Box(left, low - 2 * CHIP - 6, left + _CALLS, low)
    trick, near = ((225, 227), (257, 227)) if side == 0 else ((387, 227), (355, 227))
    return SeatPlace(plate, cards, calls, trick, near, side)


_THREE_HEIGHT: Final = 484
_FOUR_HEIGHT: Final = 526


def table_seating(view: View) -> Seating:
    """Return the seating of the public table: the first seat at the bottom, the next in turn."""
    seats = [*range(view.rules.players)]
    if view.rules.dummy >= 0:
        seats.append(view.rules.dummy)
    if len(seats) == 4:
        return _four(_in_turn(seats, view), -1 if view.table is None else view.table.dealer)
    plate = _plate(0.5, _THREE_HEIGHT - _BOTTOM - PLATE[1])
    places = (_bottom(plate), _upper(0, _TOP), _upper(1, _TOP))
    return Seating(
        dict(zip(_in_turn(seats, view), places, strict=True)),
        _THREE_HEIGHT,
        last_trick=Box(EDGE, 262, EDGE + _LAST_TRICK, 262 + _ASIDE),
        talon=Box(522, 262, WIDTH - EDGE, 262 + _ASIDE),
        centre=CENTRE,
    )


def _four(seats: Sequence[Seat], resting: Seat) -> Seating:
    """Return the seating of four in the corners; the last trick lies where nobody has cards."""
    bottom = _FOUR_HEIGHT - _BOTTOM
    places = (_lower(0, bottom), _upper(0, _TOP), _upper(1, _TOP), _lower(1, bottom))
    by_seat = dict(zip(seats, places, strict=True))
    free = by_seat.get(resting, places[0])
    top = free.cards.top if free.plate.top == _TOP else free.cards.bottom - _ASIDE
    left = EDGE if free.side == 0 else WIDTH - EDGE - _LAST_TRICK
    return Seating(
        by_seat,
        _FOUR_HEIGHT,
        last_trick=Box(left, top, left + _LAST_TRICK, top + _ASIDE),
        talon=Box(310, bottom - _ASIDE, 410, bottom),
        centre=Box(180, 135, 540, 352),
    )


def _in_turn(seats: Sequence[Seat], view: View) -> tuple[Seat, ...]:
    """Return the seats clockwise as they appear, the first one at the bottom."""
    if presenter_of(view.rules).is_clockwise(view.rules):
        return tuple(seats)
    return (seats[0], *reversed(seats[1:]))


HAND_HEIGHT: Final = 574
OWN_FAN: Final = Box(EDGE, 401, WIDTH - EDGE, 554)  # raised and ringed cards begin at 373


def hand_seating(view: View, own: Seat, active: Sequence[Seat]) -> Seating:
    """Return the seating from the chair of an active seat."""
    start = active.index(own)
    seats = _in_turn([*active[start:], *active[:start]], view)
    mine = SeatPlace(
        _plate(0, 280),
        OWN_FAN,
        Box(264, 291, 500, 349),
        (_MIDDLE, 208),
        (_MIDDLE, 208),
        0.5,
    )
    places = (mine, _upper(0, _TOP), _upper(1, _TOP))
    return Seating(
        dict(zip(seats, places, strict=True)),
        HAND_HEIGHT,
        last_trick=Box(522, 372 - _ASIDE, WIDTH - EDGE, 372),
        talon=Box(416, 372 - _ASIDE, 520, 372),
        centre=Box(180, 97, 540, 270),
    )
