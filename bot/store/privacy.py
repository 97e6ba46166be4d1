"""What is stored of one person: all of it for himself, and nothing of it once he is forgotten.

A game keeps what was played in it, under the number it had for him.  Only the table ``player`` and
the columns ``user_id`` and ``host_id`` say who that was, and those are emptied: chains, scores and
sums stay as they are, without the person.
"""

import sqlite3
from dataclasses import dataclass, replace
from typing import Final

import aiosqlite

from bot.store.access import Access, fetch
from bot.store.errors import WriteFault, WriteRefused
from bot.store.etudes import Attempt, attempt_of
from bot.store.rows import Person, Score

NOBODY: Final = 0  # the host of a game whose host was forgotten

_SEATED: Final = (
    "SELECT 1 FROM sitting JOIN game USING (game_id) WHERE user_id = ? AND until IS NULL"
    " AND ended_at IS NULL AND game.seal IS NOT NULL LIMIT 1"
)
_GAMES: Final = (
    "SELECT game_id FROM player WHERE user_id = ?1 UNION SELECT game_id FROM game"
    " WHERE host_id = ?1 UNION SELECT game_id FROM vote WHERE user_id = ?1 ORDER BY game_id"
)
_FORGET: Final = (
    "DELETE FROM player WHERE user_id = ?",
    "UPDATE sitting SET user_id = NULL WHERE user_id = ?",
    "UPDATE result SET user_id = NULL WHERE user_id = ?",
    "UPDATE review_seat SET user_id = NULL WHERE user_id = ?",
    f"UPDATE game SET host_id = {NOBODY} WHERE host_id = ?",  # noqa: S608
    "DELETE FROM vote WHERE user_id = ?",
    "DELETE FROM etude WHERE user_id = ?",
    "DELETE FROM person WHERE user_id = ?",
)
_PERSON: Final = "SELECT user_id, locale, name FROM person WHERE user_id = ?"
_HOSTED: Final = (
    "SELECT game_id, guild_id, channel_id, created_at FROM game WHERE host_id = ? ORDER BY game_id"
)
_SEATS: Final = (
    "SELECT game_id, guild_id, seat, since, until, misses, away FROM sitting"
    " JOIN game USING (game_id) WHERE user_id = ? ORDER BY game_id, since"
)
_LINES: Final = (
    'SELECT line.game_id, version, deal, seat, text, at FROM line JOIN player AS own ON "by" ='
    " CAST(number AS TEXT) AND line.game_id = own.game_id WHERE own.user_id = ?"
    " ORDER BY line.game_id, version"
)
_SCORES: Final = (
    "SELECT game_id, guild_id, family, preset, season, ended_at, seat, user_id, robot, balance,"
    " place FROM result WHERE user_id = ? ORDER BY game_id"
)
_REVIEWS: Final = (
    "SELECT game_id, deal, seat, worth, made, decisions, tricks_given, par, given, received,"
    " agreed, earned FROM review_seat WHERE user_id = ? ORDER BY game_id, deal"
)
_VOTES: Final = "SELECT game_id, kind, at FROM vote WHERE user_id = ? ORDER BY game_id, at"
_ATTEMPTS: Final = (
    "SELECT user_id, guild_id, day, key, line, lost, tries, helped, shared, touched_at, solved_at"
    " FROM etude WHERE user_id = ? ORDER BY day, key"
)


@dataclass(frozen=True, slots=True)
class Hosted:
    """A table he opened, or was host of at its end."""

    game_id: int
    guild_id: int
    channel_id: int
    created_at: int


@dataclass(frozen=True, slots=True)
class Held:
    """A seat he held for the lines ``since <= version < until``."""

    game_id: int
    guild_id: int
    seat: int
    since: int
    until: int | None
    misses: int
    away: bool


@dataclass(frozen=True, slots=True)
class Act:
    """A line that he caused."""

    game_id: int
    version: int
    deal: int
    seat: int
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class OwnScore:
    """How he came out of a game."""

    game_id: int
    guild_id: int
    family: str
    preset: str
    season: str
    ended_at: int
    score: Score


@dataclass(frozen=True, slots=True)
class OwnReview:
    """What a deal was worth to him (0002_reviews.sql)."""

    game_id: int
    deal: int
    seat: int
    worth: int
    made: int
    decisions: int
    tricks_given: int
    par: int
    given: int
    received: int
    agreed: int
    earned: int


@dataclass(frozen=True, slots=True)
class OwnVote:
    """A vote that is running."""

    game_id: int
    kind: str
    at: int


@dataclass(frozen=True, slots=True)
class AllAbout:
    """Every row in which a person stands; all of it is empty for a stranger."""

    user_id: int
    person: Person | None
    hosted: tuple[Hosted, ...]
    seats: tuple[Held, ...]
    acts: tuple[Act, ...]
    scores: tuple[OwnScore, ...]
    reviews: tuple[OwnReview, ...]
    votes: tuple[OwnVote, ...]
    attempts: tuple[Attempt, ...]


class Privacy(Access):
    """One person's data.  StorageTrouble from all."""

    async def all_about(self, user_id: int) -> AllAbout:
        """All that is stored of somebody, for himself: his acts name the cards he held."""
        async with self._reading() as db:
            people = await fetch(db, _PERSON, user_id)
            return AllAbout(
                user_id=user_id,
                person=Person(*people[0]) if people else None,
                hosted=tuple(Hosted(*row) for row in await fetch(db, _HOSTED, user_id)),
                seats=tuple(map(_held, await fetch(db, _SEATS, user_id))),
                acts=tuple(Act(*row) for row in await fetch(db, _LINES, user_id)),
                scores=tuple(map(_score, await fetch(db, _SCORES, user_id))),
                reviews=tuple(OwnReview(*row) for row in await fetch(db, _REVIEWS, user_id)),
                votes=tuple(OwnVote(*row) for row in await fetch(db, _VOTES, user_id)),
                attempts=tuple(attempt_of(row) for row in await fetch(db, _ATTEMPTS, user_id)),
            )

    async def forget(self, user_id: int) -> tuple[int, ...]:
        """Nothing says any more who he was; the games that did, whose tables are to be read again.

        WriteRefused STILL_SEATED as long as he sits at an open table, and then nothing has changed.
        """

        async def write(db: aiosqlite.Connection) -> tuple[int, ...]:
            if await fetch(db, _SEATED, user_id):
                raise WriteRefused(WriteFault.STILL_SEATED)
            games = tuple(int(row[0]) for row in await fetch(db, _GAMES, user_id))
            for statement in _FORGET:
                await fetch(db, statement, user_id)
            return games

        return await self._write(write)


def _held(row: sqlite3.Row) -> Held:
    held = Held(*row)
    return replace(held, away=bool(held.away))


def _score(row: sqlite3.Row) -> OwnScore:
    game_id, guild_id, family, preset, season, ended_at = row[:6]
    return OwnScore(game_id, guild_id, family, preset, season, ended_at, Score(*row[6:]))
