"""Ids, choices and words that no screen ever offered: answered, and nothing changes."""

import pytest

from bot.engine.cards import CARD_NAMES
from bot.engine.deal import Stage
from bot.model.refusals import REFUSAL_FACTS, Refusal
from tests.e2e.test_rude import hand_of
from tests.support.message_content import words_of
from tests.support.room import Person, Room

pytestmark = pytest.mark.slow

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
    "pref:d:1:0:vote yes stop",
    "pref:d:1:0:vote no pause",
    "pref:d:1:0:vote yes takeback 1",
    "pref:d:1:0:vote yes seat 1 99",
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
    "pref:d:1:0:match 9",
    "pref:d:1:0:deal 1",
    "pref:d:1:0:replay 1 last shared",
    "pref:d:1:0:share 1 0",
    "pref:d:0:0:open 1",
    "pref:d:0:0:open 99",
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


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("bare", [True, False], ids=["unknown", "on the message"])
@pytest.mark.parametrize("half", [0, 1])
async def test_forged_ids(room: Room, half: int, bare: bool) -> None:
    """Any custom id from anybody, seated or not, on a public and on a private message."""
    room.bare_clicks = bare
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    eve = room.person("Eve")
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.skip_to(Stage.AUCTION)
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
            continue  # the name of a select on a button: Discord shows only the bot's own buttons
        custom_id = forged.format(version=room.row()["version"])[:100]
        for who, message in clickers:
            with room.nothing_changes():
                (result,) = await room.raw((who, message, custom_id))
            assert result.acknowledged, custom_id
            shown = result.response
            assert shown is None or shown.ephemeral or shown.id == room.message().id, custom_id


@pytest.mark.sampled(suite=2)
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


NOT_READ = Refusal.NO_SUCH_BUTTON
NAMED: list[tuple[str, Refusal, dict[str, str]]] = [
    # a UI command without a table at a table, and the other way round
    ("d:1:0:settings", NOT_READ, {}),
    ("d:1:0:server tables 1", NOT_READ, {}),
    ("d:1:0:etude daily", NOT_READ, {}),
    ("d:0:0:join", NOT_READ, {}),
    ("d:0:0:hand", NOT_READ, {}),
    ("d:0:0:close void", NOT_READ, {}),
    ("a:0:0:play KS", NOT_READ, {}),
    ("a:0:0:settings", NOT_READ, {}),
    # numbers
    ("d:0:0:profile 9223372036854775808", NOT_READ, {}),
    ("d:0:0:profile 99999999999999999999999999", NOT_READ, {}),
    ("d:0:0:profile \u0661", NOT_READ, {}),
    ("d:0:0:history 1001", NOT_READ, {}),
    ("d:0:0:leaders 999999999999999999999 - - - people", NOT_READ, {}),
    ("d:1:0:rules 0", NOT_READ, {}),
    ("d:1:0:claim 11", NOT_READ, {}),
    ("d:1:0:walk 1 1000000", NOT_READ, {}),
    ("d:1:0:walk 100000 first", Refusal.NO_SUCH_DEAL, {"deal": "100000"}),
    ("d:1:0:analyse 0", Refusal.NO_SUCH_DEAL, {"deal": "0"}),
    ("d:1:0:analyse 1", Refusal.NO_DEAL_YET, {}),
    ("d:0:0:server tables 1001", Refusal.VALUE_UNKNOWN, {"option": "tables", "value": "1001"}),
    ("d:0:0:etude play k1 99 KS", NOT_READ, {}),
    ("d:0:0:etude open k1@1000000", Refusal.ETUDE_GONE, {}),
    # words
    ("d:0:0:leaders 1 x - - people", NOT_READ, {}),
    ("d:0:0:leaders 1 - x - people", Refusal.PRESET_UNKNOWN, {"preset": "x"}),
    ("d:0:0:leaders 1 - - x people", NOT_READ, {}),
    ("d:0:0:me language xx", Refusal.VALUE_UNKNOWN, {"option": "language", "value": "xx"}),
    ("d:0:0:server language xx", Refusal.VALUE_UNKNOWN, {"option": "language", "value": "xx"}),
    ("d:0:0:server preset x", Refusal.PRESET_UNKNOWN, {"preset": "x"}),
    ("d:0:0:server clock never", Refusal.VALUE_UNKNOWN, {"option": "clock", "value": "never"}),
    ("d:0:0:server colour red", NOT_READ, {}),
    ("d:0:0:etude new nonsense", NOT_READ, {}),
    ("d:1:0:close perhaps", NOT_READ, {}),
    ("d:1:0:vote perhaps", NOT_READ, {}),
    ("d:1:0:pick 7S 7S", NOT_READ, {}),
    ("d:1:0:set pool_target ", Refusal.VALUE_UNKNOWN, {"option": "pool_target", "value": ""}),
    ("d:1:0:set pool_target 1", Refusal.RULES_FIXED, {}),
    ("d:1:0:level grandmaster", Refusal.GAME_RUNNING, {}),
]


async def test_forged_words_and_numbers_are_refused_by_name(room: Room) -> None:
    """Each has its sentence and never an error; sent by a seated manager of the server."""
    marta = room.manager()
    await room.seated(marta, room.person("Boris"), room.person("Vera"), clock="none", target=20)
    await room.start(marta)
    for said, why, facts in NAMED:
        assert set(facts) == set(REFUSAL_FACTS.get(why, ()))
        with room.nothing_changes():
            (result,) = await room.raw((marta, room.message(), f"pref:{said}"))
        assert result.response is not None, said
        assert room.sentence(why, **facts) in words_of(result.response), said


async def test_forged_house_rules_are_refused_in_the_lobby(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, clock="none", target=20)
    for said in ("set nonsense 1", "set pool_target x", f"set pool_target {'9' * 40}"):
        with room.nothing_changes():
            (result,) = await room.raw((ana, room.message(), f"pref:d:1:0:{said}"))
        assert result.response is not None
        assert room.sentence(Refusal.INTERNAL, id="")[:20] not in words_of(result.response)
    unknown = room.sentence(Refusal.LEVEL_UNKNOWN, level="grandmaster")
    (result,) = await room.raw((ana, room.message(), "pref:d:1:0:level grandmaster"))
    assert unknown in words_of(result.response)


TYPED = ["", " ", "x" * 400, "7S 8S", "@everyone", "**bold**", "deck", "stop", "⟦KS⟧", "play 7s"]


@pytest.mark.sampled(suite=3)
@pytest.mark.parametrize("typed", TYPED, ids=range(len(TYPED)))
async def test_anything_may_be_typed(room: Room, table: tuple[Person, ...], typed: str) -> None:
    """Out of turn nothing happens, and everybody gets a private sentence."""
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
