"""The doctor: every check states a fact, and the remedy if something is wrong."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import discord
import pytest
from aiohttp import web

from bot.analysis import search_backend
from bot.analysis.search_backend import Backend
from bot.cli import doctor
from bot.cli.doctor import CheckResult, Severity
from bot.cli.main import PERMISSIONS, main
from bot.config.settings import Settings
from bot.store import Store, open_store
from bot.store.admin import status
from bot.store.migrations import Migration
from bot.store.sqlite.migration import file_migrations
from tests.support import postgres
from tests.support.stored import with_layout
from tests.test_command_line import TOKEN

NOW = 1800000000
GIVES_ALL = str(PERMISSIONS)


def settings(path: Path = Path("games.db"), **others: object) -> Settings:
    return Settings.model_validate({"database_path": path, **others})


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a bot that ran and was stopped."""

    async def live() -> None:
        async with Store.session(with_layout(path), NOW) as store:
            await store.preferences.touch_alive(NOW)

    path = tmp_path / "games.db"
    asyncio.run(live())
    return path


# -- the machine


def test_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    levels = []
    for megabytes in (2000, 400, 20):
        free = usage._replace(free=megabytes << 20)
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: free)
        levels.append(doctor.check_disk(tmp_path / "new" / "games.db").severity)
    assert levels == [Severity.OK, Severity.WARN, Severity.FAIL]
    assert not (tmp_path / "new").exists()


def test_a_disk_that_takes_long_to_sync_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every move waits for a sync; the doctor measures five and judges the slowest."""
    now = [0.0]
    monkeypatch.setattr(doctor, "perf_counter", lambda: now[0])

    def sync_taking(*seconds: float) -> CheckResult:
        left = [*seconds]

        def sync(_: int) -> None:
            now[0] += left.pop()

        return doctor.check_sync(tmp_path / "games.db", sync)

    assert sync_taking(0.01, 0.02, 0.2, 0.01, 0.01).severity is Severity.OK
    slow = sync_taking(0.01, 2.0, 0.01, 0.01, 0.01)
    assert slow.severity is Severity.WARN
    assert "took 2000 ms" in slow.message
    assert "put DATABASE_PATH on a faster disk" in slow.message
    assert [*tmp_path.iterdir()] == []


def test_a_place_that_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    verdict = doctor.check_disk(tmp_path / "file" / "games.db")
    assert verdict.severity is Severity.FAIL
    assert "set DATABASE_PATH" in verdict.message


@pytest.mark.parametrize(
    ("version", "level"),
    [((3, 36, 0), "fail"), ((3, 40, 1), "warn"), ((3, 51, 2), "warn"), ((3, 51, 3), "ok")],
)
def test_versions_of_sqlite(version: tuple[int, int, int], level: str) -> None:
    assert doctor.check_sqlite(version).severity == level


def test_no_file_yet(tmp_path: Path) -> None:
    assert doctor.check_file(tmp_path / "games.db")[0].severity is Severity.OK
    assert not (tmp_path / "games.db").exists()


async def test_a_file_in_use_is_only_read(tmp_path: Path) -> None:
    file = with_layout(tmp_path / "games.db")
    async with Store.session(file, NOW) as store:
        await store.preferences.touch_alive(NOW + 7)
        verdict, found = doctor.check_file(file)
        assert found is not None
        assert (verdict.severity, found.last_alive) == (Severity.OK, NOW + 7)
        await store.preferences.touch_alive(NOW + 8)


def test_a_file_that_others_can_read(file: Path) -> None:
    file.chmod(0o644)
    verdict, _ = doctor.check_file(file)
    assert verdict.severity is Severity.WARN
    assert "0600" in verdict.message
    file.chmod(0o600)
    assert doctor.check_file(file)[0].severity is Severity.OK


async def test_a_database_that_is_away() -> None:
    verdict, found = await doctor.check_database("postgresql://bot:hidden@127.0.0.1:9/games")
    assert verdict.severity is Severity.FAIL
    assert "look at DATABASE_URL" in verdict.message
    assert "hidden" not in verdict.message
    assert found is None


@pytest.mark.process
async def test_a_database_is_only_read() -> None:
    async with postgres.database() as url:
        empty, _ = await doctor.check_database(url)
        assert "the first start lays it out" in empty.message
        async with open_store(url, NOW) as store:
            await store.preferences.touch_alive(NOW + 7)
            verdict, found = await doctor.check_database(url)
            assert found is not None
            assert (verdict.severity, found.last_alive) == (Severity.OK, NOW + 7)
            await store.preferences.touch_alive(NOW + 8)


@pytest.mark.parametrize(
    ("pragma", "level", "word"),
    [
        ("user_version = 0", Severity.FAIL, "its layout has the number 0"),
        ("user_version = 999", Severity.FAIL, "newer version of this bot"),
        ("application_id = 1", Severity.FAIL, "another program"),
    ],
)
def test_another_layout(file: Path, pragma: str, level: Severity, word: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA {pragma}")
    verdict, _ = doctor.check_file(file)
    assert verdict.severity is level
    assert word in verdict.message


def test_a_file_before_its_migration(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = len(file_migrations())
    steps = (*file_migrations(), Migration(here + 1, ""))
    monkeypatch.setattr(status, "file_migrations", lambda: steps)
    verdict, found = doctor.check_file(file)
    assert found is not None
    assert (verdict.severity, found.version, found.known) == (Severity.WARN, here, here + 1)
    assert f"the next start brings it to {here + 1}" in verdict.message


def test_a_damaged_file(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])
    verdict, found = doctor.check_file(file)
    assert (verdict.severity, found) == (Severity.FAIL, None)
    assert "restore the newest backup" in verdict.message


async def test_connections_are_counted_by_the_day(tmp_path: Path) -> None:
    file = with_layout(tmp_path / "games.db")
    assert doctor.check_connections(None, NOW).severity is Severity.OK
    async with Store.session(file, NOW) as store:
        assert [await store.preferences.count_connection(NOW + n) for n in range(3)] == [1, 2, 3]
        assert "3 since" in doctor.check_connections(doctor.check_file(file)[1], NOW + 9).message
        await store.preferences.set_bot_fact("connections", f"{NOW} 499")
        assert doctor.check_connections(doctor.check_file(file)[1], NOW).severity is Severity.OK
        assert await store.preferences.count_connection(NOW + 9) == 500
        assert (
            doctor.check_connections(doctor.check_file(file)[1], NOW + 9).severity is Severity.WARN
        )
        assert (
            doctor.check_connections(doctor.check_file(file)[1], NOW + 86400).severity
            is Severity.OK
        )
        assert await store.preferences.count_connection(NOW + 86400) == 1


@pytest.mark.parametrize(
    ("last_alive", "ahead", "level"),
    [
        (None, None, "ok"),
        (NOW - 9000, 0.4, "ok"),
        (NOW + 30, None, "ok"),
        (NOW + 3600, None, "fail"),
        (None, 40.0, "warn"),
        (None, -40.0, "warn"),
    ],
)
def test_clocks(last_alive: int | None, ahead: float | None, level: str) -> None:
    assert doctor.check_clock(NOW, last_alive, ahead).severity == level
    assert doctor.check_clock(0, None, None).severity is Severity.FAIL


# -- the parts


def test_what_the_bot_reads_is_there() -> None:
    for check in (doctor.check_presets, doctor.check_languages, doctor.check_tiles):
        assert check(settings()).severity is Severity.OK


def test_a_language_nobody_wrote() -> None:
    verdict = doctor.check_languages(settings(default_language="fr"))
    assert verdict.severity is Severity.WARN
    assert "en, de" in verdict.message


def test_tiles_that_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "TILES", tmp_path)
    assert doctor.check_tiles(settings()).severity is Severity.WARN
    assert doctor.check_tiles(settings(card_emojis=False)).severity is Severity.OK


@pytest.mark.parametrize("form", Backend)
def test_which_search_the_solver_has(form: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_backend, "active_backend", lambda: form)
    verdict = doctor.check_search(settings())
    assert verdict.severity is (Severity.WARN if form is Backend.OUTDATED else Severity.OK)
    assert ("make fast" in verdict.message) == (form is not Backend.COMPILED)


@pytest.mark.parametrize("compiled", [True, False])
def test_whether_the_robots_are_compiled(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ARE_COMPILED", compiled)
    verdict = doctor.check_robots(settings())
    assert verdict.severity is Severity.OK
    assert ("make fast" in verdict.message) is not compiled


def test_a_deal_of_every_family() -> None:
    for seed in range(10):
        found = list(doctor.check_deals(seed))
        assert [verdict.severity for verdict in found] == [Severity.OK] * 3, found


@pytest.mark.process
async def test_workers_answer() -> None:
    verdict = await doctor.check_workers(settings(workers=2))
    assert verdict.severity is Severity.OK
    assert verdict.message.startswith("2 started")


@pytest.mark.process
async def test_thinkers_that_are_away() -> None:
    verdict = await doctor.check_remote_workers(settings(thinkers="http://127.0.0.1:9"))
    assert verdict.severity is Severity.WARN
    assert "this machine thinks alone" in verdict.message


@pytest.mark.process
def test_the_whole_visit_without_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 1
    told = capsys.readouterr()
    failed = [line for line in told.out.splitlines() if line.startswith("fail")]
    assert len(failed) == 1
    assert "There is no Discord token" in failed[0]
    assert "1 of the checks failed" in told.err


def test_settings_that_cannot_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_text("WORKERS=many\n", encoding="utf-8")
    assert main(["doctor"]) == 2
    assert "The setting WORKERS is wrong" in capsys.readouterr().err


# -- Discord


class World(NamedTuple):
    """A Discord with answers by path; a number is a status."""

    answers: dict[str, object]
    port: int


@pytest.fixture
async def world(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    me = {"id": "4", "username": "Preferans", "discriminator": "0", "avatar": None}
    limit = {"total": 1000, "remaining": 990, "reset_after": 0, "max_concurrency": 1}
    application = {
        "id": "8",
        "name": "Preferans",
        "description": "",
        "verify_key": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "icon": None,
        "summary": "",
        "owner": me,
    }
    answers: dict[str, object] = {
        "users/@me": me,
        "oauth2/applications/@me": application,
        "applications/@me": application,
        "gateway/bot": {"url": "", "shards": 1, "session_start_limit": limit},
        "users/@me/guilds": [{"id": "2", "name": "Club", "permissions": GIVES_ALL}],
    }

    async def answer(request: web.Request) -> web.Response:
        found = answers[request.match_info["path"]]
        if isinstance(found, int):
            return web.json_response({"message": "no", "code": 0}, status=found)
        after = int(request.query.get("after", 0))
        if isinstance(found, list):
            found = [one for one in found if int(one["id"]) > after][:200]
        response = web.json_response(found)
        response.headers["Content-Type"] = "application/json"
        return response

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}")
    yield World(answers, port)
    await runner.cleanup()


async def ask() -> dict[str, CheckResult]:
    """Return the first verdict on each subject; the token is in none."""
    visit = await doctor.check_discord(TOKEN, PERMISSIONS)
    assert not [verdict for verdict in visit.results if TOKEN in str(verdict)]
    return {verdict.subject: verdict for verdict in reversed(visit.results)}


async def test_an_account_in_order(world: World) -> None:
    visit = await doctor.check_discord(TOKEN, PERMISSIONS)
    assert {verdict.severity for verdict in visit.results} == {Severity.OK}
    assert [verdict.subject for verdict in visit.results] == ["discord", "starts", "servers"]
    assert visit.clock_ahead is not None
    assert abs(visit.clock_ahead) < 2


async def test_a_refused_token(world: World) -> None:
    world.answers["users/@me"] = 401
    found = await ask()
    assert found["discord"].severity is Severity.FAIL
    assert "make a new one" in found["discord"].message
    assert found.keys() == {"discord"}


async def test_discord_out_of_reach(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")
    found = await ask()
    assert found["discord"].severity is Severity.WARN
    assert found.keys() == {"discord"}


async def test_few_starts_are_left(world: World) -> None:
    limit = {"total": 1000, "remaining": 3, "reset_after": 0, "max_concurrency": 1}
    world.answers["gateway/bot"] = {"url": "", "shards": 1, "session_start_limit": limit}
    assert (await ask())["starts"].severity is Severity.WARN


async def test_a_server_that_allows_too_little(world: World) -> None:
    threads = discord.Permissions(create_public_threads=True, attach_files=True).value
    world.answers["users/@me/guilds"] = [
        {"id": "2", "name": "Club", "permissions": str(PERMISSIONS & ~threads)},
        {"id": "3", "name": "Home", "permissions": "8"},  # an administrator has every permission
    ]
    found = (await ask())["servers"]
    assert found.severity is Severity.WARN
    assert found.message.startswith("Club does not allow attach files, create public threads: ")


async def test_more_servers_than_one_answer_holds(world: World) -> None:
    world.answers["users/@me/guilds"] = [
        {"id": str(number), "name": "Club", "permissions": GIVES_ALL} for number in range(1, 451)
    ]
    assert (await ask())["servers"].message.startswith("450, ")


def test_servers_that_are_too_many_to_name() -> None:
    found = list(doctor.check_servers([("Club", 0)] * 15, PERMISSIONS))
    assert len(found) == 11
    assert "5 more" in found[-1].message


async def test_no_server_yet(world: World) -> None:
    world.answers["users/@me/guilds"] = []
    assert "invite-url" in (await ask())["servers"].message
