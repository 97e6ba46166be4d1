"""Leaderboard and profile: queries of the store, and their pages."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Final
from weakref import WeakKeyDictionary

from bot.discord_ui import time_parsing
from bot.discord_ui.handlers import registry, server_pages
from bot.discord_ui.handlers.context import Context, Services
from bot.engine.families import FAMILIES
from bot.features.rankings.ranking_screens import (
    CHARTED_ROWS,
    FamilyProfile,
    LeaderboardData,
    LeaderboardDay,
    LeaderboardRow,
    RatingData,
    RatingRow,
    leaderboard_screen,
    profile_screen,
    rating_screen,
)
from bot.features.rankings.rating import Rating, RatingBook
from bot.model import reviews, settings
from bot.model.leaderboards import LeaderboardFilter
from bot.render.paper.chart import MOST_POINTS
from bot.store import Store
from bot.store.queries import leaderboards, player_statistics
from bot.ui_commands import fields, server_commands

_LEADERS_PER_PAGE: Final = 10


@registry.handles(server_commands.ShowLeaderboard)
async def show_leaderboard(context: Context, _: server_commands.ShowLeaderboard) -> None:
    """Show the first page of the ranking of all games without robots."""
    await _show_leaderboard(context, 1, LeaderboardFilter())


@registry.handles(server_commands.ShowLeaderboardPage)
async def show_leaderboard_page(
    context: Context, command: server_commands.ShowLeaderboardPage
) -> None:
    """Show a page of a ranking."""
    chosen = LeaderboardFilter(
        command.family, command.preset, command.season, command.with_robots, command.two_players
    )
    await _show_leaderboard(context, command.page, chosen)


async def _show_leaderboard(context: Context, page: int, chosen: LeaderboardFilter) -> None:
    if chosen.preset:
        server_pages.require_preset(context, chosen.preset)
    facts = await leaderboard_data(context, context.guild_id, context.user_id, page, chosen)
    await context.show(leaderboard_screen(facts, context.words))


async def leaderboard_data(
    context: Context, guild_id: int, user_id: int, page: int, chosen: LeaderboardFilter
) -> LeaderboardData:
    store = context.services.store
    guild = await store.preferences.guild(guild_id)
    least = guild.min_games
    board = await store.leaderboards.leaderboard(
        guild_id,
        chosen,
        min_games=least,
        limit=_LEADERS_PER_PAGE,
        offset=(page - 1) * _LEADERS_PER_PAGE,
    )
    own = await store.leaderboards.row_of(
        guild_id,
        user_id,
        chosen,
        min_games=least,
    )
    return LeaderboardData(
        rows=tuple([await _leaderboard_row(context, row) for row in board.rows]),
        own=None if own is None else await _leaderboard_row(context, own),
        page=page,
        pages=min(max(1, -(-board.total // _LEADERS_PER_PAGE)), fields.MAX_PAGE),
        filter=chosen,
        families=tuple(FAMILIES),
        presets=context.services.presets.names(),
        seasons=await store.leaderboards.seasons(guild_id),
        min_games=least,
        days=await _daily_balances(
            store, guild, [row.user_id for row in board.rows[:CHARTED_ROWS]], chosen
        ),
    )


async def _daily_balances(
    store: Store, guild: settings.GuildSettings, users: Sequence[int], chosen: LeaderboardFilter
) -> tuple[LeaderboardDay, ...]:
    """Return the players' results by days of the server's time zone."""
    results = await store.leaderboards.results(
        guild.guild_id,
        users,
        chosen,
    )
    zone, days = time_parsing.zone_of(guild.zone), dict[date, Counter[int]]()
    for user, ended_at, balance in results:
        day = datetime.fromtimestamp(ended_at, zone).date()
        days.setdefault(day, Counter())[user] += balance
    return tuple(
        LeaderboardDay(day, tuple(won[user] for user in users)) for day, won in days.items()
    )


async def _leaderboard_row(context: Context, row: leaderboards.LeaderboardEntry) -> LeaderboardRow:
    name = await context.services.names.name_of(row.user_id)
    return LeaderboardRow(row.rank, name, row.games, row.wins, row.balance, row.average_place)


# The rating of a family.


@registry.handles(server_commands.ShowRating)
async def show_rating(context: Context, command: server_commands.ShowRating) -> None:
    """Show a page of the rating."""
    await context.show(rating_screen(await rating_data(context, command), context.words))


async def rating_data(context: Context, command: server_commands.ShowRating) -> RatingData:
    """Return the page of a rating that a command asks for.  Raises StorageTrouble."""
    services = context.services
    least = (await services.store.preferences.guild(context.guild_id)).min_games
    scope = leaderboards.RatedScope(command.family, command.with_robots, command.two_players)
    ratings = await _book_of(services).ratings(context.guild_id, scope)
    standings = ratings.standings(max(1, least))
    first = (command.page - 1) * _LEADERS_PER_PAGE
    shown = standings[first : first + _LEADERS_PER_PAGE]
    own = ratings.rating_of(context.user_id)
    ranks = {rating.user_id: rank for rank, rating in enumerate(standings, start=1)}
    return RatingData(
        rows=tuple([await _rating_row(context, ranks, rating) for rating in shown]),
        own=None if own is None else await _rating_row(context, ranks, own),
        page=command.page,
        pages=min(max(1, -(-len(standings) // _LEADERS_PER_PAGE)), fields.MAX_PAGE),
        chosen=command,
        families=tuple(FAMILIES),
        min_games=max(1, least),
    )


async def _rating_row(context: Context, ranks: Mapping[int, int], rating: Rating) -> RatingRow:
    name = await context.services.names.name_of(rating.user_id)
    return RatingRow(ranks.get(rating.user_id), name, rating)


_BOOKS: Final = WeakKeyDictionary[Store, RatingBook]()


def _book_of(services: Services) -> RatingBook:
    """Return the ratings of a store, which live as long as it."""
    book = _BOOKS.get(services.store)
    if book is None:
        book = _BOOKS[services.store] = RatingBook(services.store.rated_matches, services.presets)
    return book


# The profile of a player on a server: finished games, and reviews of their deals.


@registry.handles(server_commands.ShowProfile)
async def show_profile(context: Context, command: server_commands.ShowProfile) -> None:
    """Show luck and skill of that user on this server."""
    services, guild_id, user_id = context.services, context.guild_id, command.user_id
    if user_id == context.user_id:
        await services.names.remember(context.interaction.user)
    families = await _family_profiles(services, guild_id, user_id)
    name = await services.names.name_of(user_id)
    taken_back = await services.store.statistics.taken_back(guild_id, user_id)
    await context.show(profile_screen(name, families, context.words, taken_back))


async def _family_profiles(services: Services, guild_id: int, user_id: int) -> list[FamilyProfile]:
    store = services.store
    totals = await store.statistics.of_player(guild_id, user_id)
    matches = {row.family: row for row in await store.statistics.matches(guild_id, user_id)}
    robots = await store.statistics.of_robots(guild_id)
    course = await store.statistics.totals_over_time(guild_id, user_id, MOST_POINTS)
    contracts = await store.statistics.contracts(guild_id, user_id)
    return [
        replace(
            _family_profile(family, totals.get(family), matches.get(family), robots),
            course=course.get(family, ()),
            contracts=contracts.get(family, ()),
        )
        for family in (*totals, *(key for key in matches if key not in totals))
    ]


def _family_profile(
    family: str,
    sums: reviews.ReviewTotals | None,
    matches: player_statistics.MatchTotals | None,
    robots: Sequence[player_statistics.RobotTotals],
) -> FamilyProfile:
    return FamilyProfile(
        family=family,
        sums=sums,
        games=matches.games if matches else 0,
        wins=matches.wins if matches else 0,
        balance=matches.balance if matches else 0,
        games_left=matches.left if matches else 0,
        robots=tuple(
            (one.robot, one.totals.tricks_given / one.totals.played)
            for one in robots
            if one.family == family and one.totals.played
        ),
    )
