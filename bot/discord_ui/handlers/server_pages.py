"""Pages without a table: help, server settings, a user's own settings."""

import asyncio
import gzip
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Final

from discord import Member

from bot.discord_ui import start_times
from bot.discord_ui.channels import title_obstacle
from bot.discord_ui.handlers import lobby_handlers, table_pages
from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.handlers.registry import handles
from bot.engine.rules import BadRules
from bot.model import refusals, settings
from bot.model.periods import day_of
from bot.model.refusals import Refusal, Refused
from bot.model.settings import (
    GuildSettings,
    SettingChange,
    SettingsPage,
    UserSettings,
    page_of,
    settings_of,
    with_change,
)
from bot.model.values import replace
from bot.presets import DEFAULT_PRESET, parse_rules
from bot.render import screen
from bot.render.rule_text import presets_by_family
from bot.render.rules_screens import preset_rules_screen
from bot.render.screen import safe_name
from bot.render.server import settings_screens
from bot.render.server.help_screens import general_help_screen
from bot.render.server.settings_screens import personal_settings_screen, server_settings_screen
from bot.store import WriteFault, WriteRefused
from bot.store.admin import host_commands, user_data
from bot.ui_commands import server_commands
from bot.ui_commands.server_commands import EraseMyData, ExportMyData, ShowPrivacy


@handles(server_commands.ShowHelp)
async def show_help(context: Context, _: server_commands.ShowHelp) -> None:
    """Show the moves possible at a table now; else help for the family played here."""
    if isinstance(context, TableContext):
        await table_pages.show_table_help(context)
    else:
        family = context.services.presets.family_key(await preset_here(context))
        await show_help_page(
            context, server_commands.ShowHelpPage(family, server_commands.HelpTopic.GAME)
        )


@handles(server_commands.ShowHelpPage)
async def show_help_page(context: Context, command: server_commands.ShowHelpPage) -> None:
    await context.show(general_help_screen(context.words, command.family, command.topic))


async def preset_here(context: Context) -> str:
    """Return the preset of the caller's table in this channel, else the usual one of the server."""
    services, place = context.services, context.interaction.channel_id or 0
    if context.server is None:
        return DEFAULT_PRESET
    try:
        table = await services.tables.find_here_or_last(place, context.user_id, context.guild_id)
        return parse_rules(table.row.rules).preset
    except (Refused, BadRules):
        wish = (await services.store.preferences.guild(context.guild_id)).preset
        return wish if wish in services.presets.names() else DEFAULT_PRESET


@handles(server_commands.ShowUsualRules)
async def show_usual_rules(context: Context, _: server_commands.ShowUsualRules) -> None:
    await show_preset_rules(context, server_commands.ShowPresetRules(await preset_here(context)))


@handles(server_commands.ShowPresetRules)
async def show_preset_rules(context: Context, command: server_commands.ShowPresetRules) -> None:
    require_preset(context, command.preset)
    presets = context.services.presets
    rules, names = presets.rules(command.preset), presets_by_family(presets)
    await context.show(preset_rules_screen(rules, names, context.words, command.page or 0))


# -- settings


async def change_server_settings(context: Context, *changes: SettingChange) -> None:
    """Change settings of the server, all or none, on behalf of a manager."""
    _require_manager(context)
    for change in changes:
        _check_values(context, GuildSettings, change)

    def changed(guild: GuildSettings) -> GuildSettings:
        return reduce(with_change, changes, guild)

    await context.services.preferences.change_server(context.guild_id, changed)
    context.mark_stored()
    context.services.notifier.recheck_timers()
    if any(change.setting == "zone" for change in changes):
        await lobby_handlers.reschedule_weekly_tables(context)
    await show_server_settings(await in_current_language(context), page_of(changes[0].setting))


@handles(server_commands.ChangeServerSetting)
async def change_server_setting(
    context: Context, command: server_commands.ChangeServerSetting
) -> None:
    await change_server_settings(context, command.change)


async def in_current_language(context: Context) -> Context:
    """Return the context in the language that holds after a change."""
    return replace(context, words=await context.services.preferences.words_for(context.interaction))


def _check_values(
    context: Context, record: type[GuildSettings | UserSettings], change: SettingChange
) -> None:
    """Raise Refused for a value that is readable but names nothing here."""
    for column, value in zip(settings_of(record)[change.setting], change.values, strict=True):
        if value is not None and (check := _CHECKS.get(column)) is not None:
            check(context, str(value))


def require_preset(context: Context, preset: str) -> None:
    if preset not in context.services.presets.names():
        raise Refused(Refusal.PRESET_UNKNOWN, preset=preset)


def _require_zone(context: Context, zone: str) -> None:
    if zone not in start_times.zone_names():
        raise Refused(Refusal.VALUE_UNKNOWN, option="zone", value=zone[:40])


def _require_locale(context: Context, locale: str) -> None:
    if locale not in context.services.preferences.catalogue.locales():
        raise Refused(Refusal.VALUE_UNKNOWN, option="language", value=locale)


def _require_mentionable(context: Context, role: str) -> None:
    lobby_handlers.require_mentionable_role(context, int(role))


def _require_postable(context: Context, channel_id: str) -> None:
    """Raise Refused for a channel in which the bot may not post."""
    guild = context.interaction.guild
    channel = None if guild is None else guild.get_channel(int(channel_id))
    rights = None if channel is None or guild is None else channel.permissions_for(guild.me)
    if rights is None or not (rights.view_channel and rights.send_messages):
        raise Refused(Refusal.ETUDE_NO_PLACE)


def _require_givable(context: Context, role: str) -> None:
    """Raise Refused for a role that the bot or the manager could not give."""
    guild, user = context.interaction.guild, context.interaction.user
    if guild is None or not isinstance(user, Member):
        raise Refused(Refusal.SERVER_ONLY)
    if (obstacle := title_obstacle(guild, int(role))) is not None:
        raise Refused(obstacle)
    may_give = context.interaction.permissions.manage_roles
    if user.id != guild.owner_id and not (may_give and guild.get_role(int(role)) < user.top_role):
        raise Refused(Refusal.TITLE_ROLE_OTHERS)


_CHECKS: Final[Mapping[str, Callable[[Context, str], None]]] = {  # by column
    "locale": _require_locale,
    "preset": require_preset,
    "zone": _require_zone,
    "role": _require_mentionable,
    "recap_channel": _require_postable,
    "daily_channel": _require_postable,
    **dict.fromkeys(("first_title", "second_title", "champion_title"), _require_givable),
}


def _require_manager(context: Context) -> None:
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)


@handles(server_commands.ShowServerSettings)
async def open_server_settings(context: Context, _: server_commands.ShowServerSettings) -> None:
    await show_server_settings(context)


@handles(server_commands.ShowServerSettingsPage)
async def open_server_settings_page(
    context: Context, command: server_commands.ShowServerSettingsPage
) -> None:
    await show_server_settings(context, command.page)


async def show_server_settings(context: Context, page: SettingsPage = SettingsPage.TABLES) -> None:
    """Show a page of the server's settings to a manager."""
    _require_manager(context)
    guild = await context.services.store.preferences.guild(context.guild_id)
    locales = context.services.preferences.catalogue.locales()
    names = presets_by_family(context.services.presets)
    await context.show(server_settings_screen(guild, names, locales, context.words, page))


# User settings: language, cards as words, notifications.


@handles(server_commands.ChangeOwnSetting)
async def change_own_setting(context: Context, command: server_commands.ChangeOwnSetting) -> None:
    """Change one setting; the next screen is in the language that holds then."""
    _check_values(context, UserSettings, command.change)
    languages = context.services.preferences
    person = await languages.person(context.user_id)
    await languages.save_person(with_change(person, command.change))
    context.mark_stored()
    context.services.notifier.recheck_timers()
    for game_id in context.services.live_hands.mark_outdated(context.user_id):
        context.services.painter.poke(game_id)
        context.services.driver.tasks.poke(game_id)  # a forced card may be on turn
    await show_own_settings(await in_current_language(context))


@handles(server_commands.ShowOwnSettings)
async def open_own_settings(context: Context, _: server_commands.ShowOwnSettings) -> None:
    await show_own_settings(context)


async def show_own_settings(context: Context) -> None:
    """Show the user's settings; a blocked direct message is reported once."""
    languages = context.services.preferences
    person = await languages.person(context.user_id)
    locales = languages.catalogue.locales()
    await context.show(personal_settings_screen(person, locales, context.words))
    if person.refused:
        newest = await languages.person(context.user_id)
        await languages.save_person(replace(newest, refused=False))


# A user's stored data: shown, exported and erased, visible to that user alone.

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
    found = settings_screens.StoredDataSummary(
        name=safe_name(person.name) if person is not None and person.name else "",
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
    await context.show(settings_screens.privacy_screen(found, context.words, enclosed))


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
            settings_screens.forget_screen(await _open_tables(context), context.words)
        )
        return
    services, user_id = context.services, context.user_id
    try:
        games = await services.store.privacy.erase(user_id)
    except WriteRefused as refused:
        if refused.refusal is not WriteFault.STILL_SEATED:
            raise
        tables = settings_screens.table_links(await _open_tables(context))
        raise refusals.Refused(refusals.Refusal.STILL_SEATED, tables=tables) from refused
    context.mark_stored()
    services.forget([user_id], games)
    await services.tables.reload_loaded(games)
    await context.show(settings_screens.forgotten_screen(len(games), context.words))


async def _open_tables(context: Context) -> tuple[settings_screens.OccupiedTable, ...]:
    """Return the user's open tables on all servers."""
    found = await context.services.store.privacy.open_seats(context.user_id)
    return tuple(
        settings_screens.OccupiedTable(
            one.game_id, f"https://discord.com/channels/{one.guild_id}/{one.place_id}"
        )
        for one in found
    )
