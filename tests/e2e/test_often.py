"""What costs much is asked for so often and no more, and who has to wait is told until when."""

from collections.abc import Callable
from typing import Final

import pytest

from bot.front.limits import Frequency, Limits
from bot.refusals import Refusal, Refused
from tests.support.room import Room, words_of

ANA, BORIS, HERE, THERE = 1, 2, 3, 4
HOUR: Final = 3600


@pytest.fixture
def clock() -> list[int]:
    return [1000]


@pytest.fixture
def limits(clock: list[int]) -> Limits:
    return Limits(lambda: clock[0], tables=2, server_tables=3, questions=2)


def refused(ask: Callable[[], None]) -> tuple[Refusal, object]:
    with pytest.raises(Refused) as caught:
        ask()
    return caught.value.reason, caught.value.facts["when"]


def test_tables_by_the_hour(limits: Limits, clock: list[int]) -> None:
    limits.table(ANA, HERE)
    clock[0] += 600
    limits.table(ANA, THERE)
    why = (Refusal.TABLES_TOO_OFTEN, f"<t:{1000 + HOUR}:R>")
    assert refused(lambda: limits.table(ANA, HERE)) == why
    limits.table(BORIS, HERE)
    clock[0] = 1000 + HOUR
    limits.table(ANA, HERE)


def test_what_is_refused_is_not_counted(limits: Limits, clock: list[int]) -> None:
    for user in (ANA, ANA, BORIS):
        limits.table(user, HERE)
    why = (Refusal.TABLES_TOO_OFTEN_HERE, f"<t:{1000 + HOUR}:R>")
    assert refused(lambda: limits.table(BORIS, HERE)) == why
    limits.table(BORIS, THERE)


def test_nobody_is_remembered_for_longer_than_it_matters() -> None:
    often = Frequency(3, 60)
    for user in range(100):
        often.spend(user, 1000)
    often.spend(7, 1050)
    often.spend(200, 1070)
    assert len(often) == 2
    for user in range(20_000):
        often.spend(user, 1080)
    assert len(often) <= 10_000


@pytest.mark.slow
async def test_who_opens_too_many_is_told_when_he_can_again(room: Room) -> None:
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
