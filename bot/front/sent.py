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

from bot.front.failures import REQUEST_ERRORS

log = logging.getLogger(__name__)

UPDATE_SECONDS: Final = 14 * 60  # seconds of updates to a message
GRACE_SECONDS: Final = 45  # seconds after that in which it can still be deleted
_NOBODY_MENTIONED: Final = discord.AllowedMentions.none()


class MessageReader(NamedTuple):
    """The reader of a private message, its server and channel, and their Discord locale."""

    user_id: int
    guild_id: int | None
    channel_id: int | None
    preferred: str

    @classmethod
    def from_interaction(cls, interaction: discord.Interaction) -> Self:
        where = interaction.guild_id, interaction.channel_id
        return cls(interaction.user.id, *where, interaction.locale.value)


@dataclass(frozen=True, slots=True)
class PrivateMessage:
    """A sent private message; it keeps only the ``webhook`` of its interaction.

    An interaction itself would hold the clicked message, and a reference cycle.
    """

    reader: MessageReader
    webhook: discord.Webhook
    message_id: int
    sent_at: float = field(default_factory=time.monotonic)

    @classmethod
    def from_interaction(cls, interaction: discord.Interaction, message_id: int) -> Self:
        """Return a message that the token of this interaction can edit."""
        return cls(MessageReader.from_interaction(interaction), interaction.followup, message_id)

    @property
    def user_id(self) -> int:
        return self.reader.user_id

    @property
    def is_editable(self) -> bool:
        return time.monotonic() - self.sent_at < UPDATE_SECONDS + GRACE_SECONDS

    async def edit(self, view: ui.LayoutView) -> None:
        """Replace the message by a screen without pictures.  Raises as the library does."""
        await self.webhook.edit_message(
            self.message_id, view=view, attachments=[], allowed_mentions=_NOBODY_MENTIONED
        )

    async def delete(self) -> None:
        """Delete the message, if it is still there."""
        if not self.is_editable:
            return
        try:
            await self.webhook.delete_message(self.message_id)
        except REQUEST_ERRORS as error:
            log.debug("a private message stays: %s", error)


class NewestMessages:
    """The newest message of every user in every channel; a newer one deletes it."""

    def __init__(self) -> None:
        self._messages: dict[tuple[int, int], PrivateMessage] = {}  # the oldest first

    async def replace(self, key: tuple[int, int], sent: PrivateMessage | None) -> None:
        """Store the newest message of a channel and user, or none; drop those with dead tokens."""
        before = self._messages.pop(key, None)
        if sent is not None:
            self._messages[key] = sent
        while self._messages and not (oldest := next(iter(self._messages.values()))).is_editable:
            del self._messages[oldest.reader.channel_id or 0, oldest.user_id]
        if before is not None:
            await before.delete()
