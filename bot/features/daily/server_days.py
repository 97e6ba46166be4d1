"""The event of a server's day, the people of its standing, and its post where managers want one."""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from secrets import token_bytes
from typing import Final

import discord

from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import REQUEST_ERRORS, RequestFailure, failure_of
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.handlers.public_posts import ServerPost, post_in_channel
from bot.discord_ui.start_times import zone_of
from bot.engine.shuffle import SEED_BYTES
from bot.features.daily import comparison, day_deals
from bot.features.daily.comparison import CourseScore, course_scores
from bot.features.daily.day_places import NamedScore
from bot.features.daily.day_screens import Invitation, invitation_screen
from bot.model.periods import day_of, first_day, start_of, week_of
from bot.model.settings import GuildSettings
from bot.model.values import replace
from bot.store.queries.daily_deals import DailyDeal, DailyEvent, EventKey
from bot.ui_commands.daily_commands import EventRef
from bot.workers import TooSlow


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
    store, today = services.store.daily_deals, day_of(services.tables.services.now())
    found = {event.key for event in await store.events_from(today)}
    days = range(today, today + day_deals.DAYS_AHEAD + 1)
    coming = (key for day in days for key in day_deals.events_of_day(day))
    if missing := {key: token_bytes(SEED_BYTES) for key in coming if key not in found}:
        await store.make_events(missing)


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


async def finished_of_week(services: Services, week: int) -> list[Sequence[DailyDeal]]:
    """Return the finished courses of the days of a week that are over, an event each."""
    today, first = day_of(services.tables.services.now()), first_day(week)
    past = range(first, min(first_day(week + 1), today))
    keys = [key for day in past for key in day_deals.events_of_day(day)]
    return [await services.store.daily_deals.finished(key) for key in keys]


def week_gains(
    services: Services, finished: Sequence[Sequence[DailyDeal]]
) -> Iterator[dict[int, float]]:
    """Yield the gains of each day by person, in points of a week.

    A day counts once: where somebody played the deals of several families, the first finished.
    """
    by_day = defaultdict[int, list[tuple[int, int, float]]](list)
    for deals in filter(None, finished):
        key = deals[0].event
        cap = comparison.cap_of(services.presets, key.preset)
        ends = {deal.user_id: 0 for deal in deals}
        for deal in deals:
            ends[deal.user_id] = max(ends[deal.user_id], deal.touched_at)
        for score in scores_of(services, key, deals):
            gain = comparison.weekly_gain(score.gain, cap)
            by_day[key.day].append((ends[score.user_id], score.user_id, gain))
    for _, found in sorted(by_day.items()):
        yield {user: gain for _, user, gain in sorted(found, reverse=True)}


async def best_of_week(services: Services, server: int, week: int) -> tuple[tuple[str, float], ...]:
    """Return names and totals of a week of the people whom everybody on a server may see."""
    finished, people = await finished_of_week(services, week), set[int]()
    for deals in finished:
        people |= await visible_people(services, deals, server)
    field = comparison.week_scores(list(week_gains(services, finished)))
    here = [one for one in field if one.user_id in people]
    return tuple([(await services.names.name_of(one.user_id), one.total) for one in here])


async def invitation_of(
    services: Services, guild: GuildSettings | None, server: int, day: int
) -> Invitation:
    """Return what the post of a day shows on a server; events that are missing are made."""
    keys = [event_of_server(services, guild, day + n) for n in (-1, 0, 1)]
    before = await named_scores(services, keys[0], server)
    seals = [day_deals.seal_of(await made_event(services, key)) for key in keys[1:]]
    week, is_monday = week_of(start_of(day)), first_day(week_of(start_of(day))) == day
    best = await best_of_week(services, server, week - 1) if is_monday else ()
    return Invitation(EventRef(*keys[1]), before, seals[0], seals[1], best)


async def named_scores(services: Services, key: EventKey, server: int) -> tuple[NamedScore, ...]:
    """Return the standing of a server that everybody may see."""
    finished = await services.store.daily_deals.finished(key)
    people = await visible_people(services, finished, server)
    return await with_names(services, scores_of(services, key, finished), people)


# The post of a day.

log = logging.getLogger(__name__)

_MORNING: Final = 8  # no post earlier, on the server's clock


async def post_days(services: Services, client: discord.Client) -> None:
    """Post what is due on all servers of this process.  Raises StorageTrouble."""
    now, owned = services.tables.services.now(), services.tables.services.owned
    for guild in await services.store.preferences.guilds_with_daily():
        server = client.get_guild(guild.guild_id)
        if server is not None and owned.covers(guild.guild_id) and is_post_due(guild, now):
            await _post_day(services, client, server, guild)


def is_post_due(guild: GuildSettings, now: int) -> bool:
    """True from the morning on, by the server's clock, until the day (UTC) is posted."""
    hour = datetime.fromtimestamp(now, UTC).astimezone(zone_of(guild.zone)).hour
    return guild.daily_posted < day_of(now) and hour >= _MORNING


async def _post_day(
    services: Services, client: discord.Client, server: discord.Guild, guild: GuildSettings
) -> None:
    today = day_of(services.tables.services.now())
    words = await services.preferences.words_for_server(server.id, str(server.preferred_locale))
    invitation = await invitation_of(services, guild, server.id, today)
    screen = invitation_screen(invitation, words)
    channel, nonce = guild.daily_channel or 0, nonce_of(f"day {today} {server.id}")
    try:
        await post_in_channel(
            services, client, ServerPost(server.id, channel, screen, words, nonce)
        )
    except TooSlow:  # within the next hour
        return
    except REQUEST_ERRORS as error:
        if failure_of(error) is RequestFailure.BUSY:  # within the next hour
            return
        log.warning("the post of the six deals on server %s failed: %s", server.id, error)
    await record_day_post(services, server.id, today)


async def record_day_post(services: Services, guild_id: int, day: int) -> None:
    """Record the post of a day as done.

    Also one of unknown outcome: an hour later its nonce no longer prevents a second post.
    """
    await services.preferences.change_server(guild_id, lambda now: replace(now, daily_posted=day))
