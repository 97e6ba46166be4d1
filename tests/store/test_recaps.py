"""Moments and sums of a time, on SQLite and PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Final

import pytest

from bot.features.recaps import recap
from bot.features.recaps.recap import RecapBook, bounds_of
from bot.model.enums import RulingKind
from bot.model.reviews import SeatReview
from bot.model.settings import UserSettings
from bot.model.values import replace
from bot.store import Store
from bot.store.queries import recaps
from bot.store.queries.recaps import RecapRecords, RecapScope
from bot.store.queries.reviews import DealReview, StoredSeatReview
from bot.store.queries.rulings import StoredRuling
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
    final = GameResults("russian", "sochi", "1970-Q1", False, scores)
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


async def test_the_preset_of_most_matches_is_named(played: Store) -> None:
    results = (PEOPLE[0], 9, 1), (PEOPLE[1], -9, 2)
    await finish(played, *results, at=16_000, family="balkan", preset="serbian")
    found = await records(played)
    assert (found.matches, found.preset, found.preset_matches) == (4, "sochi", 3)


async def test_of_a_server(played: Store) -> None:
    found = await records(played)
    assert (found.matches, found.people, found.preset, found.preset_matches) == (3, 3, "sochi", 3)
    assert sum(found.hourly_deals) == 4
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


async def test_who_hides_or_is_forgotten_is_named_no_more(played: Store) -> None:
    found = await records(played)
    assert found.people_named() == set(PEOPLE)
    assert await played.recaps.unnamed(SERVER, PEOPLE) == set()
    await played.preferences.set_person(UserSettings(PEOPLE[1], ranked=False))
    await played.privacy.erase(PEOPLE[0])
    unnamed = await played.recaps.unnamed(SERVER, PEOPLE)
    assert unnamed == set(PEOPLE[:2])
    left = found.without(unnamed)
    assert (left.miseres, left.cards, left.lucky) == ((), (), ())
    assert (left.closest, left.rivals, left.partners) == (None, None, None)
    assert left.matches == found.matches


async def test_the_sums_of_parts_are_those_of_the_whole(
    played: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        await play(played, (-6, 4, 2), 31_000 + number // 2, (MISERE, LUCKY, FAILED))
    scopes = [RecapScope(SERVER, 0, 50_000, user) for user in (0, *PEOPLE)]
    whole = [await played.recaps.records(scope) for scope in scopes]
    parts = recaps._ENDS.replace("% 200", "% 2")
    monkeypatch.setattr(recaps, "_ENDS", parts)
    counted = list[RecapScope]()

    async def noted(found: Iterable[RecapScope]) -> AsyncIterator[RecapScope]:
        for part in found:
            counted.append(part)
            yield part

    assert [await played.recaps.records(scope, noted) for scope in scopes] == whole
    assert len(counted) == len(scopes) * 4


async def test_people_who_were_forgotten_are_not_named(played: Store) -> None:
    await played.privacy.erase(PEOPLE[0])
    found = await records(played)
    assert (found.miseres, found.cards, found.people) == ((), (), 2)
    assert found.rivals is not None
    assert found.rivals[:2] == PEOPLE[1:]


@pytest.fixture
def book(played: Store, monkeypatch: pytest.MonkeyPatch) -> RecapBook:
    monkeypatch.setattr(recap, "_MANY_MATCHES", 3)
    return RecapBook(played)


YEAR: Final = RecapScope(SERVER, *bounds_of("1970"))


async def test_records_of_many_matches_are_kept_for_an_hour(played: Store, book: RecapBook) -> None:
    await book.count_all(40_000)
    await play(played, (-6, 4, 2), 39_000)
    assert (await counted(book, YEAR, 43_599), book.is_wanted) == (3, False)
    assert await counted(book, YEAR._replace(user_id=PEOPLE[0]), 43_599) == 4
    assert (await counted(book, YEAR, 43_600), book.is_wanted) == (3, True)
    await book.count_all(43_600)
    assert (await counted(book, YEAR, 43_601), book.is_wanted) == (4, False)


async def test_a_press_before_the_background_counts_for_itself(
    played: Store, book: RecapBook
) -> None:
    assert await counted(book, YEAR, 40_000) == 3
    await play(played, (-6, 4, 2), 39_000)
    assert await counted(book, YEAR, 40_001) == 3  # it is kept


async def test_nobody_who_hides_or_is_forgotten_is_named_by_what_is_kept(
    played: Store, book: RecapBook
) -> None:
    await book.count_all(40_000)
    await played.preferences.set_person(UserSettings(PEOPLE[1], ranked=False))
    assert await named(book, 40_001) == ({PEOPLE[0]}, True)
    await book.count_all(40_002)
    assert await named(book, 40_003) == ({PEOPLE[0], PEOPLE[2]}, False)
    await played.privacy.erase(PEOPLE[0])
    assert await named(book, 40_004) == (set(), True)


async def named(book: RecapBook, now: int) -> tuple[set[int], bool]:
    found = await book.records(YEAR, now)
    assert found is not None
    return set(found.people_named()), book.is_wanted


async def test_a_decision_has_the_records_counted_again(played: Store, book: RecapBook) -> None:
    await book.count_all(40_000)
    game_id = await play(played, (-6, 4, 2), 36_000, (PLAIN, PLAIN, PLAIN))
    await played.rulings.decide(
        StoredRuling(game_id, 1, 1, RulingKind.VOID, PEOPLE[2], "a slip", "", 43_000)
    )
    assert (await counted(book, YEAR, 40_001), book.is_wanted) == (3, True)
    await book.count_all(40_002)
    assert (await counted(book, YEAR, 40_003), book.is_wanted) == (4, False)


async def test_a_time_that_is_over_is_counted_once_more(played: Store, book: RecapBook) -> None:
    season = RecapScope(SERVER, 0, 32_000)
    assert await counted(book, season, 31_000) == 3
    await play(played, (-6, 4, 2), 31_900)
    await book.count_if_due(season, 31_999)
    assert await counted(book, season, 31_999) == 3
    await book.count_if_due(season, 32_001)
    assert await counted(book, season, 32_002) == 4


async def test_who_presses_meanwhile_shares_the_count(
    played: Store, book: RecapBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[RecapScope]()
    records = played.recaps.records

    async def noted(scope: RecapScope, pace: recaps.RecapPace) -> RecapRecords | None:
        asked.append(scope)
        return await records(scope, pace)

    monkeypatch.setattr(played.recaps, "records", noted)
    background = asyncio.create_task(book.count_all(40_000))
    found = await asyncio.gather(*(counted(book, YEAR, 40_000) for _ in range(3)))
    await background
    assert (found, asked.count(YEAR)) == ([3, 3, 3], 1)


async def counted(book: RecapBook, scope: RecapScope, now: int) -> int:
    found = await book.records(scope, now)
    return found.matches if found is not None else 0
