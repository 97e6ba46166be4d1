"""A server's settings: one select each; every choice takes effect at once."""

from collections.abc import Callable, Mapping, Sequence

from bot.deeds.notation import Deed
from bot.deeds.saved import SavedRules
from bot.deeds.settings import (
    Limit,
    ServerClock,
    ServerFaces,
    ServerHistory,
    ServerLanguage,
    ServerLimit,
    ServerPictures,
    ServerPreset,
    ServerRole,
    ServerThreads,
    ServerZone,
)
from bot.render.facts import ServerSettings
from bot.render.parts import deed_button, lines, small
from bot.render.screen import Block, Choice, Row, Screen, Select, Text, Tone
from bot.render.words import Words
from bot.terms import Clock, Faces

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
_HISTORY = {"all": ServerHistory(allowed=True), "own": ServerHistory(allowed=False)}
_FACES = {"-": ServerFaces(None), **{faces.value: ServerFaces(faces) for faces in Faces}}
_PICTURES = {"yes": ServerPictures(wanted=True), "no": ServerPictures(wanted=False)}
_THREADS = {"yes": ServerThreads(allowed=True), "no": ServerThreads(allowed=False)}


def server_settings_screen(
    now: ServerSettings,
    presets: Sequence[str],
    locales: Sequence[str],
    words: Words,
) -> Screen:
    """Return the server's settings; None as language stands for Discord's."""
    head = lines(
        f"### {words.say('settings.server')}",
        small(words.say("settings.how")),
    )
    blocks: tuple[Block, ...] = (
        Text(head),
        locales_select("server", ServerLanguage, now.locale, locales, words),
        _presets(presets, now.preset, words),
        _select("clock", "clock.", {x: ServerClock(x) for x in Clock}, now.clock, words),
        _select("threads", "value.", _THREADS, "yes" if now.use_threads else "no", words),
        _select("faces", "faces.", _FACES, now.faces or "-", words),
        _select("pictures", "value.", _PICTURES, "yes" if now.pictures else "no", words),
        _select("history", "history.", _HISTORY, "all" if now.open_history else "own", words),
        _zones(now.zone, words),
        _role(now.role, words),
        _numbers(Limit.TABLES, _TABLES, now.max_tables, words),
        _numbers(Limit.OWN_TABLES, _OWN_TABLES, now.max_user_tables, words),
        _numbers(Limit.MIN_GAMES, _MIN_GAMES, now.min_games, words),
        Row((deed_button(words, "saved_rules", SavedRules()),)),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def locales_select(
    who: str,
    chosen: Callable[[str | None], Deed],
    present: str | None,
    locales: Sequence[str],
    words: Words,
) -> Select:
    """Return the select for a language; None inherits from the wider scope."""
    labels: dict[str | None, str] = {None: words.say(f"settings.{who}.any_language")}
    for locale in locales:
        labels[locale] = words.say(f"language.{locale}")
    choices = tuple(
        choice("language", label, chosen(locale), words, mark(locale == present, words))
        for locale, label in labels.items()
    )
    shown = labels[None] if present is None else words.say(f"language.{present}")
    return Select(f"{who}_language", words.say("settings.language", value=shown), choices)


def _select(
    name: str, prefix: str, values: Mapping[str, Deed], present: str, words: Words
) -> Select:
    choices = tuple(
        choice(name, words.say(prefix + value), deed, words, mark(value == present, words))
        for value, deed in values.items()
    )
    return Select(name, words.say(f"settings.{name}", value=words.say(prefix + present)), choices)


def _presets(names: Sequence[str], present: str, words: Words) -> Select:
    """Return the select for the default preset; each choice has its description."""
    choices = tuple(
        Choice(
            words.say(f"preset.{name}"),
            ServerPreset(name),
            description=mark(name == present, words) or words.say(f"plain.{name}"),
        )
        for name in names
    )
    shown = words.say("settings.preset", value=words.say(f"preset.{present}"))
    return Select("preset", shown, choices)


def _zones(present: str, words: Words) -> Select:
    """Return the select for the time zone, by tz database names (the same in all languages)."""
    choices = tuple(
        choice("zone", zone, ServerZone(zone), words, mark(zone == present, words))
        for zone in dict.fromkeys((*ZONES, present))
    )
    return Select("zone", words.say("settings.zone", value=present), choices)


def _role(present: int | None, words: Words) -> Block:
    """Return the select that clears the role; a command sets it, where Discord lists roles."""
    if present is None:
        return Text(small(words.say("settings.no_role")))
    nobody = Choice(words.say("settings.role_nobody"), ServerRole(0))
    return Select("role", words.say("settings.role"), (nobody,))


def _numbers(limit: Limit, values: Sequence[int], present: int, words: Words) -> Select:
    offered = sorted({*values, present})
    choices = tuple(
        choice(limit, str(n), ServerLimit(limit, n), words, mark(n == present, words))
        for n in offered
    )
    return Select(limit, words.say(f"settings.{limit}", value=present), choices)


def choice(subject: str, label: str, deed: Deed, words: Words, about: str) -> Choice:
    """Return a choice whose label names its setting: a closed select shows only the label."""
    return Choice(words.say(f"settings.{subject}", value=label), deed, description=about)


def mark(is_present: bool, words: Words) -> str:
    """Return the description of the present choice; "" for others."""
    return words.say("house.present") if is_present else ""
