"""Whole evenings with tables and hands as pictures; the room checks every request and alt text."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.discord_ui.messages.pictures import PictureOutcome, PictureSender
from bot.engine.deal import Stage
from bot.model.enums import Status
from bot.render.shapes import Picture
from tests.e2e.test_evenings import ONE_OF_EACH, PRESETS, assert_settled
from tests.support.failing_uploads import UploadTrouble
from tests.support.message_content import galleries
from tests.support.room import Person, Room, controls, evening, words_of

pytestmark = pytest.mark.slow


def sender_of(room: Room) -> PictureSender:
    return room.bot.parts.painter.services.pictures


def outcomes(room: Room) -> dict[str, float]:
    """Return the number of pictures by outcome, as /metrics has them."""
    return {one: room.metric("pictures_total", outcome=one) for one in PictureOutcome}


async def sketch(picture: Picture) -> bytes:
    """Stand for a drawn picture, where a test is not about its pixels: they take half its time."""
    return repr(picture).encode()


async def begun(room: Room, preset: str, target: int) -> Person:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, target=target, clock="none", rules=preset)
    await room.start(ana)
    return ana


@pytest.mark.sampled(suite=3)
@pytest.mark.parametrize("preset", ONE_OF_EACH)
async def test_a_match_is_drawn_from_the_lobby_to_its_end(tmp_path: Path, preset: str) -> None:
    async with evening(tmp_path, drawn=True, seed=3) as room:
        ana = await begun(room, preset, PRESETS[preset])
        await room.skip_to(Stage.PLAY)
        hand = await room.hand(ana)
        for message in (room.message(), hand):
            ((url, alt),) = galleries(message)
            assert room.env.backend.cdn.get(url)
            assert "Ana" in alt
            assert "```" not in words_of(message)
        assert "▫️" not in words_of(room.message())  # the trick is in the picture alone
        sender_of(room)._draw = sketch
        await room.play_out()
        assert_settled(room)
        counted = outcomes(room)
        assert counted["drawn"] > 40
        assert not counted["failed"] + counted["skipped"]


async def test_a_match_while_uploads_fail_at_random(tmp_path: Path) -> None:
    """Every press is answered in words then; nothing is said about it and nothing is lost."""
    async with evening(tmp_path, drawn=True, seed=4) as room:
        sender_of(room)._draw = sketch
        trouble = UploadTrouble(room.env, room.bot, Random("sochi"), 0.4)
        ana = await begun(room, "sochi", PRESETS["sochi"])
        while room.status() == Status.PLAYING:
            sender_of(room)._resting.clear()
            await room.play_until(lambda room: True)
            if room.asked() is not None:
                await room.play_one(ana)
            elif room.status() == Status.PLAYING:
                await room.press(ana, "next", room.message())
        assert_settled(room)
        assert trouble.failed > 10
        assert trouble.passed > 10
        assert outcomes(room)["failed"] >= trouble.failed


async def test_a_place_rests_after_a_failed_upload(tmp_path: Path) -> None:
    """A channel without the right to send files would refuse every edit of every card."""
    async with evening(tmp_path, drawn=True) as room:
        trouble = UploadTrouble(room.env, room.bot, Random(1), 1.0)
        ana = await begun(room, "sochi", 1)
        await room.hand(ana)
        failed = trouble.failed
        assert 1 <= failed <= 3  # the channel, the thread, and the messages of Ana
        await room.play_to(Stage.PLAY, cards=1)
        assert trouble.failed == failed
        assert galleries(room.message()) == []
        trouble._share = 0
        sender_of(room)._resting.clear()
        await room.later(9, step=0.2)
        assert galleries(room.message())  # nobody had to act for it
        assert galleries(ana.private)


async def test_an_unchanged_picture_is_not_uploaded_again(tmp_path: Path) -> None:
    async with evening(tmp_path, drawn=True) as room:
        uploads = UploadTrouble(room.env, room.bot, Random(1), 0)
        ana = await begun(room, "sochi", 1)
        await room.skip_to(Stage.PLAY)
        before, seen = uploads.passed, galleries(room.message())
        table = await room.bot.parts.tables.get(room.table)
        await room.bot.parts.painter.redraw(table)
        await room.later(1)
        assert galleries(room.message()) == seen
        assert uploads.passed == before
        hand = galleries(await room.hand(ana))
        await room.press(ana, "hand", room.message())  # a new message needs an upload of its own
        assert uploads.passed == before + 1
        assert [alt for _, alt in galleries(ana.private)] == [alt for _, alt in hand]


async def test_a_late_picture_comes_as_soon_as_it_is_drawn(tmp_path: Path) -> None:
    async with evening(tmp_path, drawn=True) as room:
        ana, sender = await begun(room, "sochi", 1), sender_of(room)
        draw = sender._draw

        async def draw_slowly(picture: Picture) -> bytes:
            await asyncio.sleep(5)
            return await draw(picture)

        sender._draw = draw_slowly
        await room.play_one(ana)
        await room.later(1, step=0.2)
        assert outcomes(room)["late"] >= 2
        assert galleries(ana.private) == galleries(room.message()) == []
        await room.later(9, step=0.2)
        assert len(galleries(ana.private)) == 1
        assert len(galleries(room.message())) == 1


async def test_words_only_readers_sit_at_a_drawn_table(tmp_path: Path) -> None:
    async with evening(tmp_path, drawn=True) as room:
        ana, boris = room.person("Ana"), room.person("Boris")
        await room.seated(ana, boris, robots=1, target=1, clock="none")
        await room.start(ana)
        await room.command(boris, "pref me")
        await room.press(boris, "me pictures no", boris.private)
        await room.skip_to(Stage.PLAY)
        for who, count in ((ana, 1), (boris, 0)):
            await room.press(who, "hand", room.message())
            assert len(galleries(who.private)) == count
        assert len(galleries(room.message())) == 1


async def test_a_person_who_left_is_in_the_picture(tmp_path: Path) -> None:
    async with evening(tmp_path, drawn=True) as room:
        ana, boris = room.person("Ana"), room.person("Boris")
        await room.seated(ana, boris, robots=1, target=1, clock="none")
        await room.start(ana)
        await room.command(boris, "table leave")
        for press in [one.text for one in controls(boris.private) if one.text.startswith("leave")]:
            await room.press(boris, press, boris.private)
        await room.skip_to(Stage.PLAY)
        ((_, alt),) = galleries(room.message())
        assert "🚪" in alt


async def test_a_hand_whose_token_has_expired_is_left_alone(tmp_path: Path) -> None:
    """Its upload fails as its words would, so there is one request; "My hand" brings a new one."""
    async with evening(tmp_path, drawn=True) as room:
        ana, boris = room.person("Ana"), room.person("Boris")
        await room.seated(ana, boris, robots=1, target=1, clock="none")
        await room.start(ana)
        await room.skip_to(Stage.PLAY)
        for who in (ana, boris):
            await room.hand(who)
        asked = room.asked()
        assert asked is not None
        other = boris if asked is ana else ana
        old, edits = other.private, "/webhooks/*/*/messages/[0-9]*"
        room.env.inject_error("PATCH", edits, status=401, code=50027, message="no", times=None)
        await room.play_one(asked)
        live = room.bot.parts.painter.live_hands
        assert not live.is_open(room.table, other.id)
        assert outcomes(room)["failed"] == 0
        room.env.backend.faults.clear()
        await room.press(other, "hand", room.message())
        assert other.private is not old
        assert len(galleries(other.private)) == 1


async def test_the_table_in_words_is_behind_a_button(tmp_path: Path) -> None:
    """For whoever watches too; the words are those of a table without pictures."""
    async with evening(tmp_path, drawn=True) as room:
        await begun(room, "sochi", 1)
        await room.skip_to(Stage.PLAY, cards=1)
        marta = room.person("Marta")
        await room.press(marta, "more", room.message())
        await room.press(marta, "words", marta.private)
        assert galleries(marta.private) == []
        assert "▫️" in words_of(marta.private)


@pytest.mark.sampled(suite=3)
@pytest.mark.parametrize(
    ("locale", "preset", "count"),
    [("hr", "croatian", 3), ("ru", "rostov", 4), ("de", "viennese", 3)],
)
async def test_alt_texts_of_other_languages_and_decks(
    tmp_path: Path, locale: str, preset: str, count: int
) -> None:
    """One deal each; the scan for leaks knows what their cards are called."""
    async with evening(tmp_path, drawn=True, seed=9, locale=locale, threads=False) as room:
        sender_of(room)._draw = sketch
        names = ("Аня", "Борис", "Вера", "Глеб")[:count]
        people = [room.person(name, locale=locale) for name in names]
        seats = {"seats": count} if count > 3 else {}
        await room.seated(*people, rules=preset, target=10, clock="none", **seats)
        await room.start(people[0])
        await room.play_until(lambda room: room.game().carry.number == 1)
        assert len(galleries(room.message())) == 1
