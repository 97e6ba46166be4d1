"""Pairs of people who play the six deals alike, among people who do not."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.features.daily.comparison import equal_pairs
from bot.store import Store
from bot.store.queries.daily_deals import DailyDeal, EventKey

COPIED, COPYING = 3, 4
PEOPLE = range(1, 21)


def key(day: int) -> EventKey:
    return EventKey(20_454 + day, "sochi")


def played(days: int, *, copies: bool, lines: int = 6, people: range = PEOPLE) -> list[DailyDeal]:
    """Return courses of people who choose one of some lines, one of whom may copy another."""
    return list(_played(days, copies, lines, people))


def _played(days: int, copies: bool, lines: int, people: range) -> Iterator[DailyDeal]:
    chance = Random(5)
    for day in range(days):
        for number in range(1, 7):
            drawn = {user: f"{number} {chance.randrange(lines)}" for user in people}
            if copies:
                drawn[COPYING] = drawn[COPIED]
            for user, course in drawn.items():
                yield DailyDeal(*key(day), user, number, 1, course, 4, 9)


def test_a_copied_course_is_found_after_three_days() -> None:
    assert equal_pairs(played(2, copies=True)) == ()
    (pair,) = equal_pairs(played(3, copies=True))
    assert pair.users == (COPIED, COPYING)
    assert (pair.events, pair.equal) == (3, 18)
    assert 1 < pair.expected < 6


def test_of_honest_people_no_pair_is_named() -> None:
    assert equal_pairs(played(30, copies=False)) == ()


def test_what_everybody_plays_is_no_sign() -> None:
    """Where there is but one sound line, all courses are equal."""
    assert equal_pairs(played(30, copies=True, lines=1)) == ()


def test_two_people_alone_are_no_sign() -> None:
    assert equal_pairs(played(30, copies=True, people=range(COPIED, COPYING + 1))) == ()


def test_a_course_that_was_cut_short_counts_nothing() -> None:
    cut = [deal for deal in played(3, copies=True) if (deal.user_id, deal.number) != (COPYING, 6)]
    assert equal_pairs(cut) == ()


async def three_copied_days(path: Path) -> None:
    async with Store.session(path, 0) as store:
        for day in range(3):
            await store.daily_deals.make_event(key(day), bytes(32))
        for deal in played(3, copies=True):
            await store.daily_deals.begin(deal)


def test_the_host_reads_the_pairs_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.db"
    asyncio.run(three_copied_days(path))
    assert main(["alike", str(path)]) == 0
    told = capsys.readouterr().out
    assert f"{COPIED} and {COPYING}: 18 of 18 deals equal" in told
    assert "1 pairs play the six deals alike" in told
    assert main(["alike", str(tmp_path / "nothing.db")]) == 2
    assert "There are no six deals to compare" in capsys.readouterr().err
