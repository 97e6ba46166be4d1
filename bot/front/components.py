"""Screen -> Discord components, and the one way presses come back (design section 6).

Only DynamicItems, a fresh view for every paint, stopped before it is sent: a view that mixes a
DynamicItem with a plain button un-registers the class for the whole bot, and an unstopped
ephemeral view is kept in memory for a quarter of an hour.
"""

import io
import re
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final, Self, assert_never

import discord
from discord import ui

from bot.deeds import notation
from bot.front.members import MEMBERS, PREFIX, STAMP, MemberSelect, Pressed, member_row
from bot.refusals import Refusal, Refused
from bot.render.paper.shapes import Picture
from bot.render.screen import (
    TOKEN_CLOSE,
    TOKEN_OPEN,
    Act,
    Button,
    Drawing,
    Enclosed,
    Line,
    Members,
    Press,
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

_ACT, _DEED = "a", "d"  # whose word a press is: the engine's, or ours
_BUTTON: Final = re.compile(rf"{PREFIX}:(?P<kind>[{_ACT}{_DEED}]):{STAMP}:(?P<text>.+)")
_SELECT: Final = re.compile(rf"{PREFIX}:s:{STAMP}:(?P<name>\w+)")

_COLOURS: Final = {
    Tone.WAITING: 0xF0B232,
    Tone.PLAYING: 0x23A55A,
    Tone.PRIVATE: 0x5865F2,
    Tone.CLOSED: 0x80848E,
    Tone.ALARM: 0xDA373C,
}
_STYLES: Final = {
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}
_TOKEN: Final = re.compile(f"{TOKEN_OPEN}([0-9A-Z]+){TOKEN_CLOSE}")

Tiles = Mapping[str, discord.PartialEmoji]
"""The tiles that Discord has, by name."""
Drawn = Mapping[Picture, bytes]
"""Pictures with their files."""
NONE_DRAWN: Final[Drawn] = MappingProxyType({})


def with_tiles(text: str, tiles: Tiles, words: Words) -> str:
    """The text with its tokens replaced by tiles, or by words where there is none."""
    if words.spelled:
        return words.plain(text)

    def tile(match: re.Match[str]) -> str:
        emoji = _tile(match[1], tiles, words)
        return words.short_tile(match[1]) if emoji is None else str(emoji)

    return _TOKEN.sub(tile, text)


def _tile(code: str, tiles: Tiles, words: Words) -> discord.PartialEmoji | None:
    """In the faces of whoever reads it; in the usual ones while those are not uploaded yet."""
    faces = (words.faces or USUAL_FACES, USUAL_FACES)
    return next((tiles[name] for face in faces if (name := tile_name(code, face)) in tiles), None)


def custom_id(screen: Screen, press: Press) -> str:
    kind, said = _notation(press)
    return f"{PREFIX}:{kind}:{screen.game}:{screen.version}:{said}"


def written(press: Press) -> str:
    """A press as the value of a select: ``a:play KS``, ``d:join``."""
    return ":".join(_notation(press))


def _notation(press: Press) -> tuple[str, str]:
    return (_ACT, press.text) if isinstance(press, Act) else (_DEED, notation.text(press))


def read_press(said: str) -> Press:
    """The press that was written so; what an act says is the table's question.  Raises Refused."""
    kind, _, text = said.partition(":")
    if kind not in (_ACT, _DEED):
        raise Refused(Refusal.NO_SUCH_BUTTON)
    return Act(text) if kind == _ACT else notation.parse(text)


def is_known(item_id: str) -> bool:
    """Whether a custom id is one that a button or select of ours could have."""
    return any(pattern.fullmatch(item_id) for pattern in (_BUTTON, _SELECT, MEMBERS))


def custom_ids(message: discord.Message | None) -> set[str]:
    """Every custom id on a message, at any depth."""
    found: set[str] = set()
    waiting = list(message.components) if message else []
    while waiting:
        component = waiting.pop()
        found.add(str(getattr(component, "custom_id", "")))
        waiting.extend(getattr(component, "children", ()))
    return found


def speaks_of(message: discord.Message, game: int) -> bool:
    """Whether a button of the message is one of that table."""
    found = map(_BUTTON.fullmatch, custom_ids(message))
    return any(match is not None and int(match["game"]) == game for match in found)


class ActionButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_BUTTON):
    """A button that carries its whole meaning: table, version and press."""

    pressed: Pressed

    def __init__(self, item: ui.Button[ui.LayoutView], game: int, version: int, said: str):
        super().__init__(item)
        self.game, self.version, self.said = game, version, said

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        said = f"{match['kind']}:{match['text']}"
        return cls(item, int(match["game"]), int(match["version"]), said)

    async def callback(self, interaction: discord.Interaction) -> None:
        await type(self).pressed(interaction, self.game, self.version, self.said)


class ActionSelect(ui.DynamicItem[ui.Select[ui.LayoutView]], template=_SELECT):
    """A select whose values are presses."""

    pressed: Pressed

    def __init__(self, item: ui.Select[ui.LayoutView], game: int, version: int) -> None:
        super().__init__(item)
        self.game, self.version = game, version

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Select)
        return cls(item, int(match["game"]), int(match["version"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        said = self.item.values[0] if self.item.values else ""
        await type(self).pressed(interaction, self.game, self.version, said)


def register(client: discord.Client, pressed: Pressed) -> None:
    """Make every button and select of this and of all earlier processes work."""
    ActionButton.pressed = staticmethod(pressed)
    ActionSelect.pressed = staticmethod(pressed)
    MemberSelect.pressed = staticmethod(pressed)
    client.add_dynamic_items(ActionButton, ActionSelect, MemberSelect)


def layout(screen: Screen, tiles: Tiles, words: Words, drawn: Drawn = NONE_DRAWN) -> ui.LayoutView:
    """A fresh, stopped view of the screen, for one message; without what is not drawn."""
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=_COLOURS[screen.tone])
    for block in screen.blocks:
        match block:
            case Text(body):
                box.add_item(ui.TextDisplay(with_tiles(body, tiles, words)))
            case Line():
                box.add_item(ui.Separator())
            case Row(buttons):
                row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
                for button in buttons:
                    row.add_item(_button(screen, button, tiles, words))
                box.add_item(row)
            case Select():
                box.add_item(_select_row(screen, block, tiles, words))
            case Members(placeholder, deed):
                text = notation.text(deed)
                box.add_item(member_row(screen.game, screen.version, text, placeholder))
            case Drawing(picture):
                if picture in drawn:
                    box.add_item(_gallery(picture, drawn[picture]))
            case Enclosed(name):
                box.add_item(ui.File(f"attachment://{name}"))
            case _:
                assert_never(block)
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    view.stop()
    return view


def word_form(
    game: int, press: Press, *, title: str, label: str, explain: str, usual: str, longest: int
) -> ui.Modal:
    """A form with one line that may stay empty; what is sent names the press, as a button does.

    Stopped like a view: the library forgets its forms at a restart, so none is left to it.
    """
    kind, said = _notation(press)
    form = ui.Modal(title=title, timeout=None, custom_id=f"{PREFIX}:{kind}:{game}:0:{said}")
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="word", placeholder=usual, required=False, max_length=longest
    )
    form.add_item(ui.Label(text=label, description=explain, component=line))
    form.stop()
    return form


def read_form(data: Mapping[str, object]) -> tuple[int, Press, str]:
    """Game, press and what was typed in a form that was sent.  Raises Refused."""
    found = _BUTTON.fullmatch(str(data.get("custom_id", "")))
    if found is None:
        raise Refused(Refusal.NO_SUCH_BUTTON)
    return int(found["game"]), read_press(f"{found['kind']}:{found['text']}"), _typed(data)


def _typed(part: object) -> str:
    """The one value of a form, however deep it lies in its components."""
    if isinstance(part, Mapping):
        if "value" in part:
            return str(part["value"] or "")
        return _typed(part.get("component") or part.get("components"))
    return next(filter(None, map(_typed, part)), "") if isinstance(part, list) else ""


def files(drawn: Drawn) -> list[discord.File]:
    """The pictures of a message, as fresh files for one request."""
    return [
        discord.File(io.BytesIO(png), _file_name(png), description=picture.alt)
        for picture, png in drawn.items()
    ]


def enclosures(screen: Screen) -> list[discord.File]:
    """What a message brings beside its pictures, as fresh files for one request."""
    return [
        discord.File(io.BytesIO(block.content), block.name)
        for block in screen.blocks
        if isinstance(block, Enclosed)
    ]


def _gallery(picture: Picture, png: bytes) -> ui.MediaGallery[ui.LayoutView]:
    shown = discord.MediaGalleryItem(f"attachment://{_file_name(png)}", description=picture.alt)
    return ui.MediaGallery(shown)


def _file_name(png: bytes) -> str:
    """The same content has the same name."""
    return f"sheet-{sha256(png).hexdigest()[:12]}.png"


def _button(screen: Screen, button: Button, tiles: Tiles, words: Words) -> ActionButton:
    label, emoji = _face(button.label, button.tile, tiles, words)
    item: ui.Button[ui.LayoutView] = ui.Button(
        label=label,
        emoji=emoji,
        style=_STYLES[button.style],
        disabled=not button.enabled,
        custom_id=custom_id(screen, button.press),
    )
    return ActionButton(item, screen.game, screen.version, written(button.press))


def _face(
    label: str, tile: str, tiles: Tiles, words: Words
) -> tuple[str | None, discord.PartialEmoji | None]:
    """Label and emoji; without a tile its word goes into the label."""
    emoji = _tile(tile, tiles, words) if tile and not words.spelled else None
    text = words.plain(label)
    if tile and emoji is None:
        text = f"{text} {words.short_tile(tile)}".strip()
    return text or None, emoji


def _select_row(
    screen: Screen, select: Select, tiles: Tiles, words: Words
) -> ui.ActionRow[ui.LayoutView]:
    options = []
    for choice in select.choices:
        label, emoji = _face(choice.label, choice.tile, tiles, words)
        options.append(
            discord.SelectOption(
                label=label or _notation(choice.press)[1],
                emoji=emoji,
                description=words.plain(choice.description) or None,
                value=written(choice.press),
            )
        )
    item: ui.Select[ui.LayoutView] = ui.Select(
        placeholder=words.plain(select.placeholder),
        options=options,
        custom_id=f"{PREFIX}:s:{screen.game}:{screen.version}:{select.name}",
    )
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ActionSelect(item, screen.game, screen.version))
    return row
