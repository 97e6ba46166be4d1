"""The host's screens in the lobby: house rules (common ones, then by subject) and clock."""

from collections.abc import Iterable

from bot.deeds.looking import ShowMorePage
from bot.deeds.saved import SaveRules, ShowSavedRules
from bot.deeds.table import SetClock, SetHouseRule, ShowHouseRule, ShowHouseRuleGroup
from bot.engine.rules import Rules
from bot.render.agreements.options import (
    format_value,
    is_relevant_option,
    option_choices,
    option_groups,
)
from bot.render.agreements.phrases import (
    Differences,
    differences_beyond_title,
    game_title,
    option_line,
    option_title,
    option_values,
    share_code_line,
    value_label,
)
from bot.render.facts import TableData
from bot.render.families import presenter_of, table_words
from bot.render.parts import bold, command_button, join_lines, small_print, text_blocks
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
from bot.render.words import TableWords, Words
from bot.terms import Clock

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
            command_button(words, "save_rules", SaveRules()),
            command_button(words, "saved_rules", ShowSavedRules()),
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
        SelectChoice(words.say(f"group.{key}"), ShowHouseRuleGroup(key)) for key in groups
    )
    return Select("groups", words.say("house.groups"), choices)


def _option_select(rules: Rules, group: str, options: Iterable[str], words: TableWords) -> Select:
    values = option_values(rules)
    choices = tuple(
        SelectChoice(
            option_title(words, option),
            ShowHouseRule(group, option),
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
            SetHouseRule(option, text),
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
    return Button(words.say(f"clock.{clock}"), SetClock(clock), "", style)
