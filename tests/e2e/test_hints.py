"""Hints in the private hand: at every kind of question, at no rated table, from the own view."""

from itertools import islice
from pathlib import Path

import pytest

from bot.discord_ui.handlers import analysis_pages
from bot.engine.deal import Stage
from bot.engine.game import Game, legal_actions
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.model.refusals import Refusal
from bot.presets import parse_rules
from bot.render.families import table_words
from bot.workers.jobs import advise_player
from tests.robots.evenings import PRESETS, positions
from tests.support.naming import cards_in
from tests.support.room import Message, Person, Room, controls, evening, words_of

pytestmark = pytest.mark.process

ASKED = {Stage.AUCTION, Stage.EXCHANGE, Stage.DEFENCE, Stage.PLAY}


def has(message: Message | None, what: str) -> bool:
    return message is not None and any(c.text == what and c.enabled for c in controls(message))


async def friendly_table(room: Room, **options: object) -> list[Person]:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, robots=0, friendly=True, clock="none", **options)
    await room.start(people[0])
    await room.bot.parts.workers.warm()
    return people


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a worker think for as long as a loaded machine makes it."""
    monkeypatch.setattr(analysis_pages, "_HINT_SECONDS", 120.0)


async def ask(room: Room, who: Person, hand: Message | None = None) -> None:
    """Ask by the button or the command."""
    if hand is None:
        await room.command(who, "hint")
    else:
        await room.press(who, "hint", hand)


@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
async def test_a_hint_at_every_question(room: Room, preset: str) -> None:
    await friendly_table(room, rules=preset, target=10)
    hinted: set[Stage] = set()

    def is_new(now: Room) -> bool:
        return now.asked() is not None and now.stage() in ASKED - hinted

    for _ in ASKED:
        await room.skip_until(is_new)
        who, stage = room.asked(), room.stage()
        assert who is not None
        hinted.add(stage)
        before = len(room.lines())
        await ask(room, who, await room.hand(who))
        assert who.private is not None
        spoken = table_words(parse_rules(room.row()["rules"]), room.bot.parts.catalogue.words("en"))
        assert spoken.say("hint.best", action="").strip() in words_of(who.private)
        (do,) = [c for c in controls(who.private) if c.kind == "a"]
        seat = room.seat_of(who)
        assert seat is not None
        assert do.text in map(format_action, legal_actions(room.game(), seat))
        await room.press(who, do.text, who.private)
        assert room.lines()[before][:2] == (seat, do.text)


async def test_the_way_back_is_the_hand(room: Room) -> None:
    await friendly_table(room)
    await room.skip_to(Stage.AUCTION)
    who = room.asked()
    assert who is not None
    hand = await room.hand(who)
    shown = words_of(hand)
    await ask(room, who, hand)
    assert words_of(who.private) != shown
    await room.press(who, "hand", who.private)
    assert words_of(who.private) == shown


async def test_the_command_is_the_button(room: Room) -> None:
    """Both are private and give the same answer; asking twice changes nothing."""
    await friendly_table(room)
    await room.skip_to(Stage.PLAY)
    who = room.asked()
    assert who is not None
    hand = await room.hand(who)
    with room.nothing_changes():
        await ask(room, who, hand)
        pressed = words_of(who.private)
        await ask(room, who)
        assert words_of(who.private) == pressed
    assert "💡" in pressed
    assert "💡" not in room.public_words()


async def test_only_who_is_asked_gets_one(room: Room) -> None:
    people = await friendly_table(room)
    await room.skip_to(Stage.PLAY)
    asked = room.asked()
    assert asked is not None
    other = next(who for who in people if who is not asked)
    assert not has(await room.hand(other), "hint")
    await room.command(other, "hint")
    assert room.sentence(Refusal.NOT_YOUR_TURN, name=asked.name) in words_of(other.private)
    eve = room.person("Eve")
    await room.command(eve, "hint")
    assert room.sentence(Refusal.NOT_SEATED) in words_of(eve.private)


async def test_a_rated_table_has_none(room: Room) -> None:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none")
    assert room.say("kind.rated") in words_of(room.message())
    await room.start(people[0])
    await room.skip_to(Stage.AUCTION)
    who = room.asked()
    assert who is not None
    assert not has(await room.hand(who), "hint")
    with room.nothing_changes():
        await room.command(who, "hint")
    assert room.sentence(Refusal.NO_HINTS_HERE) in words_of(who.private)
    assert room.say("kind.rated") in words_of(room.message())


async def test_with_a_robot_they_are_on(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none")
    assert room.say("kind.practice") in words_of(room.message())
    await room.start(ana)
    await room.skip_to(Stage.AUCTION)
    assert has(await room.hand(ana), "hint")


async def test_the_host_decides_before_the_first_card(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris, room.person("Vera"), clock="none")
    await room.raw((boris, room.message(), "pref:d:1:0:friendly on"))
    assert room.sentence(Refusal.NOT_HOST) in words_of(boris.private)
    assert room.row()["friendly"] == 0
    (turn,) = [c.custom_id for c in controls(room.message()) if c.text == "friendly on"]
    await room.press(ana, "friendly on", room.message())
    assert room.row()["friendly"] == 1
    assert room.say("kind.friendly") in words_of(room.message())
    await room.press(ana, "friendly off", room.message())
    assert room.say("kind.rated") in words_of(room.message())
    await room.press(ana, "friendly on", room.message())
    await room.start(ana)
    with room.nothing_changes():
        await room.raw((ana, room.message(), turn.replace(" on", " off")))
    assert room.sentence(Refusal.GAME_RUNNING) in words_of(ana.private)
    await room.skip_to(Stage.AUCTION)
    assert room.say("kind.friendly") in words_of(room.message())


async def test_friendly_matches_are_in_the_history_alone(room: Room) -> None:
    marta = room.manager()
    await room.command(marta, "pref server")
    await room.press(marta, "server page look")
    await room.press(marta, "server min_games 1")
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, friendly=True, target=1, clock="none")
    await room.start(people[0])
    await room.skip_out()
    ana = people[0]
    ana.private = None
    await room.command(ana, "leaderboard")
    assert room.say("leaders.nothing") in words_of(ana.private)
    await room.command(ana, "pref history")
    assert "🤝" in words_of(ana.private)
    await room.press(ana, "rematch", room.message())
    assert [row["friendly"] for row in room.read("SELECT friendly FROM game")] == [1, 1]


async def test_a_table_that_moved_on_says_so(room: Room) -> None:
    await friendly_table(room)
    await room.skip_to(Stage.AUCTION)
    who = room.asked()
    assert who is not None
    hand = await room.hand(who)
    ids = {c.text: c.custom_id for c in controls(hand)}
    results = await room.raw((who, hand, ids["hint"]), (who, hand, ids["pass"]))
    texts = [words_of(shown) for result in results for shown in result.followups]
    assert room.sentence(Refusal.HINT_OUTDATED) in "\n".join(texts)


async def test_without_workers_there_is_a_sentence(room: Room) -> None:
    await friendly_table(room)
    await room.skip_to(Stage.AUCTION)
    who = room.asked()
    assert who is not None
    hand = await room.hand(who)
    await room.bot.parts.workers.stop()
    with room.nothing_changes():
        await room.press(who, "hint", hand)
    assert room.sentence(Refusal.HINT_TOO_SLOW) in words_of(who.private)
    await room.play_one(who)


async def test_a_hint_names_no_card_of_another(tmp_path: Path) -> None:
    """Every word of it follows from the own hand and the table alone."""
    async with evening(tmp_path, seed=4) as room:
        await friendly_table(room, rules="sochi", target=4)
        for stage in (Stage.AUCTION, Stage.PLAY):
            await room.skip_to(stage)
            who = room.asked()
            assert who is not None
            seat, deal = room.seat_of(who), room.game().deal
            assert seat is not None
            assert deal is not None
            await ask(room, who)
            own = deal.hands[seat]
            assert set(cards_in(words_of(who.private))) <= {*own, *deal.talon, *deal.trick}


def exchanged(game: Game, one: int, other: int) -> Game:
    """Exchange the lowest cards of two hands."""
    assert game.deal is not None
    hands = list(game.deal.hands)
    mine, theirs = next(iter(hands[one])), next(iter(hands[other]))
    hands[one] = hands[one] - (1 << mine) | (1 << theirs)
    hands[other] = hands[other] - (1 << theirs) | (1 << mine)
    return game._replace(deal=game.deal._replace(hands=tuple(hands)))


@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_hidden_cards_change_no_hint(preset: str) -> None:
    compared = 0
    for game, seat in islice(positions(PRESETS.rules(preset), 11), 0, 40, 6):
        deal = game.deal
        assert deal is not None
        hidden = [s for s in deal.seats if s != seat and s not in deal.open_seats]
        if len(hidden) < 2 or len(legal_actions(game, seat)) == 1:
            continue
        compared += 1
        own, others = build_view(game, seat), build_view(exchanged(game, *hidden), seat)
        assert own == others
        if compared == 1:  # a hint follows from the view alone
            assert advise_player(own, 5) == advise_player(others, 5)
    assert compared
