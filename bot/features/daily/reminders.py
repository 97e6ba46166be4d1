"""Reminds people of the six deals by direct message: by wish, once a day, never in quiet hours.

The process that owns the server of a person's last course reminds them, by that server's time zone
where they chose none.  Where direct messages are closed, the day goes by without a reminder, and
`/pref me` and the page of the day say so.
"""

import logging
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

import discord

from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import (
    REQUEST_ERRORS,
    UNKNOWN_OUTCOME,
    RequestFailure,
    await_response,
    failure_of,
)
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.messages.layout import build_layout
from bot.discord_ui.start_times import quiet_hours_end, zone_of
from bot.features.daily.daily_handlers import is_stopped
from bot.features.daily.day_screens import reminder_screen
from bot.features.daily.server_days import event_of_server, made_event
from bot.model.periods import day_of
from bot.model.settings import UserSettings
from bot.model.values import replace
from bot.ui_commands.daily_commands import EventRef

log = logging.getLogger(__name__)

_ONE_DAY: Final = timedelta(days=1)


async def remind_players(services: Services, client: discord.Client) -> None:
    """Send the reminders that are due.  Raises StorageTrouble."""
    now, owned = services.tables.services.now(), services.tables.services.owned
    for person in await services.store.preferences.people_to_remind(day_of(now)):
        server = await services.store.daily_deals.last_server(person.user_id)
        if not owned.covers(server):
            continue
        zone = zone_of(person.zone or (await services.preferences.server(server)).zone)
        if is_reminder_due(person, zone, now):
            await _remind(services, client, person.user_id, server)


def is_reminder_due(person: UserSettings, zone: tzinfo, now: int) -> bool:
    """Return True from the wished hour on, until the day (UTC) ends; never in quiet hours.

    Where the clocks go back, a day may lack the hour: it reminds at once.
    """
    if person.remind_at is None or person.reminded >= day_of(now):
        return False
    here = datetime.fromtimestamp(now, UTC).astimezone(zone)
    wished = here.replace(hour=person.remind_at, minute=0, second=0)
    if wished > here:
        wished -= _ONE_DAY
    if not _is_of_day(wished, now) and _is_of_day(wished + _ONE_DAY, now):
        return False
    if person.quiet_from is None:
        return True
    return quiet_hours_end(person.quiet_from, person.quiet_until, zone, now) is None


def _is_of_day(moment: datetime, now: int) -> bool:
    return day_of(int(moment.timestamp())) == day_of(now)


async def _remind(services: Services, client: discord.Client, user_id: int, server: int) -> None:
    """Remind somebody who has not finished; recorded first, so that no kill repeats it."""
    store, today = services.store.daily_deals, day_of(services.tables.services.now())
    key = event_of_server(services, await services.preferences.server(server), today)
    if today in await store.days_finished(user_id) or is_stopped(await made_event(services, key)):
        return
    before = await services.preferences.person(user_id)
    await services.preferences.save_person(replace(before, reminded=today))
    done = sum(deal.points is not None for deal in await store.course(key, user_id))
    guild = client.get_guild(server)
    preferred = "" if guild is None else str(guild.preferred_locale)
    words = await services.preferences.words_for_person(before, server, preferred)
    view = build_layout(
        reminder_screen(EventRef(*key), done, words), services.responder.assets, words
    )
    try:
        await services.rate_limiter.acquire()
        place = await await_response(client.create_dm(discord.Object(user_id)))
        await services.rate_limiter.acquire()
        request = place.send(
            view=view,
            allowed_mentions=discord.AllowedMentions.none(),
            nonce=nonce_of(f"remind {today} {user_id}"),
        )
        await await_response(request)
    except REQUEST_ERRORS as error:
        await _note_failure(services, user_id, before.reminded, failure_of(error))


async def _note_failure(
    services: Services, user_id: int, before: int, failure: RequestFailure
) -> None:
    """Remind an hour later where nothing was sent; where it cannot be, tell the person."""
    if failure in UNKNOWN_OUTCOME:
        return
    newest = await services.preferences.person(user_id)
    if failure is RequestFailure.BUSY:
        await services.preferences.save_person(replace(newest, reminded=before))
        return
    log.info("a reminder of the six deals was refused: %s", failure.value)
    await services.preferences.save_person(replace(newest, refused=True))
