"""The rules of one table in plain language, what differs from the preset first."""

from bot.deeds.table import ShowRules
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
from bot.render.parts import LINE, bold, deed_button, lines, small, text_blocks
from bot.render.screen import Row, Screen, Style, Tone
from bot.render.words import TableWords, Words


def rules_screen(
    rules: Rules,
    differences: Differences,
    words: Words,
    page: int = 1,
    game: int = 0,
    code: str = "",
) -> Screen:
    """A page of the rules of this table; pages are turned by ShowRules."""
    words, pages = words_at(rules, words), manner_of(rules).house.pages
    page = min(max(page, 1), len(pages))
    groups = groups_of(rules)
    parts = [_group(rules, key, groups[key], words) for key in pages[page - 1] if key in groups]
    top = _head(rules, differences, words) if page == 1 else ""
    title = words.say("rules.title", game=game_title(rules, words))
    return Screen(
        game,
        0,
        Tone.PRIVATE,
        (
            *text_blocks(f"### {title}", top, code_line(code, words) if page == 1 else ""),
            LINE,
            *text_blocks(*parts),
            *_turning(page, len(pages), words),
        ),
    )


def _head(rules: Rules, differences: Differences, words: TableWords) -> str:
    about = words.say(f"about.{rules.preset}")
    if not differences:
        return lines(about, small(words.say("rules.as_preset")))
    changed = [f"- {option_line(words, option, value)}" for option, value in differences]
    return lines(about, bold(words.say("rules.changed")), *changed)


def _group(rules: Rules, key: str, options: tuple[str, ...], words: TableWords) -> str:
    values = values_of(rules)
    shown = [
        f"- {option_line(words, option, values[option])}"
        for option in options
        if matters(rules, option)
    ]
    return lines(bold(words.say(f"group.{key}")), *shown)


def _turning(page: int, pages: int, words: TableWords) -> tuple[Row, ...]:
    """One button per page, the present one out of use."""
    numbers = range(1, pages + 1)
    row = tuple(
        deed_button(
            words,
            f"rules_page_{n}",
            ShowRules(n),
            Style.PRIMARY if n == page else Style.PLAIN,
        )
        for n in numbers
    )
    return (Row(row),)
