"""A user's settings: one select each; every choice takes effect at once."""

from collections.abc import Sequence
from typing import Final

from bot.deeds.settings import (
    OwnFaces,
    OwnLanguage,
    OwnPictures,
    OwnQuiet,
    OwnSummoning,
    OwnText,
    OwnZone,
)
from bot.render.facts import OwnWishes
from bot.render.parts import lines, small
from bot.render.screen import Block, Screen, Select, Text, Tone
from bot.render.server.settings import ZONES, choice, locales_select, mark
from bot.render.words import Words
from bot.terms import Faces, Summoning

_CARDS: Final[dict[str, OwnFaces | OwnText]] = {
    "-": OwnFaces(None),
    **{faces.value: OwnFaces(faces) for faces in Faces},
    "names": OwnText(spelled=True),
}


def personal_settings_screen(now: OwnWishes, locales: Sequence[str], words: Words) -> Screen:
    """Return the user's settings; None as language or zone stands for the server's."""
    head = lines(
        f"### {words.say('settings.personal')}",
        small(words.say("settings.personal_how")),
        words.say("settings.refused") if now.refused else "",
    )
    quiet = (_quiet_until(now, words),) if now.quiet_from is not None else ()
    blocks: tuple[Block, ...] = (
        Text(head),
        locales_select("me", OwnLanguage, now.locale, locales, words),
        _cards(now, words),
        _pictures(now, words),
        _summoning(now, words),
        _quiet_from(now, words),
        *quiet,
        _zone(now, words),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _cards(now: OwnWishes, words: Words) -> Select:
    """Return the select for cards: faces of the table, faces of the user's choice, or text."""
    present = "names" if now.spelled else now.faces or "-"
    choices = tuple(
        choice("cards", words.say(f"faces.{value}"), deed, words, mark(value == present, words))
        for value, deed in _CARDS.items()
    )
    shown = words.say("settings.cards", value=words.say(f"faces.{present}"))
    return Select("me_cards", shown, choices)


def _pictures(now: OwnWishes, words: Words) -> Select:
    labels = {
        None: words.say("settings.me.any_pictures"),
        True: words.say("value.yes"),
        False: words.say("value.no"),
    }
    choices = tuple(
        choice("pictures", label, OwnPictures(wanted), words, mark(wanted is now.pictures, words))
        for wanted, label in labels.items()
    )
    shown = words.say("settings.pictures", value=labels[now.pictures])
    return Select("me_pictures", shown, choices)


def _summoning(now: OwnWishes, words: Words) -> Select:
    """Return the select for notifications; each choice has its explanation."""
    choices = tuple(
        choice(
            "calls",
            words.say(f"summoning.{how}"),
            OwnSummoning(how),
            words,
            words.say(f"summoning.{how}.about"),
        )
        for how in Summoning
    )
    shown = words.say(f"summoning.{now.summoning}")
    return Select("me_calls", words.say("settings.calls", value=shown), choices)


def _quiet_from(now: OwnWishes, words: Words) -> Select:
    none = words.say("settings.no_quiet")
    hours = [(_hour(hour), hour) for hour in range(24) if hour != now.quiet_until]
    choices = tuple(
        choice(
            "quiet_from",
            label,
            OwnQuiet(hour, now.quiet_until),
            words,
            mark(hour == now.quiet_from, words),
        )
        for label, hour in [(none, None), *hours]
    )
    shown = none if now.quiet_from is None else _hour(now.quiet_from)
    return Select("me_quiet_from", words.say("settings.quiet_from", value=shown), choices)


def _quiet_until(now: OwnWishes, words: Words) -> Select:
    choices = tuple(
        choice(
            "quiet_until",
            _hour(hour),
            OwnQuiet(now.quiet_from, hour),
            words,
            mark(hour == now.quiet_until, words),
        )
        for hour in range(24)
        if hour != now.quiet_from
    )
    shown = _hour(now.quiet_until)
    return Select("me_quiet_until", words.say("settings.quiet_until", value=shown), choices)


def _zone(now: OwnWishes, words: Words) -> Select:
    """Return the select for the time zone: the server's or a common one.

    A command accepts any other zone.
    """
    labels: dict[str | None, str] = {None: words.say("settings.me.any_zone")}
    labels |= {zone: zone for zone in ZONES if zone != "UTC"}
    if now.zone is not None:
        labels.setdefault(now.zone, now.zone)
    choices = tuple(
        choice("zone", label, OwnZone(zone), words, mark(zone == now.zone, words))
        for zone, label in labels.items()
    )
    return Select("me_zone", words.say("settings.zone", value=labels[now.zone]), choices)


def _hour(hour: int) -> str:
    return f"{hour}:00"
