"""The command line: ``python -m bot run | think | schedule | playground | doctor | backup |
restore | verify | person | invite-url``.

What a person can put right is one sentence on the error output and exit code 2, never a traceback.
``verify`` ends with exit code 1 when a stored game differs from its replay, ``doctor`` when a check
fails, ``run`` when Discord cannot be reached: trying again may help.
"""

import argparse
import asyncio
import logging
import signal
import socket
import sys
import time
from collections.abc import Coroutine, Sequence
from importlib.util import find_spec
from pathlib import Path

from bot.logs import start_log
from bot.settings import Settings, SettingsError, application_of

PERMISSIONS = 309237763072  # look, write, embed, attach, history, threads: nothing that governs
DEFAULT_PORT = 8765


class Impossible(Exception):
    """The command cannot be carried out; ``str()`` is the sentence for the console."""


class Faulty(Exception):
    """What was tried did not go well; ``str()`` is the last word, details were told already."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and say how it went."""
    chosen = _parser().parse_args(arguments)
    try:
        chosen.command(chosen)
    except Faulty as verdict:
        print(verdict, file=sys.stderr)
        return 1
    except (Impossible, SettingsError) as reason:
        print(reason, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Preference on Discord.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="connect to Discord and host games")
    run.set_defaults(command=_run)

    think = commands.add_parser(
        "think", help="offer WORKERS processes of this machine to the scheduler in THINKERS"
    )
    think.set_defaults(command=_think)

    schedule = commands.add_parser(
        "schedule", help="share the jobs of bots among thinkers; private networks only"
    )
    schedule.add_argument("--listen", default="tcp://127.0.0.1:8786", help="default %(default)s")
    schedule.set_defaults(command=_schedule)

    playground = commands.add_parser(
        "playground", help="the bot in a simulated Discord in the browser; needs no token"
    )
    playground.add_argument("--reset", action="store_true", help="forget all earlier games")
    playground.add_argument("--port", type=_port, default=DEFAULT_PORT, help="default %(default)s")
    playground.set_defaults(command=_playground)

    doctor = commands.add_parser(
        "doctor", help="look at the machine, the files, the rules and Discord; changes nothing"
    )
    doctor.set_defaults(command=_doctor)

    backup = commands.add_parser("backup", help="a checked copy of the games, also while it runs")
    backup.add_argument("target", type=Path, help="the file to write")
    backup.set_defaults(command=_backup)

    restore = commands.add_parser(
        "restore", help="put a copy in the place of the games in use; the bot must be stopped"
    )
    restore.add_argument("copy", type=Path, help="a file that was written by backup")
    restore.set_defaults(command=_restore)

    audit = commands.add_parser(
        "verify", help="replay every stored game and compare its scores, also while the bot runs"
    )
    audit.add_argument("file", type=Path, nargs="?", help="a backup; default: the games in use")
    audit.set_defaults(command=_verify)

    person = commands.add_parser("person", help="what is stored of somebody who asks you for it")
    person.add_argument("user", type=int, metavar="USER_ID", help="his number in Discord")
    wish = person.add_mutually_exclusive_group(required=True)
    wish.add_argument("--export", type=Path, metavar="FILE", help="all of it, as JSON")
    wish.add_argument("--forget", action="store_true", help="delete it; the bot must be stopped")
    person.set_defaults(command=_person)

    invite = commands.add_parser("invite-url", help="the address that adds the bot to a server")
    invite.add_argument("--client-id", type=int, help="application id; default: out of the token")
    invite.set_defaults(command=_invite_url)
    return parser


def _run(_: argparse.Namespace) -> None:
    settings = Settings.load()
    settings.token()  # refused here, before anything is opened
    _make_folder(settings)
    if settings.metrics_port is not None:
        _check_free(settings.metrics_port, "METRICS_PORT")
    if settings.thinkers is not None:
        _check_fleet()
    start_log(settings)

    import aiohttp
    import discord

    from bot.app import serve
    from bot.store import StoreError

    try:
        asyncio.run(_until_told_to_stop(serve(settings)))
    except StoreError as error:
        raise Impossible(error) from error
    except discord.LoginFailure as error:
        raise Impossible(
            "Discord refused the token: make a new one on the page Bot of your application."
        ) from error
    except aiohttp.ClientConnectionError as error:
        raise Faulty(
            f"Discord cannot be reached ({type(error).__name__}): look at this machine's way to "
            "discord.com."
        ) from error


def _think(_: argparse.Namespace) -> None:
    settings = Settings.load()
    if settings.thinkers is None:
        raise Impossible("There is nobody to think for: set THINKERS to the scheduler's address.")
    _check_fleet()
    start_log(settings)
    from bot.workers.thinker import offer

    asyncio.run(_until_told_to_stop(offer(settings.thinkers, settings.workers)))


def _schedule(chosen: argparse.Namespace) -> None:
    _check_fleet()
    start_log(Settings.load())
    from bot.workers.thinker import schedule

    try:
        asyncio.run(_until_told_to_stop(schedule(chosen.listen)))
    except (OSError, ValueError) as error:
        raise Impossible(f"Nobody can listen at {chosen.listen} ({error}).") from error


def _check_fleet() -> None:
    if find_spec("distributed") is None:
        raise Impossible(
            "THINKERS needs the package distributed: install 'preferans-bot[fleet]', or leave "
            "THINKERS out and think on this machine."
        )


def _playground(chosen: argparse.Namespace) -> None:
    settings = Settings.load()
    if settings.thinkers is not None:
        _check_fleet()
    _make_folder(settings)
    _check_free(chosen.port, "--port")
    start_log(settings)
    # the library's remarks about voice and intents mean nothing in a simulated Discord
    logging.getLogger("discord").setLevel(logging.ERROR)
    try:
        from bot.playground import play
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("bot"):
            raise
        raise Impossible(
            f"The playground needs the package {error.name}: start it with 'make play', "
            "or install 'preferans-bot[playground]'."
        ) from error
    from bot.store import StoreError

    try:
        asyncio.run(_until_told_to_stop(play(settings, reset=chosen.reset, port=chosen.port)))
    except StoreError as error:
        raise Impossible(error) from error


def _doctor(_: argparse.Namespace) -> None:
    from bot.doctor import Level, examine

    async def visit() -> int:
        fails = 0
        async for verdict in examine(Settings.load(), PERMISSIONS):
            print(verdict, flush=True)
            fails += verdict.level is Level.FAIL
        return fails

    if fails := asyncio.run(visit()):
        raise Faulty(f"The bot cannot host games like this: {fails} of the checks failed.")


def _backup(chosen: argparse.Namespace) -> None:
    from bot.store import StoreError, backup

    try:
        backup(Settings.load().database_path, chosen.target)
    except StoreError as error:
        raise Impossible(error) from error
    print(f"Saved to {chosen.target}.")


def _restore(chosen: argparse.Namespace) -> None:
    from bot.store import StoreError, restore

    path = Settings.load().database_path
    try:
        aside = asyncio.run(restore(chosen.copy, path, int(time.time())))
    except StoreError as error:
        raise Impossible(error) from error
    kept = "" if aside is None else f" What was there before is kept as {aside}."
    print(f"The games of {chosen.copy} are in place.{kept}")


def _verify(chosen: argparse.Namespace) -> None:
    from bot.store import StoreError
    from bot.tables.audit import Difference
    from bot.verifying import verify

    differing: set[int] = set()

    def found(difference: Difference) -> None:
        differing.add(difference.game_id)
        print(difference)

    def progress(done: int, games: int) -> None:
        print(f"{done} of {games} games", file=sys.stderr)

    path = chosen.file or Settings.load().database_path
    if not path.exists():
        raise Impossible(f"There are no games to verify: there is no file {path}.")
    try:
        games = asyncio.run(verify(path, found, progress))
    except StoreError as error:
        raise Impossible(error) from error
    if differing:
        raise Faulty(f"{len(differing)} of {games} games differ from what was played.")
    print(f"{games} games verified: every score is as it was played.")


def _person(chosen: argparse.Namespace) -> None:
    from bot.store import StoreError, WriteRefused
    from bot.store.asking import delete, hand_over

    path, now = Settings.load().database_path, int(time.time())
    if not path.exists():
        raise Impossible(f"Nothing is stored of anybody: there is no file {path}.")
    try:
        if chosen.forget:
            games = asyncio.run(delete(path, chosen.user, now))
            print(f"Forgotten. Games that named him: {games}. His rows in backups are still there.")
            return
        chosen.export.write_bytes(asyncio.run(hand_over(path, chosen.user, now)))
    except (StoreError, WriteRefused) as error:
        raise Impossible(error) from error
    except OSError as error:
        raise Impossible(f"{chosen.export} cannot be written ({error.strerror}).") from error
    print(f"Saved to {chosen.export}.")


def _invite_url(chosen: argparse.Namespace) -> None:
    client = chosen.client_id or application_of(Settings.load().token())
    print(
        f"https://discord.com/oauth2/authorize?client_id={client}"
        f"&permissions={PERMISSIONS}&scope=bot+applications.commands"
    )


async def _until_told_to_stop(work: Coroutine[None, None, None]) -> None:
    """Let ``work`` run; the first SIGINT or SIGTERM cancels it, so that it closes in order."""
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    told = False

    def stop() -> None:
        nonlocal told
        told = True
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)  # a second one ends the process at once
        task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not told:
            raise


def _make_folder(settings: Settings) -> None:
    folder = settings.database_path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Impossible(
            f"The folder {folder} for the database cannot be made ({error.strerror}): "
            "set DATABASE_PATH to a place where the bot may write."
        ) from error


def _check_free(port: int, setting: str) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise Impossible(
                f"Port {port} cannot be used ({error.strerror}): choose another with {setting}."
            ) from error


def _port(text: str) -> int:
    if not text.isdecimal() or not 1024 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1024 to 65535")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
