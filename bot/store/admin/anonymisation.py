"""Anonymises old games and drops servers that removed the bot.

As in ``bot.store.admin.user_data``, games keep what was played and lose only the identities. Work
is done in small transactions, each of which leaves the database valid; the next run continues after
a kill.
"""

import json
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from bot.model.enums import ALL_SHARDS, ShardRange
from bot.store.admin.user_data import ERASED_HOST
from bot.store.database import Database, restrict_to_owned
from bot.store.queries.preferences import ROLE_NOTIFIED_KEY
from bot.store.queries.sent_notifications import delete_events_of
from bot.store.writer import Access

_REMOVED_PREFIX: Final = "left:"  # followed by a server id: since when the bot is not on it
_REMOVED_PREFIX_END: Final = (
    "left;"  # the character after the colon: all such keys sort between the two
)
_ANY_TIME: Final = 2**62
_BATCH_GAMES: Final = 50  # games per transaction

# a game that still identifies its players
_HAS_PEOPLE: Final = "EXISTS (SELECT 1 FROM player WHERE player.game_id = game.game_id)"
_NAMED: Final = f"(host_id <> {ERASED_HOST} OR {_HAS_PEOPLE})"
_OLD: Final = (
    f"SELECT game_id FROM game WHERE [owned] AND ended_at < ?1 AND {_NAMED}"  # noqa: S608
    f" ORDER BY ended_at LIMIT {_BATCH_GAMES}"
)
_OF_GUILD: Final = (
    f"SELECT game_id FROM game WHERE guild_id = ?1 AND ended_at IS NOT NULL AND {_NAMED}"  # noqa: S608
    f" LIMIT {_BATCH_GAMES}"
)
_OPEN: Final = "SELECT game_id FROM game WHERE guild_id = ? AND ended_at IS NULL ORDER BY game_id"
_PEOPLE: Final = "SELECT DISTINCT user_id FROM player WHERE game_id IN ([numbers ?])"
_ANONYMISE: Final = (
    "DELETE FROM player WHERE game_id IN ([numbers ?])",
    "UPDATE sitting SET user_id = NULL WHERE game_id IN ([numbers ?]) AND user_id IS NOT NULL",
    "UPDATE sitting SET kept_for = NULL WHERE game_id IN ([numbers ?]) AND kept_for IS NOT NULL",
    "UPDATE result SET user_id = NULL WHERE game_id IN ([numbers ?]) AND user_id IS NOT NULL",
    "UPDATE review_seat SET user_id = NULL WHERE game_id IN ([numbers ?]) AND user_id IS NOT NULL",
    f"UPDATE game SET host_id = {ERASED_HOST} WHERE game_id IN ([numbers ?])",  # noqa: S608
    "DELETE FROM vote WHERE game_id IN ([numbers ?])",
    "DELETE FROM kibitz WHERE game_id IN ([numbers ?])",
    "DELETE FROM summons WHERE game_id IN ([numbers ?])",
    "DELETE FROM report WHERE game_id IN ([numbers ?])",
    "UPDATE ruling SET judge_id = 0, reason = '' WHERE game_id IN ([numbers ?])",
)
_STRANGERS: Final = (  # those of them who appear nowhere any more
    "DELETE FROM person WHERE user_id IN ([numbers ?]) AND NOT EXISTS"
    " (SELECT 1 FROM player WHERE player.user_id = person.user_id) AND NOT EXISTS"
    " (SELECT 1 FROM etude WHERE etude.user_id = person.user_id) AND NOT EXISTS"
    " (SELECT 1 FROM own_deal WHERE own_deal.user_id = person.user_id) AND NOT EXISTS"
    " (SELECT 1 FROM daily_deal WHERE daily_deal.user_id = person.user_id) AND NOT EXISTS"
    " (SELECT 1 FROM league_member WHERE league_member.user_id = person.user_id) AND NOT EXISTS"
    " (SELECT 1 FROM report WHERE report.user_id = person.user_id) AND NOT EXISTS"
    " (SELECT 1 FROM ruling WHERE judge_id = person.user_id) RETURNING user_id"
)
_ENDED_LEAGUES: Final = (  # the last line is the time of the end
    "SELECT league_id FROM league WHERE wake IS NULL AND ?1 >"
    " (SELECT max(at) FROM league_line WHERE league_line.league_id = league.league_id)"
)
_FORGET_MEMBERS: Final = (
    "UPDATE league_member SET user_id = NULL WHERE league_id = ? AND user_id IS NOT NULL"
)
_FORGET_AUTHORS: Final = (
    "UPDATE league_line SET author_id = 0 WHERE league_id = ? AND author_id <> 0"
)
_MEMBERS: Final = "SELECT user_id FROM league_member WHERE league_id = ? AND user_id IS NOT NULL"
_LEAGUES_OF_GUILD: Final = "SELECT league_id FROM league WHERE guild_id = ?"
_DELETE_LEAGUE: Final = (
    "DELETE FROM league_game WHERE league_id = ?",
    "DELETE FROM league_line WHERE league_id = ?",
    "DELETE FROM league_member WHERE league_id = ?",
    "DELETE FROM league WHERE league_id = ?",
)
_OLD_PRACTICE: Final = (
    "DELETE FROM etude WHERE touched_at < ? RETURNING user_id",
    "DELETE FROM own_deal WHERE touched_at < ? RETURNING user_id",
    "DELETE FROM daily_deal WHERE touched_at < ? RETURNING user_id",
)
_TOTALS_OF_STRANGERS: Final = (  # a damaged game may have left some
    "DELETE FROM play_sum WHERE user_id IN ([numbers ?]) AND NOT EXISTS"
    " (SELECT 1 FROM player WHERE player.user_id = play_sum.user_id)"
)
_KNOWN: Final = (
    "SELECT guild_id FROM guild UNION SELECT guild_id FROM weekly UNION SELECT guild_id"  # noqa: S608
    " FROM etude WHERE guild_id <> 0 UNION"
    " SELECT guild_id FROM daily_deal WHERE guild_id <> 0 UNION SELECT guild_id FROM league UNION"
    " SELECT guild_id FROM daily_event WHERE guild_id <> 0 UNION"
    f" SELECT guild_id FROM game WHERE ended_at IS NULL OR {_NAMED}"
)
_RECORD_REMOVAL: Final = "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
_RECORD_RETURN: Final = "DELETE FROM setting WHERE key = ?"
_MISSING_SERVERS: Final = (
    f"SELECT CAST(substr(key, {len(_REMOVED_PREFIX) + 1}) AS BIGINT) AS guild_id FROM setting"  # noqa: S608
    f" WHERE key >= '{_REMOVED_PREFIX}' AND key < '{_REMOVED_PREFIX_END}'"
    f" AND CASE WHEN key >= '{_REMOVED_PREFIX}' AND key < '{_REMOVED_PREFIX_END}' THEN"
    " CAST(value AS BIGINT) <= ? END"
    " ORDER BY guild_id"
)


class Anonymised(NamedTuple):
    """The games that were anonymised, and the people about whom nothing is left."""

    games: tuple[int, ...] = ()
    people: tuple[int, ...] = ()


class Retention(Access):
    """Automatic deletion. StorageTrouble from all."""

    async def anonymise_ended(self, before: int, owned: ShardRange = ALL_SHARDS) -> Anonymised:
        """Anonymise a batch of games that ended before that time; an empty result means done."""

        async def write(db: Database) -> Anonymised:
            old = await db.fetch(restrict_to_owned(_OLD, owned), (before,))
            return await _anonymise(db, [int(row[0]) for row in old])

        return await self._write(write)

    async def delete_old_practice(self, before: int) -> tuple[int, ...]:
        """Delete problems, own deals and those of days untouched since then.

        Leagues that ended before name nobody any more.  Return the people without data left.
        """

        async def write(db: Database) -> tuple[int, ...]:
            found = [row for sql in _OLD_PRACTICE for row in await db.fetch(sql, (before,))]
            for (league_id,) in await db.fetch(_ENDED_LEAGUES, (before,)):
                found += await db.fetch(_MEMBERS, (league_id,))
                await db.fetch(_FORGET_MEMBERS, (league_id,))
                await db.fetch(_FORGET_AUTHORS, (league_id,))
            return await _delete_strangers(db, {int(row[0]) for row in found})

        return await self._write(write)

    async def record_presence(
        self, present: Collection[int], now: int, owned: ShardRange = ALL_SHARDS
    ) -> None:
        """Record which known servers lack the bot now; a server already missing keeps its date."""

        async def write(db: Database) -> None:
            known = {int(row[0]) for row in await db.fetch(_KNOWN)}
            missed = {int(row[0]) for row in await db.fetch(_MISSING_SERVERS, (_ANY_TIME,))}
            for guild_id in filter(owned.covers, known.difference(present, missed)):
                await db.fetch(_RECORD_REMOVAL, (f"{_REMOVED_PREFIX}{guild_id}", str(now)))
            for guild_id in missed.intersection(present):
                await db.fetch(_RECORD_RETURN, (f"{_REMOVED_PREFIX}{guild_id}",))

        await self._write(write)

    async def record_removal(self, guild_id: int, now: int) -> None:
        """Record that the bot was removed from that server."""
        key = f"{_REMOVED_PREFIX}{guild_id}"
        await self._write(lambda db: db.fetch(_RECORD_REMOVAL, (key, str(now))))

    async def record_return(self, guild_id: int) -> None:
        """Record that the bot was invited to that server."""
        await self._write(lambda db: db.fetch(_RECORD_RETURN, (f"{_REMOVED_PREFIX}{guild_id}",)))

    async def missing_servers(self, since: int, owned: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Return the servers that have been missing since that time or longer."""
        found = [int(row[0]) for row in await self._rows(_MISSING_SERVERS, since)]
        return tuple(filter(owned.covers, found))

    async def open_tables(self, guild_id: int) -> tuple[int, ...]:
        """Return the unfinished games of a server, damaged or not."""
        return tuple(int(row[0]) for row in await self._rows(_OPEN, guild_id))

    async def anonymise_guild(self, guild_id: int) -> Anonymised:
        """Anonymise a batch of the server's finished games.

        When none are left, delete its settings, titles, house rules, weekly tables, leagues and
        problems, take the six deals of a day as played outside of servers, and return no games.
        """

        async def write(db: Database) -> Anonymised:
            games = [int(row[0]) for row in await db.fetch(_OF_GUILD, (guild_id,))]
            if games:
                return await _anonymise(db, games)
            await db.fetch("DELETE FROM guild WHERE guild_id = ?", (guild_id,))
            await db.fetch("DELETE FROM weekly WHERE guild_id = ?", (guild_id,))
            await db.fetch("DELETE FROM agreement WHERE guild_id = ?", (guild_id,))
            await db.fetch("DELETE FROM title WHERE guild_id = ?", (guild_id,))
            await delete_events_of(db, guild_id)
            for key in (f"{_REMOVED_PREFIX}{guild_id}", f"{ROLE_NOTIFIED_KEY}{guild_id}"):
                await db.fetch("DELETE FROM setting WHERE key = ?", (key,))
            await db.fetch("UPDATE daily_deal SET guild_id = 0 WHERE guild_id = ?", (guild_id,))
            await db.fetch("UPDATE daily_event SET guild_id = 0 WHERE guild_id = ?", (guild_id,))
            sql = "DELETE FROM etude WHERE guild_id = ? RETURNING user_id"
            users = {int(row[0]) for row in await db.fetch(sql, (guild_id,))}
            for (league_id,) in await db.fetch(_LEAGUES_OF_GUILD, (guild_id,)):
                users |= {int(row[0]) for row in await db.fetch(_MEMBERS, (league_id,))}
                for statement in _DELETE_LEAGUE:
                    await db.fetch(statement, (league_id,))
            return Anonymised(people=await _delete_strangers(db, users))

        return await self._write(write)


async def _anonymise(db: Database, games: list[int]) -> Anonymised:
    """Remove the identities of all players from these games."""
    these = json.dumps(games)
    users = {int(row[0]) for row in await db.fetch(_PEOPLE, (these,))}
    for statement in _ANONYMISE:
        await db.fetch(statement, (these,))
    return Anonymised(tuple(games), await _delete_strangers(db, users))


async def _delete_strangers(db: Database, users: Iterable[int]) -> tuple[int, ...]:
    """Delete names and totals of those people who appear nowhere any more."""
    these = json.dumps(sorted(users))
    await db.fetch(_TOTALS_OF_STRANGERS, (these,))
    gone = await db.fetch(_STRANGERS, (these,))
    return tuple(int(row[0]) for row in gone)
