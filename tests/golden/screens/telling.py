"""A screen as lines of text: all components with custom id and style, or the words alone."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from bot.discord_ui.components import press_value
from bot.render.screen import (
    AttachedFile,
    Block,
    Button,
    ButtonRow,
    Divider,
    MemberPicker,
    PictureBlock,
    Screen,
    Select,
    SelectChoice,
    Style,
    Text,
)
from bot.ui_commands.codec import command_text

_TOKEN: Final = re.compile(r"⟦\w+⟧|<t:\w+:\w>")
_LETTER: Final = re.compile(r"[^\W\d_]")

Shown = tuple[str, Screen]
"""A screen with the moment it belongs to."""


def whole(shown: Iterable[Shown]) -> str:
    """Return the trees of components."""
    lines = [line for moment, screen in shown for line in ("", f"==== {moment}", *_tree(screen))]
    return "\n".join([*lines[1:], ""])


def spoken(shown: Iterable[Shown]) -> str:
    """Return each line of text at its first occurrence, without those alike in all languages."""
    lines, seen = list[str](), set[str]()
    for moment, screen in shown:
        new = list(dict.fromkeys(line for line in _words(screen) if line not in seen))
        seen.update(new)
        lines += ["", f"==== {moment}", *new] if new else []
    return "\n".join([*lines[1:], ""])


def controls(screen: Screen) -> list[str]:
    """Return the controls in their order, with their disabled state."""
    return [line for block in screen.blocks for line in _controls(block)]


def _tree(screen: Screen) -> Iterator[str]:
    yield f"{screen.tone} · table {screen.game}, version {screen.version}"
    for block in screen.blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Text(body):
            yield from (f"| {line}".rstrip() for line in body.splitlines())
        case Divider():
            yield "----"
        case ButtonRow(buttons):
            yield "row"
            yield from (f"  {_button(button)}" for button in buttons)
        case Select(name, placeholder, choices):
            yield f"select {name} ({placeholder})"
            yield from (f"  {_choice(choice)}" for choice in choices)
        case MemberPicker(placeholder, deed):
            yield f"people {command_text(deed)} ({placeholder})"
        case PictureBlock(instead=instead) if instead:
            for told in instead:
                yield from _block(told)
        case PictureBlock(picture):
            yield f"picture {picture.width} x {picture.height}"
            yield from (f"  | {line}".rstrip() for line in picture.alt.splitlines())
        case AttachedFile(name, content):
            yield f"file {name}, {len(content)} bytes"
        case _:
            assert_never(block)


def _button(button: Button) -> str:
    style = "" if button.style is Style.PLAIN else f" {button.style}"
    off = "" if button.enabled else " off"
    return f"[{_label(button)}] {press_value(button.press)}{style}{off}"


def _choice(choice: SelectChoice) -> str:
    more = f" ({choice.description})" if choice.description else ""
    return f"- {_label(choice)}{more} = {press_value(choice.press)}"


def _label(item: Button | SelectChoice) -> str:
    return " ".join(part for part in (item.tile and f"⟦{item.tile}⟧", item.label) if part)


def _words(screen: Screen) -> Iterator[str]:
    """Return the text that has a letter outside of tiles and numbers."""
    lines = (line for block in screen.blocks for line in _read(block))
    return (line for line in lines if _LETTER.search(_TOKEN.sub("", line)))


def _read(block: Block) -> Iterator[str]:
    match block:
        case Text(body):
            yield from (f"| {line}".rstrip() for line in body.splitlines())
        case ButtonRow(buttons):
            labels = [f"[{button.label}]" for button in buttons if button.label]
            yield from [" ".join(labels)] if labels else []
        case Select(_, placeholder, choices):
            yield f"({placeholder})"
            yield from (f"- {_told(choice)}" for choice in choices)
        case MemberPicker(placeholder):
            yield f"({placeholder})"
        case PictureBlock(instead=instead) if instead:
            for told in instead:
                yield from _read(told)
        case PictureBlock(picture):
            yield from (f"  | {line}".rstrip() for line in picture.alt.splitlines())
        case Divider() | AttachedFile():
            pass
        case _:
            assert_never(block)


def _told(choice: SelectChoice) -> str:
    return f"{choice.label} ({choice.description})" if choice.description else choice.label


def _controls(block: Block) -> list[str]:
    match block:
        case ButtonRow(buttons):
            return [f"{press_value(b.press)} {b.tile} {b.style} {b.enabled}" for b in buttons]
        case Select(name, _, choices):
            return [
                name,
                *sorted(f"{press_value(choice.press)} {choice.tile}" for choice in choices),
            ]
        case MemberPicker(_, deed):
            return [command_text(deed)]
        case _:
            return []
