"""How long a table waits for whom (unix seconds)."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from bot.engine.cards import TABLE
from bot.engine.families import family_of
from bot.engine.game import Game, to_act
from bot.engine.rules import Rules
from bot.store.rows import Sitting
from bot.terms import Clock

# the pause in which a scored deal is read before the next is dealt
_PAUSES = {Clock.FAST: 20, Clock.NORMAL: 90, Clock.SLOW: 3600}

_ANSWER: Final = 24 * 3600  # for a question where no clock runs
# what part of a move is left when it is late: a day is long, and a night must not be the half
_LAST_PART: Final = {Clock.FAST: 2, Clock.NORMAL: 2, Clock.SLOW: 4}

DOWNTIME_GRACE = 30
REMINDER: Final = 600  # before the hour of a lobby those who sit there are called
LATEST: Final = 3600  # by how much what has its hour may be late, and is still worth doing
_DAY: Final = timedelta(days=1)


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


def answer_until(clock: Clock, now: int) -> int:
    """How long a question to the whole table waits: as long as a move may take."""
    return now + (clock.seconds or _ANSWER)


def plays_himself(sitting: Sitting) -> bool:
    """A human who is there; robots and the away are played for."""
    return sitting.user_id is not None and not sitting.away


def sitting_of(sittings: Sequence[Sitting], seat: int) -> Sitting:
    return next(sitting for sitting in sittings if sitting.seat == seat)


def wake_of(game: Game, deadline: int | None, clock: Clock) -> int | None:
    """When the clock looks first: late in a move, else at the deadline."""
    if deadline is None or clock.seconds is None or to_act(game) == TABLE:
        return deadline
    return deadline - clock.seconds // _LAST_PART[clock]


def end_of(rules: Rules, start: int, zone: tzinfo) -> int | None:
    """When a match for time is over (rules/russian.md 4.10); None for every other match."""
    family = family_of(rules)
    if (minutes := family.minutes(rules)) is not None:
        return start + 60 * minutes
    if (minute := family.until(rules)) is not None:
        return next_at(minute, start, zone)
    return None


def reminder_of(starts_at: int, now: int) -> int:
    """When the clock looks at a lobby with an hour: before it, or at the hour itself."""
    return starts_at if starts_at - REMINDER <= now else starts_at - REMINDER


def next_at(minute: int, now: int, zone: tzinfo) -> int:
    """The first moment after ``now`` at which clocks there show this minute of the day.

    An hour that comes twice ends a match at whichever of the two is next; a time that the clocks
    skip is as much later as they are put forward.
    """
    today = datetime.fromtimestamp(now, zone).date()
    days = (today, today + _DAY, today + 2 * _DAY)
    return next(at for day in days for at in _shown(minute, day, zone) if at > now)


def next_on(weekday: int, minute: int, now: int, zone: tzinfo) -> int:
    """The first moment after ``now`` at which clocks there show that minute of that weekday.

    Of an hour that comes twice the first.
    """
    today = datetime.fromtimestamp(now, zone).date()
    days = (today + n * _DAY for n in range(8))
    hours = (next(_shown(minute, day, zone)) for day in days if day.weekday() == weekday)
    return next(at for at in hours if at > now)


def _shown(minute: int, day: date, zone: tzinfo) -> Iterator[int]:
    """When clocks show it that day: once, or twice where they are put back over it."""
    first = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    yield round(first.timestamp())
    second = round(first.replace(fold=1).timestamp())
    if second > first.timestamp():  # in a gap it would be the earlier one, which no clock shows
        yield second
