"""A fleet started by compose: every command, name, port and setting of its file exists."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from pydantic import BaseModel, ConfigDict, Field

from bot.cli.main import command_parser
from bot.config.settings import COMPOSE_VARIABLES, Settings, parse_shards
from bot.store.postgres.migration import OLDEST_POSTGRES

HOME = Path(__file__).parents[1]
SETTINGS = {name.upper() for name in Settings.model_fields}
OF_DRIVER = {"PGPASSWORD"}  # variables that the driver of PostgreSQL reads itself


class Service(BaseModel):
    """The keys of a service; a key that is not here is a fault."""

    model_config = ConfigDict(extra="forbid")

    build: str | None = None
    image: str | None = None
    extends: dict[str, str] | None = None
    restart: str | None = None
    init: bool = False
    read_only: bool = False
    tmpfs: list[str] = []
    cap_drop: list[str] = []
    security_opt: list[str] = []
    pids_limit: int | None = None
    stop_grace_period: str | None = None
    healthcheck: dict[str, bool] = {}
    command: list[str] = ["run"]  # of the image
    environment: dict[str, str | int] = {}
    networks: list[str] = []
    profiles: list[str] = []
    depends_on: list[str] = []
    volumes: list[str] = []

    def filled_environment(self) -> dict[str, str]:
        """Return the environment, with the defaults of its variables."""
        return {name: _filled(str(value)) for name, value in self.environment.items()}


class Fleet(BaseModel):
    model_config = ConfigDict(extra="forbid")

    thinking: dict[str, object] = Field(alias="x-thinking")
    half: dict[str, str] = Field(alias="x-half")
    services: dict[str, Service]
    networks: dict[str, dict[str, bool]]
    volumes: dict[str, None]

    @property
    def ours(self) -> dict[str, Service]:
        """Return the services that run this program."""
        return {
            name: one
            for name, one in self.services.items()
            if one.image is None and not one.profiles
        }


def _text() -> str:
    return (HOME / "compose.fleet.yaml").read_text(encoding="utf-8")


def _filled(value: str) -> str:
    """Give a variable its default, or x if it has to be set."""
    return re.sub(r"\$\{\w+:([-?])([^}]*)\}", lambda m: m[2] if m[1] == "-" else "x", value)


@pytest.fixture
def fleet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Fleet:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    return Fleet.model_validate(yaml.safe_load(_text()))


def test_commands_are_those_of_the_command_line(fleet: Fleet) -> None:
    found = {name: command_parser().parse_args(one.command) for name, one in fleet.ours.items()}
    assert {name: one.command.__name__ for name, one in found.items()} == {
        "bot": "_run",
        "bot-upper": "_run",
        "thinker": "_think",
    }


def test_files_are_not_copied_where_there_are_none(fleet: Fleet) -> None:
    assert fleet.services["backup"].profiles


def test_environments_are_settings_that_fit(fleet: Fleet) -> None:
    for one in fleet.ours.values():
        told = one.filled_environment()
        assert told.keys() <= SETTINGS | OF_DRIVER
        known = {name.lower(): value for name, value in told.items() if name in SETTINGS}
        settings = Settings.model_validate(known)
        settings.owned_shards()
        settings.thinker_addresses()


def test_addresses_lead_to_services_on_a_common_network(fleet: Fleet) -> None:
    """To the port each listens at, and to the database by its name."""
    listens = command_parser().parse_args(fleet.services["thinker"].command).listen
    ports = {"thinker": int(listens.rpartition(":")[2]), "database": None}  # PostgreSQL's default
    found = set()
    for one in fleet.ours.values():
        for address in (
            one.filled_environment().get("THINKERS"),
            one.filled_environment().get("DATABASE_URL"),
        ):
            if address is not None:
                host = urlsplit(address).hostname or ""
                assert urlsplit(address).port == ports[host]
                assert set(one.networks) & set(fleet.services[host].networks)
                found.add(host)
    assert found == {"thinker", "database"}
    made = fleet.services["database"].filled_environment()
    for name in ("bot", "bot-upper"):
        told = fleet.services[name].filled_environment()
        parts = urlsplit(told["DATABASE_URL"])
        assert (parts.username, parts.path[1:]) == (made["POSTGRES_USER"], made["POSTGRES_DB"])
        assert told["PGPASSWORD"] == made["POSTGRES_PASSWORD"]


def test_a_password_may_have_any_letter(fleet: Fleet) -> None:
    """No URL contains it, since @ and / would mean something there."""
    assert "POSTGRES_PASSWORD" not in str(fleet.half["DATABASE_URL"])


def test_what_compose_puts_in_may_stand_beside_the_token() -> None:
    assert {name.lower() for name in re.findall(r"\$\{(\w+)", _text())} == COMPOSE_VARIABLES


def test_all_names_are_there(fleet: Fleet) -> None:
    bot = yaml.safe_load((HOME / "compose.yaml").read_text(encoding="utf-8"))["services"]["bot"]
    for one in fleet.services.values():
        assert set(one.depends_on) <= fleet.services.keys()
        assert set(one.networks) <= fleet.networks.keys()
        assert {volume.partition(":")[0] for volume in one.volumes} <= fleet.volumes.keys()
        assert one.extends in (None, {"file": "compose.yaml", "service": "bot"})
        assert one.build in (None, bot["build"])


def test_who_has_no_token_can_do_little(fleet: Fleet) -> None:
    one = fleet.services["thinker"]
    assert (one.cap_drop, one.read_only, one.networks) == (["ALL"], True, ["thinking"])
    assert one.filled_environment().keys() == {"THINKERS_PRIVATE_NETWORK", "WORKERS"}
    assert fleet.services["database"].networks == ["games"], "no thinker reaches it"
    inner = [network for name, network in fleet.networks.items() if name != "default"]
    assert inner == [{"internal": True}] * 2


def test_the_database_is_new_enough_and_kept(fleet: Fleet) -> None:
    name, _, version = (fleet.services["database"].image or "").partition(":")
    assert name == "postgres"
    assert int(version) >= OLDEST_POSTGRES
    folder = "/var/lib/postgresql" + ("" if int(version) >= 18 else "/data")
    assert [volume.partition(":")[2] for volume in fleet.services["database"].volumes] == [folder]


def test_the_processes_share_all_shards(fleet: Fleet) -> None:
    halves = [
        parse_shards(fleet.services[name].filled_environment()["SHARDS"])
        for name in ("bot", "bot-upper")
    ]
    assert [shard for half in halves for shard in half.shards] == list(range(halves[0].total))
