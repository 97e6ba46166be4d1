"""UI commands for lessons; the buttons alone carry the position in a lesson."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StartLesson:
    """Start the lesson of a family; "" means the family played in this channel."""

    family: str = ""


@dataclass(frozen=True, slots=True)
class OpenLesson:
    """Show a question of a lesson, counted from 1; one past the last is the end page."""

    family: str
    question: int


@dataclass(frozen=True, slots=True)
class AnswerLesson:
    """Answer a question; ``answer`` is an action in the engine's notation."""

    family: str
    question: int
    answer: str


@dataclass(frozen=True, slots=True)
class PlayLessonTable:
    """Open and start a table against robots with the rules of a lesson."""

    family: str


LessonCommand = StartLesson | OpenLesson | AnswerLesson | PlayLessonTable
