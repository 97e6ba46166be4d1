"""The tiles of an installation: uploaded once, old names mended, through any failure."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.fleet.coordinator import SingleProcess
from bot.render.paper.tile_names import TILE_NAMES, tile_name
from tests.support.room import Room, evening

pytestmark = pytest.mark.slow  # whole evenings


def named(room: Room) -> dict[str, int]:
    return {emoji.name: emoji.id for emoji in room.env.backend.application_emojis.values()}


def uploads(room: Room) -> list[str]:
    return [
        one.path for one in room.witness if one.path.endswith("/emojis") and one.method == "POST"
    ]


async def restarted(room: Room) -> None:
    await room.restart()
    assert room.bot.lifecycle.tile_upload is not None
    await room.bot.lifecycle.tile_upload


async def test_the_first_start_uploads_every_tile(tmp_path: Path) -> None:
    async with evening(tmp_path, has_tiles=False) as room:
        there = named(room)
        assert there.keys() == TILE_NAMES
        assert {name: emoji.id for name, emoji in room.bot.parts.assets.tiles.items()} == there
        assert len(uploads(room)) == len(TILE_NAMES)


async def test_a_later_start_uploads_none_and_looks_once(room: Room) -> None:
    asked = [one.method for one in room.witness if one.path.endswith("/emojis")]
    assert asked == ["GET"]
    assert room.bot.parts.assets.tiles.keys() == TILE_NAMES


async def test_tiles_of_before_keep_their_number_under_a_new_name(room: Room) -> None:
    before = named(room)
    backend = room.env.backend
    backend.edit_application_emoji(before[tile_name("KS")], "pref_KS")
    backend.edit_application_emoji(before[tile_name("H")], "pref_H")
    old = backend.create_application_emoji("pref_7D").id  # its new name is taken
    backend.delete_application_emoji(before[tile_name("AC")])
    await restarted(room)
    after = named(room)
    assert after.keys() == before.keys()
    assert old not in after.values()
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {tile_name("AC")}
    assert {name: emoji.id for name, emoji in room.bot.parts.assets.tiles.items()} == after


async def test_a_name_that_cannot_be_mended_is_used_as_it_is(room: Room) -> None:
    before = named(room)
    room.env.backend.edit_application_emoji(before[tile_name("KS")], "pref_KS")
    room.env.inject_error("PATCH", "/applications/*/emojis/*", status=400, code=50035, message="no")
    await restarted(room)
    assert room.bot.parts.assets.tiles[tile_name("KS")].id == before[tile_name("KS")]
    await restarted(room)
    assert named(room) == before


def lose(room: Room, *cards: str) -> None:
    """Remove tiles from Discord."""
    there = named(room)
    for card in cards:
        room.env.backend.delete_application_emoji(there[tile_name(card)])


async def test_an_upload_that_breaks_off_is_tried_again(room: Room) -> None:
    before = named(room)
    lose(room, "KS", "AC")
    room.env.inject_error("POST", "/applications/*/emojis", status=503, code=0, message="no")
    await room.restart()
    await room.later(10, step=5)
    assert named(room).keys() == before.keys()
    assert room.bot.parts.assets.tiles.keys() == before.keys()
    assert room.bot.lifecycle.tile_upload is not None
    assert room.bot.lifecycle.tile_upload.done()


async def test_the_turns_to_upload_cannot_be_asked_for(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Reported once and retried; while another process has the turn, its uploads are looked up."""
    cut = ConnectionError("cut")
    before, turns = named(room), list[bool | Exception]([cut, cut, False, True])
    lose(room, "KS")

    @asynccontextmanager
    async def only_one(_: SingleProcess, work: str) -> AsyncIterator[bool]:
        turn = turns.pop(0) if work == "tiles" else True
        if isinstance(turn, Exception):
            raise turn
        yield turn

    monkeypatch.setattr(SingleProcess, "exclusively", only_one)
    await room.restart()
    await room.later(60, step=1)
    assert turns == []
    assert named(room).keys() == before.keys()
    assert room.bot.parts.assets.tiles.keys() == before.keys()
    said = [one for one in caplog.records if one.name == "bot.discord_ui.app_setup"]
    assert [one.levelname for one in said] == ["WARNING", "DEBUG"]
