"""The profile of a player on a server: finished games, and reviews of their deals."""

from dataclasses import replace

from bot.front.desk.context import Caller, Office
from bot.render.paper.chart import MOST
from bot.render.server.charts import Declared, Stretch
from bot.render.server.profile import FamilyProfile, Sums, profile_screen
from bot.store import tallies as sums
from bot.store.tallies import Matches, Tally


async def profile(caller: Caller, user_id: int) -> None:
    """Show luck and skill of that user on this server."""
    office, guild_id = caller.office, caller.guild_id
    if user_id == caller.user_id:
        await office.names.remember(caller.interaction.user)
    families = await _families(office, guild_id, user_id)
    name = await office.names.of(user_id)
    taken_back = await office.store.tallies.taken_back(guild_id, user_id)
    await caller.show(profile_screen(name, families, caller.words, taken_back))


async def _families(office: Office, guild_id: int, user_id: int) -> list[FamilyProfile]:
    store = office.store
    tallies = {tally.family: tally for tally in await store.tallies.of_player(guild_id, user_id)}
    matches = {row.family: row for row in await store.tallies.matches(guild_id, user_id)}
    robots = [
        (lvl, tally) for lvl, tally in await store.tallies.of_robots(guild_id) if tally.played
    ]
    course = await store.tallies.course(guild_id, user_id, MOST)
    contracts = await store.tallies.contracts(guild_id, user_id)
    return [
        replace(
            _family(family, tallies.get(family), matches.get(family), robots),
            course=tuple(_stretch(part) for part in course if part.family == family),
            contracts=tuple(
                Declared(one.contract, one.fulfilled, one.declared)
                for one in contracts
                if one.family == family
            ),
        )
        for family in (*tallies, *(key for key in matches if key not in tallies))
    ]


def _stretch(part: sums.Stretch) -> Stretch:
    return Stretch(part.deals, part.par, -part.given, part.received + part.agreed)


def _family(
    family: str, tally: Tally | None, matches: Matches | None, robots: list[tuple[str, Tally]]
) -> FamilyProfile:
    return FamilyProfile(
        family=family,
        sums=None if tally is None else _sums(tally),
        games=matches.games if matches else 0,
        wins=matches.wins if matches else 0,
        balance=matches.balance if matches else 0,
        left=matches.left if matches else 0,
        robots=tuple(
            (level, own.tricks_given / own.played) for level, own in robots if own.family == family
        ),
    )


def _sums(tally: Tally) -> Sums:
    return Sums(
        deals=tally.deals,
        played=tally.played,
        declared=tally.declared,
        fulfilled=tally.fulfilled,
        tricks_given=tally.tricks_given,
        cards=tally.par,
        own=-tally.given,
        others=tally.received + tally.agreed,
    )
