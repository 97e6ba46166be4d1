"""Deals that a person keeps or plays again, as deal codes; they belong to no match and no server.

A deal without a name was only opened: the newest of a person stay, older ones are dropped.
"""

from enum import StrEnum
from typing import Final

from bot.model.values import Record, replace
from bot.store import database, errors, writer

MOST_NAMED: Final = 25  # per person: as many as fit into one select
MOST_OPENED: Final = 15  # per person, without a name

OWN_DEAL_COLUMNS: Final = (
    "deal_id, user_id, code, name, origin, seat, level, start, course, tries, shared, touched_at"
)
_ONE: Final = f"SELECT {OWN_DEAL_COLUMNS} FROM own_deal WHERE deal_id = ?"  # noqa: S608
_BY_CODE: Final = f"SELECT {OWN_DEAL_COLUMNS} FROM own_deal WHERE user_id = ? AND code = ?"  # noqa: S608
_OF_USER: Final = (
    f"SELECT {OWN_DEAL_COLUMNS} FROM own_deal WHERE user_id = ?"  # noqa: S608
    " ORDER BY touched_at DESC, deal_id DESC"
)
_INSERT: Final = (
    "INSERT INTO own_deal (user_id, code, origin, touched_at) VALUES (?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
_TOUCH: Final = "UPDATE own_deal SET touched_at = ?3 WHERE user_id = ?1 AND code = ?2"
_TRIM: Final = (
    "DELETE FROM own_deal WHERE user_id = ?1 AND name = '' AND shared = 0 AND deal_id NOT IN"
    " (SELECT deal_id FROM own_deal WHERE user_id = ?1 AND name = ''"
    " ORDER BY touched_at DESC, deal_id DESC LIMIT ?2)"
)
_NAMES: Final = "SELECT name FROM own_deal WHERE user_id = ? AND name <> '' AND deal_id <> ?"
_RENAME: Final = "UPDATE own_deal SET name = ?3 WHERE user_id = ?1 AND deal_id = ?2"
_DELETE: Final = "DELETE FROM own_deal WHERE user_id = ? AND deal_id = ?"
_SHARE: Final = "UPDATE own_deal SET shared = 1 WHERE user_id = ? AND deal_id = ?"
_PLAY: Final = (
    "UPDATE own_deal SET seat = ?3, level = ?4, start = ?5, course = ?6, tries = ?7,"
    " touched_at = ?8 WHERE user_id = ?1 AND deal_id = ?2 AND course = ?9 AND tries = ?10"
    " RETURNING deal_id"
)


class DealOrigin(StrEnum):
    """How a deal came to a person."""

    MATCH = "match"
    IMPORT = "import"
    FORM = "form"
    REPLAY = "replay"


class OwnDeal(Record):
    """One deal of one person; ``code`` is what happened, ``course`` what is played again.

    ``name`` is "" unless the deal is kept.  ``course`` is "" before the first attempt; ``start`` is
    the number of actions it shares with ``code``, ``tries`` the number of attempts begun.
    ``shared``: a channel was shown a problem from it, so everybody may open it.
    """

    deal_id: int
    user_id: int
    code: str
    name: str
    origin: DealOrigin
    seat: int
    level: str
    start: int
    course: str
    tries: int
    shared: bool
    touched_at: int


class OwnDeals(writer.Access):
    """Deals of people. StorageTrouble from all."""

    async def get(self, deal_id: int) -> OwnDeal | None:
        """Return a deal, whoever it belongs to."""
        rows = await self._rows(_ONE, deal_id)
        return own_deal_from_row(rows[0]) if rows else None

    async def of_user(self, user_id: int) -> tuple[OwnDeal, ...]:
        """Return the deals of a person, the newest first."""
        return tuple(map(own_deal_from_row, await self._rows(_OF_USER, user_id)))

    async def put(self, user_id: int, code: str, origin: DealOrigin, now: int) -> OwnDeal:
        """Return the person's deal with this code; it is made where there is none."""

        async def write(db: database.Database) -> OwnDeal:
            await db.fetch(_INSERT, (user_id, code, origin.value, now))
            await db.fetch(_TOUCH, (user_id, code, now))
            await db.fetch(_TRIM, (user_id, MOST_OPENED))
            return own_deal_from_row((await db.fetch(_BY_CODE, (user_id, code)))[0])

        return await self._write(write)

    async def rename(self, user_id: int, deal_id: int, name: str) -> None:
        """Keep a deal under a name, or under another one.

        WriteRefused NAME_TAKEN if another deal of the person has that name, ignoring case, or
        TOO_MANY_NAMES; then nothing has changed.
        """

        async def write(db: database.Database) -> None:
            names = [str(row[0]) for row in await db.fetch(_NAMES, (user_id, deal_id))]
            if name.casefold() in map(str.casefold, names):
                raise errors.WriteRefused(errors.WriteFault.NAME_TAKEN)
            if len(names) >= MOST_NAMED:
                raise errors.WriteRefused(errors.WriteFault.TOO_MANY_NAMES, MOST_NAMED)
            await db.fetch(_RENAME, (user_id, deal_id, name))

        await self._write(write)

    async def delete(self, user_id: int, deal_id: int) -> None:
        """Delete a deal of a person, if there is one."""
        await self._write(lambda db: db.fetch(_DELETE, (user_id, deal_id)))

    async def set_shared(self, user_id: int, deal_id: int) -> None:
        """Record that a channel was shown a problem from the deal."""
        await self._write(lambda db: db.fetch(_SHARE, (user_id, deal_id)))

    async def change_course(self, before: OwnDeal, after: OwnDeal) -> bool:
        """Save an attempt; False, with nothing changed, if ``before`` is no longer stored."""
        key = (before.user_id, before.deal_id)
        new = (after.seat, after.level, after.start, after.course, after.tries, after.touched_at)
        old = (before.course, before.tries)

        async def write(db: database.Database) -> bool:
            return bool(await db.fetch(_PLAY, (*key, *new, *old)))

        return await self._write(write)


def own_deal_from_row(row: database.Row) -> OwnDeal:
    """Convert a table row, whose columns are in the order of the record."""
    deal = OwnDeal(*row)
    return replace(deal, origin=DealOrigin(deal.origin), shared=bool(deal.shared))
