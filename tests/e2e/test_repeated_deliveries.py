"""Discord may deliver an interaction again: what it does is done once, and answered once."""

from pathlib import Path
from typing import Any

import pytest

from bot.engine.deal import Stage
from bot.engine.notation import parse_action
from bot.store import Store
from tests.support.room import Room, words_of
from tests.support.stacked import agreed
from tests.support.stored import with_layout

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


@pytest.fixture
def sent(room: Room, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The interactions so far, to be delivered once more; the newest is the last."""
    emit, found = room.env.backend.emit, list[dict[str, Any]]()

    def listen(event: str, payload: dict[str, Any], *args: Any, **how: Any) -> None:
        if event == "INTERACTION_CREATE" and payload not in found:
            found.append(payload)
        emit(event, payload, *args, **how)

    monkeypatch.setattr(room.env.backend, "emit", listen)
    return found


async def again(room: Room, interaction: dict[str, Any]) -> None:
    """Deliver an interaction once more; it changes nothing."""
    with room.nothing_changes():
        room.env.backend.emit("INTERACTION_CREATE", interaction)
        await room.env.settle()


async def test_who_sits_down_and_gets_up_is_told_so_once(repeated: Room) -> None:
    ana, boris = repeated.person("Ana"), repeated.person("Boris")
    await repeated.open_table(ana)
    await repeated.command(boris, "table join")
    assert repeated.seats() == {0: ana.id, 1: boris.id}
    assert words_of(boris.private) == "Done. The lobby shows it."
    await repeated.command(boris, "table leave")
    assert repeated.seats() == {0: ana.id}
    assert words_of(boris.private) == "You have left the table."


async def test_a_join_that_comes_late_seats_nobody_again(
    room: Room, sent: list[dict[str, Any]]
) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.open_table(ana)
    await room.command(boris, "table join")
    join = sent[-1]
    await room.command(boris, "table leave")
    leave = sent[-1]
    await again(room, join)
    await room.press(boris, "join")
    await again(room, leave)
    await again(room, join)


async def test_a_take_back_takes_one_act(room: Room, sent: list[dict[str, Any]]) -> None:
    """Friends need not ask, so a second delivery would take back the act before."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20, friendly=True)
    await agreed(room, people[0], take_back="friendly")
    await room.start(people[0])
    await room.skip_to(Stage.DECLARE)
    declarer = room.asked()
    assert declarer is not None
    await room.play_one(declarer)
    await room.command(declarer, "pref takeback")
    assert room.stage() is Stage.DECLARE
    for _ in range(TIMES - 1):
        await again(room, sent[-1])


@pytest.mark.slow
async def test_a_typed_pass_answers_one_question(room: Room, sent: list[dict[str, Any]]) -> None:
    """It comes again when the same player is asked something else that a pass would answer."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.skip_to(Stage.AUCTION)
    first = room.asked()
    assert first is not None
    await room.command(first, "bid", call="pass")
    typed = sent[-1]
    second = room.asked()
    assert second is not None
    await room.play_one(second, parse_action("bid 6S"))
    await room.skip_until(lambda room: room.stage() is Stage.DEFENCE and room.asked() is first)
    await again(room, typed)


async def test_an_id_is_claimed_once_across_processes(tmp_path: Path) -> None:
    """The column decides, so a second process with the same database refuses it too."""
    hour = 60 * 60 * 1000 << 22
    async with Store.session(with_layout(tmp_path / "bot.db"), now=1) as first:
        assert await first.interactions.claim(10 * hour)
        assert not await first.interactions.claim(10 * hour)
    async with Store.session(with_layout(tmp_path / "bot.db"), now=1) as second:
        assert not await second.interactions.claim(10 * hour)
        assert await second.interactions.claim(11 * hour)
        assert await second.interactions.claim(10 * hour), "forgotten after fifteen minutes"


async def test_a_correction_of_a_league_counts_once(room: Room, sent: list[dict[str, Any]]) -> None:
    marta, ana = room.manager(), room.person("Ana")
    await room.command(marta, "pref league", room.channel, name="Autumn", start="in 2 hours")
    await room.press(ana, "league enter 1", room.public(room.channel)[0])
    await room.command(marta, "pref league", room.channel)
    await room.press(marta, "league 1 standing", marta.private)
    form = await room.press(marta, "league manage 1 points", marta.private)
    await marta.actor.submit_modal(form, {"number": "1", "points": "-0.5", "reason": "late"})
    for _ in range(TIMES - 1):
        await again(room, sent[-1])
    assert count(room, "league_line") == 2, "the entry and one correction"


async def test_an_entry_that_comes_late_enters_nobody_again(
    room: Room, sent: list[dict[str, Any]]
) -> None:
    marta, ana = room.manager(), room.person("Ana")
    await room.command(marta, "pref league", room.channel, name="Autumn", start="in 2 hours")
    await room.press(ana, "league enter 1", room.public(room.channel)[0])
    enter = sent[-1]
    await room.press(ana, "league leave 1")
    await again(room, enter)
    assert count(room, "league_line") == 2, "in and out"
