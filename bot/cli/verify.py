"""Audit of all stored games: ``python -m bot verify``, also while the bot runs.

First it verifies the stored data (hash chain and row checksums), then it replays each game from
line 0 and compares the result with all its stored rows (design section 4). A game is loaded from
its stored carry, so that no written score ever changes; the audit goes the other way and shows if
today's rules would write the same. Its output names no card.

A file is audited on a copy, because the audit needs one snapshot of the whole file and may have to
migrate an older layout; the file itself is only read.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bot.engine import actions, notation, replaying, rules
from bot.engine.game import Game, new_game, ruling_postings
from bot.features.daily.comparison import EqualPair, equal_pairs
from bot.features.rankings.rating_book import RatingBook
from bot.model import enums
from bot.model.enums import ALL_SHARDS
from bot.model.values import Record
from bot.presets import load_presets, parse_rules
from bot.store import StatementFault, StorageTrouble, Store, backup, open_store
from bot.store.admin.host_commands import file_totals_agree
from bot.store.errors import naming_original
from bot.store.records import ClosedDeal, GameLog, LogLine
from bot.tables.moves import match_scores


class Difference(Record):
    """The location of a difference ("line 40", "deal 3", "result") and an English description."""

    game_id: int
    where: str
    what: str

    def __str__(self) -> str:
        return f"game {self.game_id}, {self.where}: {self.what}"


def find_differences(log: GameLog) -> tuple[Difference, ...]:
    """Return all differences a replay finds; empty when the game is as stored."""
    found = _Audit(log).find_faults()
    return tuple(Difference(log.game.game_id, where, what) for where, what in found)


_Faults = Iterator[tuple[str, str]]


@dataclass(slots=True)
class _Audit:
    """The replay of one game; ``closed`` are the deals scored so far.

    ``written`` are their postings, with those that were added later; ``ruled`` what decisions
    about a deal added.
    """

    log: GameLog
    closed: dict[int, tuple[LogLine, Game]] = field(default_factory=dict)
    written: dict[int, tuple[enums.Posting, ...]] = field(default_factory=dict)
    ruled: dict[int, tuple[enums.Posting, ...]] = field(default_factory=dict)

    def find_faults(self) -> _Faults:
        if (lines := len(self.log.lines)) != self.log.game.version:
            yield "log", f"{lines} lines are stored, {self.log.game.version} were counted"
        try:
            games = [new_game(parse_rules(self.log.game.rules))]
        except rules.BadRules as error:
            yield "rules", f"they cannot be read: {error}"
            return
        for number, line in enumerate(self.log.lines):
            if line.version != number:
                yield f"line {number}", "it is missing"
                return
            before = games[-1]
            try:
                games = replaying.advance_games(games, line.seat, notation.parse_action(line.text))
            except (rules.BadNotation, rules.IllegalAction) as error:
                yield f"line {number}", f"it does not fit the rules ({type(error).__name__})"
                return
            yield from self._check_line(line, before, games[-1])
            self._write_ruling(notation.parse_action(line.text))
        yield from self._check_deals()
        yield from self._check_end(games[-1])

    def _check_line(self, line: LogLine, before: Game, after: Game) -> _Faults:
        number = before.carry.number + 1
        if line.deal != number:
            yield f"line {line.version}", f"it is stored with deal {line.deal}, not {number}"
        if after.last is None:
            return
        if after.carry.number > before.carry.number:
            self.closed[number] = line, after
        self.written[after.last.number] = after.last.postings

    def _write_ruling(self, action: actions.Action) -> None:
        """Add what a decision writes into an earlier deal."""
        if isinstance(action, actions.Ruling):
            added = ruling_postings(action)
            self.ruled[action.deal] = (*self.ruled.get(action.deal, ()), *added)

    def _check_deals(self) -> _Faults:
        stored = {deal.deal: deal for deal in self.log.deals}
        for number in sorted(self.closed.keys() | stored.keys()):
            where = f"deal {number}"
            if number not in stored:
                yield where, "it was scored, but nothing is stored of it"
            elif number not in self.closed:
                yield where, "it is stored, but was never scored"
            else:
                yield from ((where, what) for what in self._check_deal(stored[number]))

    def _check_deal(self, deal: ClosedDeal) -> Iterator[str]:
        line, game = self.closed[deal.deal]
        assert game.last is not None
        if deal.last_version != line.version:
            yield f"it ended with line {line.version}, stored is line {deal.last_version}"
        if not _is_as_replayed(deal.summary, notation.result_text(game.last)):
            yield "the stored summary differs"
        if not _is_as_replayed(deal.carry, notation.carry_text(game.carry)):
            yield "the stored carry-over differs"
        stored = tuple(entry.posting for entry in self.log.postings if entry.deal == deal.deal)
        written = (*self.written[deal.deal], *self.ruled.get(deal.deal, ()))
        if stored != written:
            yield f"stored is {_postings_text(stored)}, the replay writes {_postings_text(written)}"

    def _check_end(self, game: Game) -> _Faults:
        status = self.log.game.status
        if game.ended and status not in (enums.Status.OVER, enums.Status.VOID):
            yield "end", f"its log has ended, but it is stored as {status}"
        if status is enums.Status.OVER and not game.ended:
            yield "end", "it is stored as over, but its log has not ended"
        is_scored = status is enums.Status.OVER and game.ended
        shares = [score for score in self.log.scores if score.part]
        expected = match_scores(game, self.log.sittings, shares) if is_scored else ()
        if self.log.scores != expected:
            stored = {score.seat: score.balance for score in self.log.scores if not score.part}
            wanted = {score.seat: score.balance for score in expected if not score.part}
            yield "result", f"stored by seat is {stored}, the replay gives {wanted}"


def _is_as_replayed(stored: str, replayed: str) -> bool:
    """Return True if a stored text agrees with the replayed one; an older one lacks later keys."""
    try:
        return notation.agrees(stored, replayed)
    except ValueError:
        return False


def _postings_text(postings: tuple[enums.Posting, ...]) -> str:
    """Return the postings in the short form of a sheet: ``pool 0 +4, whists 1/0 +8``."""
    return ", ".join(
        f"{p.account} {p.seat}{'' if p.against is None else f'/{p.against}'} {p.amount:+}"
        for p in postings
    )


# Audit of all stored games, on a copy of a file or in a PostgreSQL.

_PROGRESS_GAMES = 1000  # games between two progress messages


async def verify_games(
    location: Path | str,
    on_difference: Callable[[Difference], None],
    on_progress: Callable[[int, int], None],
) -> int:
    """Audit the games in a file (on a copy) or in a PostgreSQL; return their number.

    ``on_difference`` is called with every difference, ``on_progress`` now and then with the number
    of games done and of all games. Raises StoreError when there is no such file or it cannot be
    read.
    """
    if isinstance(location, str):
        async with open_store(location, now=0) as store:
            return await _verify_store(store, on_difference, on_progress)
    with _copied(location) as copy:
        async with open_store(copy, now=0) as store:
            return await _verify_store(store, on_difference, on_progress)


@contextmanager
def _copied(location: Path) -> Iterator[Path]:
    """Yield a checked copy; a StoreError about it names the file it was made of."""
    with tempfile.TemporaryDirectory(prefix="preferans-copy-") as folder:
        copy = Path(folder) / "games.db"
        backup(location, copy)
        with naming_original(location):
            yield copy


async def _verify_store(
    store: Store,
    on_difference: Callable[[Difference], None],
    on_progress: Callable[[int, int], None],
) -> int:
    games = await store.game_queries.game_ids()
    for game_id, fault in await store.game_queries.missing_games():
        on_difference(Difference(game_id, "stored", fault))
    for done, game_id in enumerate(games, start=1):
        for fault in await store.game_queries.faults(game_id):
            on_difference(Difference(game_id, "stored", fault))
        for difference in await _replay_differences(store, game_id):
            on_difference(difference)
        if not done % _PROGRESS_GAMES:
            on_progress(done, len(games))
    return len(games)


async def _replay_differences(store: Store, game_id: int) -> tuple[Difference, ...]:
    """Return the differences of a replay, as far as a damaged game can be read."""
    try:
        log = await store.game_queries.log_of(game_id)
    except (StorageTrouble, UnicodeError, ValueError, StatementFault):
        return ()  # already reported as a fault
    assert log is not None  # no game is ever deleted
    return find_differences(log)


# Ratings of all servers anew: ``python -m bot rank``, also while the bot runs.
#
# Ratings are not stored, so they are printed; the sums of play are, so they are compared with the
# deals. A file is read on a copy, and its sums before it is opened, because that would repair
# them.


class RankVerdict(NamedTuple):
    """The lists and ratings that were computed, and if the stored sums are those of the deals."""

    lists: int
    members: int
    agrees: bool


async def rank_games(location: Path | str, say: Callable[[str], object]) -> RankVerdict:
    """Compute every list of ratings of a file or a PostgreSQL, and say each in a line.

    Raises StoreError when there is no such file or it cannot be read.
    """
    if isinstance(location, str):
        async with open_store(location, now=0) as store:
            return await _rank(store, say, agrees=await store.reviews.totals_agree())
    with _copied(location) as copy:
        agrees = await file_totals_agree(copy)
        async with open_store(copy, now=0) as store:
            return await _rank(store, say, agrees=agrees)


async def _rank(store: Store, say: Callable[[str], object], *, agrees: bool) -> RankVerdict:
    book, lists, members = RatingBook(store.rated_matches, load_presets()), 0, 0
    for guild_id in await store.history_check.servers(ALL_SHARDS):
        for scope in await store.rated_matches.scopes(guild_id):
            company = "with robots" if scope.with_robots else "without robots"
            for players, ratings in (await book.recomputed(guild_id, scope)).items():
                if not ratings.matches:
                    continue
                found = len(ratings.standings())
                kind = f"{scope.family}, {company}, {players} players"
                say(f"server {guild_id}, {kind}: {found} ratings")
                lists, members = lists + 1, members + found
    return RankVerdict(lists, members, agrees)


async def find_equal_pairs(location: Path | str) -> tuple[EqualPair, ...]:
    """Return the pairs who play the six deals alike, of a file or a PostgreSQL.

    Raises StoreError when there is no such file or it cannot be read.
    """
    if isinstance(location, str):
        async with open_store(location, now=0) as store:
            return equal_pairs(await store.daily_deals.scored())
    with _copied(location) as copy:
        async with open_store(copy, now=0) as store:
            return equal_pairs(await store.daily_deals.scored())
