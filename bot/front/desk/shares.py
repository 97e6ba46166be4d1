"""Quota of shared posts per channel, against flooding.

It is in memory only: after a restart every channel counts as quiet.
"""

from typing import Final

from bot.refusals import Refusal, Refused

_SHARE_PAUSE: Final = 60  # seconds between two in one channel, for all users together


class ShareQuota:
    """The channels with a recent shared post."""

    def __init__(self) -> None:
        self._shown: dict[int, int] = {}  # channel -> unix seconds, the oldest first

    def count(self, channel_id: int, now: int) -> None:
        """Count a post.  Raises Refused if the last one is too recent."""
        for known, at in list(self._shown.items()):
            if now - at < _SHARE_PAUSE:
                break
            del self._shown[known]
        if channel_id in self._shown:
            raise Refused(Refusal.SHARED_JUST_NOW)
        self._shown[channel_id] = now

    def uncount(self, channel_id: int) -> None:
        """Uncount a post that failed."""
        self._shown.pop(channel_id, None)
