"""Seat assignments before the start: choose, swap, vacate, fill with robots.

Pure functions, as in ``bot.tables.changes``. A lobby may have gaps between taken seats. A player's
word for the deck moves with them.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.cards import Seat
from bot.engine.fairness import with_seats, without_word
from bot.refusals import Refusal, Refused
from bot.store.rows import SeatHolder
from bot.tables.state import TableState


def move_seats(state: TableState, seats: Mapping[Seat, Seat]) -> TableState:
    """Move seat holders and their words to other seats; no two to one."""
    sittings = [replace(one, seat=seats.get(one.seat, one.seat)) for one in state.seat_holders]
    state = state._replace(seat_holders=tuple(sorted(sittings, key=lambda one: one.seat)))
    if state.shuffle is None:
        return state
    words = with_seats(state.shuffle.words, seats)
    return state._replace(shuffle=replace(state.shuffle, words=words))


def vacate_seat(state: TableState, seat: Seat) -> TableState:
    """Vacate a seat and drop its word for the cut."""
    others = tuple(one for one in state.seat_holders if one.seat != seat)
    state = state._replace(seat_holders=others)
    if state.shuffle is None:
        return state
    words = without_word(state.shuffle.words, seat)
    return state._replace(shuffle=replace(state.shuffle, words=words))


def fit_seats(state: TableState, players: int) -> TableState:
    """Fit everybody on the first seats: surplus robots go, people take free or robots' seats.

    Raises Refused where there are more people than seats.
    """
    for beyond in [one for one in state.seat_holders if one.seat >= players]:
        if beyond.robot is not None:
            state = vacate_seat(state, beyond.seat)
    for beyond in [one for one in state.seat_holders if one.seat >= players]:
        seat = _seat_to_fill(state.seat_holders, players)
        state = move_seats(vacate_seat(state, seat), {beyond.seat: seat})
    return state


def _seat_to_fill(sittings: tuple[SeatHolder, ...], players: int) -> Seat:
    taken = {one.seat: one for one in sittings}
    free = [seat for seat in range(players) if seat not in taken]
    robots = [seat for seat in range(players) if seat in taken and taken[seat].robot is not None]
    if not (seats := free or robots):
        raise Refused(Refusal.TABLE_FULL)
    return seats[0]
