"""Text and controls of a message in the simulated Discord."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
import simcord
from simcord.components import walk_components

Message = simcord.ResponseMessage
Result = simcord.InteractionResult


@dataclass(frozen=True, slots=True)
class Control:
    """A button, or one option of a select, on a message."""

    custom_id: str
    kind: str
    game: int
    version: int
    text: str
    label: str
    enabled: bool
    value: str | None = None


def controls(message: Message | discord.Message | None) -> list[Control]:
    """Return everything that can be pressed or chosen on a message, which must exist."""
    assert message is not None
    found = []
    for part in walk_components(_components(message)):
        if part["type"] == 2 and "custom_id" in part:
            _, kind, game, version, press = part["custom_id"].split(":", 4)
            label, on = part.get("label") or "", not part.get("disabled", False)
            found.append(
                Control(part["custom_id"], kind, int(game), int(version), press, label, on)
            )
        elif part["type"] == 3:
            found += _lines(part)
    return found


def _lines(part: dict[str, Any]) -> Iterator[Control]:
    _, _, game, version, _ = part["custom_id"].split(":", 4)
    for option in part["options"]:
        kind, _, press = option["value"].partition(":")
        yield Control(
            part["custom_id"],
            kind,
            int(game),
            int(version),
            press,
            option["label"],
            not part.get("disabled", False),
            option["value"],
        )


def _components(message: Message | discord.Message) -> list[dict[str, Any]]:
    if isinstance(message, discord.Message):
        return [dict(component.to_dict()) for component in message.components]
    return message.components


def galleries(message: Message | discord.Message | None) -> list[tuple[str, str]]:
    """Return URL and description of every picture on a message, which must exist."""
    assert message is not None
    parts = [part for part in walk_components(_components(message)) if part["type"] == 12]
    items = [item for part in parts for item in part["items"]]
    return [(item["media"]["url"], item["description"]) for item in items]


def words_of(message: Message | None) -> str:
    """Return all text of a message."""
    if message is None:
        return ""
    texts = [part["content"] for part in walk_components(message.components) if part["type"] == 10]
    return "\n".join([message.content, *texts] if message.content else texts)


def texts_of(messages: Sequence[Message]) -> list[str]:
    return [words_of(message) for message in messages]
