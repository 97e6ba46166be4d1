"""Ratings of all servers anew: ``python -m bot rank``, also while the bot runs.

Ratings are not stored, so they are printed; the sums of play are, so they are compared with the
deals. A file is read on a copy, and its sums before it is opened, because that would repair them.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bot.features.rankings.rating_book import RatingBook
from bot.model.enums import ALL_SHARDS
from bot.presets import load_presets
from bot.store import Store, backup, open_store
from bot.store.admin.host_commands import file_totals_agree


class RankVerdict(NamedTuple):
    """The lists and ratings that were computed, and if the stored sums are those of the deals."""

    lists: int
    members: int
    agrees: bool


async def rank_games(location: Path | str, say: Callable[[str], object]) -> RankVerdict:
    """Compute every list of ratings of a file or a PostgreSQL, and say each in a line.

    Raises StoreError when there is no such file or it cannot be read.
    """
    if isinstance(location, str):
        async with open_store(location, now=0) as store:
            return await _rank(store, say, agrees=await store.reviews.totals_agree())
    with tempfile.TemporaryDirectory(prefix="preferans-rank-") as folder:
        copy = Path(folder) / "games.db"
        backup(location, copy)
        agrees = await file_totals_agree(copy)
        async with open_store(copy, now=0) as store:
            return await _rank(store, say, agrees=agrees)


async def _rank(store: Store, say: Callable[[str], object], *, agrees: bool) -> RankVerdict:
    book, lists, members = RatingBook(store.rated_matches, load_presets()), 0, 0
    for guild_id in await store.history_check.servers(ALL_SHARDS):
        for scope in await store.rated_matches.scopes(guild_id):
            standings = (await book.recomputed(guild_id, scope)).standings()
            company = "with robots" if scope.with_robots else "without robots"
            size = "for two" if scope.of_two else "for three and four"
            say(f"server {guild_id}, {scope.family}, {company}, {size}: {len(standings)} ratings")
            lists, members = lists + 1, members + len(standings)
    return RankVerdict(lists, members, agrees)
