"""The host's house rules in the lobby: subject, option, value; and the clock."""

from bot.deeds.table import HouseGroup, HouseOption, SetClock, SetOption
from bot.engine.rules import Rules
from bot.render.agreements.options import groups_of, is_relevant, option_choices, value_text
from bot.render.agreements.phrases import (
    Differences,
    differences_line,
    game_title,
    option_line,
    option_title,
    value_label,
    values_of,
)
from bot.render.facts import TableFacts
from bot.render.families import words_at
from bot.render.parts import bold, lines, small
from bot.render.screen import Block, Button, Choice, Row, Screen, Select, Style, Text, Tone
from bot.render.words import TableWords, Words
from bot.terms import Clock


def house_screen(
    facts: TableFacts,
    rules: Rules,
    differences: Differences,
    words: Words,
    group: str = "",
    option: str = "",
    note: str = "",
) -> Screen:
    """One select per step; every choice redraws the screen with the next step."""
    words, groups = words_at(rules, words), groups_of(rules)
    blocks: list[Block] = [Text(_head(rules, differences, words, note)), _groups(groups, words)]
    if group in groups:
        blocks.append(_options(rules, group, words))
        if option in groups[group]:
            blocks += [Text(_about(rules, option, words)), _values(rules, option, words)]
    return Screen(facts.game, 0, Tone.PRIVATE, tuple(blocks))


def _head(rules: Rules, differences: Differences, words: TableWords, note: str) -> str:
    title = words.say("house.title", game=game_title(rules, words))
    return lines(
        f"> {note}" if note else "",
        f"### {title}",
        differences_line(rules, differences, words),
        small(words.say("house.how")),
    )


def _groups(groups: dict[str, tuple[str, ...]], words: TableWords) -> Select:
    choices = tuple(Choice(words.say(f"group.{key}"), HouseGroup(key)) for key in groups)
    return Select("groups", words.say("house.groups"), choices)


def _options(rules: Rules, group: str, words: TableWords) -> Select:
    values = values_of(rules)
    choices = tuple(
        Choice(
            option_title(words, option),
            HouseOption(group, option),
            description=value_label(words, option, values[option])[:100],
        )
        for option in groups_of(rules)[group]
        if is_relevant(rules, option)
    )
    return Select("options", words.say(f"group.{group}"), choices[:25])


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
        for text, label in option_choices(rules, words)[option][:25]
    )
    return Select("values", option_title(words, option), choices)


def clock_screen(facts: TableFacts, words: Words) -> Screen:
    """Time per move, for the host in the lobby."""
    row = Row(tuple(_clock(clock, facts.clock, words) for clock in Clock))
    head = lines(f"### {words.say('house.clock')}", small(words.say("house.clock_how")))
    return Screen(facts.game, 0, Tone.PRIVATE, (Text(head), row))


def _clock(clock: Clock, present: Clock, words: Words) -> Button:
    style = Style.PRIMARY if clock is present else Style.PLAIN
    return Button(words.say(f"clock.{clock}"), SetClock(clock), "", style)
