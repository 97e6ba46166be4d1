"""Read queries about games: one to resume, its log, and lists of many."""

import json
from collections.abc import Collection, Sequence
from sys import intern
from typing import Final

from bot.model.enums import ALL_SHARDS, Clock, Departure, KibitzKind, Posting, ShardRange, Status
from bot.model.values import replace
from bot.store import errors, records, saving, writer
from bot.store.database import Database, Row, restrict_to_owned
from bot.store.integrity.verification import faults_of_game, find_missing_games, mark_damaged

# Loads one game as records: to resume it, or with its whole log.

SELECT_GAME = (
    "SELECT game_id, status, guild_id, channel_id, place_id, message_id, host_id, rules, clock,"
    " created_at, started_at, ended_at, deadline, version, painted, revision, painted_revision,"
    " wake, shows, friendly, ends_at, starts_at, clock_chosen, event FROM game"
)
_SELECT_FROM_LOG = f"SELECT version, deal, seat, text, {saving.LINE_AUTHOR}, at FROM"
SELECT_LINE = f"{_SELECT_FROM_LOG} line"
SELECT_LOG = f"{_SELECT_FROM_LOG} logged AS line WHERE game_id = ? ORDER BY version"
SELECT_SITTING = (
    "SELECT seat, user_id, robot, since, until, misses, away, kept_for, left_in, first_deal"
    " FROM sitting"
)
SELECT_DEAL = "SELECT deal, last_version, summary, carry, closed_at FROM deal WHERE game_id = ?"
SELECT_POSTINGS = (
    "SELECT deal, account, seat, against, amount, why, count, unit FROM posting"
    " WHERE game_id = ? ORDER BY deal, position"
)
_VOTES = (
    "SELECT user_id, kind, at, seat, heir FROM vote WHERE game_id = ? ORDER BY at, user_id, kind"
)
KIBITZ_COLUMNS: Final = "user_id, player_id, kind, at, deal"
_KIBITZ = (
    f"SELECT {KIBITZ_COLUMNS} FROM kibitz WHERE game_id = ?"  # noqa: S608
    " ORDER BY at, user_id, player_id, kind"
)
SCORE_COLUMNS: Final = "seat, user_id, robot, balance, place, part, mark, first_deal, last_deal"
SELECT_SCORES = f"SELECT {SCORE_COLUMNS} FROM result WHERE game_id = ? ORDER BY seat, part"  # noqa: S608
_SHARES = (
    "SELECT seat, user_id, robot, balance, place, part, mark, first_deal, last_deal,"
    " CASE WHEN user_id IS NULL THEN player END FROM share LEFT JOIN player"
    " ON player.game_id = share.game_id AND number = share.player"
    " WHERE share.game_id = ? ORDER BY seat, part"
)
_OF_SEASON = (
    "SELECT DISTINCT game_id, ended_at FROM result WHERE guild_id = ?1 AND user_id = ?2"
    " AND season = ?3 ORDER BY ended_at DESC, game_id DESC LIMIT ?4"
)
SELECT_SHUFFLE = "SELECT deal, seed, words FROM shuffle WHERE game_id = ?1"
# One range of the primary key: the last closed deal tells where the open deal begins.
SELECT_OPEN_LINES = (
    f"{SELECT_LINE} WHERE game_id = ?1 AND version > coalesce("  # noqa: S608
    "(SELECT last_version FROM deal WHERE game_id = ?1 ORDER BY deal DESC LIMIT 1), -1)"
    " ORDER BY version"
)


async def load_stored_game(db: Database, game_id: int) -> records.StoredGame | None:
    """Load a game as ``GameQueries.load`` does, also in the middle of a transaction."""
    games = await db.fetch(f"{SELECT_GAME} WHERE game_id = ?", (game_id,))
    if not games:
        return None
    current = f"{SELECT_SITTING} WHERE game_id = ? AND until IS NULL ORDER BY seat"
    sittings = await db.fetch(current, (game_id,))
    deals = await db.fetch(f"{SELECT_DEAL} ORDER BY deal DESC LIMIT 1", (game_id,))
    last = records.ClosedDeal(*deals[0]) if deals else None
    shuffles = await db.fetch(f"{SELECT_SHUFFLE} ORDER BY deal DESC LIMIT 1", (game_id,))
    return records.StoredGame(
        game=game_from_row(games[0]),
        sittings=tuple(map(seat_holder_from_row, sittings)),
        votes=tuple(records.StoredVote(*row) for row in await db.fetch(_VOTES, (game_id,))),
        carry=last.carry if last else None,
        summary=last.summary if last else None,
        lines=tuple(map(_line_from_row, await db.fetch(SELECT_OPEN_LINES, (game_id,)))),
        shuffle=shuffle_from_row(shuffles[0]) if shuffles else None,
        shares=tuple(map(score_from_row, await db.fetch(_SHARES, (game_id,)))),
        kibitz=tuple(map(kibitz_note_from_row, await db.fetch(_KIBITZ, (game_id,)))),
    )


async def load_log(db: Database, game_id: int) -> records.GameLog | None:
    stored = await load_stored_game(db, game_id)
    if stored is None:
        return None
    lines = await db.fetch(SELECT_LOG, (game_id,))
    return records.GameLog(
        game=stored.game,
        sittings=stored.sittings,
        lines=tuple(records.LogLine(*row) for row in lines),
        deals=tuple(
            records.ClosedDeal(*row)
            for row in await db.fetch(f"{SELECT_DEAL} ORDER BY deal", (game_id,))
        ),
        postings=tuple(map(posting_from_row, await db.fetch(SELECT_POSTINGS, (game_id,)))),
        scores=tuple(map(score_from_row, await db.fetch(SELECT_SCORES, (game_id,)))),
        shares=stored.shares,
    )


def game_from_row(row: Row) -> records.GameRow:
    """Convert a row of ``SELECT_GAME``. ValueError for an unknown status or clock."""
    game = records.GameRow(*row)
    status, clock = Status(game.status), Clock(game.clock)
    return game._replace(
        rules=_interned(game.rules),
        status=status,
        clock=clock,
        friendly=bool(game.friendly),
        clock_chosen=bool(game.clock_chosen),
    )


def posting_from_row(row: Row) -> records.DealPosting:
    """Convert a row with the columns of ``SELECT_POSTINGS``."""
    return records.DealPosting(row[0], Posting(*row[1:]))


def score_from_row(row: Sequence[object]) -> records.SeatScore:
    """Convert a row with the columns of ``SCORE_COLUMNS``, and perhaps the number of an erased
    player.
    """
    score = records.SeatScore(*row)  # type: ignore[arg-type]
    return score if score.mark is None else replace(score, mark=Departure(score.mark))


def shuffle_from_row(row: Row) -> records.Shuffle:
    """Convert a row with the columns of ``SELECT_SHUFFLE``."""
    deal, seed, words = row
    return records.Shuffle(deal, bytes.fromhex(seed), words)


def kibitz_note_from_row(row: Row) -> records.KibitzNote:
    """Convert a row with the columns of ``KIBITZ_COLUMNS``."""
    note = records.KibitzNote(*row)
    return replace(note, kind=KibitzKind(note.kind))


def seat_holder_from_row(row: Row) -> records.SeatHolder:
    """Convert a row with the columns of ``SELECT_SITTING``."""
    sitting = records.SeatHolder(*row)
    return replace(sitting, away=bool(sitting.away))


def _line_from_row(row: Row) -> records.LogLine:
    version, deal, seat, text, by, at = row
    return records.LogLine(version, deal, seat, _interned(text), _interned(by), at)


def _interned(text: str) -> str:
    """Intern the text, which many tables share; a damaged row may hold something else than text."""
    return intern(text) if type(text) is str else text


# Read queries about games: one to resume, its log, and lists of many.

ALL_STATUSES = tuple(Status)
_OF_STATUS = "status IN ([words ?2]) ORDER BY game_id"
_OUTLINE = (
    "SELECT game_id, CASE WHEN ended_at IS NULL THEN 'frozen' ELSE 'void' END, guild_id,"
    " channel_id, place_id, message_id, host_id, '', 'none', created_at, started_at, ended_at,"
    " NULL, version, painted, revision, painted_revision, NULL, '', friendly, NULL, NULL,"
    " clock_chosen, event FROM game"
)
_HAS_SEED = "SELECT 1 FROM shuffle WHERE game_id = ?1 AND deal = ?2"
_DECK = "SELECT text FROM line WHERE game_id = ?1 AND deal = ?2 AND text LIKE 'deck %'"
_NEWEST_DECK = "SELECT max(deal) FROM line WHERE game_id = ?1 AND text LIKE 'deck %'"
_TAKEN_BACK = (
    "SELECT seat, count(*) FROM line WHERE game_id = ?1 AND deal = ?2"
    " AND text LIKE 'takeback %' GROUP BY seat ORDER BY seat"
)
# Integers only: a query of the timer or of startup over all games must not fail at one of them.
DUE_GAMES = (
    "SELECT game_id, guild_id, wake FROM game WHERE [owned] AND wake <= ?1 ORDER BY wake, game_id"
)
NEXT_WAKE = "SELECT min(wake) FROM game WHERE [owned] AND wake > ?1"
_SERVERS = "SELECT DISTINCT guild_id FROM game WHERE [owned] AND ended_at IS NULL"
_COUNT = (
    "SELECT status, count(*) FROM game WHERE [owned] AND ended_at IS NULL"
    " AND status IN ('lobby', 'playing', 'paused', 'frozen') GROUP BY status"
)
_IN_STATE = "SELECT game_id FROM game WHERE [owned] AND status = ? ORDER BY game_id"
_UNPAINTED = (  # and damaged games, which still have to be frozen
    "SELECT game_id FROM game WHERE [owned] AND game_id IN"
    " (SELECT game_id FROM game WHERE ended_at IS NULL"
    " UNION ALL SELECT game_id FROM game WHERE ended_at >= ?1)"
    " AND (painted < version OR painted_revision < revision"
    " OR (seal IS NULL AND status NOT IN ('frozen', 'over', 'void'))) ORDER BY game_id"
)


class GameQueries(writer.Access):
    """Reads of games; each result is committed and consistent.  StorageTrouble from all.

    A damaged game is still listed by its channel and its timer; loading it by id raises
    GameDamaged.
    """

    async def load(self, game_id: int) -> records.StoredGame | None:
        """Return the game with its seat holders, its votes and the lines of its open deal."""
        async with self._snapshot() as db:
            await self._verify_game(db, game_id)
            return await load_stored_game(db, game_id)

    async def outline(self, game_id: int) -> records.GameRow | None:
        """Return a game without its texts, even if it is damaged; its status is frozen or void."""
        rows = await self._rows(f"{_OUTLINE} WHERE game_id = ?", game_id)
        return game_from_row(rows[0]) if rows else None

    async def sittings(self, game_id: int) -> tuple[records.SeatHolder, ...]:
        """Return everybody who ever had a seat, by seat and time."""
        rows = await self._rows_of_game(
            game_id, f"{SELECT_SITTING} WHERE game_id = ? ORDER BY seat, since"
        )
        return tuple(map(seat_holder_from_row, rows))

    async def newest_lines(self, game_id: int, limit: int) -> tuple[records.LogLine, ...]:
        """Return the last unpacked lines of the log, in order."""
        sql = f"{SELECT_LINE} WHERE game_id = ?1 ORDER BY version DESC LIMIT ?2"
        rows = await self._rows_of_game(game_id, sql, limit)
        return tuple(records.LogLine(*row) for row in reversed(rows))

    async def deals(self, game_id: int) -> tuple[records.ClosedDeal, ...]:
        """Return the closed deals in order."""
        return tuple(
            records.ClosedDeal(*row)
            for row in await self._rows_of_game(game_id, f"{SELECT_DEAL} ORDER BY deal")
        )

    async def postings(self, game_id: int) -> tuple[records.DealPosting, ...]:
        """Return everything written on the sheet, in order."""
        return tuple(map(posting_from_row, await self._rows_of_game(game_id, SELECT_POSTINGS)))

    async def shuffle(self, game_id: int, deal: int) -> records.Shuffle | None:
        """Return the origin of a deal's deck; None for decks from before seeds existed."""
        rows = await self._rows_of_game(game_id, f"{SELECT_SHUFFLE} AND deal = ?2", deal)
        return shuffle_from_row(rows[0]) if rows else None

    async def has_seed(self, game_id: int, deal: int) -> bool:
        """Return True if that deal has a seed, without reading it."""
        return bool(await self._rows_of_game(game_id, _HAS_SEED, deal))

    async def deck(self, game_id: int, deal: int) -> str | None:
        """Return the line with the deck of a deal, once it is dealt."""
        rows = await self._rows_of_game(game_id, _DECK, deal)
        return str(rows[0][0]) if rows else None

    async def taken_back(self, game_id: int, deal: int) -> tuple[tuple[int, int], ...]:
        """Return the seats that took something back in a deal, and how often."""
        rows = await self._rows_of_game(game_id, _TAKEN_BACK, deal)
        return tuple((int(seat), int(count)) for seat, count in rows)

    async def newest_deck(self, game_id: int) -> int | None:
        """Return the number of the last dealt deal, scored or not."""
        ((deal,),) = await self._rows_of_game(game_id, _NEWEST_DECK)
        return None if deal is None else int(deal)

    async def scores(self, game_id: int) -> tuple[records.SeatScore, ...]:
        """Return the results of a finished game, by seat."""
        return tuple(map(score_from_row, await self._rows_of_game(game_id, SELECT_SCORES)))

    async def games_of_season(
        self, guild_id: int, user_id: int, season: str, most: int
    ) -> tuple[int, ...]:
        """Return the newest finished games of a person on a server in a season, oldest first."""
        rows = await self._rows(_OF_SEASON, guild_id, user_id, season, most)
        return tuple(sorted(int(row[0]) for row in rows))

    async def game_ids(self) -> tuple[int, ...]:
        """Return the ids of all games, oldest first."""
        rows = await self._rows("SELECT game_id FROM game ORDER BY game_id")
        return tuple(int(row[0]) for row in rows)

    async def log_of(self, game_id: int) -> records.GameLog | None:
        """Return a game with its whole log and all its rows, damaged or not, for the audit.

        StatementFault when a text cannot be read.
        """
        async with self._snapshot() as db:
            return await load_log(db, game_id)

    async def faults(self, game_id: int) -> tuple[str, ...]:
        """Return what is damaged about a game, in words that name no card; empty if sound."""
        async with self._snapshot() as db:
            return await faults_of_game(db, game_id)

    async def missing_games(self) -> tuple[tuple[int, str], ...]:
        """Return ids that rows refer to although no such game exists, with the fault."""
        async with self._snapshot() as db:
            return tuple(await find_missing_games(db))

    async def games_of_guild(
        self, guild_id: int, statuses: Collection[Status] = ALL_STATUSES
    ) -> tuple[records.GameRow, ...]:
        """Return the server's games, oldest first."""
        where = f"guild_id = ?1 AND {_OF_STATUS}"
        return await self._games(where, guild_id, json.dumps(list(statuses)))

    async def games_of_user(
        self, user_id: int, statuses: Collection[Status] = ALL_STATUSES
    ) -> tuple[records.GameRow, ...]:
        """Return games where the user has a seat, or had one at the end, oldest first.

        A seat that is kept for them counts.
        """
        seat = "SELECT game_id FROM sitting WHERE until IS NULL AND"
        seated = f"{seat} user_id = ?1 UNION {seat} kept_for = ?1"
        where = f"game_id IN ({seated}) AND {_OF_STATUS}"
        return await self._games(where, user_id, json.dumps(list(statuses)))

    async def games_in_place(
        self, place_id: int, statuses: Collection[Status] = ALL_STATUSES
    ) -> tuple[records.GameRow, ...]:
        """Return the games played in this thread or channel: damaged ones, then others by age."""
        where = f"place_id = ?1 AND {_OF_STATUS}"
        values = (place_id, json.dumps(list(statuses)))
        damaged = await self._rows(f"{_OUTLINE} WHERE seal IS NULL AND {where}", *values)
        return (*map(game_from_row, damaged), *await self._games(where, *values))

    async def games_in_channel(
        self, channel_id: int, statuses: Collection[Status] = ALL_STATUSES
    ) -> tuple[records.GameRow, ...]:
        """Return the games opened in this channel, including those played in one of its threads."""
        where = f"?1 IN (channel_id, place_id) AND {_OF_STATUS}"
        return await self._games(where, channel_id, json.dumps(list(statuses)))

    async def servers(self, owned: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Return the servers with an open game."""
        return tuple(int(row[0]) for row in await self._rows(restrict_to_owned(_SERVERS, owned)))

    async def due(self, now: int, owned: ShardRange = ALL_SHARDS) -> tuple[records.DueTimer, ...]:
        """Return the games whose timer is due by ``now``, the most overdue first."""
        return tuple(
            records.DueTimer(*row)
            for row in await self._rows(restrict_to_owned(DUE_GAMES, owned), now)
        )

    async def count_open(self, owned: ShardRange = ALL_SHARDS) -> dict[Status, int]:
        """Return the number of open games per status, omitting zeros."""
        counted = await self._rows(restrict_to_owned(_COUNT, owned))
        return {Status(status): number for status, number in counted}

    async def next_wake(self, after: int = -1, owned: ShardRange = ALL_SHARDS) -> int | None:
        """Return when the next timer after that moment is due; None when no timer runs."""
        ((wake,),) = await self._rows(restrict_to_owned(NEXT_WAKE, owned), after)
        return None if wake is None else int(wake)

    async def games_in_status(
        self, status: Status, owned: ShardRange = ALL_SHARDS
    ) -> tuple[int, ...]:
        """Return the ids of all games in that status, oldest first."""
        rows = await self._rows(restrict_to_owned(_IN_STATE, owned), status)
        return tuple(int(row[0]) for row in rows)

    async def unpainted(
        self, ended_after: int = 0, owned: ShardRange = ALL_SHARDS
    ) -> tuple[int, ...]:
        """Return games whose message is outdated; ended ones only if they ended since that time."""
        rows = await self._rows(restrict_to_owned(_UNPAINTED, owned), ended_after)
        return tuple(int(row[0]) for row in rows)

    async def _games(self, where: str, *values: int | str) -> tuple[records.GameRow, ...]:
        """Return the undamaged games; one whose row cannot be decoded is marked as damaged."""
        sql = f"{SELECT_GAME} WHERE seal IS NOT NULL AND {where}"
        try:
            return tuple(map(game_from_row, await self._rows(sql, *values)))
        except (errors.StatementFault, ValueError):  # one of them has an invalid text
            rows = await self._rows(sql.replace(SELECT_GAME, "SELECT game_id FROM game"), *values)
        found = [await self._readable(int(row[0])) for row in rows]
        return tuple(game for game in found if game is not None)

    async def _readable(self, game_id: int) -> records.GameRow | None:
        """Return the row of a game, or mark the game as damaged if its row cannot be decoded."""
        try:
            (row,) = await self._rows(f"{SELECT_GAME} WHERE game_id = ?", game_id)
            return game_from_row(row)
        except (errors.StatementFault, ValueError):
            self._writer.guard.needs_full_check = True
            await self._write(lambda db: mark_damaged(db, game_id, "its row cannot be read"))
            return None
