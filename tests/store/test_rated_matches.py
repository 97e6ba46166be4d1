"""The matches that ratings are made of, on SQLite and PostgreSQL."""

from bot.features.rankings.rating_book import RatingBook
from bot.model.enums import Departure
from bot.store import Store
from bot.store.queries.leaderboards import (
    Encounters,
    MatchPosition,
    RatedScope,
    fingerprint_of,
)
from bot.store.records import GameResults, SeatScore
from tests.store.making import append, finish, line, new_game
from tests.support import builders

RUSSIAN = RatedScope("russian")
START = MatchPosition()


async def finish_twenty(store: Store, balances: tuple[int, ...], at: int) -> None:
    """Store a match of users 1, 2, 3, ... that says of every seat that it had twenty deals."""
    game_id = await new_game(store, guild_id=77)
    scores = tuple(
        SeatScore(seat, seat + 1, None, balance, seat + 1, last_deal=20)
        for seat, balance in enumerate(balances)
    )
    final = GameResults("russian", "sochi", "2030-1", False, scores)
    await append(store, game_id, line(0, at=at), final=final)


async def test_they_come_in_the_order_in_which_they_ended(store: Store) -> None:
    late = await finish(store, (1, 30, 1), (2, -10, 2), (3, -20, 3), at=20)
    early = await finish(store, (1, -20, 3), (2, 30, 1), (3, -10, 2), at=10)
    await finish(store, (1, 5, 1), (2, -5, 2), (3, 0, 3), at=11, family="balkan", preset="serbian")
    await finish(store, (1, 5, 1), (2, -5, 2), (3, 0, 3), at=12, friendly=True)
    await finish(store, (1, 5, 1), (2, -5, 2), (3, 0, 3), at=13, with_robots=True)
    await finish(store, (1, 5, 1), (2, -5, 2), (3, 0, 3), at=14, guild_id=78)
    found = await store.rated_matches.matches_after(77, RUSSIAN, START)
    assert [match.game_id for match in found] == [early, late]
    assert [(seat.user_id, seat.balance) for seat in found[1].seats] == [
        (1, 30),
        (2, -10),
        (3, -20),
    ]
    since = await store.rated_matches.matches_after(77, RUSSIAN, MatchPosition(10, early))
    assert [match.game_id for match in since] == [late]


async def test_each_owner_of_a_seat_has_their_own_deals(store: Store) -> None:
    """Five deals of the first, then the fifteen of whoever took the seat over."""
    game_id = await new_game(store, guild_id=77)
    scores = (
        SeatScore(0, 4, None, -7, 3, first_deal=6, last_deal=20),
        SeatScore(0, 1, None, 5, 1, mark=Departure.HANDED, part=1, last_deal=5),
        SeatScore(1, 2, None, 2, 2, last_deal=20),
    )
    final = GameResults("russian", "sochi", "2030-1", False, scores)
    await append(store, game_id, line(0), final=final)
    scope = RatedScope("russian", of_two=True)
    (match,) = await store.rated_matches.matches_after(77, scope, START)
    assert {seat.user_id: seat.deals for seat in match.seats} == {1: 5, 4: 15, 2: 20}


async def test_a_fingerprint_tells_histories_apart(store: Store) -> None:
    """It is the sum of what each match adds, so that later matches need no second look."""
    matches, marks = store.rated_matches, set[tuple[int, int, int]]()
    marks.add(await matches.fingerprint(77, RUSSIAN))
    await finish(store, (1, 30, 1), (2, -10, 2), (3, -20, 3), at=10)
    marks.add(await matches.fingerprint(77, RUSSIAN))
    await finish(store, (1, 30, 1), (2, -20, 3), (3, -10, 2), at=11)
    now = await matches.fingerprint(77, RUSSIAN)
    assert len(marks | {now}) == 3
    assert fingerprint_of(await matches.matches_after(77, RUSSIAN, START)) == now
    await store.privacy.erase(3)
    assert await matches.fingerprint(77, RUSSIAN) not in marks | {now}


async def test_a_season_has_a_rating_of_its_own(store: Store) -> None:
    await finish(store, (1, 30, 1), (2, -30, 2), at=10, season="2030-1")
    late = await finish(store, (1, -30, 2), (2, 30, 1), at=11, season="2030-2")
    scope = RatedScope("russian", of_two=True, season="2030-2")
    assert [one.game_id for one in await store.rated_matches.matches_after(77, scope, START)] == [
        late
    ]
    assert (await store.rated_matches.fingerprint(77, scope))[0] == 2


async def test_matches_are_read_some_at_a_time(store: Store) -> None:
    games = [await finish(store, (1, n, 1), (2, -n, 2), (3, 0, 3), at=10) for n in range(1, 6)]
    matches, found, since = store.rated_matches, list[int](), START
    while some := await matches.matches_after(77, RUSSIAN, since, limit=2):
        assert len(some) <= 2
        found += [match.game_id for match in some]
        since = MatchPosition(some[-1].ended_at, some[-1].game_id)
    assert found == games


async def test_two_members_meet(store: Store) -> None:
    """With and without robots, friendly matches apart; by family."""
    await finish(store, (1, 30, 1), (2, -10, 2), (3, -20, 3), at=10)
    await finish(store, (1, -5, 3), (2, 10, 1), (3, -5, 2), at=11, with_robots=True)
    await finish(store, (1, 7, 1), (2, -7, 2), at=12, family="balkan", preset="serbian")
    await finish(store, (1, 7, 1), (2, -7, 2), at=13, friendly=True)
    assert await store.rated_matches.encounters(77, 1, 2) == (
        Encounters("russian", 2, 1, 1, 25, 0),
        Encounters("balkan", 1, 1, 0, 7, -7),
    )
    assert await store.rated_matches.encounters(77, 1, 9) == ()
    assert await store.rated_matches.encounters(78, 1, 2) == ()


async def test_the_scope_of_a_match(store: Store) -> None:
    game_id = await finish(store, (1, 30, 1), (2, -30, 2), at=10)
    friendly = await finish(store, (1, 30, 1), (2, -30, 2), at=10, friendly=True)
    assert await store.rated_matches.scope_of(77, game_id) == (
        RatedScope("russian", of_two=True),
        {1: 30, 2: -30},
    )
    assert await store.rated_matches.scope_of(77, friendly) is None
    assert await store.rated_matches.scope_of(78, game_id) is None
    assert await store.rated_matches.scopes(77) == (RatedScope("russian", of_two=True),)


async def test_ratings_follow_what_changes_in_the_past(store: Store) -> None:
    """Kept ratings equal those computed from the first match on, also after an erasure."""
    book = RatingBook(store.rated_matches, builders.PRESETS)
    for at in range(6):
        await finish_twenty(store, (30, -10 * at, 10 * at - 30), at)
        kept, whole = await book.ratings(77, RUSSIAN), (await book.recomputed(77, RUSSIAN))[3]
        assert kept.standings() == whole.standings()
        assert len(kept.standings()) == 3
    await store.privacy.erase(2)
    kept, whole = await book.ratings(77, RUSSIAN), (await book.recomputed(77, RUSSIAN))[3]
    assert kept.standings() == whole.standings()
    assert kept.rating_of(2) is None


async def test_three_and_four_players_are_rated_apart(store: Store) -> None:
    """The list without a number is that of which the server has most matches."""
    book = RatingBook(store.rated_matches, builders.PRESETS)
    await finish_twenty(store, (30, -10, -20), 10)
    of_three = await book.ratings(77, RUSSIAN)
    assert (await book.ratings(77, RUSSIAN, 4)).standings() == ()
    for at in (11, 12):
        await finish_twenty(store, (-30, 30, 10, -10), at)
    of_four = await book.ratings(77, RUSSIAN)
    assert {one.user_id for one in of_four.standings()} == {1, 2, 3, 4}
    assert (await book.ratings(77, RUSSIAN, 3)).standings() == of_three.standings()
    whole = await book.recomputed(77, RUSSIAN)
    assert {number: found.standings() for number, found in whole.items()} == {
        3: of_three.standings(),
        4: of_four.standings(),
    }
