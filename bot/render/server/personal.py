"""A user's settings: one select each; every choice takes effect at once."""

from collections.abc import Sequence
from typing import Final

from bot.deeds.settings import (
    SetOwnCardNames,
    SetOwnFaces,
    SetOwnLanguage,
    SetOwnNotifications,
    SetOwnPictures,
    SetOwnQuietHours,
    SetOwnTimeZone,
)
from bot.render.facts import UserSettingsData
from bot.render.parts import join_lines, small_print
from bot.render.screen import Block, Screen, Select, Text, Tone
from bot.render.server.settings import ZONES, language_select, present_mark, setting_choice
from bot.render.words import Words
from bot.terms import CardFaces, NotifyWhen

_FACE_COMMANDS: Final[dict[str, SetOwnFaces | SetOwnCardNames]] = {
    "-": SetOwnFaces(None),
    **{faces.value: SetOwnFaces(faces) for faces in CardFaces},
    "names": SetOwnCardNames(spelled=True),
}


def personal_settings_screen(now: UserSettingsData, locales: Sequence[str], words: Words) -> Screen:
    """Return the user's settings; None as language or zone stands for the server's."""
    head = join_lines(
        f"### {words.say('settings.personal')}",
        small_print(words.say("settings.personal_how")),
        words.say("settings.refused") if now.refused else "",
    )
    quiet = (_quiet_until_select(now, words),) if now.quiet_from is not None else ()
    blocks: tuple[Block, ...] = (
        Text(head),
        language_select("me", SetOwnLanguage, now.locale, locales, words),
        _faces_select(now, words),
        _pictures_select(now, words),
        _notifications_select(now, words),
        _quiet_from_select(now, words),
        *quiet,
        _user_zone_select(now, words),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _faces_select(now: UserSettingsData, words: Words) -> Select:
    """Return the select for cards: faces of the table, faces of the user's choice, or text."""
    present = "names" if now.spelled else now.faces or "-"
    choices = tuple(
        setting_choice(
            "cards", words.say(f"faces.{value}"), deed, words, present_mark(value == present, words)
        )
        for value, deed in _FACE_COMMANDS.items()
    )
    shown = words.say("settings.cards", value=words.say(f"faces.{present}"))
    return Select("me_cards", shown, choices)


def _pictures_select(now: UserSettingsData, words: Words) -> Select:
    labels = {
        None: words.say("settings.me.any_pictures"),
        True: words.say("value.yes"),
        False: words.say("value.no"),
    }
    choices = tuple(
        setting_choice(
            "pictures",
            label,
            SetOwnPictures(wanted),
            words,
            present_mark(wanted is now.pictures, words),
        )
        for wanted, label in labels.items()
    )
    shown = words.say("settings.pictures", value=labels[now.pictures])
    return Select("me_pictures", shown, choices)


def _notifications_select(now: UserSettingsData, words: Words) -> Select:
    """Return the select for notifications; each choice has its explanation."""
    choices = tuple(
        setting_choice(
            "calls",
            words.say(f"summoning.{how}"),
            SetOwnNotifications(how),
            words,
            words.say(f"summoning.{how}.about"),
        )
        for how in NotifyWhen
    )
    shown = words.say(f"summoning.{now.summoning}")
    return Select("me_calls", words.say("settings.calls", value=shown), choices)


def _quiet_from_select(now: UserSettingsData, words: Words) -> Select:
    none = words.say("settings.no_quiet")
    hours = [(_hour(hour), hour) for hour in range(24) if hour != now.quiet_until]
    choices = tuple(
        setting_choice(
            "quiet_from",
            label,
            SetOwnQuietHours(hour, now.quiet_until),
            words,
            present_mark(hour == now.quiet_from, words),
        )
        for label, hour in [(none, None), *hours]
    )
    shown = none if now.quiet_from is None else _hour(now.quiet_from)
    return Select("me_quiet_from", words.say("settings.quiet_from", value=shown), choices)


def _quiet_until_select(now: UserSettingsData, words: Words) -> Select:
    choices = tuple(
        setting_choice(
            "quiet_until",
            _hour(hour),
            SetOwnQuietHours(now.quiet_from, hour),
            words,
            present_mark(hour == now.quiet_until, words),
        )
        for hour in range(24)
        if hour != now.quiet_from
    )
    shown = _hour(now.quiet_until)
    return Select("me_quiet_until", words.say("settings.quiet_until", value=shown), choices)


def _user_zone_select(now: UserSettingsData, words: Words) -> Select:
    """Return the select for the time zone: the server's or a common one.

    A command accepts any other zone.
    """
    labels: dict[str | None, str] = {None: words.say("settings.me.any_zone")}
    labels |= {zone: zone for zone in ZONES if zone != "UTC"}
    if now.zone is not None:
        labels.setdefault(now.zone, now.zone)
    choices = tuple(
        setting_choice(
            "zone", label, SetOwnTimeZone(zone), words, present_mark(zone == now.zone, words)
        )
        for zone, label in labels.items()
    )
    return Select("me_zone", words.say("settings.zone", value=labels[now.zone]), choices)


def _hour(hour: int) -> str:
    return f"{hour}:00"
