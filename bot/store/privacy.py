"""Exports a user's data and erases their identity.

A game keeps everything that was played in it, under the person's number in that game. Only the
table ``player`` and the columns ``user_id`` and ``host_id`` identify the person, and those are
cleared: chains, scores and totals stay valid, without the person.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.store.access import Access
from bot.store.database import Database
from bot.store.errors import GameDamaged, StorageTrouble, WriteFault, WriteRefused
from bot.store.own import (
    CUTS_OF_USER,
    GAMES_OF_USER,
    OwnGame,
    UserData,
    load_attempts,
    load_details,
    load_outline,
    load_person,
    words_of_seats,
)
from bot.store.wishes import UserSettings

ERASED_HOST: Final = 0  # stands for a host who was erased

# Nobody can leave a frozen table, and it never resumes, so it does not count as a seat.
_SEATED: Final = (
    "SELECT game_id, guild_id, coalesce(place_id, channel_id) FROM sitting"
    " JOIN game USING (game_id) WHERE ? IN (user_id, kept_for) AND until IS NULL"
    " AND game.seal IS NOT NULL"
    " AND status IN ('lobby', 'playing', 'paused') ORDER BY game_id"
)
_COUNTS: Final = (
    "SELECT (SELECT count(*) FROM player WHERE user_id = ?1),"
    " (SELECT count(*) FROM player JOIN result USING (game_id, user_id) WHERE user_id = ?1),"
    " (SELECT count(*) FROM review_seat WHERE user_id = ?1),"
    " (SELECT count(*) FROM player JOIN vote USING (game_id, user_id) WHERE user_id = ?1),"
    " (SELECT count(*) FROM etude WHERE user_id = ?1)"
)
_ERASE: Final = (
    "DELETE FROM player WHERE user_id = ?",
    "UPDATE sitting SET user_id = NULL WHERE user_id = ?",
    "UPDATE sitting SET kept_for = NULL WHERE kept_for = ?",
    "UPDATE result SET user_id = NULL WHERE user_id = ?",
    "UPDATE review_seat SET user_id = NULL WHERE user_id = ?",
    f"UPDATE game SET host_id = {ERASED_HOST} WHERE host_id = ?",  # noqa: S608
    "DELETE FROM vote WHERE ? IN (user_id, heir)",
    "DELETE FROM summons WHERE user_id = ?",
    "DELETE FROM etude WHERE user_id = ?",
    "DELETE FROM person WHERE user_id = ?",
)


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """An open table where the person has a seat, and its channel."""

    game_id: int
    guild_id: int
    place_id: int


@dataclass(frozen=True, slots=True)
class UserDataCounts:
    """The number of rows about a person: games they had a seat in, and what those contain."""

    person: UserSettings | None
    games: int
    results: int
    reviews: int
    votes: int
    problems: int
    cuts: int

    @property
    def is_empty(self) -> bool:
        """True for a stranger."""
        return self.person is None and not (self.games or self.problems)


class UserDataAccess(Access):
    """One person's data. StorageTrouble from all."""

    async def counts(self, user_id: int) -> UserDataCounts:
        """Return how much is stored about the person."""
        async with self._snapshot() as db:
            person = await load_person(db, user_id)
            ((games, results, reviews, votes, problems),) = await db.fetch(_COUNTS, (user_id,))
            cuts = tuple(words_of_seats(await db.fetch(CUTS_OF_USER, (user_id,))))
            return UserDataCounts(person, games, results, reviews, votes, problems, len(cuts))

    async def open_seats(self, user_id: int) -> tuple[OpenSeat, ...]:
        """Return the open tables that prevent erasing the person while they sit there."""
        return tuple(OpenSeat(*row) for row in await self._rows(_SEATED, user_id))

    async def export(self, user_id: int) -> UserData:
        """Return everything stored about a person, for that person only: it names their cards."""
        async with self._snapshot() as db:
            person, attempts = await load_person(db, user_id), await load_attempts(db, user_id)
            game_ids = [int(row[0]) for row in await db.fetch(GAMES_OF_USER, (user_id,))]
        found = [await self._own_game(user_id, game_id) for game_id in game_ids]
        games = tuple(game for game in found if game is not None)
        return UserData(user_id, person, games, attempts)

    async def _own_game(self, user_id: int, game_id: int) -> OwnGame | None:
        async with self._snapshot() as db:
            with suppress(GameDamaged):  # the game is marked, and its record says so
                await self._verify_game(db, game_id)
            game = await load_outline(db, user_id, game_id)
            return game if game is None or game.damaged else await load_details(db, user_id, game)

    async def erase(self, user_id: int) -> tuple[int, ...]:
        """Erase who the person was; return the affected games, whose tables must be reloaded.

        WriteRefused STILL_SEATED while the person has a seat at an open table, or one is kept for
        them there; then nothing has changed.
        """

        async def write(db: Database) -> tuple[int, ...]:
            if await db.fetch(_SEATED, (user_id,)):
                raise WriteRefused(WriteFault.STILL_SEATED)
            games = tuple(int(row[0]) for row in await db.fetch(GAMES_OF_USER, (user_id,)))
            for statement in _ERASE:
                await db.fetch(statement, (user_id,))
            return games

        games = await self._write(write)
        await self.wipe_log()
        return games

    async def wipe_log(self) -> None:
        """Overwrite deleted data where the database still has it.

        If that fails, the orderly shutdown does it.
        """
        with suppress(StorageTrouble):
            async with self._connection() as db:
                await db.wipe_log()
