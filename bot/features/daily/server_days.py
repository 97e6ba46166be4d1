"""The event of a server's day, and the people of its standing."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from secrets import token_bytes

from bot.discord_ui.handlers.context import Services
from bot.engine.shuffle import SEED_BYTES
from bot.features.daily import comparison, day_deals
from bot.features.daily.comparison import CourseScore, course_scores
from bot.features.daily.day_screens import Invitation, NamedScore
from bot.model.periods import day_of
from bot.model.settings import GuildSettings
from bot.store.queries.daily_deals import DailyDeal, DailyEvent, EventKey
from bot.ui_commands.daily_commands import EventRef


def event_of_server(services: Services, guild: GuildSettings | None, day: int) -> EventKey:
    """Return the event of a day: by the rota, or of the family that the server plays."""
    if guild is None or guild.preset is None or guild.preset not in services.presets.files:
        return day_deals.event_of_day(day)
    return day_deals.event_of_family(
        services.presets, day, services.presets.family_key(guild.preset)
    )


async def made_event(services: Services, key: EventKey) -> DailyEvent:
    """Return an event; where there is none yet, it is made."""
    store = services.store.daily_deals
    if (found := await store.event(key)) is not None:
        return found
    return await store.make_event(key, token_bytes(SEED_BYTES))


async def make_coming_events(services: Services) -> None:
    """Make the events of today and of the days ahead that are still missing, of every family.

    So their seals are public in advance even where nobody looks and no channel gets a post.
    """
    today = day_of(services.tables.services.now())
    found = {event.key for event in await services.store.daily_deals.events_from(today)}
    for day in range(today, today + day_deals.DAYS_AHEAD + 1):
        for key in day_deals.events_of_day(day):
            if key not in found:
                await made_event(services, key)


def scores_of(
    services: Services, key: EventKey, finished: Sequence[DailyDeal]
) -> tuple[CourseScore, ...]:
    """Return the scores of everybody who has finished an event."""
    results = defaultdict[int, list[int]](list)
    for deal in finished:
        assert deal.points is not None
        results[deal.user_id].append(deal.points)
    return course_scores(results, comparison.cap_of(services.presets, key.preset))


async def visible_people(
    services: Services, finished: Sequence[DailyDeal], server: int | None
) -> frozenset[int]:
    """Return who may be named to everybody: people who began on this server and do not hide."""
    hidden = await services.store.preferences.unranked_users()
    here = {deal.user_id for deal in finished if deal.guild_id and deal.guild_id == server}
    return frozenset(here - hidden)


async def with_names(
    services: Services, field: Sequence[CourseScore], people: Collection[int]
) -> tuple[NamedScore, ...]:
    """Return the scores of these people with their names."""
    found = [one for one in field if one.user_id in people]
    return tuple([NamedScore(await services.names.name_of(one.user_id), one) for one in found])


async def invitation_of(
    services: Services, guild: GuildSettings | None, server: int, day: int
) -> Invitation:
    """Return what the post of a day shows on a server; events that are missing are made."""
    keys = [event_of_server(services, guild, day + n) for n in (-1, 0, 1)]
    before = await named_scores(services, keys[0], server)
    seals = [day_deals.seal_of(await made_event(services, key)) for key in keys[1:]]
    return Invitation(EventRef(*keys[1]), before, seals[0], seals[1])


async def named_scores(services: Services, key: EventKey, server: int) -> tuple[NamedScore, ...]:
    """Return the standing of a server that everybody may see."""
    finished = await services.store.daily_deals.finished(key)
    people = await visible_people(services, finished, server)
    return await with_names(services, scores_of(services, key, finished), people)
