"""``python -m bot doctor``: everything a host can look at before or while the bot runs.

One line a check, and a word of what to do where something is wrong. Nothing is changed: the file
of the games is opened for reading, Discord is only asked. ``examining`` is the order of the
visit; the other modules are its stations.
"""

from bot.doctor.examining import examine
from bot.doctor.verdict import Level, Verdict

__all__ = ["Level", "Verdict", "examine"]
