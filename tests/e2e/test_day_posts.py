"""Seals and posts of the days: public a week ahead, posted once a day, whatever happens."""

import re
from collections import Counter
from typing import Any

import pytest

from bot.discord_ui.handlers import public_posts
from bot.features.daily import daily_handlers, server_days
from bot.features.daily.day_deals import event_of_day, seal_of
from bot.model.refusals import Refusal
from bot.model.settings import GuildSettings
from bot.model.values import replace
from bot.store.queries.daily_deals import DailyDeal
from tests.e2e.day_play import DAY, DAY_SECONDS, do_hourly_work, event, offered
from tests.support.message_content import controls, words_of
from tests.support.room import Person, Room

pytestmark = pytest.mark.process


@pytest.fixture
def ana(room: Room) -> Person:
    return room.person("Ana")


async def seals_shown(room: Room, who: Person) -> list[str]:
    """Return the whole seals that /pref verify shows where no table is, today's first."""
    await room.command(who, "pref verify")
    assert room.say("daily.seals") in words_of(who.private)
    return re.findall(r"`([0-9a-f]{64})`", words_of(who.private))


async def test_the_seals_of_a_week_are_public_where_no_channel_is_named(
    room: Room, ana: Person
) -> None:
    """Nobody opened a page, and no manager named a channel."""
    made = await room.store.daily_deals.events_from(DAY)
    assert Counter(one.key.day for one in made) == dict.fromkeys(range(DAY, DAY + 8), 3)
    expected = [seal_of(await event(room, event_of_day(day))) for day in range(DAY, DAY + 8)]
    assert await seals_shown(room, ana) == expected
    assert not any("today check" in text for text in offered(ana))  # the bot is new


async def test_a_seal_of_the_evening_before_holds_where_the_bot_was_down_at_midnight(
    room: Room, ana: Person
) -> None:
    seals = await seals_shown(room, ana)
    await room.restart(kill=True, down=3 * DAY_SECONDS)
    await do_hourly_work(room)
    assert (await seals_shown(room, ana))[:5] == seals[3:]
    assert len(await room.store.daily_deals.events_from(DAY)) == 3 * (8 + 3)
    before = event_of_day(DAY + 2)  # nobody played it
    await room.press(ana, f"today check {before.day}.{before.preset}")
    said = words_of(ana.private)
    assert seals[2] in said
    assert f"commitment {seals[2]}" in said
    assert (await event(room, before)).seed.hex() in said
    await room.press(ana, "today seals")
    await room.press(ana, "today")


async def test_the_check_of_a_table_leads_to_the_seals_of_the_days(room: Room, ana: Person) -> None:
    await room.command(ana, "pref verify", deal=1)
    assert room.sentence(Refusal.NO_TABLE_HERE) in words_of(ana.private)
    await room.seated(ana, clock="none", target=20)
    await room.command(ana, "pref verify")
    await room.press(ana, "today seals")
    assert room.say("daily.seals") in words_of(ana.private)


async def test_a_manager_posts_the_day(room: Room, ana: Person) -> None:
    await room.command(ana, "pref today")
    assert ana.private is not None
    assert not any(control.text == "today post" for control in controls(ana.private))
    await room.raw((ana, ana.private, "pref:d:0:0:today post"))
    assert room.sentence(Refusal.NO_PERMISSION) in words_of(ana.private)
    assert room.public(room.channel) == []
    marta = room.manager()
    await room.command(marta, "pref today")
    await room.press(marta, "today post")
    (post,) = room.public(room.channel)
    assert room.say("daily.day_before") not in words_of(post)
    await room.press(ana, "today", post)
    assert room.say("daily.about") in words_of(ana.private)
    await room.press(marta, "today post")
    assert room.sentence(Refusal.SHARED_JUST_NOW) in words_of(marta.private)


async def test_a_post_names_the_first_of_the_day_before(room: Room, ana: Person) -> None:
    """Nobody who hides from leaderboards, nobody of another server."""
    yesterday, boris, vera = event_of_day(DAY - 1), room.person("Boris"), room.person("Vera")
    await room.store.daily_deals.make_event(yesterday, bytes(32))
    server = room.guild.id
    for who, guild in ((ana, server), (boris, server), (vera, 99)):
        user = who.id
        await room.store.preferences.set_name(user, who.called)
        for number in range(1, 7):
            await room.store.daily_deals.begin(
                DailyDeal(*yesterday, user, number, guild, "code", user % 7 * number, 9)
            )
    boris_settings = await room.store.preferences.person(boris.id)
    await room.store.preferences.set_person(replace(boris_settings, ranked=False))
    marta = room.manager()
    await room.command(marta, "pref today")
    await room.press(marta, "today post")
    said = words_of(room.public(room.channel)[-1])
    assert "Ana" in said
    assert "Boris" not in said
    assert "Vera" not in said


async def test_the_day_is_posted_once_from_the_morning_on(room: Room, ana: Person) -> None:
    """By the clock of the server: seven in the morning, eight, and once more."""
    marta = room.manager()
    await room.command(marta, "pref server", today=room.channel)
    await room.command(marta, "pref server", zone="Europe/Vienna")
    for hours, posts in ((6, 0), (1, 1), (0, 1)):
        await room.later(hours * 3600, step=hours * 3600)
        await do_hourly_work(room)
        assert len(room.public(room.channel)) == posts
    (post,) = room.public(room.channel)
    until = f"<t:{(DAY + 1) * DAY_SECONDS}:R>"
    assert room.say("daily.invitation", when=until) in words_of(post)
    await room.press(ana, "today", post)
    assert room.say("daily.about") in words_of(ana.private)


async def later_posts(room: Room, hours: int) -> int:
    """Return how many posts the channel has once the hourly work was done after some hours."""
    await room.later(hours * 3600, step=hours * 3600)
    await do_hourly_work(room)
    return len(room.public(room.channel))


async def test_a_post_by_hand_in_the_named_channel_is_that_of_the_day(room: Room) -> None:
    marta = room.manager()
    await room.command(marta, "pref server", today=room.channel)
    await room.command(marta, "pref today")
    await room.press(marta, "today post")
    assert await later_posts(room, 12) == 1
    assert await later_posts(room, 24) == 2


async def test_a_post_of_unknown_outcome_is_not_repeated(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    marta, sent = room.manager(), public_posts.post_in_channel
    await room.command(marta, "pref server", today=room.channel)

    async def lost(*given: Any) -> None:
        await sent(*given)
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(server_days, "post_in_channel", lost)
        assert await later_posts(room, 12) == 1
    assert await later_posts(room, 2) == 1


async def test_a_post_by_hand_of_unknown_outcome_is_that_of_the_day(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    marta = room.manager()
    await room.command(marta, "pref server", today=room.channel)
    await room.command(marta, "pref today")

    async def lost(*_: object) -> None:
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(daily_handlers, "post_for_all", lost)
        await room.press(marta, "today post")
    assert await later_posts(room, 12) == 0


async def test_a_server_that_left_holds_up_no_other_post(room: Room) -> None:
    marta = room.manager()
    await room.command(marta, "pref server", today=room.channel)
    await room.store.preferences.set_guild(GuildSettings(1, daily_channel=5))
    assert await later_posts(room, 12) == 1
    left = await room.store.preferences.guild(1)
    assert left.daily_posted < DAY  # it would get its post if it came back today
