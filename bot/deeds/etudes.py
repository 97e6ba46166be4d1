"""Deeds of set problems."""

from dataclasses import dataclass

from bot.analysis.etudes.etude import Grade
from bot.engine.cards import Card


@dataclass(frozen=True, slots=True)
class EtudeRef:
    """A problem by its key; ``day`` of the one of a day in days since 1970, else 0."""

    key: str
    day: int = 0

    def __str__(self) -> str:
        return f"{self.key}@{self.day}" if self.day else self.key


@dataclass(frozen=True, slots=True)
class EtudeLast:
    """The problem left unfinished, else a new one."""


@dataclass(frozen=True, slots=True)
class EtudeNew:
    """A problem not met before, of a grade or of any."""

    grade: Grade | None = None


@dataclass(frozen=True, slots=True)
class EtudeOpen:
    """A problem where it stands."""

    ref: EtudeRef


@dataclass(frozen=True, slots=True)
class EtudePlay:
    """A card behind so many others."""

    ref: EtudeRef
    length: int
    card: Card


@dataclass(frozen=True, slots=True)
class EtudeBack:
    """The last of so many cards taken back."""

    ref: EtudeRef
    length: int


@dataclass(frozen=True, slots=True)
class EtudeAgain:
    """From the first card on."""

    ref: EtudeRef


@dataclass(frozen=True, slots=True)
class EtudeSolution:
    """The solution; before the problem is solved it has to be asked for twice."""

    ref: EtudeRef
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class EtudeDaily:
    """The table of the problem of the day."""


@dataclass(frozen=True, slots=True)
class EtudeShare:
    """One public line about the problem of the day."""

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
