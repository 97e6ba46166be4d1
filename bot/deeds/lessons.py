"""UI commands for lessons; the buttons alone carry the position in a lesson."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Learn:
    """Start the lesson of a family; "" means the family played in this channel."""

    family: str = ""


@dataclass(frozen=True, slots=True)
class LearnAt:
    """Show a question of a lesson, counted from 1; one past the last is the end page."""

    family: str
    question: int


@dataclass(frozen=True, slots=True)
class LearnTry:
    """Answer a question; ``said`` is an action in the engine's notation."""

    family: str
    question: int
    said: str


@dataclass(frozen=True, slots=True)
class PlayAlone:
    """Open and start a table against robots with the rules of a lesson."""

    family: str


LessonDeed = Learn | LearnAt | LearnTry | PlayAlone
