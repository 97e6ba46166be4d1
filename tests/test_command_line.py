"""The command line: a mistake a person can mend is one sentence and exit code 2."""

import asyncio
import base64
import json
import os
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import discord
import pytest
from pydantic import SecretStr

from bot.app import DiscordRefused, DiscordUnavailable
from bot.cli.main import PERMISSIONS, main
from bot.config.settings import Settings, SettingsError
from bot.model.enums import ShardRange, Status
from bot.store import FileFault, Store, StoreError
from tests.store.making import change, new_game, sit
from tests.support.stored import with_layout

ROOT = Path(__file__).parents[1]
APPLICATION = "123456789012345678"
TOKEN = base64.urlsafe_b64encode(APPLICATION.encode()).decode().rstrip("=") + ".GabcDe.not-secret"

Serve = Callable[[Settings], object]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run without a .env and without the settings of the person who runs the tests."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Callable[[Serve], None]:
    """Replace the real bot with something else."""

    def put(serve: Serve) -> None:
        monkeypatch.setattr("bot.app.run_bot", serve)
        monkeypatch.setenv("DISCORD_TOKEN", TOKEN)

    return put


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def refusal(ran: subprocess.CompletedProcess[str]) -> str:
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert "Traceback" not in ran.stderr
    [sentence] = ran.stderr.splitlines()
    assert sentence.endswith(".")
    return sentence


@pytest.mark.process
def test_the_version_of_a_checkout() -> None:
    """``python -m bot`` and the entry point of the package are the same function."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    module, _, function = project["scripts"]["preferans-bot"].partition(":")
    assert getattr(import_module(module), function) is main
    ran = run("--version")
    assert (ran.stdout, ran.returncode) == (f"preferans-bot {project['version']}\n", 0)


def test_the_version_of_an_installed_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.cli.main.version", {"preferans-bot": "9.8.7"}.__getitem__)
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert not ended.value.code
    assert capsys.readouterr().out == "preferans-bot 9.8.7\n"


@pytest.mark.process
def test_without_a_token() -> None:
    assert "There is no Discord token" in refusal(run("run"))


@pytest.mark.process
def test_a_token_of_the_wrong_shape() -> None:
    sentence = refusal(run("run", DISCORD_TOKEN="hunter2"))
    assert "wrong shape" in sentence
    assert "hunter2" not in sentence


@pytest.mark.process
def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    place = str(tmp_path / "file" / "inside" / "games.db")
    sentence = refusal(run("run", DISCORD_TOKEN=TOKEN, DATABASE_PATH=place))
    assert "cannot be made" in sentence


@pytest.mark.process
def test_invite_url_out_of_the_token() -> None:
    ran = run("invite-url", DISCORD_TOKEN=TOKEN)
    assert ran.returncode == 0
    assert ran.stdout == (
        f"https://discord.com/oauth2/authorize?client_id={APPLICATION}"
        "&permissions=309237763072&scope=bot+applications.commands\n"
    )


def test_invite_url_for_a_given_application(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["invite-url", "--client-id", "42"]) == 0
    assert "client_id=42&" in capsys.readouterr().out


def test_invite_url_asks_only_for_what_is_used() -> None:
    asked = {name for name, given in discord.Permissions(PERMISSIONS) if given}
    assert asked == {
        "read_messages",
        "send_messages",
        "embed_links",
        "attach_files",
        "read_message_history",
        "create_public_threads",
        "send_messages_in_threads",
    }


def test_discord_refuses_the_bot(
    serving: Callable[[Serve], None], capsys: pytest.CaptureFixture[str]
) -> None:
    async def serve(_: Settings) -> None:
        raise DiscordRefused("Discord refused the token: make a new one.")

    serving(serve)
    assert main(["run"]) == 2
    assert capsys.readouterr().err == "Discord refused the token: make a new one.\n"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.mark.process
def test_under_compose_a_refused_start_stays_up_and_reports_it() -> None:
    """compose starts again whatever ends: its health says what only a person can put right."""
    port = free_port()
    started = subprocess.Popen(
        [sys.executable, "-m", "bot", "run", "--stay-up"],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "METRICS_PORT": str(port),
            "DISCORD_TOKEN": "none",
        },
        stderr=subprocess.PIPE,
        text=True,
    )
    assert started.stderr
    said = started.stderr.readline().strip()
    assert said.startswith("The Discord token has the wrong shape")
    assert health_of(port) == (503, {"ready": False, "refused": said})
    assert started.poll() is None
    started.terminate()
    assert started.wait(20) == 2
    assert "Traceback" not in started.stderr.read()
    started.stderr.close()


def health_of(port: int) -> tuple[int, object]:
    """Ask until somebody answers."""
    until = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5)
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, json.load(answer)
        except urllib.error.URLError:
            assert time.monotonic() < until, "nobody answers"
            time.sleep(0.05)


@pytest.mark.parametrize(
    ("error", "waits"),
    [
        (StoreError(FileFault.DAMAGED, path="x", detail="y"), True),
        (StoreError(FileFault.IN_USE, path="x"), False),
        (DiscordRefused("No."), True),
        (SettingsError("No."), True),
    ],
)
def test_a_start_that_may_succeed_later_ends_under_compose_too(
    serving: Callable[[Serve], None],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    *,
    waits: bool,
) -> None:
    waited = []

    async def serve(_: Settings) -> None:
        raise error

    async def stay_up(reason: str) -> None:
        waited.append(reason)

    serving(serve)
    monkeypatch.setattr("bot.cli.main._stay_up", stay_up)
    assert main(["run", "--stay-up"]) == 2
    assert waited == ([str(error)] if waits else [])


def test_discord_cannot_be_reached(
    serving: Callable[[Serve], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """Not 2, so that a supervisor may try again."""

    async def serve(_: Settings) -> None:
        raise DiscordUnavailable("Nobody is there.")

    serving(serve)
    assert main(["run"]) == 1
    assert capsys.readouterr().err == "Nobody is there.\n"


def test_a_second_copy(
    serving: Callable[[Serve], None], capsys: pytest.CaptureFixture[str]
) -> None:
    async def serve(settings: Settings) -> None:
        raise StoreError(FileFault.IN_USE, path=str(settings.database_path))

    serving(serve)
    assert main(["run"]) == 2
    assert "preferans.db is in use by another running copy" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_lets_the_bot_close(
    serving: Callable[[Serve], None], number: signal.Signals
) -> None:
    steps: list[str] = []

    async def serve(_: Settings) -> None:
        os.kill(os.getpid(), number)
        try:
            await asyncio.sleep(30)
        finally:
            await asyncio.sleep(0)  # closing takes turns of the loop
            steps.append("closed")

    serving(serve)
    assert main(["run"]) == 0
    assert steps == ["closed"]


@pytest.mark.process
def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} cannot be used" in refusal(run("playground", "--port", str(port)))


def test_the_playground_says_which_package_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Missing:
        """Finds no simcord."""

        def find_spec(self, name: str, *_: object) -> None:
            if name == "bot.cli.playground":
                raise ModuleNotFoundError("No module named 'simcord'", name="simcord")

    monkeypatch.delitem(sys.modules, "bot.cli.playground", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    assert main(["playground", "--port", "18765"]) == 2
    assert "needs the package simcord: start it with 'make play'" in capsys.readouterr().err


def test_settings_come_from_the_file_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path(".env").write_text("LOBBY_MINUTES=5\nLOG_LEVEL=debug\nDISCORD_TOKEN=\n", encoding="utf-8")
    monkeypatch.setenv("LOBBY_MINUTES", "7")
    settings = Settings.load()
    assert (settings.lobby_minutes, settings.log_level) == (7, "DEBUG")
    assert settings.discord_token is None


def test_what_compose_reads_there_is_no_fault() -> None:
    Path(".env").write_text("POSTGRES_PASSWORD=x\nSHARDS_LOWER=0-0/2\n", encoding="utf-8")
    assert Settings.load().shards is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("LOBY_MINUTES=5", "There is no setting LOBY_MINUTES. Is LOBBY_MINUTES meant?"),
        ("LOBBY_MINUTES=soon", "The setting LOBBY_MINUTES is wrong: input should be a valid "),
        ("ROBOT_PACE_SECONDS=-1", "The setting ROBOT_PACE_SECONDS is wrong: input should be gr"),
        ("DEFAULT_LANGUAGE=English", "The setting DEFAULT_LANGUAGE is wrong: a language is wri"),
        ("LOG_LEVEL=loud", "The setting LOG_LEVEL is wrong: input should be 'DEBUG'"),
    ],
)
def test_every_fault_of_the_settings_is_a_sentence(line: str, sentence: str) -> None:
    Path(".env").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        Settings.load()
    assert str(caught.value).startswith(sentence)


def test_the_token_may_stand_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("secret").write_text(f"{TOKEN}\n", encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "secret")
    assert Settings.load().token() == TOKEN
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "nowhere")
    with pytest.raises(SettingsError, match="nowhere, which cannot be read"):
        Settings.load().token()
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with pytest.raises(SettingsError, match="not both"):
        Settings.load().token()


def test_the_token_is_never_shown() -> None:
    assert "not-secret" not in repr(Settings(discord_token=SecretStr(TOKEN)))


URL = "postgresql://bot:hidden@127.0.0.1:9/games"


def test_the_address_of_a_database_is_never_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", URL)
    assert "hidden" not in repr(Settings.load())
    assert main(["verify"]) == 2
    said = capsys.readouterr().err
    assert "postgresql://127.0.0.1:9/games cannot be reached" in said
    assert "hidden" not in said
    monkeypatch.setenv("DATABASE_URL", "mysql://bot:hidden@here/games")
    assert main(["verify"]) == 2
    said = capsys.readouterr().err
    assert "DATABASE_URL is wrong: a database is written like" in said
    assert "hidden" not in said


@pytest.mark.parametrize(("command", "instead"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_what_is_about_a_file_says_what_to_do_with_a_database(
    command: str,
    instead: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_URL", URL)
    assert main([command, "copy.db"]) == 2
    assert f"its own {instead}" in capsys.readouterr().err


def test_every_setting_is_explained() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert all(f"{name.upper()}=" in example for name in Settings.model_fields)


def test_backup_saves_a_file_that_opens_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    async def make() -> None:
        async with Store.session(tmp_path / "var" / "preferans.db", 1000) as store:
            await store.preferences.set_bot_fact("word", "kept")

    async def read() -> str | None:
        async with Store.session(tmp_path / "copy.db", 1001) as store:
            return await store.preferences.bot_fact("word")

    asyncio.run(make())
    assert main(["backup", "copy.db"]) == 0
    assert "copy.db" in capsys.readouterr().out
    assert asyncio.run(read()) == "kept"


@pytest.mark.slow
def test_what_is_stored_of_somebody_is_handed_over_and_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, file = tmp_path / "games.db", tmp_path / "ana.json"
    monkeypatch.setenv("DATABASE_PATH", str(path))
    assert main(["person", "11", "--forget"]) == 2

    async def play() -> None:
        async with Store.session(with_layout(path), now=1) as store:
            await store.preferences.set_name(11, "Ana")
            game_id = await new_game(store, host_id=11)
            await sit(store, game_id, 0, 11)

    async def end() -> None:
        async with Store.session(with_layout(path), now=1) as store:
            await change(store, 1, status=Status.VOID, ended_at=9)

    asyncio.run(play())
    assert main(["person", "11", "--export", str(file)]) == 0
    assert file.stat().st_mode & 0o077 == 0
    assert json.loads(file.read_text())["person"]["name"] == "Ana"
    assert main(["person", "11", "--forget"]) == 2
    assert "sits at an open table" in capsys.readouterr().err
    asyncio.run(end())
    assert main(["person", "11", "--forget"]) == 0
    assert "Games that named them: 1." in capsys.readouterr().out
    assert main(["person", "11", "--export", str(file)]) == 0
    assert json.loads(file.read_text())["person"] is None


def test_backup_without_a_database_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == 2
    assert "there is no database" in capsys.readouterr().err


def test_certificates_without_their_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.cli.main.find_spec", lambda _: None)
    assert main(["certificates", "tls", "10.0.0.5"]) == 2
    assert "preferans-bot[fleet]" in capsys.readouterr().err


def test_certificates_that_are_there_or_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "tls")
    assert main(["certificates", folder, "10.0.0.5", "thinker"]) == 0
    assert "Give bot.* and ca.pem" in capsys.readouterr().out
    assert main(["certificates", folder, "10.0.0.5"]) == 2
    assert "is there already" in capsys.readouterr().err
    (tmp_path / "tls" / "thinker.key").write_text("")
    monkeypatch.setenv("THINKERS_TLS", folder)
    assert main(["think"]) == 2
    assert "are unusable" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["10.0.0.5:8786", "http://here", "tcp://here:80"])
def test_an_address_that_is_none(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("THINKERS", address)
    assert main(["run"]) == 2
    assert "THINKERS is wrong: thinkers are written like" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--listen", "8786"), "--listen is written like 10.0.0.5:8786"),
        (("--listen", "here:no"), "--listen is written like 10.0.0.5:8786"),
        (("--listen", "0.0.0.0:8786"), "would answer everybody who reaches it"),
    ],
)
def test_a_thinker_that_cannot_listen(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["think", *words]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--shards", "0-3"), "--shards and --of belong together"),
        (("--of", "16"), "--shards and --of belong together"),
        (("--shards", "3-0", "--of", "4"), "of 4 shards the first is 0 and the last 3."),
        (("--shards", "0-4", "--of", "4"), "of 4 shards the first is 0 and the last 3."),
        (("--shards", "some", "--of", "4"), "shards are written like '0-3/16'"),
        (("--shards", "0-3", "--of", "16"), "SHARDS needs DATABASE_URL"),
    ],
)
def test_shards_that_do_not_fit(
    words: tuple[str, ...],
    sentence: str,
    serving: Callable[[Serve], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def serve(_: Settings) -> None:
        raise AssertionError

    serving(serve)
    assert main(["run", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_the_shards_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings.load().owned_shards().is_all
    monkeypatch.setenv("DATABASE_URL", "postgresql://bot:hunter2@host/games")
    assert Settings.load().owned_shards().is_all
    for said, owned in (("4-7/16", ShardRange(4, 7, 16)), ("5/16", ShardRange(5, 5, 16))):
        monkeypatch.setenv("SHARDS", said)
        assert Settings.load().owned_shards() == owned
    assert "hunter2" not in str(Settings.load())
    monkeypatch.setenv("SHARDS", "16/16")
    with pytest.raises(SettingsError, match="SHARDS is wrong: of 16 shards"):
        Settings.load()
