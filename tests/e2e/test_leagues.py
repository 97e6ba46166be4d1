"""Leagues through Discord: from check-in to the final page, without a hand but the players'."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from tests.e2e.league_play import play_all
from tests.support.room import Person, Room, controls, words_of

pytestmark = [pytest.mark.slow, pytest.mark.process]  # whole evenings; workers draw the tables

HOUR = 3600
DAY = 24 * HOUR
_NEXT_HOUR = (  # of a lobby, else of the league
    "SELECT coalesce((SELECT min(starts_at) FROM game WHERE status = 'lobby'),"
    " (SELECT wake FROM league))"
)


async def made(room: Room, manager: Person, **options: object) -> None:
    await room.command(
        manager, "pref league", room.channel, name="Autumn", start="in 2 hours", **options
    )


def lines(room: Room) -> list[str]:
    """Return the log of the only league."""
    return [str(row["text"]) for row in room.read("SELECT text FROM league_line ORDER BY version")]


async def entered(room: Room, people: Sequence[Person]) -> None:
    invitation = room.public(room.channel)[0]
    for who in people:
        await room.press(who, "league enter 1", invitation)


async def test_a_member_checks_in_once_and_withdraws(room: Room) -> None:
    marta, ana = room.manager(), room.person("Ana")
    await made(room, marta)
    invitation = room.public(room.channel)[0]
    assert "Autumn" in words_of(invitation)
    await room.press(ana, "league enter 1", invitation)
    await room.press(ana, "league enter 1", invitation)
    assert lines(room) == ["enter 1"]
    assert "1 member" in words_of(ana.private)
    await room.press(ana, "league leave 1")
    assert lines(room) == ["enter 1", "leave 1"]
    await room.press(ana, "league enter 1", invitation)
    assert lines(room) == ["enter 1", "leave 1", "enter 1"]


async def season(room: Room, chance: Random, *, rounds: int) -> None:
    """Let time pass until the league is over; people only play."""
    for _ in range(20 * rounds):
        if lines(room)[-1] == "end":
            return
        if not await play_all(room, chance):
            ((due,),) = room.read(_NEXT_HOUR)
            if due > room.now() + HOUR:  # advancing by days takes minutes: the bot is away instead
                await room.restart(kill=True, down=due - room.now() - 5)
            await room.later(max(due - room.now(), 5) + 5)
    raise AssertionError(lines(room)[-5:])


def words(texts: Sequence[str]) -> Counter[str]:
    return Counter(text.split(" ")[0] for text in texts)


async def test_a_manager_corrects_with_a_reason_that_everybody_reads(room: Room) -> None:
    marta, ana = room.manager(), room.person("Ana")
    await made(room, marta)
    await entered(room, [ana])
    await room.command(ana, "pref league", room.channel)
    await room.press(ana, "league 1 standing", ana.private)
    assert not any("manage" in one.text for one in controls(ana.private))
    await room.command(marta, "pref league", room.channel)
    await room.press(marta, "league 1 standing", marta.private)
    form = await room.press(marta, "league manage 1 points", marta.private)
    typed = {"number": "1", "points": "-0.5", "reason": "late twice"}
    await marta.actor.submit_modal(form, typed)
    await room.later(5)
    assert lines(room) == ["enter 1", "grant 1 -5 late twice"]
    assert "late twice" in words_of(room.public(room.channel)[-1])


@pytest.mark.parametrize("kills", [0, 3])
async def test_a_short_season_runs_by_itself(room: Room, kills: int) -> None:
    """Seven members, two rounds of tables of three and four; killed between its lines."""
    marta = room.manager()
    people = [room.person(f"Player {n}") for n in range(7)]
    await made(room, marta, rounds=2, rules="sochi")
    await entered(room, people)
    chance = Random(1)
    await room.later(2 * HOUR - 540, step=60)
    assert words(lines(room)) == {"enter": 7, "draw": 1, "open": 2}
    for _ in range(kills):
        await room.restart(kill=True)
    await room.later(600, step=60)
    await season(room, chance, rounds=2)
    found = words(lines(room))
    assert found == {"enter": 7, "draw": 2, "open": 4, "result": 4, "end": 1}
    assert len(room.read("SELECT 1 FROM league_game")) == 4
    final = words_of(room.public(room.channel)[-1])
    assert "The league is over." in final
