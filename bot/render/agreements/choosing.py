"""The host's screens in the lobby: house rules (common ones, then by subject) and clock."""

from collections.abc import Iterable

from bot.deeds.looking import ShowMore
from bot.deeds.saved import SavedRules, SaveRules
from bot.deeds.table import HouseGroup, HouseOption, SetClock, SetOption
from bot.engine.rules import Rules
from bot.render.agreements.options import groups_of, is_relevant, option_choices, value_text
from bot.render.agreements.phrases import (
    Differences,
    code_line,
    game_title,
    option_line,
    option_title,
    untold,
    value_label,
    values_of,
)
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.parts import bold, deed_button, lines, small, text_blocks
from bot.render.screen import Block, Button, Choice, Row, Screen, Select, Style, Text, Tone
from bot.render.words import TableWords, Words
from bot.terms import Clock

COMMON = "common"  # the subject with the most used options of all others
_MOST_TOLD = 15


def house_screen(
    facts: TableFacts,
    rules: Rules,
    differences: Differences,
    words: Words,
    group: str = "",
    option: str = "",
    note: str = "",
    code: str = "",
) -> Screen:
    """Return the differences and one select per step; a choice redraws it with the next."""
    words, groups = words_at(rules, words), subjects_of(rules)
    blocks: list[Block] = [
        *text_blocks(_head(rules, differences, words, note), code_line(code, words)),
        _options(rules, COMMON, groups[COMMON], words),
        _groups([key for key in groups if key != COMMON], words),
    ]
    if group in groups and group != COMMON:
        blocks.append(_options(rules, group, groups[group], words))
    if option in groups.get(group, ()):
        blocks += [Text(_about(rules, option, words)), _values(rules, option, words)]
    row = Row(
        (
            deed_button(words, "lobby", ShowMore()),
            deed_button(words, "save_rules", SaveRules()),
            deed_button(words, "saved_rules", SavedRules()),
        )
    )
    return Screen(facts.game, 0, Tone.PRIVATE, (*blocks, row))


def subjects_of(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return the options by subject, the most used ones first."""
    return {COMMON: manner_of(rules).house.common} | groups_of(rules)


def _head(rules: Rules, differences: Differences, words: TableWords, note: str) -> str:
    title = words.say("house.title", game=game_title(rules, words))
    changed = untold(rules, differences)
    told = [f"- {option_line(words, option, value)}" for option, value in changed]
    rest = len(told) - _MOST_TOLD
    heading = bold(words.say("rules.changed")) if told else words.say("rules.as_preset")
    return lines(
        f"> {note}" if note else "",
        f"### {title}",
        heading,
        *told[:_MOST_TOLD],
        words.count("rules.and_more", rest) if rest > 0 else "",
        small(words.say("house.how")),
    )


def _groups(groups: Iterable[str], words: TableWords) -> Select:
    choices = tuple(Choice(words.say(f"group.{key}"), HouseGroup(key)) for key in groups)
    return Select("groups", words.say("house.groups"), choices)


def _options(rules: Rules, group: str, options: Iterable[str], words: TableWords) -> Select:
    values = values_of(rules)
    choices = tuple(
        Choice(
            option_title(words, option),
            HouseOption(group, option),
            description=value_label(words, option, values[option])[:100],
        )
        for option in options
        if is_relevant(rules, option)
    )
    title = words.say("house.options", group=words.say(f"group.{group}"))
    return Select(f"options_{group}", title, choices[:25])


def _about(rules: Rules, option: str, words: TableWords) -> str:
    return bold(option_line(words, option, values_of(rules)[option]))


def _values(rules: Rules, option: str, words: TableWords) -> Select:
    present = value_text(values_of(rules)[option])
    choices = tuple(
        Choice(
            label[:100],
            SetOption(option, text),
            description=words.say("house.present") if text == present else "",
        )
        for text, label in option_choices(rules, option, words)[:25]
    )
    return Select("values", option_title(words, option), choices)


def clock_screen(facts: TableFacts, words: Words) -> Screen:
    """Return the choice of the time per move, for the host in the lobby."""
    row = Row(tuple(_clock(clock, facts.clock, words) for clock in Clock))
    present = bold(words.say(f"clock.{facts.clock}"))
    head = lines(
        f"### {words.say('house.clock')}",
        f"{present}: {words.say('house.present')}",
        small(words.say("house.clock_how")),
    )
    back = Row((deed_button(words, "lobby", ShowMore()),))
    return Screen(facts.game, 0, Tone.PRIVATE, (Text(head), row, back))


def _clock(clock: Clock, present: Clock, words: Words) -> Button:
    style = Style.PRIMARY if clock is present else Style.PLAIN
    return Button(words.say(f"clock.{clock}"), SetClock(clock), "", style)
