"""The recap of a season and of a year, shared, and posted at the end of a season."""

from pathlib import Path

import pytest

from bot.features.recaps import recap_handlers
from bot.features.recaps.recap_handlers import post_season_recaps
from bot.model.refusals import Refusal
from tests.e2e.test_scores import play_match
from tests.support.message_content import words_of
from tests.support.room import Room, evening

pytestmark = pytest.mark.process


async def test_a_season_and_a_year_of_ones_own(tmp_path: Path) -> None:
    async with evening(tmp_path, reviews=True) as room:
        ana = room.person("Ana")
        await room.command(ana, "pref recap")
        assert room.say("history.nothing") in words_of(ana.private)
        await play_match(room, ana, robots=2, rules="rostov")
        await room.command(ana, "pref recap")
        said = words_of(ana.private)
        assert "Ana" in said
        assert room.say("recap.preset") in said
        (season,) = [row[0] for row in room.read("SELECT DISTINCT season FROM result")]
        await room.press(ana, f"recap own {season[:4]}")
        assert room.say("recap.year", period=season[:4]) in words_of(ana.private)
        await room.press(ana, f"recap server {season[:4]}")
        assert room.say("recap.preset") in words_of(ana.private)


async def test_it_is_shared_and_opens_its_deals(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        ana, boris = room.person("Ana"), room.person("Boris")
        await play_match(room, ana, robots=2, rules="rostov")
        await room.command(ana, "pref recap")
        (season,) = [row[0] for row in room.read("SELECT DISTINCT season FROM result")]
        before = len(room.public())
        await room.press(ana, f"recap share own {season}")
        assert len(room.public()) == before + 1
        post = room.public()[-1]
        assert room.say("recap.title") in words_of(post)
        assert boris.private is None
        await room.press(boris, f"recap own {season}", post)
        assert room.say("recap.nothing") in words_of(boris.private)
        for who, told in ((ana, ""), (boris, room.sentence(Refusal.MATCH_CLOSED))):
            assert who.private is not None
            moment = f"recap deal 1 1 own {season}"
            await room.raw((who, who.private, f"pref:d:0:0:{moment}"))
            assert told in words_of(who.private)
        assert ana.private is not None
        await room.raw((ana, ana.private, f"pref:d:0:0:recap match 1 own {season}"))
        await room.press(ana, f"recap own {season}")
        assert room.say("recap.preset") in words_of(ana.private)


async def test_nothing_is_shared_where_nothing_was_played(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref recap")
    assert ana.private is not None
    await room.raw((ana, ana.private, "pref:d:0:0:recap share own 2001-Q1"))
    assert room.public(room.channel) == []


async def test_a_season_that_is_over_is_posted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The channel named, the season goes on; then it is over; then another hour."""
    async with evening(tmp_path) as room:
        ana, marta = room.person("Ana"), room.manager("Marta")
        await play_match(room, ana, robots=2, rules="rostov")
        await room.command(marta, "pref server", recap=room.channel)
        assert room.read("SELECT recap_channel, recap_season FROM guild")[0][1] == ""
        (season,) = [row[0] for row in room.read("SELECT DISTINCT season FROM result")]
        services, before = room.bot.parts.handler.services, len(room.public(room.channel))
        over = [""]
        monkeypatch.setattr(recap_handlers, "season_before", lambda _: over[0])
        for last, posts in (("2001-Q1", 0), (season, 1), (season, 1)):
            over[0] = last
            await post_season_recaps(services, room.bot)
            await room.env.settle()
            assert len(room.public(room.channel)) == before + posts
        assert room.say("recap.season_over") in words_of(room.public(room.channel)[-1])


async def test_a_recap_of_unknown_outcome_is_not_posted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path) as room:
        ana, marta = room.person("Ana"), room.manager("Marta")
        await play_match(room, ana, robots=2, rules="rostov")
        await room.command(marta, "pref server", recap=room.channel)
        (season,) = [row[0] for row in room.read("SELECT DISTINCT season FROM result")]
        services, sent = room.bot.parts.handler.services, [0]

        async def lost(*_: object) -> None:
            sent[0] += 1
            raise TimeoutError

        monkeypatch.setattr(recap_handlers, "post_in_channel", lost)
        for last in ("2001-Q1", season, season):
            monkeypatch.setattr(recap_handlers, "season_before", lambda _, at=last: at)
            await post_season_recaps(services, room.bot)
        assert sent == [1]
