"""Leagues through Discord: from check-in to the final page, without a hand but the players'."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from bot.model.enums import Status
from tests.e2e.league_play import games_in, play_all
from tests.e2e.test_judging import fill, open_deal
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


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("kills", [3, 0])
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


async def change(room: Room, manager: Person, action: str, **typed: object) -> None:
    """Fill in a form of a manager, below the standing."""
    await room.command(manager, "pref league", room.channel)
    await room.press(manager, "league 1 standing", manager.private)
    form = await room.press(manager, f"league manage 1 {action}", manager.private)
    await manager.actor.submit_modal(form, typed)


async def test_empty_seats_substitutes_late_comers_and_withdrawals(room: Room) -> None:
    """Six members; in the first round one seat stays empty, another has a substitute."""
    marta = room.manager()
    people = [room.person(f"Player {n}") for n in range(1, 7)]
    friend, late = room.person("Friend"), room.person("Late")
    await made(room, marta, rounds=2, rules="sochi", every=7)
    await entered(room, people)
    await room.later(2 * HOUR - 540, step=60)
    both = games_in(room, Status.LOBBY)
    numbers = {game: [number_in(room, user) for user in seated(room, game)] for game in both}
    walkover, played = both
    absent, away = (people[numbers[game][1] - 1] for game in both)
    await room.press(absent, "leave", room.message(walkover))
    await room.press(away, "leave", room.message(played))
    await room.press(friend, "join", room.message(played))
    await room.later(600, step=60)
    await play_all(room, Random(1))
    await room.later(HOUR, step=600)
    results = [one for one in lines(room) if one.startswith(("result", "walkover"))]
    assert len(results) == 2
    word, _, _, there = results[1].split(" ")
    assert word == "walkover"
    assert set(there.split(".")) == {str(numbers[walkover][n]) for n in (0, 2)}
    assert f"{numbers[played][1]}~" in results[0]
    await room.press(late, "league enter 1", room.public(room.channel)[0])
    await room.command(absent, "pref league", room.channel)
    await room.press(absent, "league 1 standing", absent.private)
    await room.press(absent, "league leave 1", absent.private)
    assert lines(room)[-1] == "enter 7", "a withdrawal under way is asked for twice"
    await room.press(absent, "league leave 1 yes", absent.private)
    await season(room, Random(2), rounds=2)
    second = next(one for one in lines(room) if one.startswith("draw 2"))
    drawn = set(map(int, second.split(" ", 2)[2].replace("/", ".").replace(" ", ".").split(".")))
    assert drawn == set(range(1, 8)) - {numbers[walkover][1]}


def seated(room: Room, game: int) -> list[int]:
    """Return the users at a table by seat."""
    sql = "SELECT user_id FROM player WHERE game_id = ? ORDER BY number"
    return [int(row["user_id"]) for row in room.read(sql, game)]


def number_in(room: Room, user: int) -> int:
    sql = "SELECT number FROM league_member WHERE user_id = ?"
    return int(room.read(sql, user)[0]["number"])


async def test_a_member_is_replaced_and_a_league_without_its_channel_moves(room: Room) -> None:
    """Four members and a successor; the channel is deleted before the second round."""
    marta, heir = room.manager(), room.person("Heir")
    people = [room.person(f"Player {n}") for n in range(1, 5)]
    await made(room, marta, rounds=2, rules="sochi", every=7)
    await entered(room, people)
    await room.later(2 * HOUR + 60, step=60)
    await play_all(room, Random(1))
    await room.later(60)
    new = {"number": "2", "person": [heir.actor], "reason": "a year abroad"}
    await change(room, marta, "replace", **new)
    assert lines(room)[-1] == "replace 2 5 a year abroad"
    assert "Heir takes the place of Player 2" in words_of(marta.private)
    await change(room, marta, "replace", number="3", person=[heir.actor], reason="another")
    await room.press(people[1], "league enter 1", room.public(room.channel)[0])
    assert lines(room)[-1] == "replace 2 5 a year abroad"
    before = room.public(room.channel)[-1]
    assert "Heir takes the place of Player 2" in words_of(before)

    room.env.backend.delete_channel(room.channel.id)
    ((due,),) = room.read("SELECT wake FROM league")
    await room.restart(kill=True, down=due - room.now() + HOUR)
    await room.later(30)
    assert not games_in(room, Status.LOBBY), "no table is opened in a channel that is gone"
    room.channel = room.guild.create_text_channel("second")
    await change(room, marta, "date", start="in 3 hours", reason="the channel was gone")
    await change(room, marta, "move", reason="the channel was gone")
    await room.later(3 * HOUR - 590, step=600)
    (table,) = games_in(room, Status.LOBBY)
    assert set(seated(room, table)) == {one.id for one in (people[0], *people[2:], heir)}
    assert room.row(table)["channel_id"] == room.channel.id
    await season(room, Random(2), rounds=2)
    assert "The league is over." in words_of(room.public(room.channel)[-1])


async def test_a_league_follows_a_decision_about_a_deal_and_its_undoing(room: Room) -> None:
    """Also after its end; the bot is killed before it has looked at the league."""
    marta, people = room.manager(), [room.person(f"Player {n}") for n in range(1, 4)]
    await made(room, marta, rounds=1, rules="sochi")
    await entered(room, people)
    await room.later(2 * HOUR + 60, step=60)
    await season(room, Random(1), rounds=1)
    ((game,),) = room.read("SELECT game_id FROM league_game")
    (result,) = [one for one in lines(room) if one.startswith("result")]
    room.table = game
    await open_deal(room, people[0])
    await fill(room, people[0], f"report {game} 1", note="a slip")
    for number, kind in enumerate(("void", "undo"), start=1):
        await room.command(marta, "pref fairplay", room.channel)
        await room.press(marta, "reports")
        await room.press(marta, f"judge {game} 1")
        await fill(room, marta, f"rule {game} 1 {number} {kind}", reason="all agree")
        await room.restart(kill=True)
        await room.later(5)
        last = lines(room)[-1]
        assert last.startswith("correct 1 1 ")
        assert last.endswith(" decision about a deal")
        is_same = last.split(" ")[3] == result.split(" ")[3]
        assert is_same == (kind == "undo")
        assert "Decision about a deal" in words_of(room.public(room.channel)[-1])
    assert lines(room)[-3] == "end"
    assert room.read("SELECT wake FROM league")[0]["wake"] is None
