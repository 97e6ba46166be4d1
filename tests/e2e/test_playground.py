"""The playground keeps its tables between runs, and shows them."""

from bot.playground import lay_out
from tests.support.room import Room


async def test_tables_of_the_run_before_are_shown_again(channel_room: Room) -> None:
    """Their messages went with the process that simulated Discord; only the file is left."""
    room = channel_room
    assert not await lay_out(room.bot, room.channel.id)
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none", target=20)
    await room.start(ana)
    old = room.message()
    del room.env.backend.messages[room.channel.id][old.id]
    with room.env._bot_scope():
        assert await lay_out(room.bot, room.channel.id)
    await room.env.settle()
    assert room.message().id != old.id
    await room.press(ana, "hand", room.message())
