"""Ids, choices and words that no screen ever offered: answered, and nothing changes."""

import pytest

from bot.engine.cards import CARD_NAMES
from bot.engine.deal import Stage
from tests.e2e.test_rude import hand_of
from tests.support.room import Person, Room

FORGED = [
    "pref:a:1:{version}:deck " + " ".join(CARD_NAMES),
    "pref:a:1:{version}:dealer 2",
    "pref:a:1:{version}:stop",
    "pref:a:1:{version}:time",
    "pref:a:1:{version}:nonsense",
    "pref:a:1:{version}:play",
    "pref:a:1:{version}:play ZZ",
    "pref:a:1:{version}:claim 10 10 10",
    "pref:a:1:999999999:play KS",
    "pref:a:1:0:pass",
    "pref:a:99:0:play KS",
    "pref:a:999999999999999:0:play KS",
    "pref:a:0:0:play KS",
    "pref:d:1:0:start",
    "pref:d:1:0:join",
    "pref:d:1:0:robot",
    "pref:d:1:0:next",
    "pref:d:1:0:back",
    "pref:d:1:0:resume",
    "pref:d:1:0:rematch",
    "pref:d:1:0:clock fast",
    "pref:d:1:0:vote yes",
    "pref:d:1:0:vote no",
    "pref:d:1:0:vote perhaps",
    "pref:d:1:0:close scored",
    "pref:d:1:0:close void",
    "pref:d:1:0:pick",
    "pref:d:1:0:pick ZZ",
    "pref:d:1:0:pick 7S 8S 9S",
    "pref:d:1:0:pick 7S 7S",
    "pref:d:1:0:confirm",
    "pref:d:1:0:claim x",
    "pref:d:1:0:claim 99",
    "pref:d:1:0:set pool_target 1",
    "pref:d:1:0:house",
    "pref:d:1:0:rules 77",
    "pref:d:1:0:",
    "pref:d:1:0: ",
    "pref:d:1:0:nonsense",
    "pref:d:0:0:server tables 1",
    "pref:d:0:0:me language xx",
    "pref:d:0:0:me",
    "pref:d:0:0:leaders",
    "pref:d:0:0:leaders x y z",
    "pref:d:0:0:leaders 999999999999999999999 - - - people",
    "pref:d:0:0:leaders -3 - - - people",
    "pref:d:0:0:history 0",
    "pref:d:0:0:history 99999999999999999999",
    "pref:d:0:0:nonsense",
    "pref:s:1:0:bids",
    "pref:x:1:0:hand",
    "pref:a:one:two:three",
    "pref:",
    "pf1:hand:1",
    "somebody else's button",
    "x" * 100,
]


@pytest.mark.parametrize("bare", [True, False], ids=["unknown", "on the message"])
@pytest.mark.parametrize("half", [0, 1])
async def test_forged_ids(room: Room, half: int, bare: bool) -> None:
    """Any custom id from anybody, seated or not, on a public and on a private message."""
    room.bare_clicks = bare
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    eve = room.person("Eve")
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.play_to(Stage.AUCTION)
    asked = room.asked()
    assert asked is not None
    await room.hand(asked)
    clickers = (
        (eve, room.message()),
        (people[1], room.message()),
        (asked, room.message()),
        (asked, hand_of(asked)),
    )
    for forged in FORGED[half::2]:
        if forged.startswith("pref:s") and not bare:
            continue  # the name of a select on a button: Discord shows only what the bot made
        custom_id = forged.format(version=room.row()["version"])[:100]
        for who, message in clickers:
            with room.nothing_changes():
                (result,) = await room.raw((who, message, custom_id))
            assert result.acknowledged, custom_id
            shown = result.response
            assert shown is None or shown.ephemeral or shown.id == room.message().id, custom_id


@pytest.mark.parametrize("value", ["a:play KS", "a:stop", "d:close void", "x:y", "", ":::", "d:"])
async def test_forged_choices(room: Room, table: tuple[Person, ...], value: str) -> None:
    asked, other, _ = table
    with room.nothing_changes():
        for who in (other, asked):
            if value == "a:play KS" and who is asked:
                continue
            version = room.row()["version"]
            result = await room.forged_choice(who, hand_of(who), f"pref:s:1:{version}:bids", value)
            assert result.acknowledged


TYPED = ["", " ", "x" * 400, "7S 8S", "@everyone", "**bold**", "deck", "stop", "⟦KS⟧", "play 7s"]


@pytest.mark.parametrize("typed", TYPED, ids=range(len(TYPED)))
async def test_anything_may_be_typed(room: Room, table: tuple[Person, ...], typed: str) -> None:
    """Of whoever is not asked: nothing happens, and everybody gets a private sentence."""
    _, other, _ = table
    eve = room.person("Eve")
    with room.nothing_changes():
        for who in (other, eve):
            for name, option in (("play", "move"), ("bid", "call"), ("claim", "split")):
                result = await room.command(who, name, **{option: typed})
                assert result.response is not None
                assert result.response.ephemeral
            for name, option in (("play", "move"), ("bid", "call"), ("claim", "split")):
                await room.suggested(who, name, option, typed)
