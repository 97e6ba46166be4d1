"""Second thoughts: what is said twice before it counts, and what is asked back afterwards."""

from dataclasses import dataclass

from bot.engine.actions import Action


@dataclass(frozen=True, slots=True)
class Twice:
    """Whether that action of the rules is really meant, and its price."""

    action: Action


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the own last act back, which is that line of the log if one is named."""

    line: int | None = None
