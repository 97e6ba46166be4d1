"""Discord may deliver an interaction again: what it creates is created once."""

from pathlib import Path
from typing import Any

import pytest

from bot.engine.deal import Stage
from bot.engine.notation import parse_action
from bot.store import Store
from tests.support.room import Room

TIMES = 3


@pytest.fixture
def repeated(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Deliver every interaction three times, as a reconnect may do."""
    emit = room.env.backend.emit

    def again(event: str, payload: dict[str, Any], *args: Any, **how: Any) -> None:
        for _ in range(TIMES if event == "INTERACTION_CREATE" else 1):
            emit(event, payload, *args, **how)

    monkeypatch.setattr(room.env.backend, "emit", again)
    return room


def count(room: Room, table: str) -> int:
    return int(room.read(f"SELECT count(*) AS rows FROM {table}")[0]["rows"])  # noqa: S608


async def test_a_command_opens_one_table(repeated: Room) -> None:
    ana = repeated.person("Ana")
    await repeated.open_table(ana)
    assert count(repeated, "game") == 1
    await repeated.open_table(ana)
    assert count(repeated, "game") == 2, "another command is another table"


async def test_a_command_opens_one_solo_table(repeated: Room) -> None:
    ana = repeated.person("Ana")
    await repeated.command(ana, "table solo", repeated.channel)
    assert count(repeated, "game") == 1


async def test_a_robot_is_added_once(repeated: Room) -> None:
    ana = repeated.person("Ana")
    await repeated.open_table(ana)
    await repeated.press(ana, "robot")
    assert sorted(repeated.seats()) == [0, 1]


@pytest.mark.slow
async def test_a_typed_pass_answers_one_question(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes again when the same player is asked something else that a pass would answer."""
    emit, sent = room.env.backend.emit, list[dict[str, Any]]()

    def listen(event: str, payload: dict[str, Any], *args: Any, **how: Any) -> None:
        if event == "INTERACTION_CREATE":
            sent.append(payload)
        emit(event, payload, *args, **how)

    monkeypatch.setattr(room.env.backend, "emit", listen)
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.play_to(Stage.AUCTION)
    first = room.asked()
    assert first is not None
    await room.command(first, "bid", call="pass")
    typed = sent[-1]
    second = room.asked()
    assert second is not None
    await room.play_one(second, parse_action("bid 6S"))
    await room.play_until(lambda room: room.stage() is Stage.DEFENCE and room.asked() is first)
    with room.nothing_changes():
        emit("INTERACTION_CREATE", typed)
        await room.env.settle()


async def test_an_id_is_claimed_once_across_processes(tmp_path: Path) -> None:
    """The column decides, so a second process with the same database refuses it too."""
    hour = 60 * 60 * 1000 << 22
    async with Store.session(tmp_path / "bot.db", now=1) as first:
        assert await first.interactions.claim(10 * hour)
        assert not await first.interactions.claim(10 * hour)
    async with Store.session(tmp_path / "bot.db", now=1) as second:
        assert not await second.interactions.claim(10 * hour)
        assert await second.interactions.claim(11 * hour)
        assert await second.interactions.claim(10 * hour), "forgotten after fifteen minutes"
