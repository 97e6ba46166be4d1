"""The safety net itself works: an evening fails if the bot shows a hand or stays silent."""

from pathlib import Path

import pytest

from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.messages.painter import PublicMessage, PublicMessages
from bot.discord_ui.messages.pictures import Redraw
from bot.engine.deal import Stage
from bot.render.hand.private_hand import hand_screen
from bot.render.words import Words
from bot.tables import Table
from tests.conftest import Errors
from tests.support.room import Room, evening


async def two_hands(folder: Path) -> None:
    """Play an evening in which two people look at their cards."""
    async with evening(folder) as room:
        ana, boris = room.person("Ana"), room.person("Boris")
        await room.seated(ana, boris, robots=1, clock="none", target=20)
        await room.start(ana)
        await room.command(ana, "hand")
        await room.command(boris, "hand")


async def test_a_hand_on_the_table_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = PublicMessages.current

    async def careless(
        self: PublicMessages, table: Table, words: Words, redraw: Redraw | None = None
    ) -> tuple[PublicMessage, ...]:
        seen = table.view_of(0)
        if seen is None or seen.table is None:
            return await real(self, table, words, redraw)
        screen = hand_screen(seen, await self.table_data.of(table, words), words)
        return (PublicMessage(f"deal {seen.table.number}", screen),)

    monkeypatch.setattr(PublicMessages, "current", careless)
    with pytest.raises(AssertionError, match=r"for everybody .* shows"):
        await two_hands(tmp_path)


async def test_a_foreign_hand_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is shown the hand of the first seat."""
    real = Table.view_of
    monkeypatch.setattr(
        Table, "view_of", lambda self, seat: real(self, None if seat is None else 0)
    )
    with pytest.raises(AssertionError, match="shows"):
        await two_hands(tmp_path)


async def silence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(folder) as room:
        ana = room.person("Ana")
        await room.seated(ana, robots=2)
        monkeypatch.setattr(InteractionHandler, "on_component", None)
        await room.press(ana, "more")


async def test_silence_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged_errors: Errors
) -> None:
    """A button whose handler fails outside the one place for errors."""
    logged_errors.expect("Ignoring exception in on_interaction")
    with pytest.raises(AssertionError, match="no answer for Ana"):
        await silence(tmp_path, monkeypatch)


async def test_an_honest_evening_has_private_and_public_requests(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris, robots=1, clock="none", target=20)
    await room.start(ana)
    await room.play_to(Stage.PLAY)
    assert {kept.viewer for kept in room.witness.kept} >= {None, ana.id, boris.id}


async def test_no_verb_waits_for_what_is_looked_at_again(room: Room) -> None:
    """A deadline of five seconds passes by Discord's clock and by no other."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="normal", target=20)
    await room.start(people[0])
    await room.later(181)
    alarms = [one for one in room.env._work.callbacks if "WakeTimer.rearm" in one.label]
    assert alarms
    assert all(one.real_handle is None for one in alarms)
