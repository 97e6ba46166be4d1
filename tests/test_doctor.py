"""The doctor: every check says what is so, and what to do where something is wrong."""

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

from bot.__main__ import PERMISSIONS, main
from bot.analysis import searches
from bot.analysis.searches import Form
from bot.doctor import Level, Verdict, account, machine, parts, server
from bot.settings import Settings
from bot.store import Store, open_store
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
    """Of a bot that ran and was stopped."""

    async def live() -> None:
        async with Store.session(with_layout(path), NOW) as store:
            await store.wishes.touch_alive(NOW)

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
        levels.append(machine.disk(tmp_path / "new" / "games.db").level)
    assert levels == [Level.OK, Level.WARN, Level.FAIL]
    assert not (tmp_path / "new").exists()


def test_a_place_that_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    verdict = machine.disk(tmp_path / "file" / "games.db")
    assert verdict.level is Level.FAIL
    assert "set DATABASE_PATH" in verdict.said


@pytest.mark.parametrize(
    ("version", "level"),
    [((3, 36, 0), "fail"), ((3, 40, 1), "warn"), ((3, 51, 2), "warn"), ((3, 51, 3), "ok")],
)
def test_versions_of_sqlite(version: tuple[int, int, int], level: str) -> None:
    assert machine.sqlite(version).level == level


def test_no_file_yet(tmp_path: Path) -> None:
    assert machine.file(tmp_path / "games.db")[0].level is Level.OK
    assert not (tmp_path / "games.db").exists()


async def test_a_file_in_use_is_only_read(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with Store.session(file, NOW) as store:
        await store.wishes.touch_alive(NOW + 7)
        verdict, found = machine.file(file)
        assert found is not None
        assert (verdict.level, found.last_alive) == (Level.OK, NOW + 7)
        await store.wishes.touch_alive(NOW + 8)


async def test_a_database_that_is_away() -> None:
    verdict, found = await server.database("postgresql://bot:hidden@127.0.0.1:9/games")
    assert verdict.level is Level.FAIL
    assert "look at DATABASE_URL" in verdict.said
    assert "hidden" not in verdict.said
    assert found is None


@pytest.mark.process
async def test_a_database_is_only_read() -> None:
    async with postgres.database() as url:
        empty, _ = await server.database(url)
        assert "the first start lays it out" in empty.said
        async with open_store(url, NOW) as store:
            await store.wishes.touch_alive(NOW + 7)
            verdict, found = await server.database(url)
            assert found is not None
            assert (verdict.level, found.last_alive) == (Level.OK, NOW + 7)
            await store.wishes.touch_alive(NOW + 8)


@pytest.mark.parametrize(
    ("pragma", "level", "word"),
    [
        ("user_version = 1", Level.WARN, "the next start brings it to"),
        ("user_version = 999", Level.FAIL, "newer version of this bot"),
        ("application_id = 1", Level.FAIL, "another program"),
    ],
)
def test_another_layout(file: Path, pragma: str, level: Level, word: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA {pragma}")
    verdict, _ = machine.file(file)
    assert verdict.level is level
    assert word in verdict.said


def test_a_damaged_file(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])
    verdict, found = machine.file(file)
    assert (verdict.level, found) == (Level.FAIL, None)
    assert "restore the newest backup" in verdict.said


async def test_connections_are_counted_by_the_day(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    assert machine.connections(None, NOW).level is Level.OK
    async with Store.session(file, NOW) as store:
        assert [await store.wishes.count_connection(NOW + n) for n in range(3)] == [1, 2, 3]
        assert "3 since" in machine.connections(machine.file(file)[1], NOW + 9).said
        await store.wishes.set_setting("connections", f"{NOW} 499")
        assert machine.connections(machine.file(file)[1], NOW).level is Level.OK
        assert await store.wishes.count_connection(NOW + 9) == 500
        assert machine.connections(machine.file(file)[1], NOW + 9).level is Level.WARN
        assert machine.connections(machine.file(file)[1], NOW + 86400).level is Level.OK
        assert await store.wishes.count_connection(NOW + 86400) == 1


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
    assert machine.clock(NOW, last_alive, ahead).level == level
    assert machine.clock(0, None, None).level is Level.FAIL


# -- the parts


def test_what_the_bot_reads_is_there() -> None:
    for check in (parts.presets, parts.words, parts.tiles):
        assert check(settings()).level is Level.OK


def test_a_language_nobody_wrote() -> None:
    verdict = parts.words(settings(default_language="fr"))
    assert verdict.level is Level.WARN
    assert "en, de" in verdict.said


def test_tiles_that_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "TILES", tmp_path)
    assert parts.tiles(settings()).level is Level.WARN
    assert parts.tiles(settings(card_emojis=False)).level is Level.OK


@pytest.mark.parametrize("form", Form)
def test_which_search_the_solver_has(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "form", lambda: form)
    verdict = parts.search(settings())
    assert verdict.level is (Level.WARN if form is Form.OUTDATED else Level.OK)
    assert ("make fast" in verdict.said) == (form is not Form.COMPILED)


def test_a_deal_of_every_family() -> None:
    for seed in range(10):
        found = list(parts.deals(seed))
        assert [verdict.level for verdict in found] == [Level.OK] * 3, found


@pytest.mark.process
async def test_workers_answer() -> None:
    verdict = await parts.workers(settings(workers=2))
    assert verdict.level is Level.OK
    assert verdict.said.startswith("2 started")


@pytest.mark.process
async def test_thinkers_that_are_away() -> None:
    verdict = await parts.thinkers(settings(thinkers="tcp://127.0.0.1:9"))
    assert verdict.level is Level.WARN
    assert "this machine thinks alone" in verdict.said


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
    """Answers by path; a number is a status."""

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


async def ask() -> dict[str, Verdict]:
    """The first verdict on each subject; the token is in none."""
    visit = await account.ask(TOKEN, PERMISSIONS)
    assert not [verdict for verdict in visit.verdicts if TOKEN in str(verdict)]
    return {verdict.subject: verdict for verdict in reversed(visit.verdicts)}


async def test_an_account_in_order(world: World) -> None:
    visit = await account.ask(TOKEN, PERMISSIONS)
    assert {verdict.level for verdict in visit.verdicts} == {Level.OK}
    assert [verdict.subject for verdict in visit.verdicts] == ["discord", "starts", "servers"]
    assert visit.ahead is not None
    assert abs(visit.ahead) < 2


async def test_a_refused_token(world: World) -> None:
    world.answers["users/@me"] = 401
    found = await ask()
    assert found["discord"].level is Level.FAIL
    assert "make a new one" in found["discord"].said
    assert found.keys() == {"discord"}


async def test_discord_out_of_reach(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")
    found = await ask()
    assert found["discord"].level is Level.WARN
    assert found.keys() == {"discord"}


async def test_few_starts_are_left(world: World) -> None:
    limit = {"total": 1000, "remaining": 3, "reset_after": 0, "max_concurrency": 1}
    world.answers["gateway/bot"] = {"url": "", "shards": 1, "session_start_limit": limit}
    assert (await ask())["starts"].level is Level.WARN


async def test_a_server_that_allows_too_little(world: World) -> None:
    threads = discord.Permissions(create_public_threads=True, attach_files=True).value
    world.answers["users/@me/guilds"] = [
        {"id": "2", "name": "Club", "permissions": str(PERMISSIONS & ~threads)},
        {"id": "3", "name": "Home", "permissions": "8"},  # an administrator may everything
    ]
    found = (await ask())["servers"]
    assert found.level is Level.WARN
    assert found.said.startswith("Club does not allow attach files, create public threads: ")


async def test_more_servers_than_one_answer_holds(world: World) -> None:
    world.answers["users/@me/guilds"] = [
        {"id": str(number), "name": "Club", "permissions": GIVES_ALL} for number in range(1, 451)
    ]
    assert (await ask())["servers"].said.startswith("450, ")


def test_servers_that_are_too_many_to_name() -> None:
    found = list(account.servers_of([("Club", 0)] * 15, PERMISSIONS))
    assert len(found) == 11
    assert "5 more" in found[-1].said


async def test_no_server_yet(world: World) -> None:
    world.answers["users/@me/guilds"] = []
    assert "invite-url" in (await ask())["servers"].said
