"""Screens of house rules: choosing them in the lobby, a page of all, saved sets."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from bot.engine.rules import Rules
from bot.model.enums import Clock
from bot.model.values import Record, replace
from bot.render.families import presenter_of, table_words
from bot.render.formatting import (
    bold,
    command_button,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.rule_text import (
    Differences,
    differences_beyond_title,
    format_value,
    game_title,
    has_effect,
    is_relevant_option,
    offered_values,
    option_choices,
    option_groups,
    option_line,
    option_title,
    option_values,
    share_code_line,
)
from bot.render.screen import (
    Block,
    Button,
    ButtonRow,
    ChoiceForm,
    Question,
    Screen,
    Select,
    SelectChoice,
    Style,
    Text,
    Tone,
    safe_name,
    unescaped_name,
)
from bot.render.screen_data import TableData
from bot.render.words import TableWords, Words
from bot.ui_commands import play_commands, server_commands
from bot.ui_commands.codec import UiCommand
from bot.ui_commands.view_commands import ShowMorePage, ShowRules

# The host's screens in the lobby: house rules (common ones, then by subject) and clock.

PageCommand = Callable[[int | None], UiCommand]

COMMON = "common"  # the subject with the most used options of all others
_MOST_DIFFERENCES = 10
_QUESTIONS = 5  # that a form has room for
_LONGEST_DESCRIPTION = 100


def house_rules_screen(
    facts: TableData,
    rules: Rules,
    differences: Differences,
    words: Words,
    preset: Rules,
    note: str = "",
    code: str = "",
) -> Screen:
    """Return what differs from the preset, a select of pages, and one to undo a difference."""
    words = table_words(rules, words)
    blocks: list[Block] = [
        *text_blocks(
            _differences_text(rules, differences, words, note), share_code_line(code, words)
        ),
        _page_select(rules, words),
    ]
    changed = differences_beyond_title(rules, differences)
    if changed:
        blocks.append(_undo_select(preset, [option for option, _ in changed], words))
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


class RulePage(Record):
    """A page of house rules; ``number`` counts the ``count`` pages of its group from 1."""

    group: str
    options: tuple[str, ...]
    number: int
    count: int

    @property
    def press(self) -> UiCommand:
        """The command that opens the page."""
        if self.number == 1:
            return play_commands.ShowHouseRuleGroup(self.group)
        return play_commands.ShowHouseRule(self.group, self.options[0])

    def title(self, words: TableWords) -> str:
        group = words.say(f"group.{self.group}")
        return group if self.count == 1 else f"{group} {self.number}/{self.count}"


def rule_pages(rules: Rules) -> tuple[RulePage, ...]:
    """Return the pages of all options with a choice, by subject, the most used ones first."""
    return tuple(
        page
        for group, options in options_by_subject(rules).items()
        for page in _pages_of(rules, group, options)
    )


def _pages_of(rules: Rules, group: str, options: Iterable[str]) -> Iterator[RulePage]:
    shown = [
        option
        for option in options
        if is_relevant_option(rules, option) and len(offered_values(rules, option)) > 1
    ]
    count = -(-len(shown) // _QUESTIONS)
    for number in range(count):
        part = shown[number * _QUESTIONS : (number + 1) * _QUESTIONS]
        yield RulePage(group, tuple(part), number + 1, count)


def _page_select(rules: Rules, words: TableWords) -> Select:
    choices = tuple(
        SelectChoice(page.title(words), page.press, description=_contents(page, words))
        for page in rule_pages(rules)
    )
    return Select("pages", words.say("house.pages"), choices)


def _contents(page: RulePage, words: TableWords) -> str:
    """Return the first options of a page, as many as a description holds."""
    told = ""
    for option in page.options:
        more = join_dotted((told, option_title(words, option)))
        if len(more) > _LONGEST_DESCRIPTION:
            break
        told = more
    return told


def _undo_select(preset: Rules, changed: Iterable[str], words: TableWords) -> Select:
    """Return the select that gives one option the value of the preset again."""
    values = option_values(preset)
    choices = tuple(
        SelectChoice(
            option_line(words, option, values[option])[:100],
            play_commands.SetHouseRule(option, format_value(values[option])),
        )
        for option in changed
    )
    return Select("undo", words.say("house.undo"), choices[:25])


def house_rules_form(
    game: int, rules: Rules, words: Words, group: str, option: str = ""
) -> ChoiceForm | None:
    """Return a page of house rules as a form: the first of a group, or the one with an option."""
    words = table_words(rules, words)
    pages = (page for page in rule_pages(rules) if page.group == group)
    page = next((page for page in pages if not option or option in page.options), None)
    if page is None:
        return None
    questions = tuple(_question(rules, option, words) for option in page.options)
    return ChoiceForm(game, page.press, page.title(words), questions)


def _question(rules: Rules, option: str, words: TableWords) -> Question:
    present = format_value(option_values(rules)[option])
    return Question(
        option, option_title(words, option), option_choices(rules, option, words)[:25], present
    )


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
    differences: Differences | None,
    words: Words,
    page: int = 0,
    game: int = 0,
    code: str = "",
    page_command: PageCommand = ShowRules,
) -> Screen:
    """Return a page: what differs, the game in short, then a subject a page.

    Without a table ``differences`` is None, and the first page says what the preset is.
    ``page_command`` is the command that shows a page, None for the first one.
    """
    words, pages = table_words(rules, words), rules_pages(rules)
    page = min(max(page, 0), len(pages) - 1)
    title = words.say("rules.title", game=game_title(rules, words))
    told = (
        _differences_page(rules, differences, words, code),
        _short_page(rules, words),
        *(_option_page(rules, subject, words) for subject in option_groups(rules)),
    )[page]
    if differences is None:
        pages = ("rules.apart", *pages[1:])
    chosen = _subject_select(pages, page, page_command, words)
    return Screen(game, 0, Tone.PRIVATE, (*text_blocks(f"### {title}", *told), chosen))


def rules_pages(rules: Rules) -> tuple[str, ...]:
    """Return the keys of the pages' titles."""
    subjects = (f"group.{subject}" for subject in option_groups(rules))
    return ("rules.changed", "rules.short", *subjects)


def _differences_page(
    rules: Rules, differences: Differences | None, words: TableWords, code: str
) -> tuple[str, ...]:
    plain, about = words.say(f"plain.{rules.preset}"), words.say(f"about.{rules.preset}")
    if differences is None:
        return (join_lines(plain, small_print(about)),)
    changed = [f"- {option_line(words, option, value)}" for option, value in differences]
    head = (
        bold(words.say("rules.changed")) if changed else small_print(words.say("rules.as_preset"))
    )
    told = join_lines(plain, small_print(about), head, *changed)
    return (told, share_code_line(code, words))


def _short_page(rules: Rules, words: TableWords) -> tuple[str, ...]:
    return tuple(words.say(f"help.{part}.{rules.family}") for part in ("course", "values"))


def _option_page(rules: Rules, subject: str, words: TableWords) -> tuple[str, ...]:
    values = option_values(rules)
    shown = (
        f"- {option_line(words, option, values[option])}"
        for option in option_groups(rules)[subject]
        if has_effect(rules, option)
    )
    return (join_lines(*shown),)


def _subject_select(
    titles: Sequence[str], page: int, page_command: PageCommand, words: TableWords
) -> Select:
    """Return the select of the pages; its head is the title of the present one."""
    choices = tuple(
        SelectChoice(words.say(title), page_command(n or None)) for n, title in enumerate(titles)
    )
    return Select("rules", words.say(titles[page]), choices)


def preset_rules_screen(rules: Rules, presets: Sequence[str], words: Words, page: int) -> Screen:
    """Return a page of the rules of a preset without a table, and the choice of all presets."""
    page_command = partial(server_commands.ShowPresetRules, rules.preset)
    shown = rules_screen(rules, None, words, page, page_command=page_command)
    others = tuple(
        SelectChoice(
            words.say(f"preset.{name}"),
            server_commands.ShowPresetRules(name),
            description=words.say(f"plain.{name}"),
        )
        for name in presets
    )
    select = Select("presets", words.say(f"preset.{rules.preset}"), others)
    return replace(shown, blocks=(*shown.blocks, select))


# Named house rules saved on a server; its managers may delete them.


class SavedRuleSet(Record):
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
