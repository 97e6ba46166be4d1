"""A user's stored data: shown, exported and erased, visible to that user alone."""

import asyncio
import gzip
from typing import Final

from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handles
from bot.model import refusals, settings
from bot.model.periods import day_of
from bot.render import safe_text, screen
from bot.render.server import privacy_screens
from bot.store import WriteFault, WriteRefused
from bot.store.admin import host_commands, user_data
from bot.ui_commands.server_commands import EraseMyData, ExportMyData, ShowPrivacy

_FILE_NAME: Final = "preferans.json"
_MAX_BYTES: Final = 8 * 2**20  # bytes: Discord takes ten


def export_file(about: user_data.UserData, now: int) -> screen.AttachedFile:
    """Return the data as a file, compressed where it is too large for Discord."""
    content = host_commands.export_as_json(about, now)
    if len(content) <= _MAX_BYTES:
        return screen.AttachedFile(_FILE_NAME, content)
    return screen.AttachedFile(f"{_FILE_NAME}.gz", gzip.compress(content))


@handles(ShowPrivacy)
async def show_privacy(context: Context, _: ShowPrivacy) -> None:
    """Show the amount of stored data, with buttons for export and erasure."""
    await _show_stored_data(context)


async def _show_stored_data(context: Context, enclosed: screen.AttachedFile | None = None) -> None:
    counts = await context.services.store.privacy.counts(context.user_id)
    person = counts.person
    found = privacy_screens.StoredDataSummary(
        name=safe_text.safe_name(person.name) if person is not None and person.name else "",
        locale=(person.locale or "") if person is not None else "",
        has_settings=person is not None
        and person != settings.UserSettings(person.user_id, locale=person.locale, name=person.name),
        games=counts.games,
        results=counts.results,
        reviews=counts.reviews,
        cuts=counts.cuts,
        votes=counts.votes,
        problems=counts.problems,
        deals=counts.deals,
        daily_deals=counts.daily_deals,
        leagues=counts.leagues,
        reports=counts.reports,
        rulings=counts.rulings,
        kibitz=counts.kibitz,
    )
    await context.show(privacy_screens.privacy_screen(found, context.words, enclosed))


@handles(ExportMyData)
async def export_data(context: Context, _: ExportMyData) -> None:
    """Export the user's data as a file, made in a thread outside the event loop."""
    await context.services.quotas.count_question(context.user_id)
    await context.services.responder.defer(context.interaction)
    now = context.services.tables.services.now()
    about = await context.services.store.privacy.export(context.user_id, day_of(now))
    file = await asyncio.to_thread(export_file, about, now)
    await _show_stored_data(context, file)


@handles(EraseMyData)
async def erase_data(context: Context, command: EraseMyData) -> None:
    """Erase the user's data after a confirmation that names the tables in the way."""
    if not command.is_confirmed:
        await context.show(
            privacy_screens.forget_screen(await _open_tables(context), context.words)
        )
        return
    services, user_id = context.services, context.user_id
    try:
        games = await services.store.privacy.erase(user_id)
    except WriteRefused as refused:
        if refused.refusal is not WriteFault.STILL_SEATED:
            raise
        tables = privacy_screens.table_links(await _open_tables(context))
        raise refusals.Refused(refusals.Refusal.STILL_SEATED, tables=tables) from refused
    context.mark_stored()
    services.forget([user_id], games)
    await services.tables.reload_loaded(games)
    await context.show(privacy_screens.forgotten_screen(len(games), context.words))


async def _open_tables(context: Context) -> tuple[privacy_screens.OccupiedTable, ...]:
    """Return the user's open tables on all servers."""
    found = await context.services.store.privacy.open_seats(context.user_id)
    return tuple(
        privacy_screens.OccupiedTable(
            one.game_id, f"https://discord.com/channels/{one.guild_id}/{one.place_id}"
        )
        for one in found
    )
