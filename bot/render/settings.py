"""What a server and a player decide: one select each, every choice takes effect at once."""

from collections.abc import Sequence
from dataclasses import replace

from bot.render.facts import ServerSettings
from bot.render.parts import LINE, lines, small
from bot.render.screen import Block, Choice, Screen, Select, Text, Tone, deed
from bot.render.words import Words
from bot.terms import Clock

_TABLES = (1, 2, 3, 5, 10, 15, 25)
_OWN_TABLES = (1, 2, 3, 5, 10)
_MIN_GAMES = (1, 2, 3, 5, 10, 20)


def personal_settings_screen(
    locale: str | None, locales: Sequence[str], words: Words, note: str = ""
) -> Screen:
    """The own language: ``me language <locale>``; ``-`` stands for the server's or Discord's."""
    head = lines(
        f"> {note}" if note else "",
        f"### {words.say('settings.personal')}",
        small(words.say("settings.personal_how")),
    )
    return Screen(0, 0, Tone.PRIVATE, (Text(head), _locales("me", locale, locales, words)))


def server_settings_screen(
    now: ServerSettings,
    presets: Sequence[str],
    locales: Sequence[str],
    words: Words,
    note: str = "",
) -> Screen:
    """The server's: ``server <setting> <value>``; ``-`` as language stands for Discord's."""
    clocks = [clock.value for clock in Clock]
    head = lines(
        f"> {note}" if note else "",
        f"### {words.say('settings.server')}",
        small(words.say("settings.how")),
    )
    blocks: tuple[Block, ...] = (
        Text(head),
        _locales("server", now.locale, locales, words),
        _select("preset", presets, now.preset, words, "preset."),
        _select("clock", clocks, now.clock.value, words, "clock."),
        _select("threads", ("yes", "no"), "yes" if now.use_threads else "no", words, "value."),
        _numbers("tables", _TABLES, now.max_tables, words),
        _numbers("own_tables", _OWN_TABLES, now.max_user_tables, words),
        _numbers("min_games", _MIN_GAMES, now.min_games, words),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def settings_screen(
    locale: str | None,
    server: ServerSettings | None,
    presets: Sequence[str],
    locales: Sequence[str],
    words: Words,
    note: str = "",
) -> Screen:
    """Both in one: the own language, and for those who manage the server its settings."""
    own = personal_settings_screen(locale, locales, words, note)
    if server is None:
        return own
    blocks = server_settings_screen(server, presets, locales, words).blocks
    return replace(own, blocks=(*own.blocks, LINE, *blocks))


def _locales(who: str, present: str | None, locales: Sequence[str], words: Words) -> Select:
    values = ("-", *locales)
    labels = (words.say(f"settings.{who}.any_language"), *(f"language.{x}" for x in locales))
    choices = tuple(
        Choice(
            label if value == "-" else words.say(label),
            deed(f"{who} language {value}"),
            description=_mark(value == (present or "-"), words),
        )
        for value, label in zip(values, labels, strict=True)
    )
    shown = labels[0] if present is None else words.say(f"language.{present}")
    return Select(f"{who}_language", words.say("settings.language", value=shown), choices)


def _select(name: str, values: Sequence[str], present: str, words: Words, prefix: str) -> Select:
    choices = tuple(
        Choice(
            words.say(prefix + value),
            deed(f"server {name} {value}"),
            description=_mark(value == present, words),
        )
        for value in values
    )
    return Select(name, words.say(f"settings.{name}", value=words.say(prefix + present)), choices)


def _numbers(name: str, values: Sequence[int], present: int, words: Words) -> Select:
    offered = sorted({*values, present})
    choices = tuple(
        Choice(str(n), deed(f"server {name} {n}"), description=_mark(n == present, words))
        for n in offered
    )
    return Select(name, words.say(f"settings.{name}", value=present), choices)


def _mark(is_present: bool, words: Words) -> str:
    return words.say("house.present") if is_present else ""
