"""Storage commands: ``python -m bot backup | restore | verify | rank | alike | archive | person |
move``.

None of them needs a token, and each imports its modules only when it runs.
"""

import argparse
import asyncio
import os
import sys
import time
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from bot.config.database_url import is_database_url, url_error
from bot.config.settings import Settings

if TYPE_CHECKING:
    from bot.store.admin.host_commands import ArchiveResult

_RETRY_SECONDS = 600  # seconds after a backup that failed
_PROGRESS_SECONDS = 2.0  # seconds between two progress messages


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""argparse's collection of subcommands, which has no public name."""


class CommandError(Exception):
    """The command cannot be carried out; ``str()`` is the message for the console."""


class CommandFailed(Exception):
    """The command failed; ``str()`` is the last message, after its details."""


def add_storage_commands(commands: Commands) -> None:
    """Add the commands to the parser."""
    _add_backup(commands)

    restore = commands.add_parser(
        "restore", help="put a copy in the place of the games in use; the bot must be stopped"
    )
    restore.add_argument("copy", type=Path, help="a file that was written by backup")
    restore.set_defaults(command=_restore)

    _add_reports(commands)
    _add_person(commands)

    old = commands.add_parser(
        "archive", help="pack what was played long ago into less room; the bot must be stopped"
    )
    how = "games that were over before this day (UTC), as 2025-01-01"
    old.add_argument("--before", type=_parse_day, required=True, metavar="DAY", help=how)
    old.set_defaults(command=_archive)

    _add_move(commands)


def _add_reports(commands: Commands) -> None:
    audit = commands.add_parser(
        "verify", help="replay every stored game and compare its scores, also while the bot runs"
    )
    audit.add_argument("file", type=Path, nargs="?", help="a backup; default: the games in use")
    audit.set_defaults(command=_verify)

    ranks = commands.add_parser(
        "rank", help="recompute ratings and sums of play, and compare them with those in use"
    )
    ranks.add_argument("file", type=Path, nargs="?", help="a backup; default: the games in use")
    ranks.set_defaults(command=_rank)

    alike = commands.add_parser(
        "alike", help="pairs who play the six deals alike more often than chance: for you alone"
    )
    alike.add_argument("file", type=Path, nargs="?", help="a backup; default: the games in use")
    alike.set_defaults(command=_alike)


def _add_backup(commands: Commands) -> None:
    backup = commands.add_parser("backup", help="a checked copy of the games, also while it runs")
    where = backup.add_mutually_exclusive_group(required=True)
    where.add_argument("target", type=Path, nargs="?", help="the file to write")
    where.add_argument(
        "--keep",
        type=_parse_count,
        metavar="COUNT",
        help="write into BACKUP_FOLDER instead, and keep so many of the newest copies there",
    )
    backup.add_argument(
        "--every-hours",
        type=_parse_count,
        metavar="HOURS",
        help="with --keep: do not end, but save a copy again and again",
    )
    backup.set_defaults(command=_backup)


def _add_move(commands: Commands) -> None:
    move = commands.add_parser(
        "move",
        help="carry everything from a file to a PostgreSQL, or back; the bot must be stopped",
    )
    where = "sqlite:PATH or postgresql://...; a password may stand in PGPASSWORD instead"
    move.add_argument("--from", dest="source", type=_parse_location, required=True, help=where)
    move.add_argument(
        "--to", dest="target", type=_parse_location, required=True, help="and it is empty"
    )
    move.set_defaults(command=_move)


def _add_person(commands: Commands) -> None:
    person = commands.add_parser("person", help="what is stored of somebody who asks you for it")
    person.add_argument("user", type=int, metavar="USER_ID", help="their user id in Discord")
    wish = person.add_mutually_exclusive_group(required=True)
    wish.add_argument("--export", type=Path, metavar="FILE", help="all of it, as JSON")
    wish.add_argument("--forget", action="store_true", help="delete it; the bot must be stopped")
    person.set_defaults(command=_person)


def _backup(chosen: argparse.Namespace) -> None:
    from bot.store import StoreError, backup

    path = _require_file("save them with its own pg_dump")
    if chosen.target is None:
        _back_up_rotating(path, chosen.keep, chosen.every_hours)
        return
    if chosen.every_hours is not None:
        raise CommandError("--every-hours goes with --keep, which names each copy by its time.")
    try:
        backup(path, chosen.target)
    except StoreError as error:
        raise CommandError(error) from error
    print(f"Saved to {chosen.target}.")


def _back_up_rotating(path: Path, keep: int, every_hours: int | None) -> None:
    """Save one copy into BACKUP_FOLDER; with ``every_hours`` go on, also after a failure."""
    from bot.store import StoreError
    from bot.store.admin.host_commands import save_rotating

    folder = Settings.load().backup_folder
    if folder is None:
        raise CommandError("--keep needs a folder for the copies: set BACKUP_FOLDER.")
    while True:
        pause = _RETRY_SECONDS
        try:
            print(f"Saved to {save_rotating(path, folder, keep, time.time())}.", flush=True)
            pause = (every_hours or 0) * 3600
        except StoreError as error:
            if every_hours is None:
                raise CommandError(error) from error
            print(error, file=sys.stderr, flush=True)
        if every_hours is None:
            return
        time.sleep(pause)


def _restore(chosen: argparse.Namespace) -> None:
    from bot.store import StoreError, restore_file

    path = _require_file("load a dump with its own pg_restore")
    try:
        aside = asyncio.run(restore_file(chosen.copy, path, int(time.time())))
    except StoreError as error:
        raise CommandError(error) from error
    kept = "" if aside is None else f" What was there before is kept as {aside}."
    print(f"The games of {chosen.copy} are in place.{kept}")


def _verify(chosen: argparse.Namespace) -> None:
    from bot.cli.verify import Difference, verify_games
    from bot.store import StoreError

    differing: set[int] = set()

    def found(difference: Difference) -> None:
        differing.add(difference.game_id)
        print(difference)

    place = chosen.file or Settings.load().games_location()
    if isinstance(place, Path) and not place.exists():
        raise CommandError(f"There are no games to verify: there is no file {place}.")
    try:
        games = asyncio.run(verify_games(place, found, _print_progress))
    except StoreError as error:
        raise CommandError(error) from error
    if differing:
        raise CommandFailed(f"{len(differing)} of {games} games differ from what was played.")
    print(f"{games} games verified: every score is as it was played.")


def _rank(chosen: argparse.Namespace) -> None:
    from bot.cli.verify import rank_games
    from bot.store import StoreError

    place = chosen.file or Settings.load().games_location()
    if isinstance(place, Path) and not place.exists():
        raise CommandError(f"There are no games to rank: there is no file {place}.")
    try:
        found = asyncio.run(rank_games(place, print))
    except StoreError as error:
        raise CommandError(error) from error
    if not found.agrees:
        raise CommandFailed("The stored sums of play are not those of the deals.")
    print(f"{found.lists} lists, {found.members} ratings; the stored sums of play agree.")


def _alike(chosen: argparse.Namespace) -> None:
    from bot.cli.verify import find_equal_pairs
    from bot.store import StoreError

    place = chosen.file or Settings.load().games_location()
    if isinstance(place, Path) and not place.exists():
        raise CommandError(f"There are no six deals to compare: there is no file {place}.")
    try:
        pairs = asyncio.run(find_equal_pairs(place))
    except StoreError as error:
        raise CommandError(error) from error
    for pair in pairs:
        print(
            f"{pair.users[0]} and {pair.users[1]}: {pair.equal} of {6 * pair.events} deals equal,"
            f" {pair.expected:.1f} by chance, {pair.bits:.0f} bits"
        )
    print(
        f"{len(pairs)} pairs play the six deals alike more often than chance. Friends and sound"
        " players may do so too: the list proves nothing, and the bot does nothing with it."
    )


def _person(chosen: argparse.Namespace) -> None:
    from bot.store import StoreError, WriteRefused
    from bot.store.admin.host_commands import erase_user, export_user

    place, now = Settings.load().games_location(), int(time.time())
    if isinstance(place, Path) and not place.exists():
        raise CommandError(f"Nothing is stored of anybody: there is no file {place}.")
    try:
        if chosen.forget:
            games = asyncio.run(erase_user(place, chosen.user, now))
            print(
                f"Forgotten. Games that named them: {games}. Their rows in backups are still there."
            )
            return
        data = asyncio.run(export_user(place, chosen.user, now))
        # a new file is for its owner alone; Path.open() has no opener
        with open(chosen.export, "wb", opener=partial(os.open, mode=0o600)) as file:
            file.write(data)
    except (StoreError, WriteRefused) as error:
        raise CommandError(error) from error
    except OSError as error:
        raise CommandError(f"{chosen.export} cannot be written ({error.strerror}).") from error
    print(f"Saved to {chosen.export}.")


def _archive(chosen: argparse.Namespace) -> None:
    from bot.store import StorageTrouble, StoreError
    from bot.store.admin.host_commands import archive_games

    place, day = Settings.load().games_location(), chosen.before
    if isinstance(place, Path) and not place.exists():
        raise CommandError(f"There is nothing to archive: there is no file {place}.")
    before = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
    size = _megabytes(place)
    try:
        done = asyncio.run(archive_games(place, before, int(time.time()), _print_progress))
    except (StoreError, StorageTrouble) as error:
        raise CommandError(error) from error
    print(_archive_summary(done, day))
    if isinstance(place, Path):
        print(f"The file takes {_megabytes(place):.1f} MB, before it was {size:.1f}.")


def _move(chosen: argparse.Namespace) -> None:
    from bot.store import StorageTrouble, StoreError
    from bot.store.admin.transfer import TransferFault, transfer
    from bot.store.errors import StatementFault

    told = 0.0

    def tell(what: str, done: int) -> None:
        nonlocal told
        if time.monotonic() >= told + _PROGRESS_SECONDS:
            told = time.monotonic()
            print(f"{what}: {done}", file=sys.stderr)

    try:
        moved = asyncio.run(transfer(chosen.source, chosen.target, int(time.time()), tell))
    except ModuleNotFoundError as error:
        raise CommandError(
            f"A PostgreSQL needs the package {error.name}: install 'preferans-bot[fleet]'."
        ) from error
    except (TransferFault, StatementFault, StorageTrouble) as error:
        raise CommandError(f"Nothing was moved: {error}") from error
    except StoreError as error:
        raise CommandError(error) from error
    print(f"Moved: {moved.rows} rows, and every one is there.")
    if moved.damaged:
        print(f"Damaged before, and still: games {', '.join(map(str, moved.damaged))}.")


def _parse_location(text: str) -> Path | str:
    kind, _, rest = text.partition(":")
    if kind == "sqlite" and rest:
        return Path(rest)
    if is_database_url(text):
        if fault := url_error(text):
            raise argparse.ArgumentTypeError(fault)
        return text
    raise argparse.ArgumentTypeError("a place is sqlite:PATH or postgresql://...")


def _megabytes(place: Path | str) -> float:
    """Return megabytes; 0 for a PostgreSQL, whose size is not known here."""
    return place.stat().st_size / 10**6 if isinstance(place, Path) else 0.0


def _require_file(instead: str) -> Path:
    """Return the file of games; raise with the alternative where there is none."""
    settings = Settings.load()
    if settings.database_url is not None:
        raise CommandError(
            f"The games are in a PostgreSQL (DATABASE_URL), not in a file: {instead}."
        )
    return settings.database_path


def _archive_summary(done: "ArchiveResult", day: date) -> str:
    """Return the result in sentences."""
    said = [f"No game was over before {day} that is not packed."]
    if done.games:
        said = [f"Packed: {done.games} games that were over before {day}."]
    if not done.is_shrunk:
        said += ["The disk has no room for a smaller copy, so new games will use what is free."]
    if done.damaged:
        said += [f"Damaged, and left as they are: {len(done.damaged)}; verify names them."]
    return " ".join(said)


def _print_progress(done: int, games: int) -> None:
    print(f"{done} of {games} games", file=sys.stderr)


def _parse_count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10_000:
        raise argparse.ArgumentTypeError("a number from 1 to 10000")
    return int(text)


def _parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError("a day is year-month-day, as 2025-01-01") from error
