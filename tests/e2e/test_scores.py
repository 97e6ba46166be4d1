"""After the evening: sheet, history, leaderboard."""

import re

import pytest

from bot.render.families import table_words
from bot.render.formatting import format_signed
from tests.support.message_content import galleries
from tests.support.room import Person, Room, controls, words_of

pytestmark = pytest.mark.slow


async def play_match(room: Room, *people: Person, robots: int = 0, **how: object) -> None:
    await room.seated(*people, robots=robots, target=1, clock="none", **how)
    await room.start(people[0])
    await room.skip_out()
    for who in people:
        who.private = None


BALANCES = "ranks balance 1 russian - - people any"
FILTERS = "ranks filters balance 1 russian - - people any"


async def test_a_ranking_needs_games(room: Room) -> None:
    """Nobody before the third match; then everybody by balance, the own row always."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    ana = people[0]
    for _ in range(2):
        await play_match(room, *people, rules="rostov")
    await room.command(ana, "leaderboard")
    assert room.say("leaders.nothing") in words_of(ana.private)
    assert room.say("leaders.unranked") in words_of(ana.private)
    await room.later(86_400)
    await play_match(room, *people, rules="sochi")
    await room.command(ana, "leaderboard")
    await room.press(ana, BALANCES)
    said = words_of(ana.private)
    await room.press(ana, FILTERS)
    ((_, alt),) = galleries(ana.private)
    for row in room.read("SELECT user_id, sum(balance) AS total FROM result GROUP BY user_id"):
        name = next(who.name for who in people if who.id == row["user_id"])
        assert f"\n{name}: 0 " in alt
        assert any(line.endswith(f" {format_signed(row['total'])}") for line in alt.splitlines())
    best = room.read(
        "SELECT user_id, sum(balance) AS total FROM result GROUP BY user_id ORDER BY total DESC"
    )
    names = {who.id: who.name for who in people}
    assert f"1. **{names[best[0]['user_id']]}**" in said
    assert all(name in said for name in names.values())
    await room.command(room.person("Eve"), "leaderboard")
    assert room.say("leaders.not_yet") in words_of(room.people[-1].private)
    presets = [c.text for c in controls(ana.private) if "rostov" in c.text]
    await room.press(ana, presets[0])
    assert room.say("leaders.nothing") in words_of(ana.private)
    for press in {c.text for c in controls(ana.private) if c.enabled}:
        await room.press(ana, press)
        await room.command(ana, "leaderboard")
        await room.press(ana, BALANCES)
        await room.press(ana, FILTERS)
        await room.press(ana, presets[0])


async def test_matches_with_robots_count_apart(room: Room) -> None:
    marta = room.manager()
    await room.command(marta, "pref server")
    await room.press(marta, "server page look")
    await room.press(marta, "server min_games 1")
    ana = room.person("Ana")
    await play_match(room, ana, robots=2)
    await room.command(ana, "leaderboard")
    assert room.say("leaders.nothing") in words_of(ana.private)
    await room.press(ana, "ranks filters rating 1 russian - - people any")
    robots = next(c.text for c in controls(ana.private) if "robots" in c.text)
    await room.press(ana, robots)
    assert "1. **Ana**" in words_of(ana.private)


async def test_the_rating_stands_beside_the_balances(room: Room) -> None:
    """Matches with robots have a list of their own; a row says its error."""
    marta = room.manager()
    await room.command(marta, "pref server")
    await room.press(marta, "server page look")
    await room.press(marta, "server min_games 1")
    ana = room.person("Ana")
    await play_match(room, ana, robots=2)
    await room.command(ana, "leaderboard")
    assert room.say("leaders.not_yet") in words_of(ana.private)
    await room.press(ana, "ranks filters rating 1 russian - - people any")
    await room.press(ana, "ranks rating 1 russian - - robots any")
    said = words_of(ana.private)
    ((balance, deals),) = room.read(
        "SELECT balance, (SELECT count(*) FROM deal WHERE deal > 0) FROM result"
        " WHERE user_id IS NOT NULL"
    )
    assert re.search(r"1\. \*\*Ana\*\* · \*\*[+−]\d+\*\* ± \d+ · 1 match", said)
    assert room.say("rating.provisional") in said
    found = re.search(r"\*\*([+−]?\d+)\*\* ±", said)
    assert found
    points = int(found[1].replace("−", "-"))
    expected = 20 * balance / (156.25 + deals)
    assert abs(points - expected) < 26 * 20 * 0.13  # but for the strength of the robots
    await room.press(ana, "ranks filters rating 1 russian - - robots any")
    await room.press(ana, "ranks rating 1 balkan - - robots any")
    assert room.say("leaders.nothing") in words_of(ana.private)


async def test_somebody_hides_from_the_lists_of_others(room: Room) -> None:
    """Their own row stays; the profile shows others no rating."""
    marta = room.manager()
    await room.command(marta, "pref server")
    await room.press(marta, "server page look")
    await room.press(marta, "server min_games 1")
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await play_match(room, ana, boris, vera)
    await room.command(boris, "leaderboard")
    assert "**Ana**" in words_of(boris.private)
    await room.command(ana, "pref me")
    await room.press(ana, "me ranked no")
    await room.command(boris, "leaderboard")
    assert "Ana" not in words_of(boris.private)
    assert "1. **" in words_of(boris.private)
    await room.command(ana, "leaderboard")
    said = words_of(ana.private)
    assert room.say("ranks.hidden") in said
    assert room.say("leaders.unranked") in said
    await room.command(boris, "pref profile", player=ana.actor)
    assert " ± " not in words_of(boris.private)


async def test_two_members_and_one_match(room: Room) -> None:
    """A profile leads to the own matches against somebody, a match to what it changed."""
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await play_match(room, ana, boris, vera)
    await room.command(ana, "pref profile", player=boris.actor)
    await room.press(ana, f"rivals {boris.id}")
    said = words_of(ana.private)
    assert room.say("rivals.title", one="Ana", other="Boris") in said
    assert "1 match" in said
    await room.press(ana, f"profile {boris.id}")
    await room.command(ana, "pref history")
    await room.press(ana, "open 1")
    await room.press(ana, "ratings 1")
    said = words_of(ana.private)
    assert all(f"**{name}**" in said for name in ("Ana", "Boris", "Vera"))
    assert said.count(" → ") == 3


async def test_history(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref history")
    assert room.say("history.nothing") in words_of(ana.private)
    await play_match(room, ana, robots=2)
    await room.command(ana, "pref history")
    said = words_of(ana.private)
    assert "#1" in said
    assert "Ana" in said
    assert "🤖" in said


@pytest.mark.parametrize(("preset", "target"), [("sochi", 2), ("serbian", 10), ("viennese", 1)])
async def test_the_sheet_while_playing_and_after(room: Room, preset: str, target: int) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, target=target, rules=preset, clock="none")
    await room.press(ana, "leave", room.message())
    await room.seated(ana, robots=2, target=target, rules=preset, clock="none")
    await room.start(ana)
    await room.command(ana, "pref score")
    words = table_words(room.game().rules, room.bot.parts.catalogue.words("en"))
    assert words.say("sheet.title") in words_of(ana.private)
    await room.skip_out()
    await room.command(ana, "pref score")
    assert len(galleries(ana.private)) == 1  # the drawn sheet
    await room.press(ana, "score words")
    for seat, total in enumerate(room.read("SELECT balance FROM result ORDER BY seat")):
        shown = f"{total['balance']:+d}".replace("-", "−") if total["balance"] else "0"
        assert shown in words_of(ana.private), (seat, preset)
    if room.game().carry.number > 1:
        await room.command(ana, "pref score")
        await room.press(ana, "score chart")
        ((_, alt),) = galleries(ana.private)
        assert alt.startswith(words.say("chart.match"))
