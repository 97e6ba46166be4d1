"""Attempts at problems: practice, and the daily problem with its table of solvers.

The column ``day`` holds a day or a week (bot/model/periods.py). Only a player who solved the
problem in its own period, without having viewed the solution, is in the table of that period.
"""

from bot.model.periods import FIRST_WEEK, SECONDS_PER_DAY, period_of
from bot.model.values import Record, replace
from bot.store import database, writer

_COLUMNS = "user_id, guild_id, day, key, line, lost, tries, helped, shared, touched_at, solved_at"
_ONE = (
    f"SELECT {_COLUMNS} FROM etude"  # noqa: S608
    " WHERE user_id = ? AND guild_id = ? AND day = ? AND key = ?"
)
_OPEN = (
    f"SELECT {_COLUMNS} FROM etude WHERE user_id = ? AND day = 0"  # noqa: S608
    " AND solved_at IS NULL AND helped = 0 ORDER BY touched_at DESC, key LIMIT 1"
)
_BEGIN = (
    "INSERT INTO etude"
    " (user_id, guild_id, day, key, line, lost, tries, helped, touched_at, solved_at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_MOVE = (
    "UPDATE etude SET line = ?5, lost = ?6, tries = ?7, helped = ?8, touched_at = ?9,"
    " solved_at = ?10 WHERE user_id = ?1 AND guild_id = ?2 AND day = ?3 AND key = ?4"
    " AND line = ?11 AND coalesce(lost, -1) = coalesce(?12, -1) AND tries = ?13"
    " AND helped = ?14 RETURNING key"
)
_SHARE = (
    "UPDATE etude SET shared = 1 WHERE user_id = ? AND guild_id = ? AND day = ?"
    " AND solved_at IS NOT NULL"
)
_PRACTISED = (
    "SELECT key, solved_at IS NOT NULL OR helped = 1 FROM etude WHERE user_id = ? AND day = 0"
)
_COUNTS = (  # 4: the first Monday
    f"helped = 0 AND CASE WHEN day < {FIRST_WEEK} THEN solved_at / {SECONDS_PER_DAY}"
    f" ELSE {FIRST_WEEK} + (solved_at / {SECONDS_PER_DAY} - 4) / 7 END = day"
)
_ELSEWHERE = (
    f"SELECT {_COLUMNS} FROM etude WHERE user_id = ? AND key = ?"  # noqa: S608
    " ORDER BY tries DESC, touched_at LIMIT 1"
)
# A copy on another server is no second try, and what a finished problem is played again for does
# not count: tries, help and mistake are kept as they were when it was solved.
_FIRST_TRIES = (
    "SELECT key, count(*), sum(1 - failed) FROM (SELECT key, user_id,"
    " max(CASE WHEN solved_at IS NULL OR helped = 1 OR tries > 1 THEN 1 ELSE 0 END) AS failed"
    " FROM etude WHERE (solved_at IS NOT NULL OR helped = 1 OR tries > 1 OR lost IS NOT NULL)"
    " AND key NOT LIKE 'own.%' GROUP BY key, user_id) AS finished GROUP BY key"
)
_SOLVED = (
    "SELECT DISTINCT key, solved_at / ? FROM etude"
    " WHERE user_id = ? AND helped = 0 AND solved_at IS NOT NULL"
)
# consecutive periods up to ?2: the n-th newest solved one is n - 1 before it
_STREAKS = (
    "WITH own AS (SELECT user_id, day, row_number() OVER"  # noqa: S608
    " (PARTITION BY user_id ORDER BY day DESC) AS n"
    f" FROM etude WHERE guild_id = ?1 AND day > 0 AND day <= ?2"
    f" AND day / {FIRST_WEEK} = ?2 / {FIRST_WEEK} AND {_COUNTS}),"
    " streak AS (SELECT user_id, count(*) AS days FROM own WHERE day + n = ?2 + 1 GROUP BY user_id)"
)
_SOLVERS = (
    f"{_STREAKS} SELECT rank() OVER (ORDER BY tries, solved_at) AS rank,"  # noqa: S608
    " user_id, tries, solved_at, days FROM etude JOIN streak USING (user_id)"
    f" WHERE guild_id = ?1 AND day = ?2 AND {_COUNTS} ORDER BY rank, user_id"
)


class ProblemAttempt(Record):
    """One player's work on one problem; ``line`` are cards by name, ``lost`` ends a line.

    ``guild_id`` and ``day`` are 0 for practice.  Times are unix seconds.
    """

    user_id: int
    guild_id: int
    day: int
    key: str
    line: str = ""
    lost: int | None = None
    tries: int = 1
    helped: bool = False
    shared: bool = False
    touched_at: int = 0
    solved_at: int | None = None

    @property
    def is_counted(self) -> bool:
        """True if the attempt is in the table of its day or week."""
        on_time = self.solved_at is not None and period_of(self.solved_at, self.day) == self.day
        return on_time and not self.helped


class DailySolver(Record):
    """One row of a table; ``days`` is the player's streak in days or weeks."""

    rank: int
    user_id: int
    tries: int
    solved_at: int
    days: int


class ProblemAttempts(writer.Access):
    """Attempts at problems. StorageTrouble from all."""

    async def attempt(
        self, user_id: int, guild_id: int, day: int, key: str
    ) -> ProblemAttempt | None:
        """Return the player's attempt at this problem; None if they never began it."""
        rows = await self._rows(_ONE, user_id, guild_id, day, key)
        return attempt_from_row(rows[0]) if rows else None

    async def open_attempt(self, user_id: int) -> ProblemAttempt | None:
        """Return the unfinished practice problem the player worked on last."""
        rows = await self._rows(_OPEN, user_id)
        return attempt_from_row(rows[0]) if rows else None

    async def begin_attempt(self, new: ProblemAttempt) -> ProblemAttempt:
        """Begin an attempt and return it; an attempt that was begun before is returned as it is."""

        async def write(db: database.Database) -> ProblemAttempt:
            key = (new.user_id, new.guild_id, new.day, new.key)
            state = (new.line, new.lost, new.tries, new.helped, new.touched_at, new.solved_at)
            await db.fetch(_BEGIN, (*key, *state))
            return attempt_from_row((await db.fetch(_ONE, key))[0])

        return await self._write(write)

    async def change_attempt(self, before: ProblemAttempt, after: ProblemAttempt) -> bool:
        """Save the change; False, with nothing changed, if ``before`` is no longer stored."""
        key = (before.user_id, before.guild_id, before.day, before.key)
        new = (after.line, after.lost, after.tries, after.helped, after.touched_at, after.solved_at)
        old = (before.line, before.lost, before.tries, before.helped)

        async def write(db: database.Database) -> bool:
            return bool(await db.fetch(_MOVE, (*key, *new, *old)))

        return await self._write(write)

    async def practice_progress(self, user_id: int) -> dict[str, bool]:
        """Return the practice problems the player has begun, and whether each is finished."""
        return {str(key): bool(done) for key, done in await self._rows(_PRACTISED, user_id)}

    async def attempt_anywhere(self, user_id: int, key: str) -> ProblemAttempt | None:
        """Return the player's attempt at a problem on any server or in practice, most tries first.

        One who has met the problem of the day in one place has met it in all.
        """
        rows = await self._rows(_ELSEWHERE, user_id, key)
        return attempt_from_row(rows[0]) if rows else None

    async def solved_days(self, user_id: int) -> frozenset[tuple[str, int]]:
        """Return every problem the player solved unaided, with the day on which."""
        rows = await self._rows(_SOLVED, SECONDS_PER_DAY, user_id)
        return frozenset((str(key), int(day)) for key, day in rows)

    async def solvers(self, guild_id: int, day: int) -> tuple[DailySolver, ...]:
        """Return the table of a day or week: fewest tries first, then the earlier solution."""
        return tuple(DailySolver(*row) for row in await self._rows(_SOLVERS, guild_id, day))

    async def set_shared(self, user_id: int, guild_id: int, day: int) -> None:
        """Record that a solved problem was announced in public."""
        await self._write(lambda db: db.fetch(_SHARE, (user_id, guild_id, day)))


def attempt_from_row(row: database.Row) -> ProblemAttempt:
    """Convert a table row, whose columns are in the order of the record."""
    attempt = ProblemAttempt(*row)
    return replace(attempt, helped=bool(attempt.helped), shared=bool(attempt.shared))


class FirstTryCounts(writer.Access):
    """Counts of all first tries; they read the whole table. StorageTrouble."""

    async def by_problem(self) -> dict[str, tuple[int, int]]:
        """Return, by key, how many people finished their first try, and how many solved it so.

        A first try ends with the solution, a mistake, a new start, or a look at the solution.
        Problems from deals of people are left out.
        """
        return {
            str(key): (int(people), int(solved))
            for key, people, solved in await self._rows(_FIRST_TRIES)
        }
