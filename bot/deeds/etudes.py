"""UI commands for problems."""

from dataclasses import dataclass

from bot.analysis.etudes.etude import Grade
from bot.engine.cards import Card


@dataclass(frozen=True, slots=True)
class EtudeRef:
    """A problem by its key; for a problem of the day, ``day`` in days since 1970, else 0."""

    key: str
    day: int = 0

    def __str__(self) -> str:
        return f"{self.key}@{self.day}" if self.day else self.key


@dataclass(frozen=True, slots=True)
class EtudeLast:
    """Open the user's unfinished problem, or else a new one."""


@dataclass(frozen=True, slots=True)
class EtudeNew:
    """Open a problem the user has not met, of one grade or of any."""

    grade: Grade | None = None


@dataclass(frozen=True, slots=True)
class EtudeOpen:
    """Show a problem at its current position."""

    ref: EtudeRef


@dataclass(frozen=True, slots=True)
class EtudePlay:
    """Play a card after a line of ``length`` cards."""

    ref: EtudeRef
    length: int
    card: Card


@dataclass(frozen=True, slots=True)
class EtudeBack:
    """Take back the last card of a line of ``length`` cards."""

    ref: EtudeRef
    length: int


@dataclass(frozen=True, slots=True)
class EtudeAgain:
    """Start the problem again from the first card."""

    ref: EtudeRef


@dataclass(frozen=True, slots=True)
class EtudeSolution:
    """Show the solution; before the problem is solved, it takes a confirmation."""

    ref: EtudeRef
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class EtudeDaily:
    """Show the table of results for the problem of the day."""


@dataclass(frozen=True, slots=True)
class EtudeShare:
    """Post one public line about the problem of the day."""

    ref: EtudeRef


EtudeDeed = (
    EtudeLast
    | EtudeNew
    | EtudeOpen
    | EtudePlay
    | EtudeBack
    | EtudeAgain
    | EtudeSolution
    | EtudeDaily
    | EtudeShare
)
