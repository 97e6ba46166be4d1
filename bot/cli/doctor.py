"""``python -m bot doctor``: checks for the host, before a start or while the bot runs.

It prints one line per check, with advice where something is wrong. It changes nothing: the file of
games is opened read-only, Discord gets read requests only.

Checks of machine, database, fleet, installation and Discord; the last functions give their order.
"""

import asyncio
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter
from types import SimpleNamespace
from typing import IO, Final, NamedTuple, assert_never

import aiohttp
import discord

from bot.analysis import search_backend
from bot.config.database_url import DatabaseUrl, UnrecoverableError
from bot.config.settings import Settings, SettingsError
from bot.engine import deal, trick_play
from bot.engine.actions import Action, Claim, Dealer, Deck
from bot.engine.cards import CARD_NAMES, PACK, TABLE_SEAT
from bot.engine.families import FAMILIES, family_of
from bot.engine.game import Game, apply_action, legal_actions, new_game, stage_of, to_act
from bot.model.enums import ShardRange
from bot.presets import Presets, load_presets
from bot.render.paper.tile_names import tile_name
from bot.render.paper.tiles import TILE_FOLDER as TILES
from bot.render.words import load_catalogue
from bot.robots import ARE_COMPILED
from bot.store import DatabaseStatus, StoreError, read_file_status
from bot.store.admin.host_commands import BackupFolder
from bot.store.queries.preferences import MANY_CONNECTIONS
from bot.workers import TooSlow, WorkerPool, create_workers, remote_pool
from bot.workers.worker_main import resident_memory


class Severity(StrEnum):
    """The severity of a verdict."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class CheckResult(NamedTuple):
    """One line of output; ``message`` ends with advice if something is to be done."""

    severity: Severity
    subject: str
    message: str

    def __str__(self) -> str:
        return f"{self.severity:<5} {self.subject:<12} {self.message}"


def ok(subject: str, message: str) -> CheckResult:
    return CheckResult(Severity.OK, subject, message)


def warn(subject: str, message: str) -> CheckResult:
    return CheckResult(Severity.WARN, subject, message)


def fail(subject: str, message: str) -> CheckResult:
    return CheckResult(Severity.FAIL, subject, message)


# Machine checks: disk, SQLite, clock, and the file of games.

_MEGABYTE: Final = 2**20
_MIN_FREE_BYTES: Final = 50 * _MEGABYTE
_LOW_FREE_BYTES: Final = 500 * _MEGABYTE
_SYNCS: Final = 5
_SLOW_SYNC: Final = 0.3  # seconds; from 1.5 the bot defers what it answers
_STRICT_TABLES_VERSION: Final = (3, 37, 0)
_WAL_FIX_VERSION: Final = (3, 51, 3)
_EARLIEST_TIME: Final = 1767225600  # 2026-01-01: the clock cannot be earlier than this program
_DAY: Final = 24 * 3600
_MAX_CLOCK_SKEW: Final = 5.0  # seconds of difference to Discord's clock


def check_disk(path: Path) -> CheckResult:
    """Check that the folder of the games is writable and has free space."""
    folder = _existing_folder(path)
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        advice = "set DATABASE_PATH to a place where this user may write"
        return fail("disk", f"{folder} cannot be written to ({error.strerror}): {advice}.")
    said = f"{free // _MEGABYTE} MB free in {folder}"
    if free < _MIN_FREE_BYTES:
        return fail("disk", f"{said}: make room, nothing could be stored.")
    if free < max(_LOW_FREE_BYTES, 2 * _file_size(path)):
        return warn("disk", f"{said}: make room, an upgrade copies the file beside itself.")
    return ok("disk", f"{said}.")


def check_sync(path: Path, sync: Callable[[int], None] = os.fsync) -> CheckResult:
    """Check how long the disk takes to sync: every move waits for one before it is answered."""
    try:
        with tempfile.TemporaryFile(dir=_existing_folder(path), buffering=0) as file:
            slowest = max(_time_sync(file, sync) for _ in range(_SYNCS))
    except OSError as error:
        return fail("sync", f"The disk does not sync ({error.strerror}): nothing could be stored.")
    said = f"The slowest of {_SYNCS} syncs of the disk took {1000 * slowest:.0f} ms"
    if slowest > _SLOW_SYNC:
        advice = "put DATABASE_PATH on a faster disk, no memory card and no network share"
        return warn("sync", f"{said}, and every move waits for one: {advice}.")
    return ok("sync", f"{said}.")


def _time_sync(file: IO[bytes], sync: Callable[[int], None]) -> float:
    file.write(bytes(4096))
    began = perf_counter()
    sync(file.fileno())
    return perf_counter() - began


def _existing_folder(path: Path) -> Path:
    return next(place for place in path.absolute().parents if place.exists())


def _file_size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def check_sqlite(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> CheckResult:
    """Check for STRICT tables and for the bug in the write-ahead log."""
    name = ".".join(map(str, version))
    if version < _STRICT_TABLES_VERSION:
        return fail("sqlite", f"{name} knows no strict tables: use a Python with 3.37 or newer.")
    if version < _WAL_FIX_VERSION:
        # the bug needs two connections that write and checkpoint at once; the bot has one
        return warn(
            "sqlite",
            f"{name} can damage a file two programs write to (mended in 3.51.3): the bot alone is "
            "safe; let no replication tool or shell write beside it.",
        )
    return ok("sqlite", f"{name}.")


def check_file(path: Path) -> tuple[CheckResult, DatabaseStatus | None]:
    """Check the file of games, and return the metadata in it."""
    if not _file_size(path):
        return ok("file", f"There is no {path} yet; the first start makes it."), None
    try:
        found = read_file_status(path)
    except StoreError as error:
        return fail("file", str(error)), None
    said = f"{path} has layout {found.version}"
    if found.version < found.known:
        advice = f"the next start brings it to {found.known} and saves a copy first"
        return warn("file", f"{said}: {advice}."), found
    if os.name != "nt" and path.stat().st_mode & 0o077:
        advice = "others on this machine can read hands and names in it, so make its mode 0600"
        return warn("file", f"{said}, and {advice}."), found
    return ok("file", f"{said}, its check found nothing."), found


def check_backup(settings: Settings, now: float) -> CheckResult:
    """Check that the newest rotating backup is there and recent."""
    if settings.backup_folder is None:
        advice = "set BACKUP_FOLDER, and let 'python -m bot backup --keep 14' run once a day"
        return warn("backup", f"None is planned: {advice}.")
    backups = BackupFolder(settings.backup_folder, settings.backup_max_hours)
    newest = backups.newest()
    if newest is None:
        advice = "let 'python -m bot backup --keep 14' run once a day"
        return warn("backup", f"Missing: there is none in {backups.folder}: {advice}.")
    said = f"The newest in {backups.folder} is of {_date(newest)}"
    if backups.is_missing(now):
        advice = "find out why 'python -m bot backup --keep 14' no longer runs or fails"
        return warn("backup", f"Missing: {said[0].lower()}{said[1:]}: {advice}.")
    return ok("backup", f"{said}.")


def check_connections(found: DatabaseStatus | None, now: float) -> CheckResult:
    """Check the number of gateway connections within a day, from the bot's own count."""
    counted = found.connections if found is not None else None
    if counted is None or not counted[0] <= now < counted[0] + _DAY:
        return ok("connections", "None within a day.")
    said = f"{counted[1]} since {_date(counted[0])}"
    if counted[1] >= MANY_CONNECTIONS:
        advice = "find out why the bot starts so often; Discord resets the token after 1000 a day"
        return warn("connections", f"{said}: {advice}.")
    return ok("connections", f"{said}.")


def check_clock(now: float, last_alive: int | None, discord_ahead: float | None) -> CheckResult:
    """Check the clock; ``discord_ahead``: seconds Discord's clock is ahead of ours, if known."""
    if now < _EARLIEST_TIME or (last_alive is not None and now < last_alive - 60):
        return fail("clock", f"It says {_date(now)}, which was long ago: set it.")
    if discord_ahead is not None and abs(discord_ahead) > _MAX_CLOCK_SKEW:
        side = "behind" if discord_ahead > 0 else "ahead of"
        return warn("clock", f"It is {abs(discord_ahead):.0f} s {side} Discord's: let NTP keep it.")
    compared = "nothing to compare it with" if discord_ahead is None else "as Discord's"
    return ok("clock", f"{_date(now)}, {compared}.")


def _date(now: float) -> str:
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M} UTC"


# PostgreSQL check, for games that are not in a file.


async def check_database(url: str) -> tuple[CheckResult, DatabaseStatus | None]:
    """Check that the database responds and is ours, and return the metadata in it."""
    if find_spec("asyncpg") is None:
        advice = "install 'preferans-bot[fleet]' or leave DATABASE_URL out"
        return fail("database", f"The package asyncpg is missing: {advice}."), None
    from bot.store.postgres.startup import read_server_status

    address = DatabaseUrl(url)
    try:
        found = await read_server_status(address)
    except StoreError as error:
        return fail("database", str(error)), None
    if not found.version:
        return ok("database", f"{address} is empty; the first start lays it out."), found
    said = f"{address} has layout {found.version}"
    if found.version < found.known:
        advice = f"the next start brings it to {found.known}; save it with pg_dump first"
        return warn("database", f"{said}: {advice}."), found
    return ok("database", f"{said}, it answers."), found


# Fleet checks: the shards of this process and their current holders.


async def check_shards(settings: Settings) -> CheckResult:
    """Check the holders of the shards without acquiring any."""
    try:
        owned = settings.owned_shards()
    except SettingsError as error:
        return fail("shards", str(error))
    if settings.database_url is None:
        return ok("shards", "All of them: there is one process, with its file.")
    if find_spec("asyncpg") is None:
        return fail("shards", "The package asyncpg is missing: install 'preferans-bot[fleet]'.")
    from bot.fleet.schema import DATABASE_ERRORS, list_holders

    try:
        found = await list_holders(settings.database_url.get_secret_value(), check_usable=True)
    except UnrecoverableError as error:
        return fail("shards", f"PostgreSQL cannot be asked like this ({error}): see above.")
    except DATABASE_ERRORS as error:
        advice = "look at DATABASE_URL and whether the server runs"
        return fail("shards", f"PostgreSQL does not answer ({type(error).__name__}): {advice}.")
    said = "; ".join(
        f"{one.owned} since {one.silent_seconds:.0f} s without a word" for one in found
    )
    if any(one.owned.total != owned.total for one in found):
        advice = "all processes of a fleet need the same number behind the stroke of SHARDS"
        return warn("shards", f"Others count them otherwise ({said}): {advice}.")
    if any(_overlap(one.owned, owned) for one in found):
        return ok("shards", f"{owned} are held, this process would stand by. Held: {said}.")
    return ok("shards", f"{owned} are free. Held: {said or 'none'}.")


def _overlap(one: ShardRange, other: ShardRange) -> bool:
    return one.first <= other.last and other.first <= one.last


# Installation checks: data files, worker processes, solver, and the rules in play.

_REINSTALL: Final = "install the bot again, files are missing or changed"
_WORKER_TIMEOUT: Final = 20.0


def check_presets(_: Settings) -> CheckResult:
    """Check that all presets can be read and played."""
    try:
        found = load_presets()
        for name in found.names():
            found.rules(name)
        families = {found.family_key(name) for name in found.names()}
    except (OSError, ValueError) as error:
        return fail("presets", f"They cannot be read ({error}): {_REINSTALL}.")
    if families != set(FAMILIES):
        return fail("presets", f"A family has none: {_REINSTALL}.")
    return ok("presets", f"{len(found.names())} in {len(families)} families.")


def check_languages(settings: Settings) -> CheckResult:
    """Check the languages and the default one."""
    try:
        locales = load_catalogue().locales()
    except (OSError, ValueError, KeyError) as error:
        return fail(
            "words", f"The languages cannot be read ({type(error).__name__}): {_REINSTALL}."
        )
    said = ", ".join(locales)
    if settings.default_language not in locales:
        advice = f"set DEFAULT_LANGUAGE to one of {said}"
        return warn("words", f"There is no language {settings.default_language}: {advice}.")
    return ok("words", f"{said}.")


def check_tiles(settings: Settings) -> CheckResult:
    """Check that every card has an image."""
    names = [tile_name(card) for card in CARD_NAMES]
    missing = [name for name in names if not (TILES / f"{name}.png").is_file()]
    if missing and settings.card_emojis:
        advice = f"{_REINSTALL}, or set CARD_EMOJIS=false"
        return warn("tiles", f"{len(missing)} cards have no tile and are words: {advice}.")
    return ok("tiles", f"{len(CARD_NAMES) - len(missing)} cards.")


async def check_workers(settings: Settings) -> CheckResult:
    """Check that every worker process starts and responds."""
    count, began = settings.workers, perf_counter()
    pool = WorkerPool(count)
    try:
        await pool.warm()
        sizes = await asyncio.gather(
            *(pool.decide(_WORKER_TIMEOUT, resident_memory) for _ in range(count))
        )
    except (TooSlow, OSError) as error:
        advice = "look for memory and a limit on processes, or set fewer WORKERS"
        return fail("workers", f"A process gives no answer ({type(error).__name__}): {advice}.")
    finally:
        await pool.stop()
    took, size = perf_counter() - began, max(sizes) >> 20
    return ok("workers", f"{count} started and answered in {took:.1f} s, up to {size} MB.")


async def check_remote_workers(settings: Settings) -> CheckResult:
    """Check that the thinkers, which are asked for moves first, answer."""
    try:
        addresses = settings.thinker_addresses()
        workers = create_workers(1, nullcontext, addresses, settings.thinkers_tls)
    except SettingsError as error:
        return fail("thinkers", str(error))
    except OSError as error:  # ssl.SSLError is one
        return fail("thinkers", f"The certificates in {settings.thinkers_tls} fail: {error}.")
    assert isinstance(workers, remote_pool.RemotePool)
    try:
        await workers.warm()
        processes = workers.thinking_processes
    finally:
        await workers.stop()
    if processes:
        return ok("thinkers", f"{processes} processes answer at {settings.thinkers}.")
    advice = "start 'python -m bot think' there, of this very version"
    return warn("thinkers", f"None at {settings.thinkers}, this machine thinks alone: {advice}.")


def check_search(_: Settings) -> CheckResult:
    """Check which build of the search the solver uses."""
    match search_backend.active_backend():
        case search_backend.Backend.COMPILED:
            return ok("solver", "Its search is compiled.")
        case search_backend.Backend.REFERENCE:
            advice = "'make fast' compiles it, where a C compiler is"
            return ok("solver", f"Its search is the plain one, good for all but slower: {advice}.")
        case search_backend.Backend.OUTDATED:
            advice = "'make fast' compiles it anew"
            return warn("solver", f"What was compiled does not fit, and is not used: {advice}.")
        case other:
            assert_never(other)


def check_robots(_: Settings) -> CheckResult:
    """Check if the robots are compiled."""
    if ARE_COMPILED:
        return ok("robots", "They are compiled.")
    advice = "'make fast' compiles them, where a C compiler is"
    return ok("robots", f"They are not compiled, good for all but slower: {advice}.")


def check_deals(seed: int = 1) -> Iterator[CheckResult]:
    """Play the first preset of each family at random to the end of a deal; check the balance."""
    found = load_presets()
    for family in FAMILIES:
        name = next(one for one in found.names() if found.family_key(one) == family)
        try:
            moves = _play_deal(found, name, Random(seed))
            yield ok("deal", f"{name}: {moves} moves to the last card of a deal, and settled.")
        except Exception as error:  # any error means this family cannot be played here
            yield fail("deal", f"{name} cannot be played ({type(error).__name__}): {_REINSTALL}.")


def _play_deal(found: Presets, name: str, chance: Random) -> int:
    """Return the number of moves. Raises ValueError when the balances do not cancel out."""
    game = new_game(found.rules(name))
    while not game.ended and (game.last is None or len(game.last.tricks) < trick_play.TRICKS):
        game = _play_random_move(game, chance)
    balances = family_of(game.rules).settle(game.rules, game.carry.sheet)
    if sum(balances) != 0:
        raise ValueError(balances)
    return game.version


def _play_random_move(game: Game, chance: Random) -> Game:
    seat = to_act(game)
    assert seat is not None
    if seat == TABLE_SEAT:
        return apply_action(game, TABLE_SEAT, _table_action(game, chance))
    actions = legal_actions(game, seat)
    to_the_end = [action for action in actions if not isinstance(action, Claim)]
    return apply_action(game, seat, chance.choice(to_the_end or actions))


def _table_action(game: Game, chance: Random) -> Action:
    if stage_of(game) is deal.Stage.DRAW:
        return Dealer(chance.randrange(game.rules.players))
    return Deck(tuple(chance.sample(PACK, len(PACK))))


# Discord checks: the token, and the permissions on every server.
#
# It sends ordinary requests without connecting to the gateway, so it does not disturb a running
# bot. Channel overrides are not checked.

_DISCORD_TIMEOUT: Final = 30.0  # seconds for all requests together
_PAGE_SIZE: Final = 200  # servers per response
_MAX_NAMED_SERVERS: Final = 10  # servers listed by name
_FEW_STARTS: Final = 50  # Discord resets the token of a bot that has used them all


@dataclass
class DiscordCheck:
    """Discord's responses as verdicts; ``clock_ahead``: seconds its clock is ahead of ours."""

    results: list[CheckResult] = field(default_factory=list)
    clock_ahead: float | None = None


async def check_discord(token: str, permissions: int) -> DiscordCheck:
    """Check the application, its session starts and servers; one line if Discord fails."""
    check = DiscordCheck()
    client = discord.Client(intents=discord.Intents.none(), http_trace=_clock_trace(check))
    try:
        async with asyncio.timeout(_DISCORD_TIMEOUT), client:
            await client.login(token)
            check.results += await _check_application(client, permissions)
    except discord.LoginFailure:
        advice = "make a new one on the page Bot of your application"
        check.results.append(fail("discord", f"It refuses the token: {advice}."))
    except (TimeoutError, OSError, aiohttp.ClientError, discord.DiscordException) as error:
        why = type(error).__name__
        advice = "look at this machine's way to discord.com and ask again"
        check.results.append(warn("discord", f"It could not be asked ({why}): {advice}."))
    return check


async def _check_application(client: discord.Client, permissions: int) -> list[CheckResult]:
    assert client.user is not None
    found = [ok("discord", f"It knows the bot as {client.user.name}.")]
    _, _, starts = await client.http.get_bot_gateway()
    found.append(_check_session_starts(starts["remaining"]))
    servers, after = list[tuple[str, int]](), 0
    while True:
        page = await client.http.get_guilds(_PAGE_SIZE, after=after or None, with_counts=False)
        servers += [(one["name"], int(one["permissions"])) for one in page]
        if len(page) < _PAGE_SIZE:
            break
        after = int(page[-1]["id"])
    return [*found, *check_servers(servers, permissions)]


def _check_session_starts(remaining: int) -> CheckResult:
    said = f"{remaining} connections are left for today"
    if remaining < _FEW_STARTS:
        advice = "find out why the bot starts so often; Discord resets the token after the last"
        return warn("starts", f"{said}: {advice}.")
    return ok("starts", f"{said}.")


def check_servers(servers: list[tuple[str, int]], wanted: int) -> Iterator[CheckResult]:
    """Yield a result per server that lacks ``wanted`` permissions, else one for all servers.

    A server is its name and the bot's permissions there, as Discord sends them.  Beyond
    ``_MAX_NAMED_SERVERS`` the rest share one result.
    """
    if not servers:
        yield warn("servers", "The bot is in none: open what 'python -m bot invite-url' prints.")
        return
    short = [
        (name, missing) for name, has in servers if (missing := _missing_permissions(has, wanted))
    ]
    for name, missing in short[:_MAX_NAMED_SERVERS]:
        advice = "allow it to the bot's role, or invite the bot again"
        yield warn("servers", f"{name} does not allow {missing}: {advice}.")
    if len(short) > _MAX_NAMED_SERVERS:
        yield warn(
            "servers", f"{len(short) - _MAX_NAMED_SERVERS} more do not allow all that is asked for."
        )
    if not short:
        yield ok("servers", f"{len(servers)}, all allow what is asked for.")


def _missing_permissions(has: int, wanted: int) -> str:
    given = discord.Permissions(has)
    if given.administrator:
        return ""
    return ", ".join(
        name.replace("_", " ")
        for name, asked in discord.Permissions(wanted)
        if asked and not getattr(given, name)
    )


def _clock_trace(check: DiscordCheck) -> aiohttp.TraceConfig:
    async def answered(
        _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        if date := end.response.headers.get("Date"):
            check.clock_ahead = parsedate_to_datetime(date).timestamp() - time.time()

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(answered)
    return trace


__all__ = ["CheckResult", "Severity", "run_checks"]


async def run_checks(settings: Settings, permissions: int) -> AsyncIterator[CheckResult]:
    """Yield every verdict as soon as it is known; ``permissions`` are those the bot needs."""
    looks: list[DatabaseStatus | None] = []
    async for verdict, seen in _check_games(settings.games_location()):
        looks.append(seen)
        yield verdict
    found = looks[-1]
    if settings.database_url is None:
        yield check_backup(settings, time.time())
    yield check_connections(found, time.time())
    async for verdict in _check_installation(settings):
        yield verdict
    clocks: list[float | None] = []
    async for verdict, clock in _check_discord(settings, permissions):
        clocks.append(clock)
        yield verdict
    yield check_clock(time.time(), found.last_alive if found else None, clocks[-1])


async def _check_installation(settings: Settings) -> AsyncIterator[CheckResult]:
    """Check shards, rules, languages, tiles, search and workers, then play deals."""
    if settings.database_url is not None or settings.shards is not None:
        yield await check_shards(settings)
    for check in (
        check_presets,
        check_languages,
        check_tiles,
        check_search,
        check_robots,
    ):
        yield check(settings)
    yield await check_workers(settings)
    if settings.thinkers is not None:
        yield await check_remote_workers(settings)
    for verdict in check_deals():
        yield verdict


async def _check_discord(
    settings: Settings, permissions: int
) -> AsyncIterator[tuple[CheckResult, float | None]]:
    """Check the token, then Discord; with each verdict, how far Discord's clock is ahead."""
    try:
        token = settings.token()
    except SettingsError as error:
        yield fail("token", str(error)), None
        return
    yield ok("token", "It has the right shape."), None
    check = await check_discord(token, permissions)
    for verdict in check.results:
        yield verdict, check.clock_ahead


async def _check_games(
    place: Path | str,
) -> AsyncIterator[tuple[CheckResult, DatabaseStatus | None]]:
    """Check the database or file of games; the last item carries its metadata."""
    if isinstance(place, str):
        yield await check_database(place)
        return
    yield check_disk(place), None
    yield check_sync(place), None
    yield check_sqlite(), None
    yield check_file(place)
