"""Settings screens of servers and users: one select each, effective at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.model.enums import Clock, NotifyWhen
from bot.model.refusals import Refusal
from bot.model.settings import (
    AnySettings,
    Column,
    GuildSettings,
    SettingsPage,
    UserSettings,
    page_of,
    settings_of,
)
from bot.model.values import Record, replace
from bot.presets import DEFAULT_PRESET
from bot.render import screen
from bot.render.formatting import (
    bold,
    command_button,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import AttachedFile, Block, Button, ButtonRow, Screen, Style, Tone
from bot.render.words import Words
from bot.ui_commands.codec import UiCommand
from bot.ui_commands.server_commands import (
    EraseMyData,
    ExportMyData,
    ShowPrivacy,
    ShowSavedRules,
    ShowServerSettingsPage,
    own_setting,
    server_setting,
)

# A server's settings: one select each; every choice takes effect at once.


class _Option(NamedTuple):
    label: str
    command: UiCommand
    is_present: bool
    about: str = ""


_Offered = Mapping[str, Sequence[object]]  # values of settings that depend on the bot's files


def server_settings_screen(
    now: GuildSettings,
    presets: Sequence[str],
    locales: Sequence[str],
    words: Words,
    page: SettingsPage = SettingsPage.TABLES,
) -> screen.Screen:
    """Return a page of the server's settings, each with its select."""
    about = "settings.how_titles" if page is SettingsPage.TITLES else "settings.how"
    trouble = now.titles_trouble if page is SettingsPage.TITLES else ""
    head = join_lines(
        f"### {words.say('settings.server')}",
        small_print(words.say(about)),
        f"> {words.say(f'table.{trouble}')}" if trouble else "",
    )
    shown = replace(now, preset=now.preset or DEFAULT_PRESET, clock=now.clock or Clock.NORMAL)
    offered = {"language": (None, *locales), "preset": presets}
    selects = [
        _SERVER_BLOCKS.get(name, _server_select)(name, shown, offered, words)
        for name in settings_of(GuildSettings)
        if page_of(name) is page
    ]
    row = screen.ButtonRow(
        (
            *(_page_button(one, words, is_here=one is page) for one in SettingsPage),
            command_button(words, "saved_rules", ShowSavedRules()),
        )
    )
    return screen.Screen(0, 0, screen.Tone.PRIVATE, (screen.Text(head), *selects, row))


def _page_button(page: SettingsPage, words: Words, *, is_here: bool) -> screen.Button:
    style = screen.Style.PRIMARY if is_here else screen.Style.PLAIN
    return command_button(words, f"settings_{page}", ShowServerSettingsPage(page), style)


def personal_settings_screen(
    now: UserSettings, locales: Sequence[str], words: Words
) -> screen.Screen:
    """Return the user's settings, each with its select; a blocked direct message is reported."""
    head = join_lines(
        f"### {words.say('settings.personal')}",
        small_print(words.say("settings.refused" if now.refused else "settings.personal_how")),
    )
    offered = {"language": (None, *locales)}
    selects = [
        select
        for name in settings_of(UserSettings)
        for select in _OWN_SELECTS.get(name, _own_select)(name, now, offered, words)
    ]
    return screen.Screen(0, 0, screen.Tone.PRIVATE, (screen.Text(head), *selects))


# -- the select that follows from a declaration


def _server_select(name: str, now: GuildSettings, offered: _Offered, words: Words) -> screen.Block:
    return _declared_select("server", name, now, offered, words)


def _own_select(
    name: str, now: UserSettings, offered: _Offered, words: Words
) -> tuple[screen.Select, ...]:
    return (_declared_select("me", name, now, offered, words),)


def _declared_select(
    scope: str, name: str, now: AnySettings, offered: _Offered, words: Words
) -> screen.Select:
    """Return the select of a setting with one column; it offers the present value too."""
    ((field, column),) = settings_of(type(now))[name].items()
    present = getattr(now, field)
    values = dict.fromkeys((*offered.get(name, column.values), present))
    if type(present) is int:
        values = dict.fromkeys(sorted(values))
    command = server_setting if scope == "server" else own_setting
    options = [
        _Option(
            _label(scope, column, value, words),
            command(name, value),
            value == present,
            _about(column, value, words),
        )
        for value in values
    ]
    return _select(name if scope == "server" else f"{scope}_{name}", name, options, words)


def _select(name: str, subject: str, options: Sequence[_Option], words: Words) -> screen.Select:
    shown = next(option.label for option in options if option.is_present)
    choices = tuple(
        _choice(
            subject,
            one.label,
            one.command,
            words,
            join_dotted((_present_mark(one.is_present, words), one.about)),
        )
        for one in options
    )
    return screen.Select(name, words.say(f"settings.{subject}", value=shown), choices)


def _label(scope: str, column: Column, value: object, words: Words) -> str:
    """Return the words for a value; None inherits from the wider scope."""
    if value is None:
        return words.say(f"settings.{scope}.any_{column.setting}")
    written = column.codec.write(value)
    return words.say(column.labels + written) if column.labels else written


def _about(column: Column, value: object, words: Words) -> str:
    """Return the explanation of a value that has one; a label is too short for it."""
    key = f"{column.labels}{column.codec.write(value)}.about" if column.labels else ""
    return words.say(key) if key and words.has_key(key) else ""


def _choice(
    subject: str, label: str, command: UiCommand, words: Words, about: str
) -> screen.SelectChoice:
    """Return a choice whose label names its setting: a closed select shows only the label."""
    return screen.SelectChoice(
        words.say(f"settings.{subject}", value=label), command, description=about
    )


def _present_mark(is_present: bool, words: Words) -> str:
    """Return the description of the present choice; "" for others."""
    return words.say("house.present") if is_present else ""


# -- selects of their own kind


def _preset_select(name: str, now: GuildSettings, offered: _Offered, words: Words) -> screen.Block:
    """Return the select for the default preset; each choice has its description."""
    choices = tuple(
        screen.SelectChoice(
            words.say(f"preset.{preset}"),
            server_setting(name, preset),
            description=_present_mark(preset == now.preset, words) or words.say(f"plain.{preset}"),
        )
        for preset in map(str, offered[name])
    )
    shown = words.say("settings.preset", value=words.say(f"preset.{now.preset}"))
    return screen.Select(name, shown, choices)


def _clearing_block(
    name: str, now: GuildSettings, _offered: _Offered, words: Words
) -> screen.Block:
    """Return the select that clears a role or a channel; a command sets it, from Discord's list."""
    (column,) = settings_of(GuildSettings)[name]
    if getattr(now, column) is None:
        return screen.Text(small_print(words.say(f"settings.no_{name}")))
    nothing = screen.SelectChoice(words.say(_CLEARING[name]), server_setting(name, None))
    return screen.Select(name, words.say(f"settings.{name}"), (nothing,))


def _cards_select(
    name: str, now: UserSettings, _offered: _Offered, words: Words
) -> tuple[screen.Select, ...]:
    """Return the select for cards: faces of the table, faces of the user's choice, or text."""
    column = settings_of(UserSettings)["faces"]["faces"]
    options = [
        _Option(
            _label("me", column, value, words),
            own_setting("faces", value),
            not now.spelled and value == now.faces,
        )
        for value in column.values
    ]
    names, about = words.say("faces.names"), words.say("faces.names.about")
    options.append(_Option(names, own_setting(name, True), now.spelled, about))
    return (_select("me_cards", name, options, words),)


def _notifications_select(
    name: str, now: UserSettings, _offered: _Offered, words: Words
) -> tuple[screen.Select, ...]:
    """Return the select for notifications; each choice has its explanation."""
    choices = tuple(
        _choice(
            name,
            words.say(f"summoning.{when}"),
            own_setting(name, when),
            words,
            words.say(f"summoning.{when}.about"),
        )
        for when in NotifyWhen
    )
    shown = words.say(f"summoning.{now.summoning}")
    return (screen.Select("me_calls", words.say("settings.calls", value=shown), choices),)


def _quiet_hours_selects(
    name: str, now: UserSettings, _offered: _Offered, words: Words
) -> tuple[screen.Select, ...]:
    """Return the selects for the first quiet hour and, if there are any, for their end."""
    start, end = now.quiet_from, now.quiet_until
    starts = [
        _Option(f"{hour}:00", own_setting(name, hour, end), hour == start)
        for hour in range(24)
        if hour != end
    ]
    none = _Option(words.say("settings.no_quiet"), own_setting(name, None, end), start is None)
    first = _select("me_quiet_from", "quiet_from", [none, *starts], words)
    if start is None:
        return (first,)
    ends = [
        _Option(f"{hour}:00", own_setting(name, start, hour), hour == end)
        for hour in range(24)
        if hour != start
    ]
    return (first, _select("me_quiet_until", "quiet_until", ends, words))


def _reminder_select(
    name: str, now: UserSettings, _offered: _Offered, words: Words
) -> tuple[screen.Select, ...]:
    """Return the select for the hour of the reminder of the six deals."""
    hours = [
        _Option(f"{hour}:00", own_setting(name, hour), hour == now.remind_at) for hour in range(24)
    ]
    none = _Option(words.say("settings.no_quiet"), own_setting(name, None), now.remind_at is None)
    return (_select("me_reminder", name, [none, *hours], words),)


def _no_select(
    _name: str, _now: UserSettings, _offered: _Offered, _words: Words
) -> tuple[screen.Select, ...]:
    """Return no select: the one for cards offers the faces too."""
    return ()


_CLEARING: Final = {  # what clears a setting that a command sets
    "role": "settings.role_nobody",
    "recap": "settings.recap_nowhere",
    "today": "settings.today_nowhere",
    **dict.fromkeys(("first", "second", "champion"), "settings.title_nobody"),
}
_SERVER_BLOCKS: Final[
    Mapping[str, Callable[[str, GuildSettings, _Offered, Words], screen.Block]]
] = {
    "preset": _preset_select,
    **dict.fromkeys(_CLEARING, _clearing_block),
}
_OWN_SELECTS: Final[
    Mapping[str, Callable[[str, UserSettings, _Offered, Words], tuple[screen.Select, ...]]]
] = {
    "faces": _no_select,
    "cards": _cards_select,
    "calls": _notifications_select,
    "quiet": _quiet_hours_selects,
    "reminder": _reminder_select,
}


# What stands in the way of titles, told once where the moderators read it.


def titles_notice_screen(trouble: Refusal, words: Words) -> screen.Screen:
    """Return the sentence of the refusal below a heading."""
    told = join_lines(bold(words.say("titles.stopped")), words.say(f"table.{trouble}"))
    return screen.Screen(0, 0, screen.Tone.ALARM, text_blocks(told))


# The offer of a language that Discord lacks, to a user who opens a table by its preset.


def language_offer_screen(locales: Sequence[str], words: Words) -> screen.Screen:
    """Return one small line in that language, with a button for each script."""
    buttons = tuple(
        screen.Button(
            words.say(f"language.{locale}"),
            own_setting("language", locale),
            style=screen.Style.PLAIN,
        )
        for locale in locales
    )
    return screen.Screen(
        0,
        0,
        screen.Tone.PRIVATE,
        (*text_blocks(small_print(words.say("offer.language"))), screen.ButtonRow(buttons)),
    )


# Private screens about a user's stored data: a summary, the export, the deletion.

_COUNTED: Final = (
    *("games", "results", "reviews", "cuts", "votes", "problems", "deals", "daily_deals"),
    "leagues",
    *("reports", "rulings", "kibitz"),
)


class StoredDataSummary(Record):
    """Counts of a user's stored data; ``name`` is escaped, ``name`` and ``locale`` may be "".

    ``has_settings``: a setting other than the language differs from its default.
    """

    name: str
    locale: str
    has_settings: bool
    games: int
    results: int
    reviews: int
    cuts: int
    votes: int
    problems: int
    deals: int
    daily_deals: int
    leagues: int
    reports: int
    rulings: int
    kibitz: int

    @property
    def is_empty(self) -> bool:
        return not (
            self.name
            or self.locale
            or self.has_settings
            or self.games
            or self.problems
            or self.deals
            or self.daily_deals
            or self.leagues
            or self.reports
            or self.rulings
            or self.kibitz
        )


class OccupiedTable(Record):
    """A table with a seat of the user; ``link`` leads there."""

    game: int
    link: str


def privacy_screen(
    stored: StoredDataSummary, words: Words, enclosed: AttachedFile | None = None
) -> Screen:
    """Return the summary of the stored data, with the exported file if requested."""
    title = f"### {words.say('privacy.title')}"
    if stored.is_empty:
        return _page(join_lines(title, words.say("privacy.nothing")))
    counted = [(name, getattr(stored, name)) for name in _COUNTED]
    told = [
        words.say("privacy.name", name=stored.name) if stored.name else "",
        words.say("privacy.language", language=_language(stored, words)) if stored.locale else "",
        words.say("privacy.settings") if stored.has_settings else "",
        *(words.say_plural(f"privacy.{name}", n) for name, n in counted if n),
    ]
    how = small_print(words.say("privacy.how"))
    blocks: tuple[Block, ...] = text_blocks(
        # no list: its indent and margins make the page higher than a phone
        join_lines(title, *(small_print(f"• {line}") for line in told if line)),
        how if enclosed is None else join_lines(words.say("privacy.exported"), how),
    )
    export = command_button(words, "export", ExportMyData())
    forget = command_button(words, "forget", EraseMyData(), Style.DANGER)
    files = () if enclosed is None else (enclosed,)
    row = ButtonRow((forget,) if enclosed else (export, forget))
    return Screen(0, 0, Tone.PRIVATE, (*blocks, *files, row))


def _language(stored: StoredDataSummary, words: Words) -> str:
    key = f"language.{stored.locale}"
    return words.say(key) if words.has_key(key) else stored.locale


def forget_screen(seated: Sequence[OccupiedTable], words: Words) -> Screen:
    """Return the confirmation of a deletion, or the tables the user must leave first."""
    title = f"### {words.say('privacy.forget')}"
    back = command_button(words, "back_to_privacy", ShowPrivacy())
    if seated:
        return _page(
            join_lines(title, words.say("table.still_seated", tables=table_links(seated))), back
        )
    sure = command_button(words, "forget_sure", EraseMyData(is_confirmed=True), Style.DANGER)
    goes = join_lines(words.say("privacy.goes"), words.say("privacy.stays"))
    rest = small_print(words.say("privacy.elsewhere"))
    blocks: tuple[Block, ...] = text_blocks(join_lines(title, goes), rest)
    return Screen(0, 0, Tone.ALARM, (*blocks, ButtonRow((sure, back))))


def forgotten_screen(games: int, words: Words) -> Screen:
    """Return the message after the deletion."""
    done = words.say("privacy.forgotten")
    seats = words.say_plural("privacy.forgotten_at", games) if games else ""
    return _page(join_lines(f"### {done}", seats, small_print(words.say("privacy.elsewhere"))))


def table_links(seated: Sequence[OccupiedTable]) -> str:
    """Return the numbers of the tables as links."""
    return ", ".join(f"[#{table.game}]({table.link})" for table in seated)


def _page(body: str, *buttons: Button) -> Screen:
    rows = (ButtonRow(buttons),) if buttons else ()
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(body), *rows))
