"""Whole evenings, from the lobby to the settlement; the fixture checks every request."""

from pathlib import Path

import pytest

from bot.engine.cards import CARD_NAMES, TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.game import apply_action, legal_actions, new_game, to_act
from bot.engine.notation import format_action, parse_action
from bot.render.families import with_table_faces
from bot.render.paper.tile_names import tile_name
from tests.support.room import Person, Room, controls, evening, words_of

# with the shortest way to the settlement
RUSSIAN = {"sochi": 2, "leningrad": 2, "rostov": 2, "online_classic": 2}
BALKAN = {"croatian": 10, "serbian": 10, "slovenian": 10, "guide": 10, "balkan": 10}
AUSTRIAN = {"viennese": 1}  # more in test_austrian_evenings
PRESETS = RUSSIAN | BALKAN | AUSTRIAN
ONE_OF_EACH = ("sochi", "serbian", "viennese")


def assert_settled(room: Room) -> None:
    """The match is over, its result is stored once and adds up, and the last message shows it."""
    game, row = room.game(), room.row()
    assert game.ended
    assert row["status"] == "over"
    assert room.is_painted()
    results = room.read("SELECT * FROM result WHERE game_id = ? ORDER BY seat", room.table)
    assert tuple(r["balance"] for r in results) == family_of(game.rules).settle(
        game.rules, game.carry.sheet
    )
    assert sum(r["balance"] for r in results) == 0
    assert {c.text for c in controls(room.message())} >= {"rematch", "score"}


def assert_every_trick_public(room: Room) -> None:
    """Check that each finished trick of every deal is a line of its own in public."""
    said = room.public_words().splitlines()
    game, deals = new_game(room.game().rules), 0
    faces = with_table_faces(game.rules, room.bot.parts.catalogue.words("en")).faces
    for seat, line, _ in room.lines():
        before, game = game, apply_action(game, seat, parse_action(line))
        if game.last is before.last or game.last is None:
            continue
        deals += 1
        for number, trick in enumerate(game.last.tricks, start=1):
            shown = [f":{tile_name(CARD_NAMES[card], faces)}:" for card in trick.cards]
            assert any(
                f"{number}. " in one and all(tile in one for tile in shown) for one in said
            ), (deals, number)
    assert deals == game.carry.number > 0


@pytest.mark.sampled(suite=3)
@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
async def test_each_preset_to_its_settlement(tmp_path: Path, preset: str) -> None:
    """One human and two robots; one preset of each family in the channel, the others in threads."""
    threads = preset not in ONE_OF_EACH
    async with evening(tmp_path, threads=threads, seed=len(preset)) as room:
        ana = room.person("Ana")
        await room.seated(ana, robots=2, target=PRESETS[preset], rules=preset)
        await room.start(ana)
        assert (room.place().id == room.channel.id) is not threads
        await room.play_out()
        assert_settled(room)
        assert_every_trick_public(room)
        assert room.refreshed <= 1  # the hand came by itself from then on
        assert room.game().rules.preset == preset


@pytest.mark.sampled(suite=3)
@pytest.mark.slow
@pytest.mark.parametrize("preset", ONE_OF_EACH)
async def test_three_humans(room: Room, preset: str) -> None:
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.seated(ana, boris, vera, target=PRESETS[preset], rules=preset)
    await room.start(ana)
    await room.play_out()
    assert_settled(room)
    assert room.refreshed <= 3
    moved = {by for seat, _, by in room.lines() if seat != TABLE_SEAT}
    assert moved - {"table"} == {str(who.id) for who in (ana, boris, vera)}  # forced passes
    scores = room.read("SELECT with_robots FROM result")
    assert {row["with_robots"] for row in scores} == {0}


@pytest.mark.slow
async def test_four_humans_and_the_dealer_rests(room: Room) -> None:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera", "Gleb")]
    await room.seated(*people, target=1, seats=4)
    await room.start(people[0])
    game = room.game()
    dealer = room.on_seat(game.carry.dealer)
    assert dealer is not None
    await room.press(dealer, "hand", room.message())
    assert room.say("hand.rest") in words_of(dealer.private)
    assert not any(c.kind == "a" for c in controls(dealer.private))
    await room.play_out()
    assert_settled(room)


async def test_everything_by_commands(room: Room) -> None:
    """A whole deal typed, from the suggestions of autocomplete."""
    ana = room.person("Ana")
    await room.open_table(ana, rules="sochi", target=10, clock="none")
    await room.press(ana, "robot")
    await room.press(ana, "robot")
    await room.command(ana, "table start")
    await room.command(ana, "hand")
    while room.game().carry.number == 0:
        game = room.game()
        seat = room.seat_of(ana)
        assert seat is not None
        assert seat == to_act(game)
        verb, option = ("bid", "call") if room.stage() is Stage.AUCTION else ("play", "move")
        offered = await room.suggested(ana, verb, option)
        wanted = _text_of(room, ana)
        assert wanted in offered or len(offered) == 25 < len(legal_actions(game, seat))
        other = await room.suggested(ana, *(("play", "move") if verb == "bid" else ("bid", "call")))
        assert other == []
        before = len(room.lines())
        await room.command(ana, verb, **{option: wanted})
        assert room.lines()[before][1] == wanted
    await room.command(ana, "pref last")
    assert room.say("board.deal", number=1) in words_of(ana.private)
    await room.command(ana, "pref score")
    assert room.say("sheet.title") in words_of(ana.private)


def _text_of(room: Room, who: Person) -> str:
    return format_action(room.choice(who))


async def test_a_card_may_be_typed_by_its_name_alone(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none")
    await room.start(ana)
    await room.play_to(Stage.PLAY)
    card = _text_of(room, ana).removeprefix("play ")
    before = len(room.lines())
    await room.command(ana, "play", move=card.lower())
    assert room.lines()[before][1] == f"play {card}"


async def test_suggestions_belong_to_who_is_asked(room: Room) -> None:
    ana, boris, eve = (room.person(name) for name in ("Ana", "Boris", "Eve"))
    await room.seated(ana, boris, robots=1, clock="none")
    await room.start(ana)
    await room.play_to(Stage.PLAY)
    asked = room.asked()
    waiting = boris if asked is ana else ana
    assert asked is not None
    assert await room.suggested(asked, "play", "move")
    assert await room.suggested(waiting, "play", "move") == []
    assert await room.suggested(eve, "play", "move") == []
    assert await room.suggested(eve, "bid", "call") == []


@pytest.mark.slow
async def test_end_of_deal_says_why_and_next_deal_goes_on(room: Room) -> None:
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.seated(ana, boris, vera, clock="none", target=20)
    await room.start(ana)
    await room.play_until(lambda room: room.game().carry.number == 1)
    said = words_of(room.message())
    assert room.say("board.deal", number=1) in said
    for who in (ana, boris, vera):
        assert who.name in said
    written = room.read("SELECT DISTINCT why FROM posting")
    assert written
    tiles = sum(
        said.count(f":{tile_name(rank + suit)}:") for suit in "SCDH" for rank in ("7", "A", "10")
    )
    assert tiles >= 12  # all hands and the talon lie open
    (lobby, *_), (board, result) = room.public(room.channel), room.public()
    assert result.id == room.message().id
    assert controls(lobby) == controls(board) == []
    assert_every_trick_public(room)
    await room.press(vera, "next", room.message())
    for text in (words_of(room.message()), words_of(vera.private)):
        assert room.say("result.ready", names="Vera") in text
        assert f"<t:{room.row()['deadline']}:R>" in text
    assert room.row()["deadline"] - room.now() <= 15
    assert "next" not in [control.text for control in controls(vera.private)]
    await room.restart(kill=True)
    await room.later(20)
    assert room.game().carry.number == 1
    assert room.stage() is Stage.AUCTION
    assert room.say("board.deal", number=2) in words_of(room.message())


@pytest.mark.process
async def test_a_claim_is_proposed_and_refused_and_accepted(room: Room) -> None:
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.seated(ana, boris, vera, clock="none")
    await room.start(ana)
    await room.play_to(Stage.PLAY)
    await room.play_until(lambda r: r.stage() is Stage.PLAY and not r.deal().trick)
    who = room.asked()
    assert who is not None
    await room.hand(who)
    await room.press(who, "claim")
    counts = [c for c in controls(who.private) if c.text.startswith("claim ")]
    split = next(c for c in counts if len(c.text.split()) == 2)  # two share the rest
    await room.press(who, split.text)
    splits = [c for c in controls(who.private) if c.kind == "a"]
    await room.press(who, splits[0].text)
    assert room.stage() is Stage.CLAIM
    other = room.asked()
    assert other is not None
    assert other is not who
    await room.hand(other)
    await room.press(other, "refuse")
    assert room.stage() is Stage.PLAY
    await room.play_until(lambda room: room.game().carry.number == 1)


async def test_spectators_see_the_public_side_only(room: Room) -> None:
    ana, eve = room.person("Ana"), room.person("Eve")
    await room.seated(ana, robots=2, clock="none")
    await room.start(ana)
    await room.play_to(Stage.PLAY)
    for what in ("help", "more", "score"):
        await room.press(eve, what, room.message())
        assert eve.private is not None
    await room.press(eve, "settlement", eve.private)
    assert room.say("settle.now") in words_of(eve.private)
    with room.nothing_changes():
        await room.press(eve, "hand", room.message())
        assert room.say("table.not_seated") in words_of(eve.private)


@pytest.mark.slow
async def test_rematch_with_the_same_seats(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris, robots=1, target=1, rules="rostov", clock="none")
    await room.start(ana)
    await room.play_out()
    first = room.seats()
    final = room.message()
    await room.press(boris, "rematch", final)
    with room.nothing_changes():
        await room.press(ana, "rematch", final)
        assert room.say("table.rematch_taken") in words_of(ana.private)
    room.table = 2
    assert room.seats() == first
    assert room.row()["host_id"] == boris.id
    assert room.game().rules == room.game(1).rules
    await room.start(boris)
    await room.play_to(Stage.AUCTION)
