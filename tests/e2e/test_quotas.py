"""Quotas of expensive requests; a refused user is told when to try again."""

import asyncio
from collections.abc import Coroutine
from typing import Final

import pytest

from bot.discord_ui.quotas import SlidingWindow, UserQuotas
from bot.fleet.coordinator import SingleProcess
from bot.model.enums import QuotaLimits, RateLimit
from bot.model.refusals import Refusal, Refused
from tests.support.room import Room, words_of

ANA, BORIS, HERE, THERE = 1, 2, 3, 4
HOUR: Final = 3600


@pytest.fixture
def clock() -> list[int]:
    return [1000]


@pytest.fixture
def limits(clock: list[int]) -> UserQuotas:
    return UserQuotas(lambda: clock[0], SingleProcess().spend_quota, QuotaLimits(2, 3, 2))


async def refused(asking: Coroutine[None, None, None]) -> tuple[Refusal, object]:
    with pytest.raises(Refused) as caught:
        await asking
    return caught.value.reason, caught.value.facts["when"]


async def test_tables_by_the_hour(limits: UserQuotas, clock: list[int]) -> None:
    await limits.count_table(ANA, HERE)
    clock[0] += 600
    await limits.count_table(ANA, THERE)
    why = (Refusal.TABLES_TOO_OFTEN, f"<t:{1000 + HOUR}:R>")
    assert await refused(limits.count_table(ANA, HERE)) == why
    await limits.count_table(BORIS, HERE)
    clock[0] = 1000 + HOUR
    await limits.count_table(ANA, HERE)


async def test_what_is_refused_is_not_counted(limits: UserQuotas, clock: list[int]) -> None:
    for user in (ANA, ANA, BORIS):
        await limits.count_table(user, HERE)
    why = (Refusal.TABLES_TOO_OFTEN_HERE, f"<t:{1000 + HOUR}:R>")
    assert await refused(limits.count_table(BORIS, HERE)) == why
    await limits.count_table(BORIS, THERE)


async def test_who_asks_while_others_are_asked_is_counted(clock: list[int]) -> None:
    """The other processes take their time to answer, or do not."""

    async def common(what: str, who: int, often: RateLimit, now: int) -> int | None:
        await asyncio.sleep(0)
        return None

    limits = UserQuotas(lambda: clock[0], common, QuotaLimits(2, 3, 2))
    users = (ANA, ANA, ANA, BORIS, BORIS)
    found = await asyncio.gather(
        *(limits.count_table(user, HERE) for user in users), return_exceptions=True
    )
    reasons = [one.reason for one in found if isinstance(one, Refused)]
    assert sorted(reasons) == [Refusal.TABLES_TOO_OFTEN, Refusal.TABLES_TOO_OFTEN_HERE]


async def test_what_others_have_counted_counts(clock: list[int]) -> None:
    """A quota this process remembers as used is refused without asking them."""
    said: list[int | None] = [1000, 4600, None]
    asked = []

    async def common(what: str, who: int, often: RateLimit, now: int) -> int | None:
        asked.append((what, who, often, now))
        return said.pop(0)

    limits = UserQuotas(lambda: clock[0], common, QuotaLimits(2, 9, 2))
    await limits.count_table(ANA, HERE)
    why = (Refusal.TABLES_TOO_OFTEN, f"<t:{1000 + HOUR}:R>")
    assert await refused(limits.count_table(ANA, HERE)) == why
    await limits.count_table(ANA, HERE)  # nobody answers: here it is the second
    assert await refused(limits.count_table(ANA, HERE)) == why
    assert asked == [("tables", ANA, RateLimit(2, HOUR), 1000)] * 3


def test_nobody_is_remembered_for_longer_than_it_matters() -> None:
    often = SlidingWindow(RateLimit(3, 60))
    for user in range(100):
        often.count(user, 1000)
    often.count(7, 1050)
    often.count(200, 1070)
    assert len(often) == 2
    for user in range(20_000):
        often.count(user, 1080)
    assert len(often) <= 10_000


@pytest.mark.slow
async def test_the_refusal_of_a_quota_names_its_end(room: Room) -> None:
    ana = room.person("Ana")
    most = room.bot.settings.tables_per_hour
    for _ in range(most):
        await room.open_table(ana)
        await room.press(ana, "leave", room.message())
    await room.command(ana, "table open", room.channel)
    when = f"<t:{room.row()['created_at'] + HOUR}:R>"
    assert room.sentence(Refusal.TABLES_TOO_OFTEN, most=most, when=when) in words_of(ana.private)
    await room.later(HOUR)
    await room.open_table(ana)
    assert room.status() == "lobby"
