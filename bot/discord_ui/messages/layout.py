"""Conversion of screens to the components of a message (design section 6).

One view holds the components as raw JSON.  Buttons as objects of the library would only be
converted to JSON again, which is half the cost of a screen.
"""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple, assert_never

import discord
from discord import ComponentType, ui

from bot.discord_ui.components import PREFIX, custom_id, press_value
from bot.discord_ui.delivery import ComponentJson
from bot.model.enums import DEFAULT_FACES
from bot.render.paper.tile_names import tile_name
from bot.render.screen import (
    TOKEN_CLOSE,
    TOKEN_OPEN,
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
    Tone,
    shown_blocks,
)
from bot.render.shapes import Picture
from bot.render.words import Words
from bot.ui_commands import codec

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
_MAX_READERS: Final = 512  # kinds of readers: language, faces, rules
_COMMAND_OPEN: Final = "`/"
_COMMAND: Final = re.compile(f"{_COMMAND_OPEN}([^`\n]+)`")
_TOKEN: Final = re.compile(f"{TOKEN_OPEN}([0-9A-Z]+){TOKEN_CLOSE}")


@dataclass(slots=True)
class Assets:
    """The application's own marks in texts; both fill up after the start.

    ``tiles`` are emojis by name, ``commands`` mentions by the name that a text of any language
    writes: "table open", "стол открыть".
    """

    tiles: dict[str, discord.PartialEmoji] = field(default_factory=dict)
    commands: dict[str, str] = field(default_factory=dict)
    _tiles_shown: dict[tuple[Words, int], "_TilesShown"] = field(default_factory=dict, init=False)

    def tiles_for(self, words: Words) -> "_TilesShown":
        """Return what the tiles become for a reader; new tiles make it anew."""
        key = words, len(self.tiles)
        found = self._tiles_shown.get(key)
        if found is None:
            if len(self._tiles_shown) >= _MAX_READERS:
                self._tiles_shown.clear()
            found = self._tiles_shown[key] = _TilesShown(self, words)
        return found


class _TileShown(NamedTuple):
    """A tile in a text, and as the emoji of a button; None where it is not uploaded."""

    text: str
    emoji: ComponentJson | None


class _TilesShown(dict[str, _TileShown]):
    """Each tile for one kind of reader, made when it is first shown."""

    def __init__(self, assets: Assets, words: Words) -> None:
        super().__init__()
        self._assets, self._words = assets, words

    def __missing__(self, code: str) -> _TileShown:
        emoji = _tile_emoji(code, self._assets, self._words)
        if emoji is None:
            shown = _TileShown(self._words.short_tile(code), None)
        else:
            shown = _TileShown(str(emoji), dict(emoji.to_dict()))
        self[code] = shown
        return shown


DrawnPictures = Mapping[Picture, bytes]
"""Pictures with their data: a PNG, or the GIF that begins with the picture."""
NO_PICTURES: Final[DrawnPictures] = MappingProxyType({})


def render_markup(text: str, assets: Assets, words: Words) -> str:
    """Return the text with command mentions and tiles in place of command names and tokens.

    Words stand where a tile is missing.
    """
    return _marked_up(text, _Reader(assets, words, assets.tiles_for(words)))


def _marked_up(text: str, reader: "_Reader") -> str:
    if _COMMAND_OPEN in text and reader.assets.commands:
        text = _with_mentions(text, reader.assets.commands)
    if reader.words.spelled:
        return reader.words.without_tiles(text)
    if TOKEN_OPEN not in text:
        return text
    parts = _TOKEN.split(text)  # every second one is the code of a tile
    parts[1::2] = [reader.tiles[code].text for code in parts[1::2]]
    return "".join(parts)


def _with_mentions(text: str, commands: Mapping[str, str]) -> str:
    """Replace command names in backticks by mentions, which every client shows by its own name.

    What is typed behind the name stays in backticks; an unknown name stays as it is.
    """

    def mention(match: re.Match[str]) -> str:
        parts = match[1].split(" ")
        for count in range(len(parts), 0, -1):
            if known := commands.get(" ".join(parts[:count])):
                rest = " ".join(parts[count:])
                return f"{known} `{rest}`" if rest else known
        return match[0]

    return _COMMAND.sub(mention, text)


def _tile_emoji(code: str, assets: Assets, words: Words) -> discord.PartialEmoji | None:
    """Return the emoji in the reader's faces, or in the usual ones while those are not uploaded."""
    tiles, faces = assets.tiles, (words.faces or DEFAULT_FACES, DEFAULT_FACES)
    return next((tiles[name] for face in faces if (name := tile_name(code, face)) in tiles), None)


class MessageLayout(ui.LayoutView):
    """The components of a new message, for one request; stopped, so the library keeps no view.

    discord.py 2.7.1 asks a view for both methods when it makes a request, and documents neither;
    ``tests/test_library_internals.py`` checks that.
    """

    def __init__(self, components: list[ComponentJson]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()

    def to_components(self) -> list[ComponentJson]:
        return self._components

    def has_components_v2(self) -> bool:
        return True


def build_layout(
    screen: Screen, assets: Assets, words: Words, drawn: DrawnPictures = NO_PICTURES
) -> MessageLayout:
    """Return the layout of a screen for a new message, as ``build_components``."""
    return MessageLayout(build_components(screen, assets, words, drawn))


class _Reader(NamedTuple):
    """A kind of readers, and what tiles and commands become for them."""

    assets: Assets
    words: Words
    tiles: _TilesShown


def build_components(
    screen: Screen, assets: Assets, words: Words, drawn: DrawnPictures = NO_PICTURES
) -> list[ComponentJson]:
    """Return the components of a screen; pictures without a file are replaced by their words."""
    reader = _Reader(assets, words, assets.tiles_for(words))
    shown = [_block(screen, block, reader, drawn) for block in shown_blocks(screen, drawn)]
    box: ComponentJson = {
        "type": _CONTAINER,
        "accent_color": _COLOURS[screen.tone],
        "components": shown,
    }
    return [box]


def _block(screen: Screen, block: Block, reader: _Reader, drawn: DrawnPictures) -> ComponentJson:
    match block:
        case Text(body):
            return {"type": _TEXT, "content": _marked_up(body, reader)}
        case Divider():
            return {"type": _LINE}
        case ButtonRow(buttons):
            return {
                "type": _ROW,
                "components": [_button(screen, button, reader) for button in buttons],
            }
        case Select():
            return {"type": _ROW, "components": [_select(screen, block, reader)]}
        case MemberPicker(placeholder, command):
            stamp = f"{screen.game}:{screen.version}:{codec.command_text(command)}"
            custom = f"{PREFIX}:u:{stamp}"
            picker = {"type": _PEOPLE, "custom_id": custom, "placeholder": placeholder}
            return {"type": _ROW, "components": [picker]}
        case PictureBlock(picture):
            shown = {"media": _attached(_file_name(drawn[picture])), "description": picture.alt}
            return {"type": _GALLERY, "items": [shown]}
        case AttachedFile(name):
            return {"type": _FILE, "file": _attached(name)}
        case _:
            assert_never(block)


def _attached(name: str) -> ComponentJson:
    return {"url": f"attachment://{name}"}


def _button(screen: Screen, button: Button, reader: _Reader) -> ComponentJson:
    return {
        "type": _BUTTON,
        "style": _STYLES[button.style],
        "disabled": not button.enabled,
        "custom_id": custom_id(screen, button.press),
        **_label_and_emoji(button.label, button.tile, reader),
    }


def _label_and_emoji(label: str, tile: str, reader: _Reader) -> ComponentJson:
    """Return label and emoji; without a tile its word goes into the label."""
    words = reader.words
    text = words.without_tiles(label) if TOKEN_OPEN in label else label
    if not tile:
        return {"label": text}
    emoji = None if words.spelled else reader.tiles[tile].emoji
    if emoji is None:
        return {"label": f"{text} {words.short_tile(tile)}".strip()}
    return {"label": text, "emoji": emoji} if text else {"emoji": emoji}


def _select(screen: Screen, select: Select, reader: _Reader) -> ComponentJson:
    return {
        "type": _SELECT,
        "custom_id": f"{PREFIX}:s:{screen.game}:{screen.version}:{select.name}",
        "placeholder": reader.words.without_tiles(select.placeholder),
        "options": [_option(choice, reader) for choice in select.choices],
    }


def _option(choice: SelectChoice, reader: _Reader) -> ComponentJson:
    value = press_value(choice.press)
    about = reader.words.without_tiles(choice.description)
    face = _label_and_emoji(choice.label, choice.tile, reader)
    face.setdefault("label", value.partition(":")[2])
    return {"value": value, **face, **({"description": about} if about else {})}


def picture_files(drawn: DrawnPictures) -> list[discord.File]:
    """Return the pictures of a message, as fresh files for one request."""
    return [
        discord.File(io.BytesIO(png), _file_name(png), description=picture.alt)
        for picture, png in drawn.items()
    ]


def enclosed_files(screen: Screen) -> list[discord.File]:
    """Return the enclosed files of a message, as fresh files for one request."""
    return [
        discord.File(io.BytesIO(block.content), block.name)
        for block in screen.blocks
        if isinstance(block, AttachedFile)
    ]


def _file_name(content: bytes) -> str:
    """Return a file name that depends on the content alone."""
    ending = "gif" if content.startswith(b"GIF8") else "png"
    return f"sheet-{sha256(content).hexdigest()[:12]}.{ending}"
