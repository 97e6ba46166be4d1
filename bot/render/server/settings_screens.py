"""A server's settings: one select each; every choice takes effect at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.model.enums import CardFaces, Clock, NotifyWhen
from bot.render.formatting import command_button, join_lines, small_print, text_blocks
from bot.render.screen import (
    Block,
    Button,
    ButtonRow,
    Screen,
    Select,
    SelectChoice,
    Style,
    Text,
    Tone,
)
from bot.render.screen_data import ServerSettingsData, UserSettingsData
from bot.render.words import Words
from bot.ui_commands.codec import UiCommand
from bot.ui_commands.server_commands import (
    ServerLimitKind,
    SetOwnCardNames,
    SetOwnFaces,
    SetOwnLanguage,
    SetOwnNotifications,
    SetOwnPictures,
    SetOwnQuietHours,
    SetOwnTimeZone,
    SetServerClock,
    SetServerFaces,
    SetServerHistory,
    SetServerLanguage,
    SetServerLimit,
    SetServerPictures,
    SetServerPreset,
    SetServerRole,
    SetServerThreads,
    SetServerTimeZone,
    ShowSavedRules,
)

_TABLES = (1, 2, 3, 5, 10, 15, 25)
_OWN_TABLES = (1, 2, 3, 5, 10)
_MIN_GAMES = (1, 2, 3, 5, 10, 20)
# where Preference is played; a command accepts any other zone
ZONES = (
    "UTC",
    *("Europe/London", "Europe/Paris", "Europe/Berlin", "Europe/Vienna", "Europe/Ljubljana"),
    *("Europe/Zagreb", "Europe/Belgrade", "Europe/Riga", "Europe/Kyiv", "Europe/Chisinau"),
    *("Europe/Minsk", "Europe/Moscow", "Europe/Samara", "Asia/Jerusalem", "Asia/Tbilisi"),
    *("Asia/Yekaterinburg", "Asia/Almaty", "Asia/Novosibirsk", "Asia/Irkutsk"),
    *("Asia/Vladivostok", "America/New_York", "America/Chicago", "America/Los_Angeles"),
)
_HISTORY = {"all": SetServerHistory(allowed=True), "own": SetServerHistory(allowed=False)}
_FACES = {"-": SetServerFaces(None), **{faces.value: SetServerFaces(faces) for faces in CardFaces}}
_PICTURES = {"yes": SetServerPictures(wanted=True), "no": SetServerPictures(wanted=False)}
_THREADS = {"yes": SetServerThreads(allowed=True), "no": SetServerThreads(allowed=False)}


def server_settings_screen(
    now: ServerSettingsData,
    presets: Sequence[str],
    locales: Sequence[str],
    words: Words,
) -> Screen:
    """Return the server's settings; None as language stands for Discord's."""
    head = join_lines(
        f"### {words.say('settings.server')}",
        small_print(words.say("settings.how")),
    )
    blocks: tuple[Block, ...] = (
        Text(head),
        language_select("server", SetServerLanguage, now.locale, locales, words),
        _preset_select(presets, now.preset, words),
        _named_select("clock", "clock.", {x: SetServerClock(x) for x in Clock}, now.clock, words),
        _named_select("threads", "value.", _THREADS, "yes" if now.use_threads else "no", words),
        _named_select("faces", "faces.", _FACES, now.faces or "-", words),
        _named_select("pictures", "value.", _PICTURES, "yes" if now.pictures else "no", words),
        _named_select("history", "history.", _HISTORY, "all" if now.open_history else "own", words),
        _server_zone_select(now.zone, words),
        _role_block(now.role, words),
        _limit_select(ServerLimitKind.TABLES, _TABLES, now.max_tables, words),
        _limit_select(ServerLimitKind.OWN_TABLES, _OWN_TABLES, now.max_user_tables, words),
        _limit_select(ServerLimitKind.MIN_GAMES, _MIN_GAMES, now.min_games, words),
        ButtonRow((command_button(words, "saved_rules", ShowSavedRules()),)),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def language_select(
    scope: str,
    command_for: Callable[[str | None], UiCommand],
    present: str | None,
    locales: Sequence[str],
    words: Words,
) -> Select:
    """Return the select for a language; None inherits from the wider scope."""
    labels: dict[str | None, str] = {None: words.say(f"settings.{scope}.any_language")}
    for locale in locales:
        labels[locale] = words.say(f"language.{locale}")
    choices = tuple(
        setting_choice(
            "language", label, command_for(locale), words, present_mark(locale == present, words)
        )
        for locale, label in labels.items()
    )
    shown = labels[None] if present is None else words.say(f"language.{present}")
    return Select(f"{scope}_language", words.say("settings.language", value=shown), choices)


def _named_select(
    name: str, prefix: str, values: Mapping[str, UiCommand], present: str, words: Words
) -> Select:
    choices = tuple(
        setting_choice(
            name, words.say(prefix + value), deed, words, present_mark(value == present, words)
        )
        for value, deed in values.items()
    )
    return Select(name, words.say(f"settings.{name}", value=words.say(prefix + present)), choices)


def _preset_select(names: Sequence[str], present: str, words: Words) -> Select:
    """Return the select for the default preset; each choice has its description."""
    choices = tuple(
        SelectChoice(
            words.say(f"preset.{name}"),
            SetServerPreset(name),
            description=present_mark(name == present, words) or words.say(f"plain.{name}"),
        )
        for name in names
    )
    shown = words.say("settings.preset", value=words.say(f"preset.{present}"))
    return Select("preset", shown, choices)


def _server_zone_select(present: str, words: Words) -> Select:
    """Return the select for the time zone, by tz database names (the same in all languages)."""
    choices = tuple(
        setting_choice(
            "zone", zone, SetServerTimeZone(zone), words, present_mark(zone == present, words)
        )
        for zone in dict.fromkeys((*ZONES, present))
    )
    return Select("zone", words.say("settings.zone", value=present), choices)


def _role_block(present: int | None, words: Words) -> Block:
    """Return the select that clears the role; a command sets it, where Discord lists roles."""
    if present is None:
        return Text(small_print(words.say("settings.no_role")))
    nobody = SelectChoice(words.say("settings.role_nobody"), SetServerRole(0))
    return Select("role", words.say("settings.role"), (nobody,))


def _limit_select(
    limit: ServerLimitKind, values: Sequence[int], present: int, words: Words
) -> Select:
    offered = sorted({*values, present})
    choices = tuple(
        setting_choice(
            limit, str(n), SetServerLimit(limit, n), words, present_mark(n == present, words)
        )
        for n in offered
    )
    return Select(limit, words.say(f"settings.{limit}", value=present), choices)


def setting_choice(
    subject: str, label: str, command: UiCommand, words: Words, about: str
) -> SelectChoice:
    """Return a choice whose label names its setting: a closed select shows only the label."""
    return SelectChoice(words.say(f"settings.{subject}", value=label), command, description=about)


def present_mark(is_present: bool, words: Words) -> str:
    """Return the description of the present choice; "" for others."""
    return words.say("house.present") if is_present else ""


# A user's settings: one select each; every choice takes effect at once.

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


# The offer of a language that Discord lacks, to a user who opens a table by its preset.


def language_offer_screen(locales: Sequence[str], words: Words) -> Screen:
    """Return one small line in that language, with a button for each script."""
    buttons = tuple(
        Button(words.say(f"language.{locale}"), SetOwnLanguage(locale), style=Style.PLAIN)
        for locale in locales
    )
    return Screen(
        0,
        0,
        Tone.PRIVATE,
        (*text_blocks(small_print(words.say("offer.language"))), ButtonRow(buttons)),
    )
