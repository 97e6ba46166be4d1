"""No command leaves "thinking ..." behind, whatever state its table is in.

The room checks at its end that every deferred interaction was completed.
"""

from collections.abc import Awaitable, Callable, Iterator

import pytest

from bot.engine.deal import Stage
from tests.e2e.test_commands import Node, below, synced
from tests.support.room import Person, Room

Setup = Callable[[Room, Person, Person], Awaitable[None]]
TYPED = {"call": "pass", "move": "next", "split": "5 3 2", "time": "21:00"}  # where it is required
LAST = ("table close", "table leave")  # they change the state for the others


def commands(room: Room) -> Iterator[tuple[str, list[Node]]]:
    """Yield every typed command with its options; those that end a match come last."""
    found = []
    for node in synced(room):
        if node.get("type", 1) != 1:  # a menu: test_menus.py
            continue
        parts = [(part, f"{node['name']} {part['name']}") for part in below(node)]
        groups = [(part, name) for part, name in parts if part.get("type") == 1]
        found += [(name, below(part)) for part, name in groups] or [(node["name"], below(node))]
    yield from sorted(found, key=lambda one: one[0] in LAST)


def required(options: list[Node], who: Person) -> dict[str, object]:
    """Return a value for every option that a user has to fill in."""
    return {
        one["name"]: (one.get("choices") or [{"value": TYPED.get(one["name"], who.id)}])[0]["value"]
        for one in options
        if one.get("required")
    }


async def nothing(room: Room, ana: Person, boris: Person) -> None:
    """Leave the channel without a table."""


async def lobby(room: Room, ana: Person, boris: Person) -> None:
    await room.seated(ana, boris, robots=1, clock="none")


def match_at(stage: Stage) -> Setup:
    async def play(room: Room, ana: Person, boris: Person) -> None:
        await lobby(room, ana, boris)
        await room.start(ana)
        await room.skip_to(stage)
        for who in (ana, boris):
            await room.hand(who)

    return play


async def between_deals(room: Room, ana: Person, boris: Person) -> None:
    """Score a deal while both hands are open."""
    await match_at(Stage.PLAY)(room, ana, boris)
    await room.skip_until(lambda room: room.stage() is Stage.BETWEEN)
    for who in (ana, boris):
        await room.hand(who)


async def paused(room: Room, ana: Person, boris: Person) -> None:
    await match_at(Stage.PLAY)(room, ana, boris)
    await room.press(ana, "more", room.message())
    await room.press(ana, "pause")
    await room.press(boris, "more", room.message())
    await room.press(boris, "vote yes pause")
    assert room.status() == "paused"


STATES = {
    "no table": nothing,
    "lobby": lobby,
    "auction": match_at(Stage.AUCTION),
    "play": match_at(Stage.PLAY),
    "paused": paused,
    "between deals": between_deals,
}


@pytest.mark.slow
@pytest.mark.process  # hints are worked out in one
@pytest.mark.parametrize("state", STATES)
async def test_every_command_completes_its_deferral(room: Room, state: str) -> None:
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await STATES[state](room, ana, boris)
    for who in (vera, ana):
        for name, options in commands(room):
            if who is ana and state in ("auction", "play"):
                await room.hand(ana)  # a command may have replaced it
            result = await room.command(who, name, **required(options, boris))
            assert not result._interaction.loading, f"{name} by {who.name} is left thinking"


async def test_next_deal_typed_with_an_open_hand_shows_it(room: Room) -> None:
    """The hand is the response, because a command has no message to leave as it is."""
    ana, boris = room.person("Ana"), room.person("Boris")
    await between_deals(room, ana, boris)
    result = await room.command(ana, "play", move="next")
    assert result.response is not None
    assert result.response.ephemeral
    assert room.is_current_hand(ana)
