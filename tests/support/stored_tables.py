"""State of the tables in a simulated server, read from the bot's database file."""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import simcord

from bot.engine.cards import TABLE_SEAT, Hand
from bot.engine.deal import Contract, Deal, DealResult, Stage
from bot.engine.game import Game, new_game, stage_of, to_act
from bot.engine.notation import parse_action
from bot.engine.replaying import advance_games
from bot.presets import parse_rules
from bot.render.screen import safe_name
from tests.support.message_content import Message
from tests.support.stored import read


@dataclass(eq=False)
class Person:
    """A member of the server; ``private`` is the newest message that only they see.

    ``followups`` returns the messages that the bot has sent by the token of that message.
    """

    actor: simcord.MemberActor
    called: str
    _private: Message | None = None
    followups: Callable[[], Sequence[Message]] = tuple

    @property
    def private(self) -> Message | None:
        newest = [one for one in self.followups() if one.ephemeral][-1:]
        if self._private is not None and newest and newest[0].id > self._private.id:
            return newest[0]
        return self._private

    @private.setter
    def private(self, message: Message | None) -> None:
        self._private, self.followups = message, tuple

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def name(self) -> str:
        """Return the name as the bot's texts show it."""
        return safe_name(self.called)


@dataclass(kw_only=True)
class StoredTables:
    """The database file, and the people whose names are in it."""

    path: Path
    people: list[Person] = field(default_factory=list)
    table: int = 1  # the default game
    # number of log lines, and the games that result from them
    replayed: dict[int, tuple[int, list[Game]]] = field(default_factory=dict)

    def read(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return read(self.path, sql, *values)

    def row(self, game: int | None = None) -> sqlite3.Row:
        return self.read("SELECT * FROM game WHERE game_id = ?", game or self.table)[0]

    def status(self, game: int | None = None) -> str:
        return str(self.row(game)["status"])

    def lines(self, game: int | None = None, *, after: int = 0) -> list[tuple[int, str, str]]:
        """Return the log after that many lines: seat, text, and the id of the author."""
        sql = (
            "SELECT seat, text, coalesce((SELECT user_id FROM player WHERE number = by"
            " AND player.game_id = line.game_id), by) FROM line WHERE game_id = ? ORDER BY version"
            " LIMIT -1 OFFSET ?"
        )
        return [(row[0], row[1], str(row[2])) for row in self.read(sql, game or self.table, after)]

    def line_count(self) -> int:
        """Return the number of lines in the log."""
        sql = "SELECT count(*) FROM line WHERE game_id = ?"
        return int(self.read(sql, self.table)[0][0])

    def seats(self, game: int | None = None) -> dict[int, int | None]:
        """Return the occupant of each seat: a user id, or None for a robot."""
        sql = "SELECT seat, user_id FROM sitting WHERE game_id = ? AND until IS NULL"
        return {row[0]: row[1] for row in self.read(sql, game or self.table)}

    def seat_of(self, who: Person, game: int | None = None) -> int | None:
        return next((s for s, user in self.seats(game).items() if user == who.id), None)

    def on_seat(self, seat: int, game: int | None = None) -> Person | None:
        user = self.seats(game).get(seat)
        return next((one for one in self.people if one.id == user), None)

    def fingerprint(self) -> str:
        """Return a hash of everything that play has stored."""
        tables = ("line", "deal", "posting", "result", "vote")
        rows: list[object] = [list(map(tuple, self.read(f"SELECT * FROM {t}"))) for t in tables]  # noqa: S608
        rows.append(
            list(map(tuple, self.read("SELECT game_id, seat, user_id, robot FROM sitting")))
        )
        rows.append(list(map(tuple, self.read("SELECT game_id, status, version FROM game"))))
        sealed = "SELECT game_id, deal, seed, words FROM shuffle"
        rows.append(list(map(tuple, self.read(sealed))))
        return hashlib.sha256(json.dumps(rows, default=bytes.hex).encode()).hexdigest()

    @contextmanager
    def nothing_changes(self) -> Iterator[None]:
        before = self.fingerprint()
        yield
        assert self.fingerprint() == before

    def game(self, game: int | None = None) -> Game:
        """Return the engine's game, replayed from the log; a log only grows."""
        which = game or self.table
        done, games = self.replayed.get(which, (0, []))
        games, lines = games or [self._new_game(game)], self.lines(game, after=done)
        for seat, line, _ in lines:
            games = advance_games(games, seat, parse_action(line))
        if lines:  # before the first line the house rules may still change
            self.replayed[which] = done + len(lines), games
        return games[-1]

    def _new_game(self, game: int | None) -> Game:
        return new_game(parse_rules(self.row(game)["rules"]))

    def deal(self) -> Deal:
        """Return the open deal."""
        deal = self.game().deal
        assert deal is not None
        return deal

    def contract(self) -> Contract:
        """Return the contract of the open deal."""
        contract = self.deal().contract
        assert contract is not None
        return contract

    def held_by(self, who: Person) -> Hand:
        """Return the cards of the open deal that are still in this person's hand."""
        seat = self.seat_of(who)
        assert seat is not None
        return self.deal().hands[seat]

    def last(self) -> DealResult:
        """Return the result of the last scored deal."""
        last = self.game().last
        assert last is not None
        return last

    def stage(self, game: int | None = None) -> Stage:
        return stage_of(self.game(game))

    def asked(self, game: int | None = None) -> Person | None:
        """Return the person whose turn it is; None for a robot, the table, or nobody."""
        seat = to_act(self.game(game))
        return None if seat is None or seat == TABLE_SEAT else self.on_seat(seat, game)
