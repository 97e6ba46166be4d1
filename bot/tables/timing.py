"""Deadlines, wake-up times and times of day of a table (unix seconds)."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from bot.engine import cards, families, rules
from bot.engine.game import Game, to_act
from bot.model.enums import Clock
from bot.store.records import SeatHolder

# the pause for reading a scored deal before the next is dealt
_DEAL_PAUSES = {Clock.FAST: 20, Clock.NORMAL: 90, Clock.SLOW: 3600}

_VOTE_SECONDS: Final = 24 * 3600  # for a vote at a table without a clock
# the fraction of a move left at the reminder: half of a day could be a whole night
_REMINDER_FRACTION: Final = {Clock.FAST: 2, Clock.NORMAL: 2, Clock.SLOW: 4}

DOWNTIME_GRACE_SECONDS = 30
REMINDER_SECONDS: Final = 600  # the players of a scheduled lobby are notified this long before
MAX_DELAY: Final = 3600  # maximum delay of a scheduled event that is still carried out
_DAY: Final = timedelta(days=1)


def move_deadline(game: Game, sittings: Sequence[SeatHolder], clock: Clock, now: int) -> int | None:
    """Return the deadline of a human's move or of "next deal"; None for no limit."""
    seat = to_act(game)
    if seat is None or not any(is_present_human(sitting) for sitting in sittings):
        return None
    if seat == cards.TABLE_SEAT:
        pause = _DEAL_PAUSES.get(clock)
        return None if pause is None or not game.carry.number else now + pause
    if clock.seconds is None or not is_present_human(seat_holder_at(sittings, seat)):
        return None
    return now + clock.seconds


def vote_deadline(clock: Clock, now: int) -> int:
    """Return the deadline of a vote: a vote may take as long as a move."""
    return now + (clock.seconds or _VOTE_SECONDS)


def is_present_human(sitting: SeatHolder) -> bool:
    """Return True for a present human; robots play for the others."""
    return sitting.user_id is not None and not sitting.away


def seat_holder_at(sittings: Sequence[SeatHolder], seat: int) -> SeatHolder:
    return next(sitting for sitting in sittings if sitting.seat == seat)


def wake_time(game: Game, deadline: int | None, clock: Clock) -> int | None:
    """Return the first wake-up: late in a move, else at the deadline."""
    if deadline is None or clock.seconds is None or to_act(game) == cards.TABLE_SEAT:
        return deadline
    return deadline - clock.seconds // _REMINDER_FRACTION[clock]


def match_end_time(rules: rules.Rules, start: int, zone: tzinfo) -> int | None:
    """Return the end of a match for time (rules/russian.md 4.10); None for other matches."""
    family = families.family_of(rules)
    if (minutes := family.match_minutes(rules)) is not None:
        return start + 60 * minutes
    if (minute := family.end_minute(rules)) is not None:
        return next_time_of_day(minute, start, zone)
    return None


def reminder_time(starts_at: int, now: int) -> int:
    """Return the first wake-up of a scheduled lobby: the reminder, or the start itself."""
    return starts_at if starts_at - REMINDER_SECONDS <= now else starts_at - REMINDER_SECONDS


def next_time_of_day(minute: int, now: int, zone: tzinfo) -> int:
    """Return the first moment after ``now`` when the local time is this minute of the day.

    If the hour occurs twice, the next of the two counts; a time skipped by the clock change is
    later by the length of the gap.
    """
    today = datetime.fromtimestamp(now, zone).date()
    days = (today, today + _DAY, today + 2 * _DAY)
    return next(at for day in days for at in moments_of(minute, day, zone) if at > now)


def next_weekday_time(weekday: int, minute: int, now: int, zone: tzinfo) -> int:
    """Return the first moment after ``now`` with that local weekday and minute of the day.

    If the hour occurs twice, the first one counts.
    """
    today = datetime.fromtimestamp(now, zone).date()
    days = (today + n * _DAY for n in range(8))
    hours = (next(moments_of(minute, day, zone)) for day in days if day.weekday() == weekday)
    return next(at for at in hours if at > now)


def moments_of(minute: int, day: date, zone: tzinfo) -> Iterator[int]:
    """Yield the moments with that local time that day: one, or two when clocks go back."""
    first = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    yield round(first.timestamp())
    second = round(first.replace(fold=1).timestamp())
    if second > first.timestamp():  # in a gap it is the earlier moment, which no clock shows
        yield second
