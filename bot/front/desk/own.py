"""User settings: language, cards as words, notifications."""

from dataclasses import replace
from typing import assert_never

from bot.deeds.settings import (
    OwnFaces,
    OwnLanguage,
    OwnPictures,
    OwnQuiet,
    OwnSummoning,
    OwnText,
    OwnZone,
)
from bot.front.desk.context import Caller
from bot.front.desk.pages import need_locale, need_zone, spoken_to
from bot.render.facts import OwnWishes
from bot.render.server.personal import personal_settings_screen
from bot.store.wishes import Person

OwnSetting = OwnLanguage | OwnSummoning | OwnQuiet | OwnZone | OwnText | OwnFaces | OwnPictures


async def own(caller: Caller, deed: OwnSetting) -> None:
    """Change one setting; the next screen is in the language that holds then."""
    languages = caller.office.languages
    person = await languages.person(caller.user_id)
    await languages.keep_person(changed_person(caller, person, deed))
    caller.keep()
    caller.office.crier.wake()
    for game_id in caller.office.hands.looks_otherwise(caller.user_id):
        caller.office.painter.poke(game_id)
    await own_settings(await spoken_to(caller))


def changed_person(caller: Caller, person: Person, deed: OwnSetting) -> Person:
    """Return the settings with one changed.  Raises Refused for an unknown value."""
    match deed:
        case OwnLanguage(locale):
            need_locale(caller, locale)
            return replace(person, locale=locale)
        case OwnSummoning(when):
            return replace(person, summoning=when, refused=False)
        case OwnQuiet(start, end):
            return replace(person, quiet_from=start, quiet_until=end)
        case OwnZone(zone):
            if zone is not None:
                need_zone(zone)
            return replace(person, zone=zone)
        case OwnText(spelled):
            return replace(person, spelled=spelled)
        case OwnFaces(faces):
            return replace(person, spelled=False, faces=faces)
        case OwnPictures(wanted):
            return replace(person, pictures=wanted)
        case _:
            assert_never(deed)


async def own_settings(caller: Caller) -> None:
    """Show the user's settings; a blocked direct message is reported once."""
    languages = caller.office.languages
    person = await languages.person(caller.user_id)
    wishes = OwnWishes(
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
    await caller.show(personal_settings_screen(wishes, locales, caller.words))
    if person.refused:
        newest = await languages.person(caller.user_id)
        await languages.keep_person(replace(newest, refused=False))
