"""The host's files: the image, the compose file and the unit name things that exist."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
import yaml
from pydantic import BaseModel, ConfigDict

from bot.__main__ import main
from bot.cli.main import command_parser
from bot.config.settings import COMPOSE_VARIABLES, Settings

HOME = Path(__file__).parents[1]
SETTINGS = {name.upper() for name in Settings.model_fields}
CONNECTIONS_A_DAY = 1000  # starts after which Discord resets the token


class Service(BaseModel):
    """The keys of the bot's service in the compose file; a key that is not here is a fault."""

    model_config = ConfigDict(extra="forbid")

    build: str
    command: list[str]
    restart: str
    init: bool
    read_only: bool
    tmpfs: list[str]
    cap_drop: list[str]
    security_opt: list[str]
    pids_limit: int
    stop_grace_period: str
    env_file: str
    environment: dict[str, str]
    volumes: list[str]
    logging: dict[str, str | dict[str, str]]


class BackupService(BaseModel):
    """The service of the backups: the bot's, with another command."""

    model_config = ConfigDict(extra="forbid")

    extends: dict[str, str]
    command: list[str]
    stop_grace_period: str
    healthcheck: dict[str, bool]
    network_mode: str


class Services(BaseModel):
    model_config = ConfigDict(extra="forbid")

    bot: Service
    backup: BackupService


class Compose(BaseModel):
    model_config = ConfigDict(extra="forbid")

    services: Services
    volumes: dict[str, None]


def steps() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile, each on one line."""
    text = (HOME / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in lines]


def steps_named(word: str) -> list[str]:
    return [rest for name, rest in steps() if name == word]


def unit(name: str = "preferans-bot.service") -> dict[str, list[str]]:
    """Return every key of the unit with its values, whatever its section."""
    found: dict[str, list[str]] = {}
    for line in (HOME / "deploy" / name).read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.fixture(scope="module")
def compose() -> Service:
    text = (HOME / "compose.yaml").read_text(encoding="utf-8")
    return Compose.model_validate(yaml.safe_load(text)).services.bot


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


# -- the image


def test_the_image_has_a_full_version() -> None:
    stages = {rest.split()[2] for rest in steps_named("FROM") if " AS " in rest}
    images = {rest.split()[0] for rest in steps_named("FROM")} - stages
    assert len(images) == 1
    assert re.fullmatch(r"python:3\.11\.\d+-slim-[a-z]+(@sha256:[0-9a-f]{64})?", images.pop())


def test_what_is_copied_is_there_and_not_ignored() -> None:
    ignored = (HOME / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copied = [rest.split()[0] for rest in steps_named("COPY") if not rest.startswith("--from")]
    to_compile = ["requirements-fast.lock", "bot", "deploy/compile_fast.py"]
    assert copied == ["requirements-run.lock", *to_compile, "bot", "data", "pyproject.toml"]
    for name in copied:
        assert (HOME / name).exists()
        assert f"!{name}" in ignored


def test_what_was_compiled_for_the_image_is_in_it_and_nothing_else_is() -> None:
    """The sources it was compiled from are there too, and are those the bot runs."""
    steps = steps_named("COPY")
    rooms = [f"--from=compiled /app/bot/{room} bot/{room}" for room in ("analysis", "robots")]
    at = steps.index("data data")
    assert steps[at - 3 : at] == ["bot bot", *rooms]
    ignored = (HOME / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {"bot/analysis/flat*.so", "bot/analysis/flat/*.so"} <= set(ignored)
    assert {"bot/analysis/flat/compiled.txt", "bot/robots/compiled"} <= set(ignored)


def locked(name: str) -> set[str]:
    """Return the packages of a lock file with their versions."""
    text = (HOME / name).read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9][\w.-]*==\S+)", text, re.MULTILINE))


def test_the_search_is_compiled_with_what_is_tested_and_runs_with_what_it_was_linked_with() -> None:
    run, compiling = locked("requirements-run.lock"), locked("requirements-fast.lock")
    assert run < compiling < locked("requirements.lock")
    assert {one.partition("==")[0] for one in run} >= {"librt", "mypy-extensions"}
    assert {one.partition("==")[0] for one in compiling - run} >= {"mypy", "setuptools"}


def test_the_image_runs_as_nobody_special() -> None:
    words = [name for name, _ in steps()]
    assert steps_named("USER") == ["preferans"]
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert re.search(r"useradd --system --uid \d{5}\b", " ".join(steps_named("RUN")))


def test_what_the_image_sets_are_settings() -> None:
    names = re.findall(r"\b([A-Z_]+)=", " ".join(steps_named("ENV")))
    assert {name for name in names if not name.startswith("PYTHON")} - {"PATH"} <= SETTINGS


def test_the_image_starts_the_bot() -> None:
    command = json.loads(steps_named("ENTRYPOINT")[0]) + json.loads(steps_named("CMD")[0])
    assert command == ["python", "-m", "bot", "run"]
    assert steps_named("STOPSIGNAL") == ["SIGTERM"]


@pytest.fixture(params=[200, 503])
def answering(request: pytest.FixtureRequest) -> Iterator[tuple[int, int]]:
    """Serve a port that returns the same status for every request."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(request.param if self.path == "/health" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Answer)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port, request.param
    server.shutdown()
    server.server_close()


@pytest.mark.process
def test_the_health_check_believes_the_answer(answering: tuple[int, int]) -> None:
    port, status = answering
    command = json.loads(steps_named("HEALTHCHECK")[0].partition("CMD ")[2])
    assert command[0] == "python"
    environment = {**os.environ, "METRICS_PORT": str(port), "no_proxy": "*"}
    ran = subprocess.run(
        [sys.executable, *command[1:]], env=environment, capture_output=True, check=False
    )
    assert (ran.returncode == 0) == (status == 200)


# -- compose


def test_compose_lets_nothing_be_written_but_the_games(compose: Service) -> None:
    assert compose.read_only
    assert compose.cap_drop == ["ALL"]
    assert compose.security_opt == ["no-new-privileges:true"]
    [volume] = compose.volumes
    place = volume.partition(":")[2]
    assert [place] == steps_named("VOLUME")
    assert Path(compose.environment["DATABASE_PATH"]).parent == Path(place)


def test_compose_starts_the_bot_after_a_reboot_and_makes_no_loop(compose: Service) -> None:
    """What ends for good would be started again for ever, so it stays up."""
    assert compose.restart == "unless-stopped"
    chosen = command_parser().parse_args(compose.command)
    assert chosen.command.__name__ == "_run"
    assert chosen.stays_up


def test_what_compose_sets_are_settings(compose: Service) -> None:
    assert compose.environment.keys() <= SETTINGS
    assert (HOME / f"{compose.env_file}.example").exists()


# -- the papers of a host


def shown_default(value: object) -> str:
    """Return the default of a setting as the table of settings writes it."""
    if value is None:
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def test_every_setting_has_its_row_with_its_default() -> None:
    text = (HOME / "docs/hosting.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| ?(.*?) \| ", text, re.MULTILINE))
    declared = {
        name.upper(): shown_default(field.default) for name, field in Settings.model_fields.items()
    }
    assert rows == declared | {"SHARDS": "all"}


def test_every_setting_is_in_the_example_of_the_environment() -> None:
    text = (HOME / ".env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE))
    assert named - {name.upper() for name in COMPOSE_VARIABLES} == SETTINGS


# -- systemd


def test_the_unit_starts_the_bot() -> None:
    [command] = unit()["ExecStart"]
    python, *rest = command.split()
    [folder] = unit()["WorkingDirectory"]
    assert python == f"{folder}/.venv/bin/python"
    assert rest == ["-m", "bot", "run"]


def test_what_the_unit_sets_are_settings() -> None:
    names = {line.partition("=")[0] for line in unit()["Environment"]}
    assert {name for name in names if not name.startswith("PYTHON")} <= SETTINGS


def test_the_unit_gives_up_where_trying_again_does_not_help() -> None:
    """Without a token ``run`` ends with the status after which nothing is tried again."""
    assert unit()["RestartPreventExitStatus"] == [str(main(["run"]))]
    assert unit()["StartLimitIntervalSec"] == ["1d"]
    [burst] = unit()["StartLimitBurst"]
    assert int(burst) <= CONNECTIONS_A_DAY / 4  # a large bot connects several times a start


def test_the_unit_and_compose_wait_alike(compose: Service) -> None:
    assert unit()["TimeoutStopSec"] == [compose.stop_grace_period.removesuffix("s")]
    assert unit()["TasksMax"] == [str(compose.pids_limit)]


def test_the_unit_may_write_to_its_own_folder_only() -> None:
    found = unit()
    [state] = found["StateDirectory"]
    assert f"DATABASE_PATH=%S/{state}/preferans.db" in found["Environment"]
    for key in ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "ProtectHome"):
        assert found[key] == ["yes"], key
    assert found["ProtectSystem"] == ["strict"]
    assert found["CapabilityBoundingSet"] == [""]
    assert "ReadWritePaths" not in found


@pytest.mark.process
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_reads_the_units(tmp_path: Path) -> None:
    """It names a key that it does not know, and a command that is not there."""
    for file in (HOME / "deploy").glob("*.*"):
        if file.suffix in (".service", ".timer"):
            text = file.read_text(encoding="utf-8")
            text = text.replace("/opt/preferans-bot/.venv/bin/python", sys.executable)
            (tmp_path / file.name).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = [line for line in done.stderr.splitlines() if "preferans-bot" in line]
    assert (done.returncode, told) == (0, [])


# -- backups


def test_compose_and_the_timer_save_what_the_bot_expects(compose: Service) -> None:
    text = (HOME / "compose.yaml").read_text(encoding="utf-8")
    service = Compose.model_validate(yaml.safe_load(text)).services.backup
    assert service.extends == {"service": "bot"}
    by_compose = command_parser().parse_args(service.command)
    saving, bot = unit("preferans-bot-backup.service"), unit()
    [command] = saving["ExecStart"]
    python, *words = command.split()
    by_timer = command_parser().parse_args(words[2:])
    assert python == bot["ExecStart"][0].split()[0]
    assert by_compose.keep == by_timer.keep
    assert by_compose.every_hours < Settings.model_fields["backup_max_hours"].default
    for word in ("DATABASE_PATH=", "BACKUP_FOLDER="):
        [here] = [line for line in saving["Environment"] if line.startswith(word)]
        assert here in bot["Environment"]
    assert saving["User"] == ["preferans-bot"]  # the name systemd gives preferans-bot.service
    assert saving["StateDirectory"] == bot["StateDirectory"]
    assert unit("preferans-bot-backup.timer")["OnCalendar"] == ["daily"]
    assert compose.environment["BACKUP_FOLDER"].startswith("/data/")
