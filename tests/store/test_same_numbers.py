"""The same acts give the same numbers on SQLite and PostgreSQL: ratings, play, balances, recaps."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.features.rankings.rating_book import RatingBook
from bot.model.leaderboards import LeaderboardFilter
from bot.model.reviews import SeatReview
from bot.model.values import replace
from bot.store import Store
from bot.store.queries.recaps import RecapScope
from bot.store.queries.reviews import DealReview, StoredSeatReview
from bot.store.records import GameResults, SeatScore
from tests.store.making import append, closing_of, line, new_game
from tests.support import builders, postgres
from tests.support.store_databases import FileDatabase, ServerDatabase, StoreDatabase, open_store
from tests.support.stored import with_layout

pytestmark = pytest.mark.process

SERVER, MATCHES = 77, 40
PEOPLE = tuple(10**18 + n for n in range(6))
PLAIN = SeatReview(False, False, 4, 4, 5, 0, par=0, given=0, received=0, agreed=0, earned=0)


async def act(store: Store) -> None:
    """Play matches of three out of six members; one is corrected, one member is forgotten."""
    chance = Random(7)
    for number in range(1, MATCHES + 1):
        people = chance.sample(PEOPLE, 3)
        balances = [chance.randrange(-60, 60) for _ in range(2)]
        balances.append(-sum(balances))
        game_id = await new_game(store, guild_id=SERVER)
        entry = line(0, 1, at=1000 * number)
        await append(store, game_id, entry, closing=closing_of(1))
        ranks = sorted(balances, reverse=True)
        scores = tuple(
            SeatScore(seat, people[seat], None, balance, ranks.index(balance) + 1)
            for seat, balance in enumerate(balances)
        )
        preset = chance.choice(("sochi", "rostov"))
        final = GameResults("russian", preset, "2030-Q1", False, scores)
        await append(store, game_id, line(1, 2, at=1000 * number), final=final)
        await store.reviews.add_review(game_id, 1, DealReview("contract", _reviews(people, chance)))
        await store.reviews.add_datum(game_id, 1, [chance.randrange(-20, 20) for _ in range(3)])
    await store.privacy.erase(PEOPLE[-1])


def _reviews(people: Sequence[int], chance: Random) -> tuple[StoredSeatReview, ...]:
    found = []
    for seat, user in enumerate(people):
        given, par = chance.randrange(20), chance.randrange(-40, 40)
        review = replace(PLAIN, par=par, given=given, tricks_given=given // 6, earned=par - given)
        found.append(StoredSeatReview(seat, user, None, "russian", review))
    return tuple(found)


async def numbers(database: StoreDatabase) -> list[object]:
    """Return everything that the pages of a server show after these acts."""
    async with open_store(database) as store:
        await act(store)
        book = RatingBook(store.rated_matches, builders.PRESETS)
        scopes = await store.rated_matches.scopes(SERVER)
        shown: list[object] = [
            [
                (players, found.standings())
                for players, found in (await book.recomputed(SERVER, one)).items()
            ]
            for one in scopes
        ]
        chosen = LeaderboardFilter()
        shown.append(await store.leaderboards.leaderboard(SERVER, chosen, min_games=1, limit=10))
        shown.append(await store.leaderboards.results(SERVER, PEOPLE, chosen))
        shown.append(await store.statistics.play_totals(SERVER))
        for user in (0, *PEOPLE):
            shown.append(await store.recaps.records(RecapScope(SERVER, 0, 10**9, user)))
            shown.append(await store.statistics.totals_over_time(SERVER, user, 9))
        return shown


async def test_both_databases_give_the_same_numbers(tmp_path: Path) -> None:
    on_file = await numbers(FileDatabase(with_layout(tmp_path / "bot.db")))
    async with postgres.reused_database() as url:
        on_server = await numbers(ServerDatabase(url))
    assert on_file == on_server
    assert on_file[0]
