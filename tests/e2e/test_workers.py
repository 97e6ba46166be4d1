"""Evenings with robots in worker processes, which may be killed at any time."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bot.config.settings import RobotLevel
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.workers import PLAIN_LEVEL
from tests.support.room import Room, controls, evening, words_of
from tests.workers.conftest import children, is_running, needs_proc, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.process,
    needs_proc,
]


def levels(room: Room) -> list[str | None]:
    seats = room.read(
        "SELECT robot FROM sitting WHERE game_id = ? AND until IS NULL ORDER BY seat", room.table
    )
    return [row["robot"] for row in seats]


@pytest.mark.parametrize(
    ("level", "preset"),
    [
        ("expert", "rostov"),
        ("club", "serbian"),
        pytest.param("club", "viennese", marks=pytest.mark.sweep),
    ],
)
async def test_an_evening(tmp_path: Path, level: RobotLevel, preset: str) -> None:
    """To the settlement, through discord.py, and nothing is left running."""
    before = children()
    target = {"rostov": 1, "serbian": 10, "viennese": 1}[preset]
    async with evening(tmp_path, level=level, seed=3, reuses_processes=False) as room:
        ana = room.person("Ana")
        await room.seated(ana, robots=2, target=target, rules=preset, clock="none")
        assert levels(room) == [None, level, level]
        await room.start(ana)
        await room.skip_out()
        game = room.game()
        assert game.ended
        results = room.read("SELECT balance FROM result ORDER BY seat")
        settled = family_of(game.rules).settle(game.rules, game.carry.sheet)
        assert tuple(row["balance"] for row in results) == settled
        assert children() - before
    await until(lambda: children() <= before)


async def test_killed_in_the_middle_of_decisions(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A worker killed in any computation is replaced, and the table goes on."""
    others = children()
    async with evening(tmp_path, level="expert", reuses_processes=False) as room:
        ana = room.person("Ana")
        await room.seated(ana, robots=2, target=20, clock="none")
        killed = list[int]()

        async def kill() -> None:
            while True:
                await asyncio.to_thread(_wait_for_work, killed, others)

        killer = asyncio.create_task(kill())
        try:
            await room.start(ana)
            await room.skip_until(lambda room: room.game().carry.number == 1)
        finally:
            killer.cancel()
            with suppress(asyncio.CancelledError):
                await killer
        assert killed
        assert "is replaced" in caplog.text
        assert not any(map(is_running, killed))
        await room.press(ana, "next", room.message())
        await room.skip_to(Stage.AUCTION)


def _wait_for_work(killed: list[int], others: set[int]) -> None:
    """Kill a few processes, each in the middle of a job; those of other tests are left alone."""
    for pid in children() - others - set(killed):
        if len(killed) < 6 and _is_thinking(pid):
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
    time.sleep(0.003)


def _is_thinking(pid: int) -> bool:
    """Return True if it runs now and its start, the fork of a process, is over."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return False
    spent = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return fields[0] == "R" and spent > 0.1


async def test_a_start_after_a_kill(tmp_path: Path) -> None:
    others = children()
    async with evening(tmp_path, level="expert", reuses_processes=False) as room:
        ana = room.person("Ana")
        await room.seated(ana, robots=2, target=20, clock="none")
        await room.start(ana)
        await room.skip_to(Stage.PLAY)
        before = children() - others
        await room.restart(kill=True)
        assert not any(map(is_running, before))
        await room.skip_until(lambda room: room.game().carry.number == 1)
        assert children() - before - others


async def test_robots_to_practise_against_are_seated_by_name(tmp_path: Path) -> None:
    async with evening(tmp_path, reuses_processes=False) as room:
        ana = room.person("Ana")
        await room.open_table(ana, clock="none", target=20)
        await room.command(ana, "table robot", level="careful")
        await room.command(ana, "table robot", level="whister")
        assert levels(room) == [None, "careful", "whister"]
        assert room.say("level.whister.about") in words_of(room.message())
        await room.start(ana)
        await room.skip_until(lambda room: room.game().carry.number == 1)


async def test_levels_are_chosen_in_the_lobby(tmp_path: Path) -> None:
    async with evening(tmp_path, reuses_processes=False) as room:
        ana, boris = room.person("Ana"), room.person("Boris", "ru")
        await room.open_table(ana, clock="none", target=20)
        assert not any(c.text.startswith("level") for c in controls(room.message()))
        await room.press(ana, "robot")
        assert levels(room) == [None, PLAIN_LEVEL]
        for level in ("whister", "bold", "careful", "expert"):
            await room.press(ana, f"level {level}", room.message())
            assert levels(room) == [None, level]
        assert room.say("level.expert") in words_of(room.message())
        with room.nothing_changes():
            press = f"pref:d:{room.table}:0:level {PLAIN_LEVEL}"
            await room.raw((boris, room.message(), press))
            assert room.say("table.not_seated", "ru") in words_of(boris.private)
        await room.command(ana, "table robot", level=PLAIN_LEVEL)
        assert levels(room) == [None, "expert", PLAIN_LEVEL]
        await room.start(ana)
        await room.skip_until(lambda room: room.game().carry.number == 1)
