"""A screen as lines of text: everything with its press and style, or its words alone."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from bot.deeds.notation import text
from bot.front.components import written
from bot.render.screen import (
    Block,
    Button,
    Choice,
    Drawing,
    Enclosed,
    Line,
    Members,
    Row,
    Screen,
    Select,
    Style,
    Text,
)

_TOKEN: Final = re.compile(r"⟦\w+⟧|<t:\w+:\w>")
_LETTER: Final = re.compile(r"[^\W\d_]")

Shown = tuple[str, Screen]
"""A screen with the moment it belongs to."""


def whole(shown: Iterable[Shown]) -> str:
    """The trees of components."""
    lines = [line for moment, screen in shown for line in ("", f"==== {moment}", *_tree(screen))]
    return "\n".join([*lines[1:], ""])


def spoken(shown: Iterable[Shown]) -> str:
    """Each line that is read, where it is first read: nothing that is the same in all languages."""
    lines, seen = list[str](), set[str]()
    for moment, screen in shown:
        new = list(dict.fromkeys(line for line in _words(screen) if line not in seen))
        seen.update(new)
        lines += ["", f"==== {moment}", *new] if new else []
    return "\n".join([*lines[1:], ""])


def controls(screen: Screen) -> list[str]:
    """What can be pressed, in its order, with what cannot be pressed now."""
    return [line for block in screen.blocks for line in _controls(block)]


def _tree(screen: Screen) -> Iterator[str]:
    yield f"{screen.tone} · table {screen.game}, version {screen.version}"
    for block in screen.blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Text(body):
            yield from (f"| {line}".rstrip() for line in body.splitlines())
        case Line():
            yield "----"
        case Row(buttons):
            yield "row"
            yield from (f"  {_button(button)}" for button in buttons)
        case Select(name, placeholder, choices):
            yield f"select {name} ({placeholder})"
            yield from (f"  {_choice(choice)}" for choice in choices)
        case Members(placeholder, deed):
            yield f"people {text(deed)} ({placeholder})"
        case Drawing(picture):
            yield f"picture {picture.width} x {picture.height}"
            yield from (f"  | {line}".rstrip() for line in picture.alt.splitlines())
        case Enclosed(name, content):
            yield f"file {name}, {len(content)} bytes"
        case _:
            assert_never(block)


def _button(button: Button) -> str:
    style = "" if button.style is Style.PLAIN else f" {button.style}"
    off = "" if button.enabled else " off"
    return f"[{_label(button)}] {written(button.press)}{style}{off}"


def _choice(choice: Choice) -> str:
    more = f" ({choice.description})" if choice.description else ""
    return f"- {_label(choice)}{more} = {written(choice.press)}"


def _label(item: Button | Choice) -> str:
    return " ".join(part for part in (item.tile and f"⟦{item.tile}⟧", item.label) if part)


def _words(screen: Screen) -> Iterator[str]:
    """What has a letter outside of tiles and numbers."""
    lines = (line for block in screen.blocks for line in _read(block))
    return (line for line in lines if _LETTER.search(_TOKEN.sub("", line)))


def _read(block: Block) -> Iterator[str]:
    match block:
        case Text(body):
            yield from (f"| {line}".rstrip() for line in body.splitlines())
        case Row(buttons):
            labels = [f"[{button.label}]" for button in buttons if button.label]
            yield from [" ".join(labels)] if labels else []
        case Select(_, placeholder, choices):
            yield f"({placeholder})"
            yield from (f"- {_told(choice)}" for choice in choices)
        case Members(placeholder):
            yield f"({placeholder})"
        case Drawing(picture):
            yield from (f"  | {line}".rstrip() for line in picture.alt.splitlines())
        case Line() | Enclosed():
            pass
        case _:
            assert_never(block)


def _told(choice: Choice) -> str:
    return f"{choice.label} ({choice.description})" if choice.description else choice.label


def _controls(block: Block) -> list[str]:
    match block:
        case Row(buttons):
            return [f"{written(b.press)} {b.tile} {b.style} {b.enabled}" for b in buttons]
        case Select(name, _, choices):
            return [name, *sorted(f"{written(choice.press)} {choice.tile}" for choice in choices)]
        case Members(_, deed):
            return [text(deed)]
        case _:
            return []
