"""How often a channel takes what one person shows to all: nobody can flood it.

Only in memory: after a restart every channel is quiet enough.
"""

from typing import Final

from bot.refusals import Refusal, Refused

_QUIET: Final = 60  # seconds between two in one channel, whoever shows them


class Shares:
    """The channels in which something was shown a moment ago."""

    def __init__(self) -> None:
        self._shown: dict[int, int] = {}  # channel -> unix seconds, the oldest first

    def take(self, channel_id: int, now: int) -> None:
        """Something will be shown there now.  Raises Refused if that was so a moment ago."""
        for known, at in list(self._shown.items()):
            if now - at < _QUIET:
                break
            del self._shown[known]
        if channel_id in self._shown:
            raise Refused(Refusal.SHARED_JUST_NOW)
        self._shown[channel_id] = now

    def give_back(self, channel_id: int) -> None:
        """It was not shown."""
        self._shown.pop(channel_id, None)
