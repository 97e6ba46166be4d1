"""What is stored of one person: all of it for himself, and nothing of it once he is forgotten.

A game keeps what was played in it, under the number it had for him.  Only the table ``player`` and
the columns ``user_id`` and ``host_id`` say who that was, and those are emptied: chains, scores and
sums stay as they are, without the person.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.store.access import Access
from bot.store.database import Database
from bot.store.errors import GameDamaged, StorageTrouble, WriteFault, WriteRefused
from bot.store.own import (
    CUTS,
    GAMES,
    AllAbout,
    OwnGame,
    attempts_of,
    cuts_of,
    filled,
    outline_of,
    person_of,
)
from bot.store.wishes import Person

NOBODY: Final = 0  # the host of a game whose host was forgotten

# Nobody can get up from a frozen table, and it is never gone on with: it holds nobody.
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
_FORGET: Final = (
    "DELETE FROM player WHERE user_id = ?",
    "UPDATE sitting SET user_id = NULL WHERE user_id = ?",
    "UPDATE sitting SET kept_for = NULL WHERE kept_for = ?",
    "UPDATE result SET user_id = NULL WHERE user_id = ?",
    "UPDATE review_seat SET user_id = NULL WHERE user_id = ?",
    f"UPDATE game SET host_id = {NOBODY} WHERE host_id = ?",  # noqa: S608
    "DELETE FROM vote WHERE ? IN (user_id, heir)",
    "DELETE FROM summons WHERE user_id = ?",
    "DELETE FROM etude WHERE user_id = ?",
    "DELETE FROM person WHERE user_id = ?",
)


@dataclass(frozen=True, slots=True)
class Seated:
    """An open table at which somebody sits, and where it is played."""

    game_id: int
    guild_id: int
    place_id: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How much is stored of somebody: games he ever had a seat in, and what they say of him."""

    person: Person | None
    games: int
    results: int
    reviews: int
    votes: int
    problems: int
    cuts: int

    @property
    def is_nothing(self) -> bool:
        """Whether he is a stranger."""
        return self.person is None and not (self.games or self.problems)


class Privacy(Access):
    """One person's data.  StorageTrouble from all."""

    async def counts(self, user_id: int) -> Counts:
        """How much there is of him."""
        async with self._reading() as db:
            person = await person_of(db, user_id)
            ((games, results, reviews, votes, problems),) = await db.fetch(_COUNTS, (user_id,))
            cuts = tuple(cuts_of(await db.fetch(CUTS, (user_id,))))
            return Counts(person, games, results, reviews, votes, problems, len(cuts))

    async def seated(self, user_id: int) -> tuple[Seated, ...]:
        """The tables that hold him: as long as he sits there he cannot be forgotten."""
        return tuple(Seated(*row) for row in await self._rows(_SEATED, user_id))

    async def all_about(self, user_id: int) -> AllAbout:
        """All that is stored of somebody, for himself: his acts name the cards he held."""
        async with self._reading() as db:
            person, attempts = await person_of(db, user_id), await attempts_of(db, user_id)
            game_ids = [int(row[0]) for row in await db.fetch(GAMES, (user_id,))]
        found = [await self._own_game(user_id, game_id) for game_id in game_ids]
        games = tuple(game for game in found if game is not None)
        return AllAbout(user_id, person, games, attempts)

    async def _own_game(self, user_id: int, game_id: int) -> OwnGame | None:
        async with self._reading() as db:
            with suppress(GameDamaged):  # it is marked, and says so itself
                await self._sound(db, game_id)
            game = await outline_of(db, user_id, game_id)
            return game if game is None or game.damaged else await filled(db, user_id, game)

    async def forget(self, user_id: int) -> tuple[int, ...]:
        """Nothing says any more who he was; the games that did, whose tables are to be read again.

        WriteRefused STILL_SEATED as long as he sits at an open table, or a seat is kept for him
        there, and then nothing has changed.
        """

        async def write(db: Database) -> tuple[int, ...]:
            if await db.fetch(_SEATED, (user_id,)):
                raise WriteRefused(WriteFault.STILL_SEATED)
            games = tuple(int(row[0]) for row in await db.fetch(GAMES, (user_id,)))
            for statement in _FORGET:
                await db.fetch(statement, (user_id,))
            return games

        games = await self._write(write)
        await self.wipe_log()
        return games

    async def wipe_log(self) -> None:
        """What was deleted is written over where the database still has it.

        Where it fails, the orderly end of the process does it.
        """
        with suppress(StorageTrouble):
            async with self._asking() as db:
                await db.wipe_log()
