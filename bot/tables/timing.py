"""How long a table waits for whom (unix seconds)."""

from collections.abc import Sequence

from bot.engine.cards import TABLE
from bot.engine.game import Game, to_act
from bot.store.rows import Sitting
from bot.terms import Clock

# the pause in which a scored deal is read before the next is dealt
_PAUSES = {Clock.FAST: 20, Clock.NORMAL: 90, Clock.SLOW: 3600}

DOWNTIME_GRACE = 30


def deadline_of(game: Game, sittings: Sequence[Sitting], clock: Clock, now: int) -> int | None:
    """When the table stops waiting: for a human's move, or for "next deal"; None for ever."""
    seat = to_act(game)
    if seat is None or not any(plays_himself(sitting) for sitting in sittings):
        return None
    if seat == TABLE:
        pause = _PAUSES.get(clock)
        return None if pause is None or not game.carry.number else now + pause
    if clock.seconds is None or not plays_himself(sitting_of(sittings, seat)):
        return None
    return now + clock.seconds


def plays_himself(sitting: Sitting) -> bool:
    """A human who is there; robots and the away are played for."""
    return sitting.user_id is not None and not sitting.away


def sitting_of(sittings: Sequence[Sitting], seat: int) -> Sitting:
    return next(sitting for sitting in sittings if sitting.seat == seat)


def wake_of(game: Game, deadline: int | None, clock: Clock) -> int | None:
    """When the clock looks first: half way through a move, else at the deadline."""
    if deadline is None or clock.seconds is None or to_act(game) == TABLE:
        return deadline
    return deadline - clock.seconds // 2
