"""UI commands for lessons; the buttons alone carry the position in a lesson."""

from dataclasses import dataclass

from bot.analysis.problems.problem import Grade
from bot.engine.cards import Card


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


# UI commands for problems.


@dataclass(frozen=True, slots=True)
class ProblemRef:
    """A problem by its key; for a problem of the day, ``day`` in days since 1970, else 0."""

    key: str
    day: int = 0

    def __str__(self) -> str:
        return f"{self.key}@{self.day}" if self.day else self.key


@dataclass(frozen=True, slots=True)
class ResumeProblem:
    """Open the user's unfinished problem, or else a new one."""


@dataclass(frozen=True, slots=True)
class NewProblem:
    """Open a problem the user has not met, of one grade or of any."""

    grade: Grade | None = None


@dataclass(frozen=True, slots=True)
class OpenProblem:
    """Show a problem at its current position."""

    ref: ProblemRef


@dataclass(frozen=True, slots=True)
class PlayProblemCard:
    """Play a card after a line of ``length`` cards."""

    ref: ProblemRef
    length: int
    card: Card


@dataclass(frozen=True, slots=True)
class TakeBackProblemCard:
    """Take back the last card of a line of ``length`` cards."""

    ref: ProblemRef
    length: int


@dataclass(frozen=True, slots=True)
class RestartProblem:
    """Start the problem again from the first card."""

    ref: ProblemRef


@dataclass(frozen=True, slots=True)
class ShowSolution:
    """Show the solution; before the problem is solved, it takes a confirmation."""

    ref: ProblemRef
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class ShowDailyProblem:
    """Show the table of results for the problem of the day."""


@dataclass(frozen=True, slots=True)
class ShareDailyProblem:
    """Post one public line about the problem of the day."""

    ref: ProblemRef


ProblemCommand = (
    ResumeProblem
    | NewProblem
    | OpenProblem
    | PlayProblemCard
    | TakeBackProblemCard
    | RestartProblem
    | ShowSolution
    | ShowDailyProblem
    | ShareDailyProblem
)
