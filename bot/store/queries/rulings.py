"""Reports of deals, and the decisions of managers about them.

A deal may be reported by several people, once by each; a decision answers all reports that are open
then.  Decisions about a deal are numbered; each is written into the log of the match later, in the
transaction of its line (``bot.store.saving``).
"""

from typing import Final

from bot.model.enums import ALL_SHARDS, RulingKind, ShardRange
from bot.model.values import Record, replace
from bot.store import database, errors, writer

_MOST_REPORTS: Final = 10_000  # of a person, where the caller sets no limit
_REPORT: Final = (  # counts and inserts at once, so that two forms sent together are two
    "INSERT INTO report (game_id, deal, user_id, note, at) SELECT ?1, ?2, ?3, ?4, ?5"
    " WHERE (SELECT count(*) FROM report WHERE user_id = ?3 AND at > ?6) < ?7"
    " ON CONFLICT DO NOTHING RETURNING game_id"
)
_REPORTS: Final = (
    "SELECT game_id, deal, user_id, note, at, answered, told FROM report"
    " WHERE game_id = ? AND deal = ? ORDER BY at, user_id"
)
_OPEN: Final = (
    "SELECT game_id, deal, count(*), min(at) FROM report JOIN game USING (game_id)"
    " WHERE guild_id = ? AND answered IS NULL GROUP BY game_id, deal ORDER BY min(at), game_id"
)
_DECIDED: Final = (
    "SELECT game_id, deal, max(number), max(at) FROM ruling JOIN game USING (game_id)"
    " WHERE guild_id = ?1 AND at >= ?2 GROUP BY game_id, deal"
    " ORDER BY max(at) DESC, game_id LIMIT ?3"
)
_SINCE: Final = "SELECT count(*) FROM report WHERE user_id = ?1 AND at > ?2"
_DISMISSED: Final = (
    "SELECT ruling.at FROM report JOIN ruling ON ruling.game_id = report.game_id"
    " AND ruling.deal = report.deal AND number = answered"
    " WHERE user_id = ?1 AND kind = 'dismiss' AND undone = 0 AND ruling.at > ?2 ORDER BY ruling.at"
)
RULING_COLUMNS: Final = (
    "game_id, deal, number, kind, judge_id, reason, entries, at, undoes, version, undone"
)
_RULINGS: Final = f"SELECT {RULING_COLUMNS} FROM ruling WHERE game_id = ? ORDER BY deal, number"  # noqa: S608
_RULE: Final = (
    f"INSERT INTO ruling ({RULING_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, 0)"  # noqa: S608
    " ON CONFLICT DO NOTHING RETURNING number"
)
_ANSWER: Final = (
    "UPDATE report SET answered = ?3 WHERE game_id = ?1 AND deal = ?2 AND answered IS NULL"
)
_REOPEN: Final = (
    "UPDATE report SET answered = NULL, told = 0 WHERE game_id = ?1 AND deal = ?2 AND answered = ?3"
)
_UNWRITTEN: Final = (
    "SELECT DISTINCT game_id FROM ruling JOIN game USING (game_id)"
    " WHERE [owned] AND ruling.version IS NULL ORDER BY game_id"
)
_UNTOLD: Final = (
    "SELECT report.game_id, report.deal, user_id, note, report.at, answered, told FROM report"
    " JOIN ruling ON ruling.game_id = report.game_id AND ruling.deal = report.deal"
    " AND number = answered JOIN game ON game.game_id = report.game_id"
    " WHERE [owned] AND told = 0 AND ruling.version IS NOT NULL"
    " ORDER BY report.game_id, report.deal, user_id"
)
_TELL: Final = "UPDATE report SET told = 1 WHERE game_id = ? AND deal = ? AND user_id = ?"


class Report(Record):
    """One person's report of a deal; ``answered`` is the number of the decision about it."""

    game_id: int
    deal: int
    user_id: int
    note: str
    at: int
    answered: int | None = None
    told: bool = False


class StoredRuling(Record):
    """A decision about a deal; ``judge_id`` is 0 once the manager was erased.

    ``version`` is its line of the log, None until it is written; ``entries`` are as in that line.
    """

    game_id: int
    deal: int
    number: int
    kind: RulingKind
    judge_id: int
    reason: str
    entries: str
    at: int
    undoes: int | None = None
    version: int | None = None
    undone: bool = False


class ReportedDeal(Record):
    """A deal of a list: how many reports are open, or the number of its newest decision."""

    game_id: int
    deal: int
    count: int
    at: int


class Rulings(writer.Access):
    """Reads and writes of reports and decisions.  StorageTrouble from all."""

    async def report(self, report: Report, since: int = 0, most: int = _MOST_REPORTS) -> bool:
        """Store a report; False if this person has reported the deal, or ``most`` since then."""
        said = (report.game_id, report.deal, report.user_id, report.note, report.at)
        values = (*said, since, most)
        return bool(await self._write(lambda db: db.fetch(_REPORT, values)))

    async def reports(self, game_id: int, deal: int) -> tuple[Report, ...]:
        """Return the reports of a deal, oldest first."""
        return tuple(map(report_from_row, await self._rows(_REPORTS, game_id, deal)))

    async def open_deals(self, guild_id: int) -> tuple[ReportedDeal, ...]:
        """Return a server's deals with open reports, the longest waiting first."""
        return tuple(ReportedDeal(*row) for row in await self._rows(_OPEN, guild_id))

    async def decided_deals(self, guild_id: int, since: int, most: int) -> tuple[ReportedDeal, ...]:
        """Return a server's deals decided since then, the newest first."""
        return tuple(
            ReportedDeal(*row) for row in await self._rows(_DECIDED, guild_id, since, most)
        )

    async def reports_since(self, user_id: int, since: int) -> int:
        """Return how many deals a person has reported after that time."""
        ((count,),) = await self._rows(_SINCE, user_id, since)
        return int(count)

    async def dismissals_since(self, user_id: int, since: int) -> tuple[int, ...]:
        """Return when reports of a person were dismissed after that time, oldest first."""
        return tuple(int(row[0]) for row in await self._rows(_DISMISSED, user_id, since))

    async def of_game(self, game_id: int) -> tuple[StoredRuling, ...]:
        """Return all decisions about a match, by deal and in order."""
        return tuple(map(ruling_from_row, await self._rows_of_game(game_id, _RULINGS)))

    async def decide(self, ruling: StoredRuling) -> None:
        """Store a decision, which answers the open reports of the deal or opens them again.

        WriteRefused CHANGED if another decision has this number.
        """
        key = (ruling.game_id, ruling.deal)
        said = (ruling.kind.value, ruling.judge_id, ruling.reason, ruling.entries, ruling.at)

        async def write(db: database.Database) -> None:
            values = (*key, ruling.number, *said, ruling.undoes)
            if not await db.fetch(_RULE, values):
                raise errors.WriteRefused(errors.WriteFault.CHANGED)
            if ruling.undoes is None:
                await db.fetch(_ANSWER, (*key, ruling.number))
            else:
                await db.fetch(_REOPEN, (*key, ruling.undoes))

        await self._write(write)

    async def games_unwritten(self, owned: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Return the games with a decision that has no line yet."""
        rows = await self._rows(database.restrict_to_owned(_UNWRITTEN, owned))
        return tuple(int(row[0]) for row in rows)

    async def untold(self, owned: ShardRange = ALL_SHARDS) -> tuple[Report, ...]:
        """Return the answered reports whose people have not been told."""
        rows = await self._rows(database.restrict_to_owned(_UNTOLD, owned))
        return tuple(map(report_from_row, rows))

    async def mark_told(self, report: Report) -> None:
        """Record that a person was told, or cannot be."""
        key = (report.game_id, report.deal, report.user_id)
        await self._write(lambda db: db.fetch(_TELL, key))


def report_from_row(row: database.Row) -> Report:
    """Convert a row whose columns are in the order of the record."""
    report = Report(*row)
    return replace(report, told=bool(report.told))


def ruling_from_row(row: database.Row) -> StoredRuling:
    """Convert a row whose columns are in the order of the record."""
    ruling = StoredRuling(*row)
    return replace(ruling, kind=RulingKind(ruling.kind), undone=bool(ruling.undone))
