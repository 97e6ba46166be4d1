"""Arguments and commands of ``python -m bot``.

Here are run, think, certificates, playground, doctor and invite-url; the commands about stored
games are in ``bot/cli/storage.py``. An error the user can correct is one sentence on stderr with
exit code 2, never a traceback; ``run --stay-up`` ends with it only once it is stopped. ``verify``
ends with exit code 1 when a stored game differs from its replay, ``doctor`` when a check fails,
``run`` when Discord cannot be reached: trying again may help.
"""

import argparse
import asyncio
import gc
import logging
import signal
import socket
import sys
import tomllib
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from bot.cli import storage
from bot.cli.logs import configure_logging, end_on_memory_shortage
from bot.cli.storage import CommandError, CommandFailed
from bot.config.settings import (
    Settings,
    SettingsError,
    ThinkerSettings,
    application_id_of,
    parse_shards,
)

PERMISSIONS = 309237763072  # view, send, embed, attach, history, threads: no moderation rights
DEFAULT_PORT = 8765
DISTRIBUTION = "preferans-bot"
_PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"  # of a checkout; the image has it too


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    chosen = command_parser().parse_args(arguments)
    try:
        chosen.command(chosen)
    except CommandFailed as verdict:
        print(verdict, file=sys.stderr)
        return 1
    except (CommandError, SettingsError) as reason:
        print(reason, file=sys.stderr, flush=True)
        if chosen.stays_up and not _may_pass(reason):
            asyncio.run(_run_until_signal(_stay_up(str(reason))))
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _may_pass(reason: Exception) -> bool:
    """Return True for a database that may be free or reachable at the next start."""
    from bot.store import FileFault, StoreError

    cause = reason.__cause__
    passing = (FileFault.IN_USE, FileFault.UNREACHABLE)
    return isinstance(cause, StoreError) and cause.reason in passing


async def _stay_up(reason: str) -> None:
    """Report a health of 503 with the reason until a signal ends the process.

    A supervisor that starts everything again, as compose does, would otherwise try for ever what
    only a person can put right, and Discord resets the token of a bot that does so.
    """
    from bot.app.discord_session import serve_monitoring_if_configured
    from bot.monitoring import MonitoringEndpoint

    with suppress(SettingsError, OSError):  # without a port the health check fails as well
        async with serve_monitoring_if_configured(
            Settings.load(), MonitoringEndpoint(refusal=reason)
        ):
            await asyncio.Event().wait()
    await asyncio.Event().wait()


class _PrintVersion(argparse.Action):
    """Prints the version and ends; looks it up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"{DISTRIBUTION} {find_version()}")
        parser.exit()


def find_version() -> str:
    """Return the version of the installed package, else the one a checkout or an image states."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        stated = tomllib.loads(_PYPROJECT.read_text(encoding="utf-8"))
        return str(stated["project"]["version"])


def command_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; each sets ``command`` to the function that runs it."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Preference on Discord.")
    parser.set_defaults(stays_up=False)
    parser.add_argument(
        "--version", action=_PrintVersion, nargs=0, help="print the version and exit"
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_run(commands)
    _add_worker_commands(commands)
    _add_playground(commands)
    doctor = commands.add_parser(
        "doctor", help="look at the machine, the files, the rules and Discord; changes nothing"
    )
    doctor.set_defaults(command=_doctor)
    storage.add_storage_commands(commands)
    _add_invite_url(commands)
    return parser


def _add_run(commands: storage.Commands) -> None:
    run = commands.add_parser("run", help="connect to Discord and host games")
    run.add_argument("--shards", metavar="FIRST-LAST", help="only these, as one of many processes")
    run.add_argument("--of", metavar="COUNT", help="so many shards there are in all")
    run.add_argument(
        "--stay-up",
        dest="stays_up",
        action="store_true",
        help="if only a person can help, do not end, but report a health of 503: for supervisors"
        " that start everything again",
    )
    run.set_defaults(command=_run)


def _add_worker_commands(commands: storage.Commands) -> None:
    think = commands.add_parser("think", help="answer bots with WORKERS processes of this machine")
    think.add_argument("--listen", default="127.0.0.1:8786", help="default %(default)s")
    think.set_defaults(command=_think)
    certificates = commands.add_parser(
        "certificates", help="write the certificates of a bot and its thinkers into a folder"
    )
    certificates.add_argument("folder", type=Path)
    certificates.add_argument("host", nargs="+", help="names and addresses of the thinkers")
    certificates.set_defaults(command=_certificates)


def _add_playground(commands: storage.Commands) -> None:
    playground = commands.add_parser(
        "playground", help="the bot in a simulated Discord in the browser; needs no token"
    )
    playground.add_argument("--reset", action="store_true", help="forget all earlier games")
    playground.add_argument(
        "--port", type=_parse_port, default=DEFAULT_PORT, help="default %(default)s"
    )
    playground.set_defaults(command=_playground)


def _add_invite_url(commands: storage.Commands) -> None:
    invite = commands.add_parser("invite-url", help="the address that adds the bot to a server")
    invite.add_argument("--client-id", type=int, help="application id; default: out of the token")
    invite.set_defaults(command=_invite_url)


def _run(chosen: argparse.Namespace) -> None:
    settings = _override_shards(Settings.load(), chosen.shards, chosen.of)
    settings.token()  # raises before anything is opened
    settings.owned_shards()
    settings.thinker_addresses()
    if settings.database_url is None:
        _make_database_folder(settings)
    if settings.metrics_port is not None:
        _require_free_port(settings.metrics_port, "METRICS_PORT")
    configure_logging(settings)
    end_on_memory_shortage()
    with importing_for_good():
        from bot.app import DiscordRefused, DiscordUnavailable, run_bot
        from bot.store import StoreError
    try:
        asyncio.run(_run_until_signal(run_bot(settings)))
    except (StoreError, DiscordRefused) as error:
        raise CommandError(error) from error
    except DiscordUnavailable as error:
        raise CommandFailed(error) from error


@contextmanager
def importing_for_good() -> Iterator[None]:
    """Import what stays until the process ends: a garbage collection would find nothing."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _override_shards(settings: Settings, shards: str | None, of: str | None) -> Settings:
    """Return settings with the shards of the command line, which override the environment."""
    if shards is None and of is None:
        return settings
    if shards is None or of is None:
        raise CommandError("--shards and --of belong together: '--shards 0-3 --of 16'.")
    try:
        return settings.model_copy(update={"shards": str(parse_shards(f"{shards}/{of}"))})
    except ValueError as error:
        raise CommandError(f"These shards do not fit: {error}.") from None


def _think(chosen: argparse.Namespace) -> None:
    settings = ThinkerSettings.load()
    host, port = _parse_listen(chosen.listen)
    settings.require_safe_address(host)
    configure_logging(settings)
    end_on_memory_shortage()
    from bot.workers.thinker import Side, run_thinker, tls_context

    folder = settings.thinkers_tls
    try:
        tls = None if folder is None else tls_context(folder, Side.THINKER)
    except OSError as error:  # ssl.SSLError is one
        raise CommandError(
            f"THINKERS_TLS: the certificates in {folder} are unusable ({error})."
        ) from error
    try:
        asyncio.run(_run_until_signal(run_thinker(host, port, settings.workers, tls)))
    except OSError as error:
        raise CommandError(f"Nobody can listen at {chosen.listen} ({error}).") from error


def _parse_listen(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise CommandError(f"--listen is written like 10.0.0.5:8786, not {text}.")
    return host.strip("[]"), int(port)


def _certificates(chosen: argparse.Namespace) -> None:
    if find_spec("cryptography") is None:
        raise CommandError(
            "Certificates need the package cryptography: install 'preferans-bot[fleet]'."
        )
    from bot.cli.certificates import write_certificates

    try:
        write_certificates(chosen.folder, chosen.host)
    except FileExistsError as error:
        raise CommandError(
            f"{error.filename} is there already: choose an empty folder, or delete the old files."
        ) from error
    except OSError as error:
        raise CommandError(f"{chosen.folder} cannot be written ({error}).") from error
    print(f"Give bot.* and ca.pem of {chosen.folder} to the bot, thinker.* and ca.pem to thinkers.")


def _playground(chosen: argparse.Namespace) -> None:
    settings = Settings.load()
    if chosen.reset and settings.database_url is not None:
        raise CommandError("--reset deletes a file: leave DATABASE_URL out, or empty it yourself.")
    _make_database_folder(settings)
    _require_free_port(chosen.port, "--port")
    configure_logging(settings)
    # discord.py's warnings about voice and intents are irrelevant in a simulated Discord
    logging.getLogger("discord").setLevel(logging.ERROR)
    try:
        from bot.cli.playground import run_playground
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("bot"):
            raise
        raise CommandError(
            f"The playground needs the package {error.name}: start it with 'make play', "
            "or install 'preferans-bot[playground]'."
        ) from error
    from bot.store import StoreError

    try:
        asyncio.run(
            _run_until_signal(run_playground(settings, reset=chosen.reset, port=chosen.port))
        )
    except StoreError as error:
        raise CommandError(error) from error


def _doctor(_: argparse.Namespace) -> None:
    from bot.cli.doctor import Severity, run_checks

    async def print_results() -> int:
        fails = 0
        async for verdict in run_checks(Settings.load(), PERMISSIONS):
            print(verdict, flush=True)
            fails += verdict.severity is Severity.FAIL
        return fails

    if fails := asyncio.run(print_results()):
        raise CommandFailed(f"The bot cannot host games like this: {fails} of the checks failed.")


def _invite_url(chosen: argparse.Namespace) -> None:
    client = chosen.client_id or application_id_of(Settings.load().token())
    print(
        f"https://discord.com/oauth2/authorize?client_id={client}"
        f"&permissions={PERMISSIONS}&scope=bot+applications.commands"
    )


async def _run_until_signal(work: Coroutine[None, None, None]) -> None:
    """Run ``work``; the first SIGINT or SIGTERM cancels it for an orderly shutdown."""
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    told = False

    def stop() -> None:
        nonlocal told
        told = True
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)  # a second one ends the process at once
        task.cancel()

    # Windows has no such handlers and needs none: there asyncio.run cancels the task at Ctrl+C
    with suppress(NotImplementedError):
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not told:
            raise


def _make_database_folder(settings: Settings) -> None:
    if settings.database_url is not None:
        return
    folder = settings.database_path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"The folder {folder} for the database cannot be made ({error.strerror}): "
            "set DATABASE_PATH to a place where the bot may write."
        ) from error


def _require_free_port(port: int, setting: str) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used ({error.strerror}): choose another with {setting}."
            ) from error


def _parse_port(text: str) -> int:
    if not text.isdecimal() or not 1024 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1024 to 65535")
    return int(text)
