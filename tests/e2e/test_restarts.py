"""The bot stops and starts in the middle of everything; every old button still works."""

from pathlib import Path

import pytest

from bot.engine.deal import Stage
from bot.model.enums import Status
from tests.support.message_content import Control
from tests.support.room import Person, Room, controls, evening, words_of

pytestmark = pytest.mark.slow

MOMENTS = {
    "auction": (Stage.AUCTION, 0),
    "discard": (Stage.EXCHANGE, 0),
    "contract": (Stage.DECLARE, 0),
    "whist": (Stage.DEFENCE, 0),
    "first card": (Stage.PLAY, 0),
    "middle of a trick": (Stage.PLAY, 1),
}


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize(
    ("moment", "kill"),
    [*((moment, True) for moment in MOMENTS), ("contract", False), ("middle of a trick", False)],
)
async def test_any_moment(tmp_path: Path, moment: str, kill: bool) -> None:
    """The hands and the table on the old screens go on working."""
    stage, cards = MOMENTS[moment]
    async with evening(tmp_path, seed=11, threads=kill) as room:
        people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
        await room.seated(*people, clock="none", target=20)
        await room.start(people[0])
        await room.skip_to(stage, cards=cards)
        await room.hand(asked(room))
        with room.nothing_changes():
            await room.restart(kill=kill)
        who = asked(room)
        old_hand = who.private
        assert room.refreshed <= 3
        await room.play_one(who)
        assert who.private is not None
        assert old_hand is not None
        assert who.private.id == old_hand.id  # pressed in the message of the old process
        for other in people:
            await room.press(other, "hand", room.message())
        await room.play_on()


def asked(room: Room) -> Person:
    who = room.asked()
    assert who is not None
    return who


async def test_a_kill_after_every_move(room: Room) -> None:
    """The whole deal, one process per move; no board is lost or posted twice."""
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris, robots=1, clock="none", target=20)
    await room.restart(kill=True)
    await room.start(ana)
    moves = unwritten = 0
    while room.game().carry.number == 0:
        await room.play_one(asked(room))
        row, shown = room.row(), [one.id for one in room.public()]
        unwritten += row["painted"] < row["version"]
        await room.restart(kill=True)
        assert [one.id for one in room.public()] == shown
        assert room.is_painted()
        moves += 1
    assert moves >= 20
    assert unwritten >= 20  # the painter's notes, which a kill loses
    assert len(room.lines()) == room.row()["version"]


async def test_a_lobby_survives(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris, clock="none")
    await room.restart(kill=True)
    await room.press(boris, "robot")
    await room.start(ana)
    assert len(room.seats()) == 3


async def test_a_table_that_was_not_painted_is_repainted(room: Room) -> None:
    """Killed between the commit and the drawing."""
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none")
    await room.start(ana)
    await room.skip_to(Stage.PLAY)
    room.env.inject_error(
        "PATCH", "/channels/*/messages/*", status=500, code=0, message="broken", times=None
    )
    await room.play_one(ana)
    row = room.row()
    assert row["painted"] < row["version"]
    await room.restart(kill=True)
    room.env.backend.faults.clear()
    await room.restart(kill=True)
    assert room.is_painted()
    assert controls(room.message())[0].version == room.row()["version"]


async def test_an_old_table_message_answers_and_redraws(room: Room) -> None:
    """The result and the boards of earlier deals can still be pressed by a raw click."""
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none", target=20)
    await room.start(ana)
    old_board = room.message()
    old = controls(old_board)
    await room.skip_until(lambda room: room.game().carry.number == 1)
    await room.press(ana, "next", room.message())
    await room.restart(kill=True)
    for control in old:
        await room.raw((ana, old_board, control.custom_id))
        assert ana.private is not None
        assert words_of(ana.private)


async def test_commands_are_sent_only_when_they_changed(room: Room) -> None:
    """``always_sync`` is for tests: the stored digest stays the same from start to start."""
    digest = await room.store.preferences.bot_fact("commands")
    await room.restart()
    assert await room.store.preferences.bot_fact("commands") == digest is not None


async def test_the_end_survives(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none", target=1)
    await room.start(ana)
    await room.skip_out()
    final = room.message()
    await room.restart(kill=True)
    assert room.status() == Status.OVER
    await room.press(ana, "score", final)
    await room.press(ana, "rematch", final)
    assert room.status(2) == "lobby"


def only_shows(control: Control) -> bool:
    """Return True unless the act changes the table; the last player may ask for a take-back."""
    return not control.text.startswith("takeback")


async def test_every_old_button_after_a_kill(room: Room) -> None:
    """All buttons on everybody's screens, public and private, pressed one after the other."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.skip_to(Stage.PLAY)
    for who in people:
        await room.hand(who)
    table = room.message()
    public = [c.text for c in controls(table)]
    private = {
        who: (who.private, [c for c in controls(who.private) if c.kind == "d" and only_shows(c)])
        for who in people
        if who.private is not None
    }
    await room.restart(kill=True)
    with room.nothing_changes():
        for who, (hand, buttons) in private.items():
            for control in buttons:
                await room.raw((who, hand, control.custom_id))
            for text in public:
                await room.press(who, text, table)
                assert words_of(who.private)
    await room.play_on()
