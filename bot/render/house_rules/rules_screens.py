"""Screens of house rules: choosing them in the lobby, a page of all, saved sets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.engine.rules import Rules
from bot.model.enums import Clock
from bot.render.families import presenter_of, table_words
from bot.render.formatting import (
    bold,
    command_button,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.house_rules.rule_text import (
    Differences,
    differences_beyond_title,
    format_value,
    game_title,
    has_effect,
    is_relevant_option,
    option_choices,
    option_groups,
    option_line,
    option_title,
    option_values,
    share_code_line,
    value_label,
)
from bot.render.safe_text import safe_name, unescaped_name
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
from bot.render.screen_data import TableData
from bot.render.words import TableWords, Words
from bot.ui_commands import play_commands, server_commands
from bot.ui_commands.view_commands import ShowMorePage, ShowRules

# The host's screens in the lobby: house rules (common ones, then by subject) and clock.

COMMON = "common"  # the subject with the most used options of all others
_MOST_DIFFERENCES = 15


def house_rules_screen(
    facts: TableData,
    rules: Rules,
    differences: Differences,
    words: Words,
    group: str = "",
    option: str = "",
    note: str = "",
    code: str = "",
) -> Screen:
    """Return the differences and one select per step; a choice redraws it with the next."""
    words, groups = table_words(rules, words), options_by_subject(rules)
    blocks: list[Block] = [
        *text_blocks(
            _differences_text(rules, differences, words, note), share_code_line(code, words)
        ),
        _option_select(rules, COMMON, groups[COMMON], words),
        _subject_select([key for key in groups if key != COMMON], words),
    ]
    if group in groups and group != COMMON:
        blocks.append(_option_select(rules, group, groups[group], words))
    if option in groups.get(group, ()):
        blocks += [Text(_present_value(rules, option, words)), _value_select(rules, option, words)]
    row = ButtonRow(
        (
            command_button(words, "lobby", ShowMorePage()),
            command_button(words, "save_rules", server_commands.SaveRules()),
            command_button(words, "saved_rules", server_commands.ShowSavedRules()),
        )
    )
    return Screen(facts.game, 0, Tone.PRIVATE, (*blocks, row))


def options_by_subject(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return the options by subject, the most used ones first."""
    return {COMMON: presenter_of(rules).house_rules.common_options} | option_groups(rules)


def _differences_text(rules: Rules, differences: Differences, words: TableWords, note: str) -> str:
    title = words.say("house.title", game=game_title(rules, words))
    changed = differences_beyond_title(rules, differences)
    told = [f"- {option_line(words, option, value)}" for option, value in changed]
    rest = len(told) - _MOST_DIFFERENCES
    heading = bold(words.say("rules.changed")) if told else words.say("rules.as_preset")
    return join_lines(
        f"> {note}" if note else "",
        f"### {title}",
        heading,
        *told[:_MOST_DIFFERENCES],
        words.say_plural("rules.and_more", rest) if rest > 0 else "",
        small_print(words.say("house.how")),
    )


def _subject_select(groups: Iterable[str], words: TableWords) -> Select:
    choices = tuple(
        SelectChoice(words.say(f"group.{key}"), play_commands.ShowHouseRuleGroup(key))
        for key in groups
    )
    return Select("groups", words.say("house.groups"), choices)


def _option_select(rules: Rules, group: str, options: Iterable[str], words: TableWords) -> Select:
    values = option_values(rules)
    choices = tuple(
        SelectChoice(
            option_title(words, option),
            play_commands.ShowHouseRule(group, option),
            description=value_label(words, option, values[option])[:100],
        )
        for option in options
        if is_relevant_option(rules, option)
    )
    title = words.say("house.options", group=words.say(f"group.{group}"))
    return Select(f"options_{group}", title, choices[:25])


def _present_value(rules: Rules, option: str, words: TableWords) -> str:
    return bold(option_line(words, option, option_values(rules)[option]))


def _value_select(rules: Rules, option: str, words: TableWords) -> Select:
    present = format_value(option_values(rules)[option])
    choices = tuple(
        SelectChoice(
            label[:100],
            play_commands.SetHouseRule(option, text),
            description=words.say("house.present") if text == present else "",
        )
        for text, label in option_choices(rules, option, words)[:25]
    )
    return Select("values", option_title(words, option), choices)


def clock_screen(facts: TableData, words: Words) -> Screen:
    """Return the choice of the time per move, for the host in the lobby."""
    row = ButtonRow(tuple(_clock_button(clock, facts.clock, words) for clock in Clock))
    present = bold(words.say(f"clock.{facts.clock}"))
    head = join_lines(
        f"### {words.say('house.clock')}",
        f"{present}: {words.say('house.present')}",
        small_print(words.say("house.clock_how")),
    )
    back = ButtonRow((command_button(words, "lobby", ShowMorePage()),))
    return Screen(facts.game, 0, Tone.PRIVATE, (Text(head), row, back))


def _clock_button(clock: Clock, present: Clock, words: Words) -> Button:
    style = Style.PRIMARY if clock is present else Style.PLAIN
    return Button(words.say(f"clock.{clock}"), play_commands.SetClock(clock), "", style)


# The rules of one table in plain language, differences from the preset first.


def rules_screen(
    rules: Rules,
    differences: Differences,
    words: Words,
    page: int = 0,
    game: int = 0,
    code: str = "",
) -> Screen:
    """Return the summary with the differences (page 0), or a page of options (``ShowRules``)."""
    words, pages = table_words(rules, words), presenter_of(rules).house_rules.pages
    page = min(max(page, 0), len(pages))
    title = words.say("rules.title", game=game_title(rules, words))
    short = _summary(rules, differences, words, code)
    told = _option_page(rules, pages[page - 1], words) if page else short
    told_blocks = text_blocks(f"### {title}", *told)
    turning = _page_row(page, len(pages), words)
    return Screen(game, 0, Tone.PRIVATE, (*told_blocks, *turning))


def _summary(
    rules: Rules, differences: Differences, words: TableWords, code: str
) -> tuple[str, ...]:
    """Return the summary in sentences, with only the options that differ."""
    changed = [f"- {option_line(words, option, value)}" for option, value in differences]
    head = (
        bold(words.say("rules.changed")) if changed else small_print(words.say("rules.as_preset"))
    )
    about = [words.say(f"help.{part}.{rules.family}") for part in ("course", "values")]
    plain = words.say(f"plain.{rules.preset}")
    return (join_lines(plain, head, *changed), *about, share_code_line(code, words))


def _option_page(rules: Rules, subjects: tuple[str, ...], words: TableWords) -> tuple[str, ...]:
    groups = option_groups(rules)
    told = [_subject_text(rules, key, groups[key], words) for key in subjects if key in groups]
    return (small_print(words.say(f"about.{rules.preset}")), *told)


def _subject_text(rules: Rules, key: str, options: tuple[str, ...], words: TableWords) -> str:
    values = option_values(rules)
    shown = [
        f"- {option_line(words, option, values[option])}"
        for option in options
        if has_effect(rules, option)
    ]
    return join_lines(bold(words.say(f"group.{key}")), *shown)


def _page_row(page: int, pages: int, words: TableWords) -> tuple[ButtonRow, ...]:
    """Return one button per page, the present one highlighted."""
    numbers = range(1, pages + 1)
    short = command_button(words, "rules_short", ShowRules(), _page_style(is_here=page == 0))
    row = tuple(
        command_button(
            words,
            f"rules_page_{n}",
            ShowRules(n),
            _page_style(is_here=n == page),
        )
        for n in numbers
    )
    return (ButtonRow((short, *row)),)


def _page_style(*, is_here: bool) -> Style:
    return Style.PRIMARY if is_here else Style.PLAIN


# Named house rules saved on a server; its managers may delete them.


@dataclass(frozen=True, slots=True)
class SavedRuleSet:
    """A saved set with its stored ``name``; ``rules`` is None if this version rejects it."""

    name: str
    rules: Rules | None
    differences: Differences = ()


def saved_rules_screen(
    saved: Sequence[SavedRuleSet], words: Words, *, can_manage: bool, note: str = "", game: int = 0
) -> Screen:
    """Return all saved sets, how to play by one, and for managers a select to delete one.

    ``game`` is the lobby the screen was opened from; 0 stands for the server's settings.
    """
    told = [_saved_line(one, words) for one in saved]
    head = join_lines(
        f"> {note}" if note else "",
        f"### {words.say('saved.title')}",
        *(told or [words.say("saved.none")]),
        small_print(words.say("saved.how")),
    )
    blocks: tuple[Block, ...] = (Text(head),)
    if can_manage and saved:
        choices = tuple(
            SelectChoice(
                unescaped_name(safe_name(one.name)),
                server_commands.DeleteSavedRules(server_commands.rules_name_digest(one.name)),
            )
            for one in saved
        )
        blocks = (*blocks, Select("drop", words.say("saved.drop"), choices))
    back = command_button(
        words,
        "lobby",
        play_commands.ShowHouseRules() if game else server_commands.ShowServerSettings(),
    )
    return Screen(game, 0, Tone.PRIVATE, (*blocks, ButtonRow((back,))))


def _saved_line(one: SavedRuleSet, words: Words) -> str:
    if one.rules is None:
        return f"- {join_dotted((bold(safe_name(one.name)), words.say('saved.outdated')))}"
    spoken = table_words(one.rules, words)
    count = len(differences_beyond_title(one.rules, one.differences))
    changed = words.say_plural("saved.changed", count) if count else ""
    return f"- {join_dotted((bold(safe_name(one.name)), game_title(one.rules, spoken), changed))}"
