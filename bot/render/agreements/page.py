"""The rules of one table in plain language, differences from the preset first."""

from bot.deeds.looking import ShowRules
from bot.engine.rules import Rules
from bot.render.agreements.options import has_effect, option_groups
from bot.render.agreements.phrases import (
    Differences,
    game_title,
    option_line,
    option_values,
    share_code_line,
)
from bot.render.families import presenter_of, table_words
from bot.render.parts import bold, command_button, join_lines, small_print, text_blocks
from bot.render.screen import ButtonRow, Screen, Style, Tone
from bot.render.words import TableWords, Words


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
