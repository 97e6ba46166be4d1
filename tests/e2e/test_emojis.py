"""The tiles of an installation: uploaded once, old names mended, whatever fails."""

import pytest

from bot.render.tile_names import tile_name
from tests.support.room import Room

pytestmark = pytest.mark.slow  # whole evenings


def named(room: Room) -> dict[str, int]:
    return {emoji.name: emoji.id for emoji in room.env.backend.application_emojis.values()}


async def restarted(room: Room) -> None:
    await room.restart()
    assert room.bot.upload is not None
    await room.bot.upload


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
    assert {name: emoji.id for name, emoji in room.bot.tile_emojis.items()} == after


async def test_a_name_that_cannot_be_mended_is_used_as_it_is(room: Room) -> None:
    before = named(room)
    room.env.backend.edit_application_emoji(before[tile_name("KS")], "pref_KS")
    room.env.inject_error("PATCH", "/applications/*/emojis/*", status=400, code=50035, message="no")
    await restarted(room)
    assert room.bot.tile_emojis[tile_name("KS")].id == before[tile_name("KS")]
    await restarted(room)
    assert named(room) == before
