"""Moments and sums of a time, on SQLite and PostgreSQL."""

from dataclasses import replace
from typing import Final

import pytest

from bot.model.reviews import SeatReview
from bot.model.settings import UserSettings
from bot.store import Store
from bot.store.queries.recaps import RecapRecords, RecapScope
from bot.store.queries.reviews import DealReview, StoredSeatReview
from bot.store.records import GameResults, SeatScore
from tests.store.making import append, closing_of, finish, line, new_game

SERVER: Final = 77
PEOPLE: Final = (10**18 + 1, 10**18 + 2, 10**18 + 3)
PLAIN: Final = SeatReview(False, False, 4, 4, 5, 0, par=0, given=0, received=0, agreed=0, earned=0)
MISERE: Final = replace(
    PLAIN, declared=True, fulfilled=True, worth=2, made=0, par=-30, received=50, earned=20
)
FAILED: Final = replace(PLAIN, declared=True, worth=6, made=5, given=12, earned=-12, tricks_given=1)
DEFENDED: Final = replace(PLAIN, received=6, earned=6)
LUCKY: Final = replace(PLAIN, par=40, earned=40)


async def play(
    store: Store, balances: tuple[int, int, int], at: int, *deals: tuple[SeatReview, ...]
) -> int:
    """Store a match of the three people with these reviewed deals; it ends at a time."""
    game_id = await new_game(store, guild_id=SERVER)
    for number in range(1, len(deals) + 1):
        entry = line(number - 1, number, at=at - 3600 * (len(deals) - number))
        await append(store, game_id, entry, closing=closing_of(number))
    ranks = sorted(balances, reverse=True)
    scores = tuple(
        SeatScore(seat, PEOPLE[seat], None, balance, ranks.index(balance) + 1)
        for seat, balance in enumerate(balances)
    )
    final = GameResults("russian", "sochi", "2030-Q1", False, scores)
    await append(store, game_id, line(len(deals), len(deals) + 1, at=at), final=final)
    for number, reviews in enumerate(deals, start=1):
        seats = [
            StoredSeatReview(seat, PEOPLE[seat], None, "russian", review)
            for seat, review in enumerate(reviews)
        ]
        await store.reviews.add_review(game_id, number, DealReview("contract", tuple(seats)))
    return game_id


@pytest.fixture
async def played(store: Store) -> Store:
    await play(store, (30, -10, -20), 10_000, (MISERE, PLAIN, PLAIN), (FAILED, DEFENDED, DEFENDED))
    await play(store, (-6, 4, 2), 20_000, (FAILED, DEFENDED, DEFENDED), (PLAIN, LUCKY, PLAIN))
    await play(store, (-60, 40, 20), 30_000)
    await finish(store, (PEOPLE[0], 9, 1), (PEOPLE[1], -9, 2), at=15_000, friendly=True)
    await finish(store, (PEOPLE[0], 9, 1), (PEOPLE[1], -9, 2), at=15_000, guild_id=78)
    return store


async def records(store: Store, user: int = 0, until: int = 50_000) -> RecapRecords:
    found = await store.recaps.records(RecapScope(SERVER, 0, until, user))
    assert found is not None
    return found


async def test_of_a_server(played: Store) -> None:
    found = await records(played)
    assert (found.matches, found.people, found.preset, found.preset_matches) == (3, 3, "sochi", 3)
    assert sum(deals for _, deals in found.hours) == 4
    (misere,) = found.miseres
    assert (misere.deal, misere.user_id, misere.worth) == (1, PEOPLE[0], 2)
    assert [(one.user_id, one.given) for one in found.cards] == [(PEOPLE[0], 12)] * 2
    assert [(one.user_id, one.par) for one in found.lucky] == [(PEOPLE[1], 40)]
    assert found.closest is not None
    assert found.closest[1:] == (20_000, PEOPLE[1], PEOPLE[2], 2)
    assert found.rivals is not None
    assert found.rivals[:3] == (PEOPLE[0], PEOPLE[1], 3)
    assert found.partners == (PEOPLE[1], PEOPLE[2], 2)


async def test_of_a_member(played: Store) -> None:
    found = await records(played, PEOPLE[0])
    assert (found.matches, found.wins) == (3, 1)
    assert found.rivals is not None
    assert found.rivals == (PEOPLE[0], PEOPLE[1], 3, 1, 2)
    assert found.lucky == ()
    assert found.partners is None
    other = await records(played, PEOPLE[1])
    assert other.partners == (PEOPLE[1], PEOPLE[2], 2)
    assert other.rivals is None  # nobody was ahead of them more often
    assert other.miseres == ()


async def test_of_a_time(played: Store) -> None:
    assert (await records(played, until=20_000)).matches == 1
    assert await played.recaps.records(RecapScope(SERVER, 40_000, 50_000)) is None
    assert await played.recaps.records(RecapScope(SERVER, 0, 50_000, 99)) is None


async def test_people_who_hide_are_named_to_themselves_alone(played: Store) -> None:
    await played.preferences.set_person(UserSettings(PEOPLE[1], ranked=False))
    found = await records(played)
    assert found.lucky == ()
    assert found.partners is None
    assert found.closest is None  # they are among the two best of every match
    assert found.rivals is not None
    assert PEOPLE[1] not in found.rivals[:2]
    own = await records(played, PEOPLE[1])
    assert own.lucky[0].par == 40
    assert own.partners is not None


async def test_people_who_were_forgotten_are_not_named(played: Store) -> None:
    await played.privacy.erase(PEOPLE[0])
    found = await records(played)
    assert (found.miseres, found.cards, found.people) == ((), (), 2)
    assert found.rivals is not None
    assert found.rivals[:2] == PEOPLE[1:]
