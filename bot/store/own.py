"""Everything stored about one person, as exported to that person and to nobody else.

Games are read one at a time, so that a person with many games blocks nobody. A damaged game yields
only its numbers: data that fails verification is never shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.store.database import Database, Row
from bot.store.etudes import ProblemAttempt, attempt_from_row
from bot.store.loading import SCORE_COLUMNS, score_from_row
from bot.store.rows import SeatScore
from bot.store.wishes import SELECT_PERSON, UserSettings
from bot.store.wishes import person_from_row as read_person

GAMES_OF_USER: Final = (  # every game that stores something about the person
    "SELECT game_id FROM player WHERE user_id = ?1 UNION SELECT game_id FROM game"
    " WHERE host_id = ?1 UNION SELECT game_id FROM vote WHERE ?1 IN (user_id, heir)"
    " ORDER BY game_id"
)
_ATTEMPTS: Final = (
    "SELECT user_id, guild_id, day, key, line, lost, tries, helped, shared, touched_at, solved_at"
    " FROM etude WHERE user_id = ? ORDER BY day, key"
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
    f"SELECT family, preset, season, ended_at, {SCORE_COLUMNS}"  # noqa: S608
    " FROM result WHERE user_id = ?1 AND game_id = ?2 ORDER BY part"
)
_SHARES: Final = (
    "SELECT seat, balance, place, mark, first_deal, last_deal FROM share WHERE game_id = ?2"
    " AND player = (SELECT number FROM player WHERE game_id = ?2 AND user_id = ?1) ORDER BY part"
)
_REVIEWS: Final = (
    "SELECT deal, seat, declared, fulfilled, worth, made, decisions, tricks_given, par, given,"
    " received, agreed, earned FROM review_seat WHERE user_id = ?1 AND game_id = ?2 ORDER BY deal"
)
_VOTES: Final = (
    "SELECT kind, at, seat, user_id <> ?1 FROM vote WHERE ?1 IN (user_id, heir) AND game_id = ?2"
    " ORDER BY at"
)
_SUMMONS: Final = (
    "SELECT kind, turn, place_id, message_id FROM summons WHERE user_id = ?1 AND game_id = ?2"
    " ORDER BY turn, kind"
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


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A seat the person held for lines ``since <= version < until``, or that is kept for them."""

    seat: int
    since: int
    until: int | None
    misses: int
    away: bool
    kept: bool
    left_in: int | None
    first_deal: int | None


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A line the person caused."""

    version: int
    deal: int
    seat: int
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class OwnCut:
    """The person's word in the cut of a deck."""

    deal: int
    word: str


@dataclass(frozen=True, slots=True)
class OwnScore:
    """The person's result in a game."""

    family: str
    preset: str
    season: str
    ended_at: int
    score: SeatScore


@dataclass(frozen=True, slots=True)
class OwnShare:
    """The person's result for a seat of an open match that somebody else has taken over."""

    seat: int
    balance: int
    place: int
    mark: str
    first_deal: int | None
    last_deal: int


@dataclass(frozen=True, slots=True)
class OwnReview:
    """The review of a deal for the person's seat (0002_reviews.sql)."""

    deal: int
    seat: int
    declared: bool
    fulfilled: bool
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
    """A running vote: the person's own, or one by which a seat would become theirs."""

    kind: str
    at: int
    seat: int | None
    names_him: bool


@dataclass(frozen=True, slots=True)
class OwnNotification:
    """A message that calls the person to the table and has not been deleted."""

    kind: str
    turn: int
    place_id: int | None
    message_id: int | None


@dataclass(frozen=True, slots=True)
class OwnGame:
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
    scores: tuple[OwnScore, ...] = ()
    shares: tuple[OwnShare, ...] = ()
    reviews: tuple[OwnReview, ...] = ()
    summons: tuple[OwnNotification, ...] = ()


@dataclass(frozen=True, slots=True)
class UserData:
    """Every row that refers to the person; empty for a stranger."""

    user_id: int
    person: UserSettings | None
    games: tuple[OwnGame, ...]
    attempts: tuple[ProblemAttempt, ...]


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
        scores=tuple(map(_score_from_row, await db.fetch(_SCORES, key))),
        shares=tuple(OwnShare(*row) for row in await db.fetch(_SHARES, key)),
        reviews=tuple(map(_review_from_row, await db.fetch(_REVIEWS, key))),
        summons=tuple(OwnNotification(*row) for row in await db.fetch(_SUMMONS, key)),
    )


async def load_person(db: Database, user_id: int) -> UserSettings | None:
    """Return the person's settings, which belong to no game."""
    rows = await db.fetch(SELECT_PERSON, (user_id,))
    return read_person(rows[0]) if rows else None


async def load_attempts(db: Database, user_id: int) -> tuple[ProblemAttempt, ...]:
    """Return the person's attempts at problems."""
    return tuple(attempt_from_row(row) for row in await db.fetch(_ATTEMPTS, (user_id,)))


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


def _review_from_row(row: Row) -> OwnReview:
    review = OwnReview(*row)
    return replace(review, declared=bool(review.declared), fulfilled=bool(review.fulfilled))


def _score_from_row(row: Row) -> OwnScore:
    family, preset, season, ended_at = row[:4]
    return OwnScore(family, preset, season, ended_at, score_from_row(row[4:]))
