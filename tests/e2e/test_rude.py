"""Mistakes of users: every click gets a private sentence, and nothing changes."""

import pytest

from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME
from bot.engine.notation import format_action
from bot.model.refusals import Refusal
from tests.support.room import Message, Person, Result, Room, controls, words_of

pytestmark = pytest.mark.slow


def sentence_in(result: Result, who: Person, sentence: str) -> None:
    """Check that the person got a private response with this sentence."""
    assert result.response is not None
    assert result.response.ephemeral
    assert who.private is not None
    assert sentence in words_of(who.private), words_of(who.private)


def act_id(room: Room, move: str, version: int | None = None) -> str:
    row = room.row()
    return f"pref:a:{row['game_id']}:{row['version'] if version is None else version}:{move}"


def first_card(room: Room, who: Person) -> str:
    found = [c.custom_id for c in controls(hand_of(who)) if c.kind == "a" and c.enabled]
    return found[0]


def hand_of(who: Person) -> Message:
    assert who.private is not None
    return who.private


async def test_double_click(room: Room, table: tuple[Person, ...]) -> None:
    """Both at once: one card is played, both clicks are answered, the second is no error."""
    asked, *_ = table
    before, card = len(room.lines()), first_card(room, asked)
    results = await room.raw((asked, hand_of(asked), card), (asked, hand_of(asked), card))
    assert all(result.acknowledged for result in results)
    own = [line for seat, line, _ in room.lines()[before:] if seat == room.seat_of(asked)]
    assert own == [card.split(":", 4)[4]]


async def test_five_clicks_on_different_cards(room: Room, table: tuple[Person, ...]) -> None:
    asked, *_ = table
    cards = [c.custom_id for c in controls(hand_of(asked)) if c.kind == "a" and c.enabled][:5]
    before = len(room.lines())
    await room.raw(*((asked, hand_of(asked), card) for card in cards))
    assert len(room.lines()) == before + 1


async def test_everybody_at_once(room: Room, table: tuple[Person, ...]) -> None:
    """Three people press at the same time; only the player who is asked moves."""
    before = len(room.lines())
    await room.raw(*((who, hand_of(who), first_card(room, table[0])) for who in table))
    assert len(room.lines()) == before + 1


async def test_stale_click(room: Room, table: tuple[Person, ...]) -> None:
    asked, *_ = table
    old = first_card(room, asked)
    await room.press(asked, old.split(":", 4)[4])
    with room.nothing_changes():
        (result,) = await room.raw((asked, hand_of(asked), old))
    sentence_in(result, asked, room.sentence(Refusal.STALE))


async def test_out_of_turn(room: Room, table: tuple[Person, ...]) -> None:
    """A card of one's own while somebody else is asked."""
    _, other, _ = table
    hand = room.held_by(other)
    with room.nothing_changes():
        (result,) = await room.raw(
            (other, hand_of(other), act_id(room, f"play {CARD_NAMES[min(hand)]}"))
        )
        assert result.response is not None
        await room.command(other, "play", move=CARD_NAMES[min(hand)])
        await room.command(other, "bid", call="7H")


async def test_foreign_hand(room: Room, table: tuple[Person, ...]) -> None:
    """Another seat, and a spectator, press the buttons of a hand that is not theirs."""
    asked, other, _ = table
    eve = room.person("Eve")
    with room.nothing_changes():
        for who in (other, eve):
            (result,) = await room.raw((who, room.message(), first_card(room, asked)))
            assert result.response is not None
            assert result.response.ephemeral
    assert room.sentence(Refusal.NOT_SEATED) in words_of(eve.private)


async def test_a_card_one_does_not_have(room: Room, table: tuple[Person, ...]) -> None:
    asked, *_ = table
    hand = room.held_by(asked)
    missing = next(name for name, card in CARDS_BY_NAME.items() if card not in hand)
    with room.nothing_changes():
        (result,) = await room.raw((asked, hand_of(asked), act_id(room, f"play {missing}")))
        assert result.response is not None
        await room.command(asked, "play", move=missing)
    assert words_of(asked.private)


async def test_the_other_hand_in_open_play_is_played_by_who_is_asked(
    room: Room, table: tuple[Person, ...]
) -> None:
    """However the deal goes on, a legal card of another player's turn is refused."""
    for _ in range(12):
        asked = room.asked()
        if asked is None:
            break
        seen = room.choice(asked)
        others = [who for who in table if who is not asked]
        with room.nothing_changes():
            for other in others:
                await room.raw((other, hand_of(other), act_id(room, format_action(seen))))
        await room.play_one(asked, seen)


async def test_a_paused_table_refuses_moves(room: Room, table: tuple[Person, ...]) -> None:
    asked, other, third = table
    for who in table:
        await room.press(who, "more", room.message())
        await room.press(who, "pause" if who is asked else "vote yes pause")
    assert room.status() == "paused"
    with room.nothing_changes():
        await room.raw((asked, room.message(), act_id(room, "play KS")))
        assert room.sentence(Refusal.TABLE_PAUSED) in words_of(asked.private)
    await room.press(third, "more", room.message())
    await room.press(third, "resume")
    assert room.status() == "playing"
    await room.play_one(asked)
    assert other.private is not None


async def test_a_table_of_another_server(room: Room, table: tuple[Person, ...]) -> None:
    """The number of a table is no key: only people of its server can use it."""
    elsewhere = room.env.create_guild("Elsewhere")
    there = elsewhere.create_text_channel("games")
    stranger = Person(elsewhere.add_member(room.env.create_user("mallory")), "Mallory")
    own_guild, room.guild = room.guild, elsewhere
    await stranger.actor.slash(there, "table open")
    lobby = room.public(there)[0]
    with room.nothing_changes():
        for press in ("d:1:0:hand", "d:1:0:score", "d:1:0:last", "a:1:9:pass", "d:1:0:join"):
            await room.raw((stranger, lobby, f"pref:{press}"))
            assert room.sentence(Refusal.UNKNOWN_TABLE) in words_of(stranger.private)
    room.guild = own_guild


async def test_sixteen_minutes_later(room: Room, table: tuple[Person, ...]) -> None:
    """Tokens have expired, so no push arrives; a click on the old hand works all the same."""
    asked, other, _ = table
    await room.later(16 * 60)
    old = hand_of(asked)
    await room.play_one(asked)
    assert hand_of(asked).id == old.id
    await room.press(other, "hand", room.message())
    await room.later(3600)
    await room.play_until(lambda room: room.game().carry.number == 1)


async def test_a_dismissed_hand_comes_back(room: Room, table: tuple[Person, ...]) -> None:
    asked, other, _ = table
    for who in (asked, other):
        room.env.backend.delete_message(hand_of(who).channel_id, hand_of(who).id)
        who.private = None
    await room.play_one(asked)
    await room.play_until(lambda room: room.game().carry.number == 1)


async def test_start_and_next_by_everybody_at_once(room: Room) -> None:
    """The host twice, and all others: one draw, one deck."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    lobby = room.message()
    start = next(c.custom_id for c in controls(lobby) if c.text == "start")
    await room.raw(*((who, lobby, start) for who in (people[0], *people)))
    assert [line.split()[0] for _, line, _ in room.lines()] == ["dealer", "deck"]
    assert len(room.channel.threads) == 1
    await room.play_until(lambda room: room.game().carry.number == 1)
    result, before = room.message(), len(room.lines())
    following = next(c.custom_id for c in controls(result) if c.text == "next")
    await room.raw(*((who, result, following) for who in people * 2))
    assert [line.split()[0] for _, line, _ in room.lines()[before:]] == ["deck"]


async def test_a_vote_by_everybody_at_once(room: Room, table: tuple[Person, ...]) -> None:
    """All agree in the same moment: one pause."""
    await room.press(table[0], "more", room.message())
    await room.press(table[0], "pause")
    message = room.message()
    await room.raw(*((who, message, "pref:d:1:0:vote yes pause") for who in table * 2))
    assert room.status() == "paused"
    await room.raw(*((who, message, "pref:d:1:0:resume") for who in table))
    assert room.status() == "playing"
