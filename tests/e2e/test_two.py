"""Evenings for two with the dummy (docs/rules/russian.md 2.11), in both languages."""

from pathlib import Path

import pytest

from bot.cli.verify import find_differences
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from tests.e2e.test_evenings import RUSSIAN, assert_every_trick_public, assert_settled
from tests.e2e.test_hints import ask
from tests.support.room import Person, Room, controls, evening, words_of

pytestmark = pytest.mark.slow  # whole evenings

DUMMY = 2


async def started(room: Room, *people: Person, robots: int = 0, **options: object) -> None:
    await room.seated(*people, robots=robots, seats=2, **options)
    await room.start(people[0])


def asked(room: Room) -> Person:
    who = room.asked()
    assert who is not None
    return who


def plays_the_dummy(room: Room) -> bool:
    """Return True if a human is asked for a card of the dummy."""
    deal = room.game().deal
    turn = deal is not None and deal.turn == DUMMY and deal.phase.stage is Stage.PLAY
    return turn and room.asked() is not None


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "threads"), [(preset, turn % 2 == 0) for turn, preset in enumerate(RUSSIAN)]
)
async def test_one_human_and_one_robot(tmp_path: Path, preset: str, threads: bool) -> None:
    """Half of the presets in a thread, half in the channel."""
    async with evening(tmp_path, threads=threads, seed=len(preset)) as room:
        ana = room.person("Ana")
        await started(room, ana, robots=1, target=RUSSIAN[preset], rules=preset)
        await room.play_out()
        assert_settled(room)
        assert_every_trick_public(room)
        assert room.game().rules.players == 2
        assert room.refreshed <= 1
        seats = {seat for seat, _, _ in room.lines()}
        assert seats == {TABLE_SEAT, 0, 1}  # the dummy writes no line
        results = room.read("SELECT seat FROM result ORDER BY seat")
        assert [row["seat"] for row in results] == [0, 1]
        log = await room.store.game_queries.log_of(room.table)
        assert log is not None
        assert find_differences(log) == ()


@pytest.mark.slow
async def test_two_people_of_two_languages(tmp_path: Path) -> None:
    """The server speaks Russian: so do the public table and Boris's hand, but not Ana's hand."""
    async with evening(tmp_path, seed=4, locale="ru") as room:
        ana, boris = room.person("Ana"), room.person("Boris", "ru")
        await started(room, ana, boris, target=3, clock="none")
        said: dict[str, str] = {"Ana": "", "Boris": ""}

        def listened(room: Room) -> bool:
            for who in (ana, boris):
                said[who.name] += words_of(who.private) if who.private is not None else ""
            return room.status() == "over"

        await room.play_until(listened)
        assert_settled(room)
        assert "Гусарик, сочинка" in room.public_words()
        assert "Болван" in room.public_words()
        assert "Dummy" not in room.public_words()
        assert "Ход за болвана" in said["Boris"]
        assert "Dummy" not in said["Boris"]
        assert "Play for the dummy" in said["Ana"]
        assert "Болван" not in said["Ana"]


async def test_the_dummy_is_played_from_the_whisters_hand(room: Room) -> None:
    """Its cards are pressed in the whister's private hand, and logged as the whister's lines."""
    ana, boris = room.person("Ana"), room.person("Boris")
    await started(room, ana, boris, clock="none", target=10)
    await room.skip_until(plays_the_dummy)
    who, before = asked(room), len(room.lines())
    await room.hand(who)
    assert room.say("hand.their_cards@hussar") in words_of(who.private)
    await room.play_one(who)
    assert room.lines()[before][0] == room.seat_of(who)


async def test_nobody_sits_on_the_dummys_seat(room: Room) -> None:
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.seated(ana, boris, seats=2, clock="none")
    with room.nothing_changes():
        await room.command(vera, "table join")
        assert room.sentence(Refusal.TABLE_FULL) in words_of(vera.private)
    await room.start(ana)
    assert room.seats() == {0: ana.id, 1: boris.id}


async def test_a_table_for_three_becomes_one_for_two(room: Room) -> None:
    """The host may, while nobody sits on the third seat; refused once somebody does."""
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris, clock="none")
    await room.set_rules(ana, players="2")
    await room.start(ana)
    assert room.game().rules.players == 2
    await room.skip_to(Stage.AUCTION)


async def test_three_who_sit_are_not_made_two(room: Room) -> None:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none")
    ana = people[0]
    with room.nothing_changes():
        await room.set_rules(ana, players="2")
    assert room.sentence(Refusal.TABLE_FULL) in words_of(ana.private)


async def test_other_families_are_not_played_by_two(room: Room) -> None:
    ana = room.person("Ana")
    for preset in ("croatian", "viennese"):
        await room.command(ana, "table open", room.channel, rules=preset, seats=2)
        assert "These rules are not played by so many." in words_of(ana.private)
    assert room.read("SELECT * FROM game") == []


@pytest.mark.slow
async def test_whoever_is_late_with_the_dummys_card(room: Room) -> None:
    """The clock is the whister's: a robot makes the one move, then keeps the seat."""
    ana, boris = room.person("Ana"), room.person("Boris")
    await started(room, ana, boris, clock="normal", target=10)
    await room.skip_until(plays_the_dummy)
    who, before = asked(room), len(room.lines())
    await room.later(181)
    assert room.lines()[before][2] == "clock"
    assert room.lines()[before][0] == room.seat_of(who)
    assert room.say("alert.moved_once", name=who.name) in room.public_words()


@pytest.mark.slow
async def test_a_robot_takes_over_both_hands(room: Room) -> None:
    """The whister leaves: the robot in the seat plays both, to the end.

    Their hand stays on their screen and is drawn no more; the table is still drawn.
    """
    ana, boris = room.person("Ana"), room.person("Boris")
    await started(room, ana, boris, clock="none", target=5)
    await room.skip_until(plays_the_dummy)
    who = asked(room)
    await room.command(who, "table leave")
    await room.press(who, "leave yes kept")
    assert room.seat_of(who) is None
    await room.skip_out()
    assert_settled(room)


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@pytest.mark.parametrize("kill", [True, False], ids=["killed", "stopped"])
async def test_a_restart_before_the_dummys_card(room: Room, kill: bool) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await started(room, ana, boris, clock="none", target=10)
    await room.skip_until(plays_the_dummy)
    with room.nothing_changes():
        await room.restart(kill=kill)
    assert plays_the_dummy(room)
    await room.play_one(asked(room))
    await room.skip_until(lambda room: room.game().carry.number >= 2)


@pytest.mark.slow
async def test_a_kill_after_every_card_of_raspasy(room: Room) -> None:
    """The dummy's cards are no lines: replaying the line that led to them deals them again."""
    ana, boris = room.person("Ana"), room.person("Boris")
    await started(room, ana, boris, clock="none", target=10)

    def alone(room: Room) -> bool:
        deal = room.game().deal
        return deal is not None and deal.contract is None and deal.turn >= 0

    await room.skip_until(alone)
    while alone(room):
        before = room.game()
        await room.restart(kill=True)
        assert room.game() == before
        await room.play_one(asked(room))
    last = room.game().last
    assert last is not None
    assert last.outcome == "all_pass"
    assert len(last.tricks) == 10


@pytest.mark.slow
async def test_a_match_for_two_is_ranked_apart(room: Room) -> None:
    marta = room.manager()
    await room.command(marta, "pref server")
    await room.press(marta, "server page look")
    await room.press(marta, "server page look")
    await room.press(marta, "server min_games 1")
    ana, boris = room.person("Ana"), room.person("Boris")
    await started(room, ana, boris, target=1, rules="rostov", clock="none")
    await room.skip_out()
    await room.command(ana, "leaderboard")
    assert room.say("leaders.nothing") in words_of(ana.private)
    await room.press(ana, "ranks filters rating 1 russian - - people any")
    await room.press(ana, "ranks rating 1 russian - - people any two")
    said = words_of(ana.private)
    assert "1. " in said
    assert all(name in said for name in ("Ana", "Boris"))
    await room.press(ana, "ranks filters rating 1 russian - - people any two")
    await room.press(ana, "ranks rating 1 russian - - robots any two")
    assert room.say("leaders.nothing") in words_of(ana.private)
    await room.press(ana, "ranks filters rating 1 russian - - robots any two")
    await room.press(ana, "ranks rating 1 russian - - robots any")


@pytest.mark.slow
@pytest.mark.process
async def test_a_hint_for_the_dummys_card_and_a_look_back(tmp_path: Path) -> None:
    async with evening(tmp_path, reviews=True, seed=2) as room:
        ana, boris = room.person("Ana"), room.person("Boris")
        await started(room, ana, boris, clock="none", target=10, friendly=True)
        await room.bot.parts.workers.warm()
        await room.skip_until(plays_the_dummy)
        who, before = asked(room), len(room.lines())
        await ask(room, who, await room.hand(who))
        assert who.private is not None
        (do,) = [c for c in controls(who.private) if c.kind == "a"]
        await room.press(who, do.text)
        assert room.lines()[before][:2] == (room.seat_of(who), do.text)
        deal = room.game().carry.number + 1
        await room.skip_until(lambda room: room.game().carry.number == deal)
        await room.command(ana, "pref analyse")
        assert f"analyse {deal} line" in {one.text for one in controls(ana.private)}
        await room.press(ana, f"walk {deal} first")
        assert "Dummy" in words_of(ana.private)
        reviewed = room.read("SELECT seat FROM review_seat ORDER BY deal, seat")
        assert {row["seat"] for row in reviewed} == {0, 1}
