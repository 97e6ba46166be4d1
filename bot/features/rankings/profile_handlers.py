"""Profile: queries of the store for luck, skill and the rating of a player."""

from collections.abc import Sequence
from dataclasses import replace

from bot.discord_ui.handlers import registry
from bot.discord_ui.handlers.context import Context, Services
from bot.features.rankings.profile_screens import ChosenProfile, FamilyProfile, profile_screen
from bot.features.rankings.rating_book import book_of
from bot.model import reviews
from bot.render.paper.chart import MOST_POINTS
from bot.store.queries import player_statistics
from bot.store.queries.leaderboards import RatedScope
from bot.ui_commands import server_commands

# The profile of a player on a server: finished games, and reviews of their deals.


@registry.handles(server_commands.ShowProfile)
async def show_profile(context: Context, command: server_commands.ShowProfile) -> None:
    """Show luck and skill of that user on this server."""
    await _show_profile(context, command)


@registry.handles(server_commands.ShowProfileInWords)
async def show_profile_in_words(
    context: Context, command: server_commands.ShowProfileInWords
) -> None:
    """Show the same without charts."""
    await _show_profile(context, command)


async def _show_profile(context: Context, command: ChosenProfile) -> None:
    services, guild_id, user_id = context.services, context.guild_id, command.user_id
    if user_id == context.user_id:
        await services.names.remember(context.interaction.user)
    families = await _family_profiles(services, guild_id, user_id)
    is_own = user_id == context.user_id
    if is_own or user_id not in await services.store.preferences.unranked_users():
        families = [await _with_rating(services, guild_id, user_id, one) for one in families]
    name = await services.names.name_of(user_id)
    taken_back = await services.store.statistics.taken_back(guild_id, user_id)
    rival = None if is_own else user_id
    await context.show(profile_screen(name, families, context.words, command, taken_back, rival))


async def _with_rating(
    services: Services, guild_id: int, user_id: int, profile: FamilyProfile
) -> FamilyProfile:
    """Return the profile with the rating in matches without robots, and its course."""
    ratings = await book_of(services.store, services.presets).ratings(
        guild_id, RatedScope(profile.family)
    )
    course = tuple(points for _, points in ratings.course_of(user_id))
    return replace(profile, rating=ratings.rating_of(user_id), rating_course=course)


async def _family_profiles(services: Services, guild_id: int, user_id: int) -> list[FamilyProfile]:
    store = services.store
    matches = {row.family: row for row in await store.statistics.matches(guild_id, user_id)}
    robots = await store.statistics.of_robots(guild_id)
    course = await store.statistics.totals_over_time(guild_id, user_id, MOST_POINTS)
    totals = {family: reviews.added_up(periods) for family, periods in course.items()}
    most_played = sorted(totals, key=lambda family: -totals[family].deals)
    contracts = await store.statistics.contracts(guild_id, user_id)
    calls = await store.statistics.calls(guild_id, user_id)
    return [
        replace(
            _family_profile(family, totals.get(family), matches.get(family), robots),
            course=course.get(family, ()),
            contracts=contracts.get(family, ()),
            calls=calls.get(family),
        )
        for family in (*most_played, *(key for key in matches if key not in totals))
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
