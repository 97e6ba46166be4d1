"""The profile of a player on a server: finished games, and reviews of their deals."""

from dataclasses import replace

from bot.front.desk.context import Context, Services
from bot.render.paper.chart import MOST_POINTS
from bot.render.server.charts import ContractCount, ProfileSegment
from bot.render.server.profile import FamilyProfile, ReviewSums, profile_screen
from bot.store import tallies as sums
from bot.store.tallies import DealTotals, MatchTotals


async def show_profile(context: Context, user_id: int) -> None:
    """Show luck and skill of that user on this server."""
    office, guild_id = context.services, context.guild_id
    if user_id == context.user_id:
        await office.names.remember(context.interaction.user)
    families = await _family_profiles(office, guild_id, user_id)
    name = await office.names.name_of(user_id)
    taken_back = await office.store.statistics.taken_back(guild_id, user_id)
    await context.show(profile_screen(name, families, context.words, taken_back))


async def _family_profiles(services: Services, guild_id: int, user_id: int) -> list[FamilyProfile]:
    store = services.store
    tallies = {tally.family: tally for tally in await store.statistics.of_player(guild_id, user_id)}
    matches = {row.family: row for row in await store.statistics.matches(guild_id, user_id)}
    robots = [
        (lvl, tally) for lvl, tally in await store.statistics.of_robots(guild_id) if tally.played
    ]
    course = await store.statistics.totals_over_time(guild_id, user_id, MOST_POINTS)
    contracts = await store.statistics.contracts(guild_id, user_id)
    return [
        replace(
            _family_profile(family, tallies.get(family), matches.get(family), robots),
            course=tuple(_chart_stretch(part) for part in course if part.family == family),
            contracts=tuple(
                ContractCount(one.contract, one.fulfilled, one.declared)
                for one in contracts
                if one.family == family
            ),
        )
        for family in (*tallies, *(key for key in matches if key not in tallies))
    ]


def _chart_stretch(part: sums.PeriodTotals) -> ProfileSegment:
    return ProfileSegment(part.deals, part.par, -part.given, part.received + part.agreed)


def _family_profile(
    family: str,
    tally: DealTotals | None,
    matches: MatchTotals | None,
    robots: list[tuple[str, DealTotals]],
) -> FamilyProfile:
    return FamilyProfile(
        family=family,
        sums=None if tally is None else _sums(tally),
        games=matches.games if matches else 0,
        wins=matches.wins if matches else 0,
        balance=matches.balance if matches else 0,
        games_left=matches.left if matches else 0,
        robots=tuple(
            (level, own.tricks_given / own.played) for level, own in robots if own.family == family
        ),
    )


def _sums(tally: DealTotals) -> ReviewSums:
    return ReviewSums(
        deals=tally.deals,
        deals_with_choice=tally.played,
        declared=tally.declared,
        made=tally.fulfilled,
        tricks_given=tally.tricks_given,
        cards=tally.par,
        own=-tally.given,
        others=tally.received + tally.agreed,
    )
