"""Components that carry UI commands: custom ids, selects of users, and forms (design section 6).

A custom id carries the complete command, so buttons of earlier processes work too.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import discord
from discord import ui

from bot.model.refusals import Refusal, Refused
from bot.render.screen import ActionPress, ChoiceForm, Press, Question, Screen
from bot.ui_commands import codec, view_commands

PREFIX: Final = "pref"
TYPED_FIELD: Final = "word"  # the only field of a modal with one line
_STATE: Final = r"(?P<game>\d{1,15}):(?P<version>\d{1,9})"
_ACTION, _COMMAND = "a", "d"  # a press is an action of the engine, or a UI command
# the values of a select (s) are presses; the users of another (u) complete a UI command
_COMPONENT: Final = re.compile(rf"{PREFIX}:(?P<kind>[adsu]):{_STATE}:(?P<text>.+)")
_BUTTON: Final = re.compile(rf"{PREFIX}:(?P<kind>[ad]):{_STATE}:(?P<text>.+)")


def is_bot_user(interaction: discord.Interaction, user_id: int) -> bool:
    """True if the user chosen with this interaction is a bot."""
    return bool(_chosen_user(interaction, user_id).get("bot"))


def name_of_chosen(interaction: discord.Interaction, user_id: int) -> str:
    """Return the display name of the user chosen with this interaction; "" if it is not told."""
    user = _chosen_user(interaction, user_id)
    return str(user.get("global_name") or user.get("username") or "")


def _chosen_user(interaction: discord.Interaction, user_id: int) -> Mapping[str, object]:
    data: Mapping[str, object] = dict(interaction.data or {})
    match data.get("resolved"):
        case {"users": dict(users)}:
            user = users.get(str(user_id), {})
            return user if isinstance(user, dict) else {}
        case _:
            return {}


def custom_id(screen: Screen, press: Press) -> str:
    kind, said = _encode_press(press)
    return f"{PREFIX}:{kind}:{screen.game}:{screen.version}:{said}"


def press_value(press: Press) -> str:
    """Return a press as the value of a select: ``a:play KS``, ``d:join``."""
    return ":".join(_encode_press(press))


@lru_cache(maxsize=1 << 12, typed=True)  # typed: all commands without fields have one hash
def _encode_press(press: Press) -> tuple[str, str]:
    if isinstance(press, ActionPress):
        return _ACTION, press.text
    return _COMMAND, press.form.encode(press)


def read_press(value: str) -> Press:
    """Parse a press; the table checks its action later.  Raises Refused."""
    kind, _, text = value.partition(":")
    if kind not in (_ACTION, _COMMAND):
        raise Refused(Refusal.NO_SUCH_BUTTON)
    return ActionPress(text) if kind == _ACTION else codec.parse_command(text)


def read_component(interaction: discord.Interaction) -> tuple[int, int, Press]:
    """Parse a click on a button or a select into table, version and press.

    Raises Refused for an id that is none of ours, or not on the clicked message.
    """
    data: Mapping[str, object] = dict(interaction.data or {})
    pressed, values = str(data.get("custom_id", "")), data.get("values")
    found = _COMPONENT.fullmatch(pressed)
    if found is None or pressed not in custom_ids(interaction.message):
        raise Refused(Refusal.NO_SUCH_BUTTON)
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    match found["kind"]:
        case "s":
            said = "".join(chosen[:1])
        case "u":
            said = " ".join((f"{_COMMAND}:{found['text']}", *chosen))
        case kind:
            said = f"{kind}:{found['text']}"
    return int(found["game"]), int(found["version"]), read_press(said)


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


class ShownDeal(NamedTuple):
    """The table that the buttons of a message belong to, and the scored deal they name, if any."""

    game: int
    deal: int | None


_DEAL_COMMANDS: Final = (
    view_commands.ShowPostMortem,
    view_commands.ReplayDeal,
    view_commands.ShowDeal,
    view_commands.StepThroughDeal,
)


def shown_deal(message: discord.Message) -> ShownDeal | None:
    """Return the deal of a message by its buttons; None if it has none of a table."""
    ids = sorted(custom_ids(message))
    pressed = [found for found in map(_BUTTON.fullmatch, ids) if found and int(found["game"])]
    for found in pressed:
        if found["kind"] == _COMMAND and (deal := _deal_named(found["text"])) is not None:
            return ShownDeal(int(found["game"]), deal)
    return ShownDeal(int(pressed[0]["game"]), None) if pressed else None


def _deal_named(text: str) -> int | None:
    try:
        command = codec.parse_command(text)
    except Refused:  # a button of an older version
        return None
    return command.deal if isinstance(command, _DEAL_COMMANDS) else None


class FormField(NamedTuple):
    """One line of a form; ``value`` is what stands in it already.

    ``is_person``: a member of the server is chosen, and their id is the value.
    """

    name: str
    label: str
    description: str = ""
    placeholder: str = ""
    value: str = ""
    max_length: int = 100
    is_person: bool = False


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
        description, field = line.description or None, _form_item(line)
        form.add_item(ui.Label(text=line.label, description=description, component=field))
    form.stop()
    return form


def _form_item(line: FormField) -> ui.TextInput[ui.Modal] | ui.UserSelect[ui.Modal]:
    if line.is_person:
        return ui.UserSelect(custom_id=line.name)
    return ui.TextInput(
        custom_id=line.name,
        placeholder=line.placeholder or None,
        default=line.value or None,
        required=False,
        max_length=line.max_length,
    )


def file_modal(press: Press, title: str, name: str, label: str) -> ui.Modal:
    """Return a modal that asks for one file, whose id is the value of the field ``name``."""
    kind, said = _encode_press(press)
    modal = ui.Modal(title=title, timeout=None, custom_id=f"{PREFIX}:{kind}:0:0:{said}")
    upload: ui.FileUpload[ui.Modal] = ui.FileUpload(custom_id=name, max_values=1)
    modal.add_item(ui.Label(text=label, component=upload))
    modal.stop()
    return modal


class UploadedFile(NamedTuple):
    """A file of a submitted modal: its size in bytes, and the address at which Discord has it."""

    size: int
    url: str


def uploaded_file(data: Mapping[str, object], file_id: str) -> UploadedFile:
    """Return the file with this id of a submitted modal.  Raises Refused."""
    resolved = data.get("resolved")
    attachments = resolved.get("attachments") if isinstance(resolved, Mapping) else None
    found = attachments.get(file_id) if isinstance(attachments, Mapping) else None
    if not isinstance(found, Mapping):
        raise Refused(Refusal.DEAL_FILE)
    return UploadedFile(int(found.get("size", 0)), str(found.get("url", "")))


_MOST_RADIO_BUTTONS: Final = 10


def choice_modal(form: ChoiceForm) -> ui.Modal:
    """Return a modal with a radio group for each question, or a select for many values."""
    kind, said = _encode_press(form.press)
    custom = f"{PREFIX}:{kind}:{form.game}:0:{said}"
    modal = ui.Modal(title=form.title, timeout=None, custom_id=custom)
    for question in form.questions:
        is_short = len(question.values) <= _MOST_RADIO_BUTTONS
        chosen = _radio_group(question) if is_short else _value_select(question)
        modal.add_item(ui.Label(text=question.title, component=chosen))
    modal.stop()
    return modal


def _radio_group(question: Question) -> ui.RadioGroup[ui.Modal]:
    options = [
        discord.RadioGroupOption(label=label, value=value, default=value == question.present)
        for value, label in question.values
    ]
    return ui.RadioGroup(custom_id=question.name, options=options)


def _value_select(question: Question) -> ui.Select[ui.Modal]:
    options = [
        discord.SelectOption(label=label, value=value, default=value == question.present)
        for value, label in question.values
    ]
    return ui.Select(custom_id=question.name, options=options)


def read_modal(data: Mapping[str, object]) -> tuple[int, Press, dict[str, str]]:
    """Parse a submitted modal into game, press and the typed or chosen text of each field.

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
        elif isinstance(chosen := component.get("values"), list):
            yield str(component.get("custom_id", "")), str(next(iter(chosen), ""))
        else:
            yield from _modal_values(component.get("component") or component.get("components"))
