"""Calls and cards typed in spoken words, by people of two languages at one table."""

from pathlib import Path

import pytest

from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from tests.support.balkan import deck
from tests.support.message_content import words_of
from tests.support.room import Person, Room, controls, evening
from tests.support.stacked import Stacked, opened

pytestmark = pytest.mark.slow


async def typed(room: Room, who: Person, said: str, option: str = "call") -> str:
    """Return the log line of the typed act."""
    before = len(room.lines())
    await room.command(who, {"call": "bid", "move": "play"}[option], **{option: said})
    return str(room.lines()[before][1])


async def refused(room: Room, who: Person, said: str, option: str = "call") -> str:
    """Return the sentence of the refusal; nothing has changed."""
    with room.nothing_changes():
        await room.command(who, {"call": "bid", "move": "play"}[option], **{option: said})
    return words_of(who.private)


async def test_an_auction_and_a_trick_in_two_languages(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Борис", locale="ru")
    await room.seated(ana, boris, room.person("Vera"), clock="none", target=20)
    await room.start(ana)
    await room.skip_to(Stage.AUCTION)
    first = room.asked()
    assert first is not None
    assert await typed(room, first, "Firsts") == "bid 6S"
    second = room.asked()
    assert second is not None
    assert await typed(room, second, "шесть вторых") == "bid 6C"
    third = room.asked()
    assert third is not None
    assert await typed(room, third, "ПАС") == "pass"


async def test_what_is_unclear_is_answered_with_the_choices(room: Room) -> None:
    people = ana, boris, vera = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    await room.start(ana)
    await room.skip_to(Stage.AUCTION)
    asked = room.asked()
    assert asked is not None
    sixes = {"text": "six", "moves": "6♠, 6♣, 6♦, 6♥, 6NT"}
    assert room.sentence(Refusal.SEVERAL_MOVES, **sixes) in await refused(room, asked, "six")
    unknown = await refused(room, asked, "@everyone `xyzzy`")
    moves = "pass, 6♠, 6♣, 6♦, 6♥, 6NT, 7♠, 7♣, …"
    assert room.sentence(Refusal.NO_SUCH_MOVE, text="＠everyone ˋxyzzyˋ", moves=moves) in unknown
    other = next(who for who in (ana, boris, vera) if who is not asked)
    turn = room.sentence(Refusal.NOT_YOUR_TURN, name=asked.name)
    for said in ("six spades", "xyzzy", "pass"):
        assert turn in await refused(room, other, said)


async def test_a_card_that_may_not_be_played_is_refused_by_the_rules(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none", target=20)
    await room.start(ana)
    await room.skip_to(Stage.PLAY)
    before = await room.suggested(ana, "play", "move")
    suits = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}
    names = {f"play 7{suit}": f"seven of {name}" for suit, name in suits.items()}
    barred = next(name for text, name in names.items() if text not in before)
    assert "none of the moves" not in await refused(room, ana, barred, "move")


async def test_suggestions_follow_what_is_said(room: Room) -> None:
    ana = room.person("Ana", locale="ru")
    await room.seated(ana, robots=2, clock="none", target=20)
    await room.start(ana)
    await room.skip_to(Stage.AUCTION)
    offered = await room.suggested(ana, "bid", "call")
    for said in ("spades", "пик", "первых"):
        spades = [text for text in offered if text.endswith("S")]
        assert set(await room.suggested(ana, "bid", "call", said)) >= set(spades)
    assert await room.suggested(ana, "bid", "call", "xyzzy") == []


async def test_the_words_of_a_balkan_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=Stacked(deck())) as room:
        ana, boris, vera = await opened(room, "serbian", 60)
        assert await typed(room, ana, "dva") == "bid 2"
        assert await typed(room, boris, "trojka") == "bid 3"
        assert await typed(room, vera, "dalje") == "pass"
        assert await typed(room, ana, "i ja") == "hold"


async def test_a_typed_misere_asks_as_its_button_does(room: Room) -> None:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.skip_to(Stage.AUCTION)
    who = room.asked()
    assert who is not None
    assert room.say("twice.title.contract", act="misère") in await refused(room, who, "misère")
    await room.press(who, "bid M")
    assert room.lines()[-1][1] == "bid M"


async def test_a_refusal_in_a_match_leads_back_to_the_hand(room: Room) -> None:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.skip_to(Stage.AUCTION)
    who = room.asked()
    other = next(one for one in people if one is not who)
    await refused(room, other, "6 spades")
    assert [one.text for one in controls(other.private)] == ["hand"]
    await room.press(other, "hand", other.private)
    assert room.is_current_hand(other)
    stranger = room.person("Egor")
    await room.command(stranger, "hand")
    assert controls(stranger.private) == []
