"""Private messages that can be edited and deleted while the token of their interaction lives.

Nothing of it is stored: after a restart an old message is harmless, because its buttons carry
complete commands.
"""

import logging
import time
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self

import discord
from discord import ui

from bot.front.failures import FAILED

log = logging.getLogger(__name__)

FOLLOWS: Final = 14 * 60  # seconds of updates to a message
LAST_MINUTE: Final = 45  # seconds after that in which it can still be deleted
_NO_MENTIONS: Final = discord.AllowedMentions.none()


class Reader(NamedTuple):
    """The reader of a private message, its server and channel, and their Discord locale."""

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
    """A sent private message; it keeps only the ``webhook`` of its interaction.

    An interaction itself would hold the clicked message, and a reference cycle.
    """

    reader: Reader
    webhook: discord.Webhook
    message_id: int
    born: float = field(default_factory=time.monotonic)

    @classmethod
    def by(cls, interaction: discord.Interaction, message_id: int) -> Self:
        """Return a message that the token of this interaction can edit."""
        return cls(Reader.of(interaction), interaction.followup, message_id)

    @property
    def user_id(self) -> int:
        return self.reader.user_id

    @property
    def is_within_reach(self) -> bool:
        return time.monotonic() - self.born < FOLLOWS + LAST_MINUTE

    async def edit(self, view: ui.LayoutView) -> None:
        """Replace the message by a screen without pictures.  Raises as the library does."""
        await self.webhook.edit_message(
            self.message_id, view=view, attachments=[], allowed_mentions=_NO_MENTIONS
        )

    async def delete(self) -> None:
        """Delete the message, if it is still there."""
        if not self.is_within_reach:
            return
        try:
            await self.webhook.delete_message(self.message_id)
        except FAILED as error:
            log.debug("a private message stays: %s", error)


class Newest:
    """The newest message of every user in every channel; a newer one deletes it."""

    def __init__(self) -> None:
        self._sent: dict[tuple[int, int], Sent] = {}  # the oldest first

    async def put(self, where: tuple[int, int], sent: Sent | None) -> None:
        """Store the newest message of a channel and user, or none; drop those with dead tokens."""
        before = self._sent.pop(where, None)
        if sent is not None:
            self._sent[where] = sent
        while self._sent and not (oldest := next(iter(self._sent.values()))).is_within_reach:
            del self._sent[oldest.reader.channel_id or 0, oldest.user_id]
        if before is not None:
            await before.delete()
