"""Deeds of a lesson: where it stands is in its buttons alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Learn:
    """The lesson of a family from its beginning; "" for the game that is played here."""

    family: str = ""


@dataclass(frozen=True, slots=True)
class LearnAt:
    """A lesson at one of its questions, counted from 1; one more is its end."""

    family: str
    question: int


@dataclass(frozen=True, slots=True)
class LearnTry:
    """An answer to a question; ``said`` is an action in the engine's notation."""

    family: str
    question: int
    said: str


@dataclass(frozen=True, slots=True)
class PlayAlone:
    """A table against robots by the rules of a lesson, at once."""

    family: str


LessonDeed = Learn | LearnAt | LearnTry | PlayAlone
