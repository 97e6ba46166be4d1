"""The matches that ratings are made of, on SQLite and PostgreSQL."""

from bot.features.rankings.rating import RatingBook
from bot.store import Store
from bot.store.queries.leaderboards import MatchPosition, RatedScope
from bot.store.records import GameResults, SeatScore
from tests.store.making import append, finish, line, new_game
from tests.support import builders

RUSSIAN = RatedScope("russian")
START = MatchPosition()


async def finish_twenty(store: Store, balances: tuple[int, int, int], at: int) -> None:
    """Store a match of users 1, 2, 3 that says of every seat that it had twenty deals."""
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


async def test_a_fingerprint_tells_histories_apart(store: Store) -> None:
    matches, marks = store.rated_matches, set[tuple[int, int, int]]()
    marks.add(await matches.fingerprint(77, RUSSIAN, MatchPosition(99, 99)))
    await finish(store, (1, 30, 1), (2, -10, 2), (3, -20, 3), at=10)
    marks.add(await matches.fingerprint(77, RUSSIAN, MatchPosition(99, 99)))
    await finish(store, (1, 30, 1), (2, -20, 3), (3, -10, 2), at=11)
    marks.add(await matches.fingerprint(77, RUSSIAN, MatchPosition(99, 99)))
    before = await matches.fingerprint(77, RUSSIAN, MatchPosition(10, 99))
    assert len(marks) == 3
    assert before in marks
    await store.privacy.erase(3)
    assert await matches.fingerprint(77, RUSSIAN, MatchPosition(10, 99)) != before


async def test_ratings_follow_what_changes_in_the_past(store: Store) -> None:
    """Kept ratings equal those computed from the first match on, also after an erasure."""
    book = RatingBook(store.rated_matches, builders.PRESETS)
    for at in range(6):
        await finish_twenty(store, (30, -10 * at, 10 * at - 30), at)
        kept, whole = await book.ratings(77, RUSSIAN), await book.recomputed(77, RUSSIAN)
        assert kept.standings() == whole.standings()
        assert len(kept.standings()) == 3
    await store.privacy.erase(2)
    kept, whole = await book.ratings(77, RUSSIAN), await book.recomputed(77, RUSSIAN)
    assert kept.standings() == whole.standings()
    assert kept.rating_of(2) is None
