"""Services that all senders of public messages share."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from bot.background.priority import IdleGate
from bot.discord_ui.channels import TableChannels
from bot.discord_ui.messages.layout import Assets
from bot.discord_ui.messages.pictures import PictureSender
from bot.discord_ui.rate_limiter import RateLimiter


@dataclass(frozen=True, slots=True)
class ChannelServices:
    """Services for messages in channels.

    ``assets`` fill up after the start; each drawing runs within a ``measure_drawing``.
    """

    channels: TableChannels
    assets: Assets
    pictures: PictureSender
    rate_limiter: RateLimiter
    idle_gate: IdleGate
    measure_drawing: Callable[[], AbstractContextManager[object]]
