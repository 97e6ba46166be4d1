"""Conversion of screens to the components of a message (design section 6).

One view holds the components as raw JSON.  Buttons as objects of the library would only be
converted to JSON again, which is half the cost of a screen.
"""

import io
import re
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final, assert_never

import discord
from discord import ComponentType, ui

from bot.deeds import notation
from bot.front.components import custom_id, written
from bot.front.members import PREFIX
from bot.render.paper.shapes import Picture
from bot.render.screen import (
    TOKEN_CLOSE,
    TOKEN_OPEN,
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
    Tone,
)
from bot.render.tile_names import tile_name
from bot.render.words import Words
from bot.terms import USUAL_FACES

_COLOURS: Final = {
    Tone.WAITING: 0xF0B232,
    Tone.PLAYING: 0x23A55A,
    Tone.PRIVATE: 0x5865F2,
    Tone.CLOSED: 0x80848E,
    Tone.ALARM: 0xDA373C,
}
_STYLES: Final = {
    Style.PRIMARY: discord.ButtonStyle.primary.value,
    Style.PLAIN: discord.ButtonStyle.secondary.value,
    Style.GOOD: discord.ButtonStyle.success.value,
    Style.DANGER: discord.ButtonStyle.danger.value,
}
_ROW, _BUTTON = ComponentType.action_row.value, ComponentType.button.value
_SELECT, _PEOPLE = ComponentType.string_select.value, ComponentType.user_select.value
_CONTAINER, _LINE = ComponentType.container.value, ComponentType.separator.value
_TEXT, _FILE = ComponentType.text_display.value, ComponentType.file.value
_GALLERY: Final = ComponentType.media_gallery.value
_TOKEN: Final = re.compile(f"{TOKEN_OPEN}([0-9A-Z]+){TOKEN_CLOSE}")

Json = dict[str, object]
"""One component, as it is sent."""
Tiles = Mapping[str, discord.PartialEmoji]
"""The tiles that Discord has, by name."""
Drawn = Mapping[Picture, bytes]
"""Pictures with their files."""
NONE_DRAWN: Final[Drawn] = MappingProxyType({})


def with_tiles(text: str, tiles: Tiles, words: Words) -> str:
    """Return the text with its tokens replaced by tiles, or by words where a tile is missing."""
    if words.spelled or TOKEN_OPEN not in text:
        return words.plain(text)

    def tile(match: re.Match[str]) -> str:
        emoji = _tile(match[1], tiles, words)
        return words.short_tile(match[1]) if emoji is None else str(emoji)

    return _TOKEN.sub(tile, text)


def _tile(code: str, tiles: Tiles, words: Words) -> discord.PartialEmoji | None:
    """Return the emoji in the reader's faces, or in the usual ones while those are not uploaded."""
    faces = (words.faces or USUAL_FACES, USUAL_FACES)
    return next((tiles[name] for face in faces if (name := tile_name(code, face)) in tiles), None)


class Layout(ui.LayoutView):
    """The components of one message, for one request; stopped, so the library keeps no view."""

    def __init__(self, components: list[Json]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()

    def to_components(self) -> list[Json]:
        return self._components

    def has_components_v2(self) -> bool:
        return True


def layout(screen: Screen, tiles: Tiles, words: Words, drawn: Drawn = NONE_DRAWN) -> Layout:
    """Return the layout of a screen; drawings without a file are left out."""
    shown = [
        _block(screen, block, tiles, words, drawn)
        for block in screen.blocks
        if not isinstance(block, Drawing) or block.picture in drawn
    ]
    box: Json = {"type": _CONTAINER, "accent_color": _COLOURS[screen.tone], "components": shown}
    return Layout([box])


def _block(screen: Screen, block: Block, tiles: Tiles, words: Words, drawn: Drawn) -> Json:
    match block:
        case Text(body):
            return {"type": _TEXT, "content": with_tiles(body, tiles, words)}
        case Line():
            return {"type": _LINE}
        case Row(buttons):
            return _row([_button(screen, button, tiles, words) for button in buttons])
        case Select():
            return _row([_select(screen, block, tiles, words)])
        case Members(placeholder, deed):
            stamp = f"{screen.game}:{screen.version}:{notation.text(deed)}"
            return _row(
                [{"type": _PEOPLE, "custom_id": f"{PREFIX}:u:{stamp}", "placeholder": placeholder}]
            )
        case Drawing(picture):
            shown = {"media": _attached(_file_name(drawn[picture])), "description": picture.alt}
            return {"type": _GALLERY, "items": [shown]}
        case Enclosed(name):
            return {"type": _FILE, "file": _attached(name)}
        case _:
            assert_never(block)


def _row(components: list[Json]) -> Json:
    return {"type": _ROW, "components": components}


def _attached(name: str) -> Json:
    return {"url": f"attachment://{name}"}


def _button(screen: Screen, button: Button, tiles: Tiles, words: Words) -> Json:
    return {
        "type": _BUTTON,
        "style": _STYLES[button.style],
        "disabled": not button.enabled,
        "custom_id": custom_id(screen, button.press),
        **_face(button.label, button.tile, tiles, words),
    }


def _face(label: str, tile: str, tiles: Tiles, words: Words) -> Json:
    """Return label and emoji; without a tile its word goes into the label."""
    emoji = _tile(tile, tiles, words) if tile and not words.spelled else None
    text = words.plain(label) if label else ""
    if emoji is not None:
        return {"label": text, "emoji": emoji.to_dict()} if text else {"emoji": emoji.to_dict()}
    return {"label": f"{text} {words.short_tile(tile)}".strip() if tile else text}


def _select(screen: Screen, select: Select, tiles: Tiles, words: Words) -> Json:
    return {
        "type": _SELECT,
        "custom_id": f"{PREFIX}:s:{screen.game}:{screen.version}:{select.name}",
        "placeholder": words.plain(select.placeholder),
        "options": [_option(choice, tiles, words) for choice in select.choices],
    }


def _option(choice: Choice, tiles: Tiles, words: Words) -> Json:
    value = written(choice.press)
    about = words.plain(choice.description)
    face = _face(choice.label, choice.tile, tiles, words)
    face.setdefault("label", value.partition(":")[2])
    return {"value": value, **face, **({"description": about} if about else {})}


def files(drawn: Drawn) -> list[discord.File]:
    """Return the pictures of a message, as fresh files for one request."""
    return [
        discord.File(io.BytesIO(png), _file_name(png), description=picture.alt)
        for picture, png in drawn.items()
    ]


def enclosures(screen: Screen) -> list[discord.File]:
    """Return the enclosed files of a message, as fresh files for one request."""
    return [
        discord.File(io.BytesIO(block.content), block.name)
        for block in screen.blocks
        if isinstance(block, Enclosed)
    ]


def _file_name(png: bytes) -> str:
    """Return a file name that depends on the content alone."""
    return f"sheet-{sha256(png).hexdigest()[:12]}.png"
