"""The six deals of a day: their seeds, and the courses of the people who play them.

An event is the six deals of one day (bot/model/periods.py) under one preset.  A private event has a
code besides, which the people of one server share, and may last some days; there they play alone
against robots, or at two or three tables with the same cards (bot/model/table_events.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.model.enums import Status
from bot.model.table_events import EventTable, TableEvent, parse_table_event
from bot.model.values import Record
from bot.store import database, writer

DEALS_A_DAY: Final = 6

DAILY_DEAL_COLUMNS: Final = (
    "day, preset, code, user_id, number, guild_id, course, points, touched_at"
)
_KEY: Final = "day = ?1 AND preset = ?2 AND code = ?3"
_EVENT_COLUMNS: Final = "day, preset, code, seed, robots, days, guild_id, tables, deals"
_EVENT: Final = f"SELECT {_EVENT_COLUMNS} FROM daily_event WHERE {_KEY}"  # noqa: S608
_EVENTS_FROM: Final = (
    f"SELECT {_EVENT_COLUMNS} FROM daily_event WHERE day >= ? AND code = ''"  # noqa: S608
    " ORDER BY day, preset"
)
_OPEN: Final = (  # tables have a day more to finish
    f"SELECT {_EVENT_COLUMNS} FROM daily_event WHERE day <= ?1"  # noqa: S608
    " AND day + days + CASE WHEN tables > 0 THEN 1 ELSE 0 END > ?1"
)
_BY_CODE: Final = f"SELECT {_EVENT_COLUMNS} FROM daily_event WHERE code = ? AND guild_id = ?"  # noqa: S608
_CREATE_EVENT: Final = (
    f"INSERT INTO daily_event ({_EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
    " ON CONFLICT DO NOTHING"
)
_OPEN_PRIVATE: Final = (
    "SELECT count(*) FROM daily_event WHERE code <> '' AND guild_id = ? AND day + days > ?"
)
_OWN_PRIVATE: Final = (
    f"SELECT {_EVENT_COLUMNS} FROM daily_event AS event"  # noqa: S608
    " WHERE code <> '' AND guild_id = ?1 AND day + days > ?2 AND (EXISTS"
    " (SELECT 1 FROM daily_deal AS deal WHERE deal.user_id = ?3 AND deal.day = event.day"
    " AND deal.preset = event.preset AND deal.code = event.code) OR EXISTS"
    " (SELECT 1 FROM sitting JOIN game USING (game_id) WHERE user_id = ?3"
    " AND game.event LIKE event.code || '.%')) ORDER BY day, code"
)
_PLACES: Final = "SELECT tables FROM daily_event WHERE code = ?"
_TABLES: Final = (
    "SELECT game_id, status, started_at IS NOT NULL,"
    " (SELECT count(*) FROM deal WHERE deal.game_id = game.game_id)"
    " FROM game WHERE event = ? ORDER BY game_id"
)
_EVENTS_HERE: Final = (
    "SELECT DISTINCT event FROM game WHERE event <> '' AND guild_id = ? ORDER BY event"
)
_NAME_ROBOTS: Final = f"UPDATE daily_event SET robots = ?4 WHERE {_KEY} AND robots = ''"  # noqa: S608
_COURSE: Final = (
    f"SELECT {DAILY_DEAL_COLUMNS} FROM daily_deal WHERE {_KEY} AND user_id = ?4"  # noqa: S608
    " ORDER BY number"
)
_ONE: Final = (
    f"SELECT {DAILY_DEAL_COLUMNS} FROM daily_deal WHERE {_KEY} AND user_id = ?4 AND number = ?5"  # noqa: S608
)
_BEGIN: Final = (
    f"INSERT INTO daily_deal ({DAILY_DEAL_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
    " ON CONFLICT DO NOTHING"
)
_PLAY: Final = (
    "UPDATE daily_deal SET course = ?6, points = ?7, touched_at = ?8"  # noqa: S608
    f" WHERE {_KEY} AND user_id = ?4 AND number = ?5 AND course = ?9 RETURNING number"
)
_FINISHED: Final = (
    f"SELECT {DAILY_DEAL_COLUMNS} FROM daily_deal WHERE {_KEY} AND user_id IN"  # noqa: S608
    f" (SELECT user_id FROM daily_deal WHERE {_KEY} AND points IS NOT NULL GROUP BY user_id"
    f" HAVING count(*) = {DEALS_A_DAY}) ORDER BY user_id, number"
)
_SCORED: Final = (
    f"SELECT {DAILY_DEAL_COLUMNS} FROM daily_deal WHERE points IS NOT NULL"  # noqa: S608
    " ORDER BY day, preset, code, user_id, number"
)
_LAST_SERVER: Final = (
    "SELECT guild_id FROM daily_deal WHERE user_id = ? AND guild_id <> 0"
    " ORDER BY day DESC, touched_at DESC LIMIT 1"
)
_DAYS: Final = (
    "SELECT DISTINCT day FROM daily_deal WHERE user_id = ? AND code = '' AND points IS NOT NULL"  # noqa: S608
    f" GROUP BY day, preset HAVING count(*) = {DEALS_A_DAY}"
)


class EventKey(NamedTuple):
    """The key of an event: its first day, the preset of its deals, and the code of a private one.

    ``code`` is "" for the six deals of everybody.
    """

    day: int
    preset: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class DailyEvent:
    """The seed of an event, secret until its day is over.

    ``robots`` is a digest of the code that chooses the robots' moves, "" until somebody has begun.
    It lasts ``days`` days.  ``guild_id`` is the server of a private event, 0 without a code.
    ``tables`` is how many tables play its ``deals``, 0 where people play alone against robots.
    """

    key: EventKey
    seed: bytes = field(repr=False)
    robots: str = ""
    days: int = 1
    guild_id: int = 0
    tables: int = 0
    deals: int = DEALS_A_DAY

    @property
    def last_day(self) -> int:
        """The last day on which the event can be played, or on which a table may begin."""
        return self.key.day + self.days - 1

    @property
    def table_event(self) -> TableEvent:
        """The event as each of its tables keeps it."""
        return TableEvent(self.key.code, self.key.day, self.last_day, self.deals)


class DailyDeal(Record):
    """One deal of an event, ``number`` 1 to 6, as one person plays it.

    ``course`` is the deal code so far; ``points`` is None until the deal is scored; ``guild_id`` is
    the server where the person began it, 0 outside of servers.
    """

    day: int
    preset: str
    code: str
    user_id: int
    number: int
    guild_id: int
    course: str
    points: int | None
    touched_at: int

    @property
    def event(self) -> EventKey:
        return EventKey(self.day, self.preset, self.code)


class DailyDeals(writer.Access):
    """Events and the courses of people. StorageTrouble from all."""

    async def event(self, key: EventKey) -> DailyEvent | None:
        """Return an event; None if it was never made."""
        rows = await self._rows(_EVENT, *key)
        return _event_from_row(rows[0]) if rows else None

    async def events_from(self, day: int) -> tuple[DailyEvent, ...]:
        """Return the events of everybody of a day and of all later ones."""
        return tuple(map(_event_from_row, await self._rows(_EVENTS_FROM, day)))

    async def open_events(self, day: int) -> tuple[DailyEvent, ...]:
        """Return the events that may be played on a day, private ones too."""
        return tuple(map(_event_from_row, await self._rows(_OPEN, day)))

    async def make_event(self, key: EventKey, seed: bytes) -> DailyEvent:
        """Return an event of a day; where there is none yet, it is made with this seed."""
        await self.make_events({key: seed})
        found = await self.event(key)
        assert found is not None  # events are never deleted
        return found

    async def make_events(self, seeds: Mapping[EventKey, bytes]) -> None:
        """Make those of these events of a day that are not there yet, each with its seed."""
        rest = ("", 1, 0, 0, DEALS_A_DAY)
        rows = [(*key, seed.hex(), *rest) for key, seed in seeds.items()]
        await self._write(lambda db: db.execute_many(_CREATE_EVENT, rows))

    async def make_private_event(self, new: DailyEvent) -> bool:
        """Store a private event; False, with nothing stored, if another one has its code."""
        rest = (new.seed.hex(), new.robots, new.days, new.guild_id, new.tables, new.deals)

        async def write(db: database.Database) -> bool:
            return bool(await db.fetch(f"{_CREATE_EVENT} RETURNING code", (*new.key, *rest)))

        return await self._write(write)

    async def private_event(self, code: str, guild_id: int) -> DailyEvent | None:
        """Return the event of a server with this code; None if there is none."""
        rows = await self._rows(_BY_CODE, code, guild_id)
        return _event_from_row(rows[0]) if rows else None

    async def private_events_of(
        self, user_id: int, guild_id: int, today: int
    ) -> tuple[DailyEvent, ...]:
        """Return the private events of a server that last today and that a person has begun.

        A duplicate event is begun by sitting down at one.
        """
        rows = await self._rows(_OWN_PRIVATE, guild_id, today, user_id)
        return tuple(map(_event_from_row, rows))

    async def places(self, code: str) -> int:
        """Return how many tables the private event with this code has room for."""
        rows = await self._rows(_PLACES, code)
        return int(rows[0][0]) if rows else 0

    async def event_tables(self, event: TableEvent) -> tuple[EventTable, ...]:
        """Return the tables that were ever opened for an event, the oldest first."""
        rows = await self._rows(_TABLES, str(event))
        return tuple(
            EventTable(int(game), Status(status), bool(begun), int(scored))
            for game, status, begun, scored in rows
        )

    async def table_events_here(self, guild_id: int) -> tuple[TableEvent, ...]:
        """Return the events for which tables were ever opened on a server."""
        rows = await self._rows(_EVENTS_HERE, guild_id)
        return tuple(parse_table_event(str(event)) for (event,) in rows)

    async def count_private_events(self, guild_id: int, today: int) -> int:
        """Return the number of private events of a server that are not over."""
        ((count,),) = await self._rows(_OPEN_PRIVATE, guild_id, today)
        return int(count)

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

    async def scored(self) -> tuple[DailyDeal, ...]:
        """Return every scored deal of everybody, by event, person and number."""
        return tuple(DailyDeal(*row) for row in await self._rows(_SCORED))

    async def last_server(self, user_id: int) -> int:
        """Return the server where a person began their newest deal on a server, or 0."""
        rows = await self._rows(_LAST_SERVER, user_id)
        return int(rows[0][0]) if rows else 0

    async def days_finished(self, user_id: int) -> frozenset[int]:
        """Return the days on which a person has finished six deals."""
        return frozenset(int(row[0]) for row in await self._rows(_DAYS, user_id))


def _event_from_row(row: database.Row) -> DailyEvent:
    day, preset, code, seed, robots, *numbers = row
    key = EventKey(int(day), str(preset), str(code))
    return DailyEvent(key, bytes.fromhex(str(seed)), str(robots), *map(int, numbers))
