"""User select menus: the chosen users complete a UI command.

They stand apart from ``components`` because Discord fills them in: no screen lists their values.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Self

import discord
from discord import ui

PREFIX: Final = "pref"
STATE_PATTERN: Final = r"(?P<game>\d{1,15}):(?P<version>\d{1,9})"
MEMBER_SELECT_ID: Final = re.compile(rf"{PREFIX}:u:{STATE_PATTERN}:(?P<text>.+)")

PressCallback = Callable[[discord.Interaction, int, int, str], Awaitable[None]]
"""Table, version and the press as it was written: what it means is read by who can answer."""


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
