"""Components that carry UI commands: buttons, selects, forms, and selects of users."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, Self

import discord
from discord import ui

from bot.model.refusals import Refusal, Refused
from bot.render.screen import ActionPress, Press, Screen
from bot.ui_commands import codec

# User select menus: the chosen users complete a UI command.
#
# They differ from other selects: Discord fills them in, so no screen lists their values.

PREFIX: Final = "pref"
STATE_PATTERN: Final = r"(?P<game>\d{1,15}):(?P<version>\d{1,9})"
MEMBER_SELECT_ID: Final = re.compile(rf"{PREFIX}:u:{STATE_PATTERN}:(?P<text>.+)")

PressCallback = Callable[[discord.Interaction, int, int, str], Awaitable[None]]
"""Called with table, version and the unparsed text of a press; the handler parses it."""


class MemberSelect(ui.DynamicItem[ui.UserSelect[ui.LayoutView]], template=MEMBER_SELECT_ID):
    """A select whose values are users; ``text`` is the command without the user."""

    on_press: PressCallback

    def __init__(
        self, item: ui.UserSelect[ui.LayoutView], game: int, version: int, text: str
    ) -> None:
        super().__init__(item)
        self.game, self.version, self.text = game, version, text

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.UserSelect)
        return cls(item, int(match["game"]), int(match["version"]), match["text"])

    async def callback(self, interaction: discord.Interaction) -> None:
        said = " ".join((f"d:{self.text}", *(str(user.id) for user in self.item.values)))
        await type(self).on_press(interaction, self.game, self.version, said)


def is_bot_user(interaction: discord.Interaction, user_id: int) -> bool:
    """True if the user chosen with this interaction is a bot."""
    data: Mapping[str, object] = dict(interaction.data or {})
    match data.get("resolved"):
        case {"users": dict(users)}:
            user = users.get(str(user_id), {})
            return isinstance(user, dict) and bool(user.get("bot"))
        case _:
            return False


# Custom ids of buttons and selects, their parsing, and text input forms (design section 6).
#
# All of them are DynamicItems: a custom id carries the complete command, so buttons of earlier
# processes work too.

TYPED_FIELD: Final = "word"  # the only field of a modal with one line
_ACTION, _COMMAND = "a", "d"  # a press is an action of the engine, or a UI command
_KIND: Final = rf"(?P<kind>[{_ACTION}{_COMMAND}])"
_BUTTON: Final = re.compile(rf"{PREFIX}:{_KIND}:{STATE_PATTERN}:(?P<text>.+)")
_SELECT: Final = re.compile(rf"{PREFIX}:s:{STATE_PATTERN}:(?P<name>\w+)")


def custom_id(screen: Screen, press: Press) -> str:
    kind, said = _encode_press(press)
    return f"{PREFIX}:{kind}:{screen.game}:{screen.version}:{said}"


def press_value(press: Press) -> str:
    """Return a press as the value of a select: ``a:play KS``, ``d:join``."""
    return ":".join(_encode_press(press))


def _encode_press(press: Press) -> tuple[str, str]:
    if isinstance(press, ActionPress):
        return _ACTION, press.text
    return _COMMAND, codec.command_text(press)


def read_press(value: str) -> Press:
    """Parse a press; the table checks its action later.  Raises Refused."""
    kind, _, text = value.partition(":")
    if kind not in (_ACTION, _COMMAND):
        raise Refused(Refusal.NO_SUCH_BUTTON)
    return ActionPress(text) if kind == _ACTION else codec.parse_command(text)


def is_own_custom_id(item_id: str) -> bool:
    """True if a custom id has the format of our buttons or selects."""
    return any(pattern.fullmatch(item_id) for pattern in (_BUTTON, _SELECT, MEMBER_SELECT_ID))


def custom_ids(message: discord.Message | None) -> set[str]:
    """Return every custom id on a message, at any depth."""
    found: set[str] = set()
    waiting = list(message.components) if message else []
    while waiting:
        component = waiting.pop()
        found.add(str(getattr(component, "custom_id", "")))
        waiting.extend(getattr(component, "children", ()))
    return found


def has_command_button(message: discord.Message, game: int, command: codec.UiCommand) -> bool:
    """True if the message has a button with that command for that table, enabled or not."""
    said = codec.command_text(command)
    found = filter(None, map(_BUTTON.fullmatch, custom_ids(message)))
    return any(int(match["game"]) == game and match["text"] == said for match in found)


class ActionButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_BUTTON):
    """A button whose custom id carries table, version and press."""

    on_press: PressCallback

    def __init__(self, item: ui.Button[ui.LayoutView], game: int, version: int, press_text: str):
        super().__init__(item)
        self.game, self.version, self.press_text = game, version, press_text

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        said = f"{match['kind']}:{match['text']}"
        return cls(item, int(match["game"]), int(match["version"]), said)

    async def callback(self, interaction: discord.Interaction) -> None:
        await type(self).on_press(interaction, self.game, self.version, self.press_text)


class ActionSelect(ui.DynamicItem[ui.Select[ui.LayoutView]], template=_SELECT):
    """A select whose values are presses."""

    on_press: PressCallback

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
        await type(self).on_press(interaction, self.game, self.version, said)


def register_components(client: discord.Client, on_press: PressCallback) -> None:
    """Register the buttons and selects with the client, those of earlier processes included."""
    ActionButton.on_press = staticmethod(on_press)
    ActionSelect.on_press = staticmethod(on_press)
    MemberSelect.on_press = staticmethod(on_press)
    client.add_dynamic_items(ActionButton, ActionSelect, MemberSelect)


class FormField(NamedTuple):
    """One line of a form; ``value`` is what stands in it already."""

    name: str
    label: str
    description: str = ""
    placeholder: str = ""
    value: str = ""
    max_length: int = 100


def text_modal(
    game: int,
    press: Press,
    *,
    title: str,
    label: str,
    description: str,
    placeholder: str,
    max_length: int,
) -> ui.Modal:
    """Return a modal with one optional line; its custom id names the press, as a button's does."""
    line = FormField(TYPED_FIELD, label, description, placeholder, max_length=max_length)
    return form_modal(game, press, title, (line,))


def form_modal(game: int, press: Press, title: str, lines: Iterable[FormField]) -> ui.Modal:
    """Return a modal with up to five optional lines.

    It is stopped like a view: the library forgets its modals at a restart, so it gets none.
    """
    kind, said = _encode_press(press)
    form = ui.Modal(title=title, timeout=None, custom_id=f"{PREFIX}:{kind}:{game}:0:{said}")
    for line in lines:
        typed: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=line.name,
            placeholder=line.placeholder or None,
            default=line.value or None,
            required=False,
            max_length=line.max_length,
        )
        description = line.description or None
        form.add_item(ui.Label(text=line.label, description=description, component=typed))
    form.stop()
    return form


def read_modal(data: Mapping[str, object]) -> tuple[int, Press, dict[str, str]]:
    """Parse a submitted modal into game, press and the typed text of each field.

    Raises Refused.
    """
    found = _BUTTON.fullmatch(str(data.get("custom_id", "")))
    if found is None:
        raise Refused(Refusal.NO_SUCH_BUTTON)
    values = dict(_modal_values(data.get("components")))
    return int(found["game"]), read_press(f"{found['kind']}:{found['text']}"), values


def _modal_values(component: object) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each field of a modal, at any depth of its components."""
    if isinstance(component, list):
        for part in component:
            yield from _modal_values(part)
    elif isinstance(component, Mapping):
        if "value" in component:
            yield str(component.get("custom_id", "")), str(component["value"] or "")
        else:
            yield from _modal_values(component.get("component") or component.get("components"))
