"""A private message that was sent: within reach for as long as the token of its interaction lives.

Nothing of it is stored: after a restart an old message is harmless, its buttons say all they mean.
"""

import logging
import time
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self

import discord
from discord import ui

from bot.front.failures import FAILED

log = logging.getLogger(__name__)

FOLLOWS: Final = 14 * 60  # seconds for which a message is kept up to date
LAST_MINUTE: Final = 45  # seconds after that in which it can still be reached
_NO_MENTIONS: Final = discord.AllowedMentions.none()


class Reader(NamedTuple):
    """Who reads a private message, where, and in which language Discord speaks to him."""

    user_id: int
    guild_id: int | None
    channel_id: int | None
    preferred: str

    @classmethod
    def of(cls, interaction: discord.Interaction) -> Self:
        where = interaction.guild_id, interaction.channel_id
        return cls(interaction.user.id, *where, interaction.locale.value)


@dataclass(frozen=True, slots=True)
class Sent:
    """``webhook`` is that of its interaction, of which nothing else is kept: it has all that was
    clicked in it, and holds itself.
    """

    reader: Reader
    webhook: discord.Webhook
    message_id: int
    born: float = field(default_factory=time.monotonic)

    @classmethod
    def by(cls, interaction: discord.Interaction, message_id: int) -> Self:
        """A message within reach of this interaction."""
        return cls(Reader.of(interaction), interaction.followup, message_id)

    @property
    def user_id(self) -> int:
        return self.reader.user_id

    @property
    def is_within_reach(self) -> bool:
        return time.monotonic() - self.born < FOLLOWS + LAST_MINUTE

    async def edit(self, view: ui.LayoutView) -> None:
        """Another screen without pictures.  Raises as the library does."""
        await self.webhook.edit_message(
            self.message_id, view=view, attachments=[], allowed_mentions=_NO_MENTIONS
        )

    async def delete(self) -> None:
        """Take it away, if it is still there."""
        if not self.is_within_reach:
            return
        try:
            await self.webhook.delete_message(self.message_id)
        except FAILED as error:
            log.debug("a private message stays: %s", error)


class Newest:
    """The newest message of everybody in every channel; the one before is taken away."""

    def __init__(self) -> None:
        self._sent: dict[tuple[int, int], Sent] = {}  # the oldest first

    async def put(self, where: tuple[int, int], sent: Sent | None) -> None:
        """``sent`` by channel and user, or nothing any more; who is out of reach is forgotten."""
        before = self._sent.pop(where, None)
        if sent is not None:
            self._sent[where] = sent
        while self._sent and not (oldest := next(iter(self._sent.values()))).is_within_reach:
            del self._sent[oldest.reader.channel_id or 0, oldest.user_id]
        if before is not None:
            await before.delete()
