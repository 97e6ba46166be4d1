"""The results that ratings are made of, as the store has them."""

from typing import NamedTuple


class RatedSeat(NamedTuple):
    """The result of one owner of a seat in a match.

    ``user_id`` is None for a robot (``robot`` is its level) and for somebody who was forgotten.
    ``deals`` counts the deals this owner had the seat.  ``is_final``: they had it at the end.
    """

    seat: int
    user_id: int | None
    robot: str | None
    balance: int
    deals: int
    is_final: bool


class RatedMatch(NamedTuple):
    """A finished match that counts."""

    game_id: int
    ended_at: int
    preset: str
    seats: tuple[RatedSeat, ...]
