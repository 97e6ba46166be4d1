"""The rules of one table in plain language, differences from the preset first."""

from bot.deeds.looking import ShowRules
from bot.engine.rules import Rules
from bot.render.agreements.options import groups_of, matters
from bot.render.agreements.phrases import (
    Differences,
    code_line,
    game_title,
    option_line,
    values_of,
)
from bot.render.families import manner_of, words_at
from bot.render.parts import bold, deed_button, lines, small, text_blocks
from bot.render.screen import Row, Screen, Style, Tone
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
    words, pages = words_at(rules, words), manner_of(rules).house.pages
    page = min(max(page, 0), len(pages))
    title = words.say("rules.title", game=game_title(rules, words))
    short = _short(rules, differences, words, code)
    told = _page(rules, pages[page - 1], words) if page else short
    told_blocks = text_blocks(f"### {title}", *told)
    turning = _turning(page, len(pages), words)
    return Screen(game, 0, Tone.PRIVATE, (*told_blocks, *turning))


def _short(rules: Rules, differences: Differences, words: TableWords, code: str) -> tuple[str, ...]:
    """Return the summary in sentences, with only the options that differ."""
    changed = [f"- {option_line(words, option, value)}" for option, value in differences]
    head = bold(words.say("rules.changed")) if changed else small(words.say("rules.as_preset"))
    about = [words.say(f"help.{part}.{rules.family}") for part in ("course", "values")]
    plain = words.say(f"plain.{rules.preset}")
    return (lines(plain, head, *changed), *about, code_line(code, words))


def _page(rules: Rules, subjects: tuple[str, ...], words: TableWords) -> tuple[str, ...]:
    groups = groups_of(rules)
    told = [_group(rules, key, groups[key], words) for key in subjects if key in groups]
    return (small(words.say(f"about.{rules.preset}")), *told)


def _group(rules: Rules, key: str, options: tuple[str, ...], words: TableWords) -> str:
    values = values_of(rules)
    shown = [
        f"- {option_line(words, option, values[option])}"
        for option in options
        if matters(rules, option)
    ]
    return lines(bold(words.say(f"group.{key}")), *shown)


def _turning(page: int, pages: int, words: TableWords) -> tuple[Row, ...]:
    """Return one button per page, the present one highlighted."""
    numbers = range(1, pages + 1)
    short = deed_button(words, "rules_short", ShowRules(), _style(is_here=page == 0))
    row = tuple(
        deed_button(
            words,
            f"rules_page_{n}",
            ShowRules(n),
            _style(is_here=n == page),
        )
        for n in numbers
    )
    return (Row((short, *row)),)


def _style(*, is_here: bool) -> Style:
    return Style.PRIMARY if is_here else Style.PLAIN
