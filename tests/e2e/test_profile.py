"""Luck and skill: the profile divides up the results of the deals."""

from pathlib import Path

import pytest

from bot.background.reviewer import SameDeckComparer
from bot.render.formatting import format_signed
from tests.support.message_content import galleries
from tests.support.room import Person, Room, evening, words_of
from tests.support.stacked import next_deal


async def match(room: Room, *people: Person, robots: int, target: int) -> None:
    await room.seated(*people, robots=robots, target=target, clock="none")
    await room.start(people[0])
    await room.skip_out()


def number(text: str, label: str) -> float:
    """Return the bold number behind a label."""
    _, behind = text.split(f"{label} **", 1)
    return float(behind.split("**")[0].replace("−", "-"))


async def test_nobody_has_played(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref profile")
    assert room.say("profile.nothing") in words_of(ana.private)


@pytest.mark.process
async def test_cards_and_play_add_up_to_the_result(tmp_path: Path) -> None:
    async with evening(tmp_path, reviews=True, seed=9) as room:
        ana, boris = room.person("Ana"), room.person("Boris")
        await match(room, ana, robots=2, target=2)
        rows = room.read("SELECT * FROM review_seat WHERE user_id = ?", ana.id)
        deals = len(rows)
        assert deals == room.game().carry.number
        for row in rows:
            assert row["earned"] == row["par"] - row["given"] + row["received"] + row["agreed"]
        balance = room.read("SELECT balance FROM result WHERE user_id = ?", ana.id)[0]["balance"]
        assert sum(row["earned"] for row in rows) == balance
        await room.command(ana, "pref profile")
        course = galleries(ana.private)[0][1]
        assert f"\nresult: 0 {format_signed(rows[0]['earned'])} " in course
        assert f" {format_signed(balance)}\ncards: 0 " in course
        in_words = f"profile words {ana.id} russian"
        await room.press(ana, in_words, ana.private)
        said = words_of(ana.private)
        for label, total in {
            "cards": sum(row["par"] for row in rows),
            "own play": -sum(row["given"] for row in rows),
            "others": sum(row["received"] + row["agreed"] for row in rows),
            "result": balance,
        }.items():
            assert abs(number(said, label) - total / deals) <= 0.051, label
        made = sum(row["fulfilled"] for row in rows)
        declared = sum(row["declared"] for row in rows)
        if declared:
            assert room.say("profile.contracts", made=made, declared=declared) in said
        assert "beginner" in said
        await room.command(boris, "pref profile", player=ana.actor)
        await room.press(boris, in_words, boris.private)
        assert words_of(boris.private) == said


@pytest.mark.process
async def test_whoever_sits_at_the_end_of_a_deal_has_it(tmp_path: Path) -> None:
    """Robots count by their level, people by themselves; a friendly game counts for nobody."""
    async with evening(tmp_path, reviews=True, seed=4) as room:
        ana, boris = room.person("Ana"), room.person("Boris")
        await room.seated(ana, boris, robots=1, target=10, clock="none")
        await room.start(ana)
        await room.skip_until(lambda room: room.game().carry.number == 1)
        await next_deal(room)
        rows = room.read("SELECT user_id, robot FROM review_seat ORDER BY seat")
        assert [tuple(row) for row in rows] == [
            (ana.id, None),
            (boris.id, None),
            (None, "beginner"),
        ]
        store = room.store
        ((own,),) = (await store.statistics.totals_over_time(room.guild.id, ana.id, 9)).values()
        assert own.deals == 1
        assert await store.statistics.totals_over_time(room.guild.id + 1, ana.id, 9) == {}
        (robots,) = await store.statistics.of_robots(room.guild.id)
        assert (robots.robot, robots.totals.deals) == ("beginner", 1)


@pytest.mark.process
async def test_robots_play_the_same_cards_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every reviewed deal gets its datum once, and the sums that a leaderboard reads follow."""
    monkeypatch.setattr("bot.background.reviewer._RECENT", 10**9)  # the evening is long ago
    async with evening(tmp_path, reviews=True, seed=9) as room:
        ana = room.person("Ana")
        await match(room, ana, robots=2, target=2)
        parts = room.bot.parts
        comparer = SameDeckComparer(parts.tables, parts.workers, minutes=60)
        seconds = [took async for took in comparer.compared_deals()]
        assert len(seconds) == room.game().carry.number
        assert [took async for took in comparer.compared_deals()] == []
        weighed = [took async for took in comparer.weighed_deals()]
        assert len(weighed) == len(seconds)
        assert [took async for took in comparer.weighed_deals()] == []
        called = room.read("SELECT user_id, robot FROM review_seat WHERE called IS NOT NULL")
        assert {(row["user_id"], row["robot"]) for row in called} == {(ana.id, None)}
        rows = room.read("SELECT earned, datum FROM review_seat WHERE user_id = ?", ana.id)
        gain = sum(100 * row["earned"] - row["datum"] for row in rows)
        found = room.read("SELECT compared, gain FROM play_sum WHERE user_id = ?", ana.id)
        assert [(row["compared"], row["gain"]) for row in found] == [(len(rows), gain)]
        await room.command(ana, "leaderboard")
        await room.press(ana, "ranks datum 1 russian - - people any")
        assert room.say("ranks.note.datum") in words_of(ana.private)
        await room.press(ana, "ranks filters datum 1 russian sochi - people any")
        await room.press(ana, "ranks datum 1 russian sochi - robots any")
        assert room.say("leaders.unranked") in words_of(ana.private)
