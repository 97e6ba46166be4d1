"""The six deals of a day: their seeds, and the courses of the people who play them.

An event is the six deals of one day (bot/model/periods.py) under one preset.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.store import access, database

DEALS_A_DAY: Final = 6

DAILY_DEAL_COLUMNS: Final = "day, preset, user_id, number, guild_id, course, points, touched_at"
_KEY: Final = "day = ?1 AND preset = ?2"
_EVENT: Final = f"SELECT day, preset, seed, robots FROM daily_event WHERE {_KEY}"  # noqa: S608
_EVENTS_FROM: Final = (
    "SELECT day, preset, seed, robots FROM daily_event WHERE day >= ? ORDER BY day, preset"
)
_CREATE_EVENT: Final = (
    "INSERT INTO daily_event (day, preset, seed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
)
_NAME_ROBOTS: Final = f"UPDATE daily_event SET robots = ?3 WHERE {_KEY} AND robots = ''"  # noqa: S608
_COURSE: Final = (
    f"SELECT {DAILY_DEAL_COLUMNS} FROM daily_deal WHERE {_KEY} AND user_id = ?3"  # noqa: S608
    " ORDER BY number"
)
_ONE: Final = (
    f"SELECT {DAILY_DEAL_COLUMNS} FROM daily_deal WHERE {_KEY} AND user_id = ?3 AND number = ?4"  # noqa: S608
)
_BEGIN: Final = (
    f"INSERT INTO daily_deal ({DAILY_DEAL_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
    " ON CONFLICT DO NOTHING"
)
_PLAY: Final = (
    "UPDATE daily_deal SET course = ?5, points = ?6, touched_at = ?7"  # noqa: S608
    f" WHERE {_KEY} AND user_id = ?3 AND number = ?4 AND course = ?8 RETURNING number"
)
_FINISHED: Final = (
    f"SELECT {DAILY_DEAL_COLUMNS} FROM daily_deal WHERE {_KEY} AND user_id IN"  # noqa: S608
    f" (SELECT user_id FROM daily_deal WHERE {_KEY} AND points IS NOT NULL GROUP BY user_id"
    f" HAVING count(*) = {DEALS_A_DAY}) ORDER BY user_id, number"
)
_DAYS: Final = (
    "SELECT DISTINCT day FROM daily_deal WHERE user_id = ? AND points IS NOT NULL"  # noqa: S608
    f" GROUP BY day, preset HAVING count(*) = {DEALS_A_DAY}"
)


class EventKey(NamedTuple):
    """The key of an event: its day, and the preset of its deals."""

    day: int
    preset: str


@dataclass(frozen=True, slots=True)
class DailyEvent:
    """The seed of an event, secret until its day is over.

    ``robots`` is a digest of the code that chooses the robots' moves, "" until somebody has begun.
    """

    key: EventKey
    seed: bytes = field(repr=False)
    robots: str = ""


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """One deal of an event, ``number`` 1 to 6, as one person plays it.

    ``course`` is the deal code so far; ``points`` is None until the deal is scored; ``guild_id`` is
    the server where the person began it, 0 outside of servers.
    """

    day: int
    preset: str
    user_id: int
    number: int
    guild_id: int
    course: str
    points: int | None
    touched_at: int

    @property
    def event(self) -> EventKey:
        return EventKey(self.day, self.preset)


class DailyDeals(access.Access):
    """Events and the courses of people. StorageTrouble from all."""

    async def event(self, key: EventKey) -> DailyEvent | None:
        """Return an event; None if it was never made."""
        rows = await self._rows(_EVENT, *key)
        return _event_from_row(rows[0]) if rows else None

    async def events_from(self, day: int) -> tuple[DailyEvent, ...]:
        """Return the events of a day and of all later ones."""
        return tuple(map(_event_from_row, await self._rows(_EVENTS_FROM, day)))

    async def make_event(self, key: EventKey, seed: bytes) -> DailyEvent:
        """Return an event; where there is none yet, it is made with this seed."""

        async def write(db: database.Database) -> DailyEvent:
            await db.fetch(_CREATE_EVENT, (*key, seed.hex()))
            return _event_from_row((await db.fetch(_EVENT, key))[0])

        return await self._write(write)

    async def name_robots(self, key: EventKey, robots: str) -> DailyEvent:
        """Return the event, with this digest of the robots' code unless it has another."""

        async def write(db: database.Database) -> DailyEvent:
            await db.fetch(_NAME_ROBOTS, (*key, robots))
            return _event_from_row((await db.fetch(_EVENT, key))[0])

        return await self._write(write)

    async def course(self, key: EventKey, user_id: int) -> tuple[DailyDeal, ...]:
        """Return the deals that a person has begun, in their order."""
        return tuple(DailyDeal(*row) for row in await self._rows(_COURSE, *key, user_id))

    async def begin(self, new: DailyDeal) -> DailyDeal:
        """Begin a deal and return it; one that was begun before is returned as it is."""
        own = (*new.event, new.user_id, new.number)
        rest = (new.guild_id, new.course, new.points, new.touched_at)

        async def write(db: database.Database) -> DailyDeal:
            await db.fetch(_BEGIN, (*own, *rest))
            return DailyDeal(*(await db.fetch(_ONE, own))[0])

        return await self._write(write)

    async def change(self, before: DailyDeal, after: DailyDeal) -> bool:
        """Save what was played; False, with nothing changed, if ``before`` is no longer stored."""
        own = (*before.event, before.user_id, before.number)
        new = (after.course, after.points, after.touched_at)

        async def write(db: database.Database) -> bool:
            return bool(await db.fetch(_PLAY, (*own, *new, before.course)))

        return await self._write(write)

    async def finished(self, key: EventKey) -> tuple[DailyDeal, ...]:
        """Return the deals of everybody who has finished all six, by person and number."""
        return tuple(DailyDeal(*row) for row in await self._rows(_FINISHED, *key))

    async def days_finished(self, user_id: int) -> frozenset[int]:
        """Return the days on which a person has finished six deals."""
        return frozenset(int(row[0]) for row in await self._rows(_DAYS, user_id))


def _event_from_row(row: database.Row) -> DailyEvent:
    day, preset, seed, robots = row
    return DailyEvent(EventKey(int(day), str(preset)), bytes.fromhex(str(seed)), str(robots))
