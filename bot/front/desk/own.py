"""User settings: language, cards as words, notifications."""

from dataclasses import replace
from typing import assert_never

from bot.deeds.settings import (
    SetOwnCardNames,
    SetOwnFaces,
    SetOwnLanguage,
    SetOwnNotifications,
    SetOwnPictures,
    SetOwnQuietHours,
    SetOwnTimeZone,
)
from bot.front.desk.context import Context
from bot.front.desk.pages import in_current_language, require_locale, require_zone
from bot.render.facts import UserSettingsData
from bot.render.server.personal import personal_settings_screen
from bot.store.wishes import UserSettings

OwnSettingCommand = (
    SetOwnLanguage
    | SetOwnNotifications
    | SetOwnQuietHours
    | SetOwnTimeZone
    | SetOwnCardNames
    | SetOwnFaces
    | SetOwnPictures
)


async def change_own_setting(context: Context, command: OwnSettingCommand) -> None:
    """Change one setting; the next screen is in the language that holds then."""
    languages = context.services.preferences
    person = await languages.person(context.user_id)
    await languages.save_person(with_own_setting(context, person, command))
    context.mark_stored()
    context.services.notifier.recheck_quiet_hours()
    for game_id in context.services.live_hands.mark_outdated(context.user_id):
        context.services.painter.poke(game_id)
    await show_own_settings(await in_current_language(context))


def with_own_setting(
    context: Context, person: UserSettings, command: OwnSettingCommand
) -> UserSettings:
    """Return the settings with one changed.  Raises Refused for an unknown value."""
    match command:
        case SetOwnLanguage(locale):
            require_locale(context, locale)
            return replace(person, locale=locale)
        case SetOwnNotifications(when):
            return replace(person, summoning=when, refused=False)
        case SetOwnQuietHours(start, end):
            return replace(person, quiet_from=start, quiet_until=end)
        case SetOwnTimeZone(zone):
            if zone is not None:
                require_zone(zone)
            return replace(person, zone=zone)
        case SetOwnCardNames(spelled):
            return replace(person, spelled=spelled)
        case SetOwnFaces(faces):
            return replace(person, spelled=False, faces=faces)
        case SetOwnPictures(wanted):
            return replace(person, pictures=wanted)
        case _:
            assert_never(command)


async def show_own_settings(context: Context) -> None:
    """Show the user's settings; a blocked direct message is reported once."""
    languages = context.services.preferences
    person = await languages.person(context.user_id)
    wishes = UserSettingsData(
        locale=person.locale,
        summoning=person.summoning,
        quiet_from=person.quiet_from,
        quiet_until=person.quiet_until,
        zone=person.zone,
        spelled=person.spelled,
        pictures=person.pictures,
        faces=person.faces,
        refused=person.refused,
    )
    locales = languages.catalogue.locales()
    await context.show(personal_settings_screen(wishes, locales, context.words))
    if person.refused:
        newest = await languages.person(context.user_id)
        await languages.save_person(replace(newest, refused=False))
