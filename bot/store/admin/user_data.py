"""Exports a user's data and erases their identity.

A game keeps everything that was played in it, under the person's number in that game. Only the
table ``player`` and the columns ``user_id`` and ``host_id`` identify the person, and those are
cleared: chains, scores and totals stay valid, without the person.  A role that the person has as a
title stays recorded until the bot has taken it away, within the next hours.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from bot.model.reviews import PlayKey, PlayTotals, SeatReview
from bot.model.settings import UserSettings, record_from_row
from bot.model.values import Record, replace
from bot.store.database import Database, Row
from bot.store.errors import GameDamaged, StorageTrouble, WriteFault, WriteRefused
from bot.store.integrity.play_totals import PLAY_TOTALS_COLUMNS, PLAY_TOTALS_TABLE
from bot.store.queries import (
    daily_deals,
    own_deals,
    player_statistics,
    preferences,
    problem_attempts,
    reviews,
    rulings,
    stored_games,
)
from bot.store.records import SeatScore
from bot.store.writer import Access, Writer

_log = logging.getLogger(__name__)

# Everything stored about one person, as exported to that person and to nobody else.
#
# Games are read one at a time, so that a person with many games blocks nobody. A damaged game
# yields only its numbers: data that fails verification is never shown.

GAMES_OF_USER: Final = (  # every game that stores something about the person
    "SELECT game_id FROM player WHERE user_id = ?1 UNION SELECT game_id FROM game"
    " WHERE host_id = ?1 UNION SELECT game_id FROM vote WHERE ?1 IN (user_id, heir)"
    " UNION SELECT game_id FROM kibitz WHERE ?1 IN (user_id, player_id)"
    " ORDER BY game_id"
)
_ATTEMPTS: Final = (
    "SELECT user_id, guild_id, day, key, line, lost, tries, helped, shared, touched_at, solved_at"
    " FROM etude WHERE user_id = ? ORDER BY day, key"
)
_OWN_DEALS: Final = (
    f"SELECT {own_deals.OWN_DEAL_COLUMNS} FROM own_deal WHERE user_id = ? ORDER BY deal_id"  # noqa: S608
)
_DAILY_DEALS: Final = (  # a course names all hands, which are secret until its event is over
    "SELECT deal.day, deal.preset, deal.code, user_id, number, deal.guild_id,"
    " CASE WHEN event.day + event.days <= ?2 THEN course ELSE '' END, points, touched_at"
    " FROM daily_deal AS deal JOIN daily_event AS event ON event.day = deal.day"
    " AND event.preset = deal.preset AND event.code = deal.code"
    " WHERE user_id = ?1 ORDER BY deal.day, deal.preset, deal.code, number"
)
_TITLES: Final = "SELECT guild_id, role_id FROM title WHERE user_id = ? ORDER BY guild_id"
_REPORTS: Final = (
    "SELECT game_id, deal, user_id, note, at, answered, told FROM report WHERE user_id = ?"
    " ORDER BY at, game_id, deal"
)
_RULINGS: Final = (
    f"SELECT {rulings.RULING_COLUMNS} FROM ruling WHERE judge_id = ?"  # noqa: S608
    " ORDER BY at, game_id, deal, number"
)
_GAME: Final = (
    "SELECT game_id, guild_id, channel_id, created_at, ended_at, host_id = ?1, seal IS NULL"
    " FROM game WHERE game_id = ?2"
)
_SEATS: Final = (
    "SELECT seat, since, until, misses, away, kept_for IS NOT NULL, left_in, first_deal"
    " FROM sitting WHERE ?1 IN (user_id, kept_for) AND game_id = ?2 ORDER BY since"
)
_LINES: Final = (
    'SELECT version, deal, seat, text, at FROM logged WHERE game_id = ?2 AND "by" ='
    " (SELECT CAST(number AS TEXT) FROM player WHERE game_id = ?2 AND user_id = ?1)"
    " ORDER BY version"
)
_SCORES: Final = (
    "SELECT family, preset, season, ended_at, first_balance, first_place,"  # noqa: S608
    f" {stored_games.SCORE_COLUMNS} FROM result WHERE user_id = ?1 AND game_id = ?2 ORDER BY part"
)
_SHARES: Final = (
    "SELECT seat, balance, place, mark, first_deal, last_deal FROM share WHERE game_id = ?2"
    " AND player = (SELECT number FROM player WHERE game_id = ?2 AND user_id = ?1) ORDER BY part"
)
_REVIEWS: Final = (
    f"SELECT {reviews.REVIEW_COLUMNS}, deal, seat, datum, called FROM review_seat"  # noqa: S608
    " WHERE user_id = ?1 AND game_id = ?2 ORDER BY deal"
)
_TOTALS: Final = (
    f"SELECT guild_id, {PLAY_TOTALS_COLUMNS} FROM {PLAY_TOTALS_TABLE} WHERE user_id = ?"  # noqa: S608
)
_LEAGUES: Final = (
    "SELECT league_id, guild_id, name, (SELECT number FROM league_member AS own"
    " WHERE own.league_id = league.league_id AND own.user_id = ?1) FROM league"
    " WHERE league_id IN (SELECT league_id FROM league_member WHERE user_id = ?1"
    " UNION SELECT league_id FROM league_line WHERE author_id = ?1) ORDER BY league_id"
)
_LEAGUE_LINES: Final = (
    "SELECT version, at, text FROM league_line WHERE author_id = ?1 AND league_id = ?2"
    " ORDER BY version"
)
_VOTES: Final = (
    "SELECT kind, at, seat, user_id <> ?1 FROM vote WHERE ?1 IN (user_id, heir) AND game_id = ?2"
    " ORDER BY at"
)
_SUMMONS: Final = (
    "SELECT kind, turn, place_id, message_id FROM summons WHERE user_id = ?1 AND game_id = ?2"
    " ORDER BY turn, kind"
)
_KIBITZ: Final = (
    f"SELECT {stored_games.KIBITZ_COLUMNS} FROM kibitz"  # noqa: S608
    " WHERE ?1 IN (user_id, player_id) AND game_id = ?2 ORDER BY at, user_id, player_id, kind"
)
# The holder of a seat when the deck was dealt has cut it; before the deal, the current holder.
_DEALT: Final = (
    "coalesce((SELECT line.version FROM line WHERE line.game_id = shuffle.game_id"
    " AND line.deal = shuffle.deal AND text LIKE 'deck %' LIMIT 1),"
    " (SELECT game.version FROM game WHERE game.game_id = shuffle.game_id))"
)
CUTS_OF_USER: Final = (  # the words of a cut, and the seat the person held
    f"SELECT shuffle.deal, words, sitting.seat FROM sitting"  # noqa: S608
    f" JOIN shuffle USING (game_id) WHERE user_id = ?1 AND words <> '' AND since <= {_DEALT}"
    f" AND (until IS NULL OR until > {_DEALT})"
)


class OwnSeat(Record):
    """A seat the person held for lines ``since <= version < until``, or that is kept for them."""

    seat: int
    since: int
    until: int | None
    misses: int
    away: bool
    kept: bool
    left_in: int | None
    first_deal: int | None


class OwnLine(Record):
    """A line the person caused."""

    version: int
    deal: int
    seat: int
    text: str
    at: int


class OwnCut(Record):
    """The person's word in the cut of a deck."""

    deal: int
    word: str


class OwnScore(Record):
    """The person's result in a game, and what it was before decisions about its deals, if any."""

    family: str
    preset: str
    season: str
    ended_at: int
    first_balance: int | None
    first_place: int | None
    score: SeatScore


class OwnShare(Record):
    """The person's result for a seat of an open match that somebody else has taken over."""

    seat: int
    balance: int
    place: int
    mark: str
    first_deal: int | None
    last_deal: int


class OwnReview(SeatReview):
    """The review of a deal for the person's seat."""

    deal: int
    seat: int
    datum: int | None
    called: int | None


class OwnTotals(Record):
    """The sums of the person's reviewed deals on a server."""

    guild_id: int
    key: PlayKey
    totals: PlayTotals


class OwnTitle(Record):
    """A role that the person has as a title on a server."""

    guild_id: int
    role_id: int


class OwnVote(Record):
    """A running vote: the person's own, or one by which a seat would become theirs."""

    kind: str
    at: int
    seat: int | None
    names_him: bool


class OwnKibitzNote(Record):
    """A question, answer or look of the person as a kibitzer (``mine``) or as a player.

    ``all_hands``: it is about all hands, or the answer is for every kibitzer.
    """

    kind: str
    at: int
    deal: int
    mine: bool
    all_hands: bool


class OwnNotification(Record):
    """A message that calls the person to the table and has not been deleted."""

    kind: str
    turn: int
    place_id: int | None
    message_id: int | None


class OwnGame(Record):
    """Everything a game stores about the person; for a ``damaged`` one only the first fields."""

    game_id: int
    guild_id: int
    channel_id: int
    created_at: int
    ended_at: int | None
    hosted: bool
    damaged: bool
    seats: tuple[OwnSeat, ...] = ()
    acts: tuple[OwnLine, ...] = ()
    cuts: tuple[OwnCut, ...] = ()
    votes: tuple[OwnVote, ...] = ()
    kibitz: tuple[OwnKibitzNote, ...] = ()
    scores: tuple[OwnScore, ...] = ()
    shares: tuple[OwnShare, ...] = ()
    reviews: tuple[OwnReview, ...] = ()
    summons: tuple[OwnNotification, ...] = ()


class OwnLeagueLine(Record):
    """A line of a league that the person has caused."""

    version: int
    at: int
    text: str


class OwnLeague(Record):
    """A league of a server with the person's number in it, None for a manager, and their lines."""

    league_id: int
    guild_id: int
    name: str
    number: int | None
    lines: tuple[OwnLeagueLine, ...]


class UserData(Record):
    """Every row that refers to the person; empty for a stranger."""

    user_id: int
    person: UserSettings | None
    games: tuple[OwnGame, ...]
    attempts: tuple[problem_attempts.ProblemAttempt, ...]
    deals: tuple[own_deals.OwnDeal, ...]
    daily_deals: tuple[daily_deals.DailyDeal, ...]
    reports: tuple[rulings.Report, ...]
    rulings: tuple[rulings.StoredRuling, ...]
    totals: tuple[OwnTotals, ...]
    leagues: tuple[OwnLeague, ...]
    titles: tuple[OwnTitle, ...]


async def load_outline(db: Database, user_id: int, game_id: int) -> OwnGame | None:
    """Return the numbers of a game, whether it is damaged or not."""
    rows = await db.fetch(_GAME, (user_id, game_id))
    return _with_booleans(OwnGame(*rows[0])) if rows else None


async def load_details(db: Database, user_id: int, game: OwnGame) -> OwnGame:
    """Return the game with everything it stores about the person."""
    key = (user_id, game.game_id)
    return replace(
        game,
        seats=tuple(map(_seat_from_row, await db.fetch(_SEATS, key))),
        acts=tuple(OwnLine(*row) for row in await db.fetch(_LINES, key)),
        cuts=tuple(words_of_seats(await db.fetch(f"{CUTS_OF_USER} AND game_id = ?2", key))),
        votes=tuple(map(_vote_from_row, await db.fetch(_VOTES, key))),
        kibitz=tuple(_own_note(user_id, row) for row in await db.fetch(_KIBITZ, key)),
        scores=tuple(map(_score_from_row, await db.fetch(_SCORES, key))),
        shares=tuple(OwnShare(*row) for row in await db.fetch(_SHARES, key)),
        reviews=tuple(map(_review_from_row, await db.fetch(_REVIEWS, key))),
        summons=tuple(OwnNotification(*row) for row in await db.fetch(_SUMMONS, key)),
    )


async def load_person(db: Database, user_id: int) -> UserSettings | None:
    """Return the person's settings, which belong to no game."""
    rows = await db.fetch(preferences.SELECT_PERSON, (user_id,))
    return record_from_row(UserSettings, rows[0]) if rows else None


async def load_attempts(db: Database, user_id: int) -> tuple[problem_attempts.ProblemAttempt, ...]:
    """Return the person's attempts at problems."""
    return tuple(
        problem_attempts.attempt_from_row(row) for row in await db.fetch(_ATTEMPTS, (user_id,))
    )


async def load_own_deals(db: Database, user_id: int) -> tuple[own_deals.OwnDeal, ...]:
    """Return the deals that the person keeps or has opened."""
    return tuple(map(own_deals.own_deal_from_row, await db.fetch(_OWN_DEALS, (user_id,))))


async def load_daily_deals(
    db: Database, user_id: int, today: int
) -> tuple[daily_deals.DailyDeal, ...]:
    """Return the deals of all days that the person has begun, without the courses since today."""
    rows = await db.fetch(_DAILY_DEALS, (user_id, today))
    return tuple(daily_deals.DailyDeal(*row) for row in rows)


async def load_leagues(db: Database, user_id: int) -> tuple[OwnLeague, ...]:
    """Return the leagues in which the person has a number or has written a line."""
    found = list[OwnLeague]()
    for league_id, guild_id, name, number in await db.fetch(_LEAGUES, (user_id,)):
        lines = await db.fetch(_LEAGUE_LINES, (user_id, league_id))
        own = tuple(OwnLeagueLine(*row) for row in lines)
        found.append(OwnLeague(int(league_id), int(guild_id), str(name), number, own))
    return tuple(found)


async def load_reports(db: Database, user_id: int) -> tuple[rulings.Report, ...]:
    """Return the deals that the person has reported."""
    return tuple(map(rulings.report_from_row, await db.fetch(_REPORTS, (user_id,))))


async def load_rulings(db: Database, user_id: int) -> tuple[rulings.StoredRuling, ...]:
    """Return the person's decisions about deals."""
    return tuple(map(rulings.ruling_from_row, await db.fetch(_RULINGS, (user_id,))))


async def load_totals(db: Database, user_id: int) -> tuple[OwnTotals, ...]:
    """Return the sums of the person's reviewed deals."""
    rows = await db.fetch(_TOTALS, (user_id,))
    return tuple(
        OwnTotals(int(row[0]), *player_statistics.play_totals_from_row(row[1:])) for row in rows
    )


async def load_titles(db: Database, user_id: int) -> tuple[OwnTitle, ...]:
    """Return the roles that the person has as titles."""
    rows = await db.fetch(_TITLES, (user_id,))
    return tuple(OwnTitle(*row) for row in rows)


def words_of_seats(rows: list[Row]) -> Iterator[OwnCut]:
    """Yield the person's words from cuts, each stored as lines "place word", places from 1."""
    for deal, words, seat in rows:
        said = dict(line.partition(" ")[::2] for line in str(words).split("\n"))
        if (word := said.get(str(seat + 1))) is not None:
            yield OwnCut(deal, word)


def _with_booleans(game: OwnGame) -> OwnGame:
    return replace(game, hosted=bool(game.hosted), damaged=bool(game.damaged))


def _seat_from_row(row: Row) -> OwnSeat:
    held = OwnSeat(*row)
    return replace(held, away=bool(held.away), kept=bool(held.kept))


def _vote_from_row(row: Row) -> OwnVote:
    vote = OwnVote(*row)
    return replace(vote, names_him=bool(vote.names_him))


def _own_note(user_id: int, row: Row) -> OwnKibitzNote:
    note = stored_games.kibitz_note_from_row(row)
    is_mine = note.user_id == user_id
    is_for_all = 0 in (note.user_id, note.player_id)
    return OwnKibitzNote(note.kind.value, note.at, note.deal, is_mine, is_for_all)


def _review_from_row(row: Row) -> OwnReview:
    review = OwnReview(*row)
    return replace(review, declared=bool(review.declared), fulfilled=bool(review.fulfilled))


def _score_from_row(row: Row) -> OwnScore:
    family, preset, season, ended_at, balance, place = row[:6]
    score = stored_games.score_from_row(row[6:])
    return OwnScore(family, preset, season, ended_at, balance, place, score)


ERASED_HOST: Final = 0  # stands for a host who was erased
LEAGUE_HOST: Final = -1  # hosts the tables of leagues, whose rules nobody may change

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
    " (SELECT count(*) FROM etude WHERE user_id = ?1),"
    " (SELECT count(*) FROM own_deal WHERE user_id = ?1),"
    " (SELECT count(*) FROM daily_deal WHERE user_id = ?1),"
    " (SELECT count(*) FROM league_member WHERE user_id = ?1),"
    " (SELECT count(*) FROM report WHERE user_id = ?1),"
    " (SELECT count(*) FROM ruling WHERE judge_id = ?1),"
    " (SELECT count(*) FROM kibitz WHERE ?1 IN (user_id, player_id))"
)
ERASE_USER: Final = (
    "DELETE FROM player WHERE user_id = ?",
    "UPDATE sitting SET user_id = NULL WHERE user_id = ?",
    "UPDATE sitting SET kept_for = NULL WHERE kept_for = ?",
    "UPDATE result SET user_id = NULL WHERE user_id = ?",
    "UPDATE review_seat SET user_id = NULL WHERE user_id = ?",
    "DELETE FROM play_sum WHERE user_id = ?",
    f"UPDATE game SET host_id = {ERASED_HOST} WHERE host_id = ?",  # noqa: S608
    "DELETE FROM vote WHERE ? IN (user_id, heir)",
    "DELETE FROM kibitz WHERE ? IN (user_id, player_id)",
    "DELETE FROM summons WHERE user_id = ?",
    "DELETE FROM etude WHERE user_id = ?",
    "DELETE FROM own_deal WHERE user_id = ?",
    "DELETE FROM daily_deal WHERE user_id = ?",
    "UPDATE league_member SET user_id = NULL WHERE user_id = ?",
    "UPDATE league_line SET author_id = 0 WHERE author_id = ?",
    "DELETE FROM report WHERE user_id = ?",
    "UPDATE ruling SET judge_id = 0, reason = '' WHERE judge_id = ?",
    "DELETE FROM person WHERE user_id = ?",
)


class OpenSeat(Record):
    """An open table where the person has a seat, and its channel."""

    game_id: int
    guild_id: int
    place_id: int


class UserDataCounts(Record):
    """The number of rows about a person: games they had a seat in, and what those contain."""

    person: UserSettings | None
    cuts: int
    games: int
    results: int
    reviews: int
    votes: int
    problems: int
    deals: int
    daily_deals: int
    leagues: int
    reports: int
    rulings: int
    kibitz: int


class UserDataAccess(Access):
    """One person's data. StorageTrouble from all; ``on_erased`` records an erased user."""

    def __init__(
        self, db: Database, lock: asyncio.Lock, writer: Writer, on_erased: Callable[[int], None]
    ) -> None:
        super().__init__(db, lock, writer)
        self._on_erased = on_erased

    async def counts(self, user_id: int) -> UserDataCounts:
        """Return how much is stored about the person."""
        async with self._snapshot() as db:
            person = await load_person(db, user_id)
            (counts,) = await db.fetch(_COUNTS, (user_id,))
            cuts = tuple(words_of_seats(await db.fetch(CUTS_OF_USER, (user_id,))))
            return UserDataCounts(person, len(cuts), *map(int, counts))

    async def open_seats(self, user_id: int) -> tuple[OpenSeat, ...]:
        """Return the open tables that prevent erasing the person while they sit there."""
        return tuple(OpenSeat(*row) for row in await self._rows(_SEATED, user_id))

    async def export(self, user_id: int, today: int = 0) -> UserData:
        """Return everything stored about a person, for that person only: it names their cards.

        The courses of their six deals of ``today`` and later stay out: they name others' cards.
        """
        async with self._snapshot() as db:
            person, attempts = await load_person(db, user_id), await load_attempts(db, user_id)
            deals = await load_own_deals(db, user_id)
            daily = await load_daily_deals(db, user_id, today)
            reports, decided = await load_reports(db, user_id), await load_rulings(db, user_id)
            totals, leagues = await load_totals(db, user_id), await load_leagues(db, user_id)
            held = await load_titles(db, user_id)
            game_ids = [int(row[0]) for row in await db.fetch(GAMES_OF_USER, (user_id,))]
        found = [await self._own_game(user_id, game_id) for game_id in game_ids]
        games = tuple(game for game in found if game is not None)
        return UserData(
            *(user_id, person, games, attempts, deals, daily),
            *(reports, decided, totals, leagues, held),
        )

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
            for statement in ERASE_USER:
                await db.fetch(statement, (user_id,))
            return games

        games = await self._write(write)
        try:
            await asyncio.to_thread(self._on_erased, user_id)
        except OSError as error:
            _log.warning("a restore would bring back an erased user: %s", error.strerror)
        await self.wipe_log()
        return games

    async def wipe_log(self) -> None:
        """Overwrite deleted data where the database still has it.

        If that fails, the orderly shutdown does it.
        """
        with suppress(StorageTrouble):
            async with self._connection() as db:
                await db.wipe_log()
