"""UI commands for lessons and problems; the buttons alone carry the position in a lesson."""

import re
from dataclasses import dataclass
from typing import Final

from bot.analysis.problems.problem import Grade
from bot.engine.cards import CARDS_BY_NAME, Card
from bot.model import codec_fields
from bot.model.refusals import Refusal
from bot.ui_commands.codec import CONFIRMED, FAMILY, ServerCommand, ui_command

_MAX_PERIOD: Final = 1_999_999
_QUESTION: Final = codec_fields.number_field(1, 99)
_LENGTH: Final = codec_fields.number_field(0, 30)


# -- lessons


@ui_command("learn", codec_fields.optional_field("", "", FAMILY))
class StartLesson(ServerCommand):
    """Start the lesson of a family; "" means the family played in this channel."""

    family: str = ""


@ui_command("learn", FAMILY, _QUESTION)
class OpenLesson(ServerCommand):
    """Show a question of a lesson, counted from 1; one past the last is the end page."""

    family: str
    question: int


@ui_command("learn", FAMILY, _QUESTION, codec_fields.word_field(r"[a-z]+( \w+){0,2}"))
class AnswerLesson(ServerCommand):
    """Answer a question; ``answer`` is an action in the engine's notation."""

    family: str
    question: int
    answer: str


@ui_command("learn", FAMILY, "alone")
class PlayLessonTable(ServerCommand):
    """Open and start a table against robots with the rules of a lesson."""

    family: str


# -- problems


@dataclass(frozen=True, slots=True)
class ProblemRef:
    """A problem by its key; ``day`` is its day or week (bot/model/periods.py), 0 in practice."""

    key: str
    day: int = 0

    def __str__(self) -> str:
        return f"{self.key}@{self.day}" if self.day else self.key


def _parse_ref(word: str) -> ProblemRef:
    key, mark, day = word.partition("@")
    if not re.fullmatch(r"[\w.-]{1,24}", key):
        raise ValueError(word)
    return ProblemRef(key, codec_fields.bounded_int(day, 1, _MAX_PERIOD) if mark else 0)


_REF: Final = codec_fields.CodecField(_parse_ref, refusal=Refusal.ETUDE_GONE)


@ui_command("etude")
class ResumeProblem(ServerCommand):
    """Open the user's unfinished problem, or else a new one."""


@ui_command(
    "etude", "new", codec_fields.optional_field("any", None, codec_fields.enum_field(Grade))
)
class NewProblem(ServerCommand):
    """Open a problem the user has not met, of one grade or of any."""

    grade: Grade | None = None


@ui_command("etude", "open", _REF)
class OpenProblem(ServerCommand):
    """Show a problem at its current position."""

    ref: ProblemRef


@ui_command(
    "etude", "play", _REF, _LENGTH, codec_fields.choice_field(CARDS_BY_NAME, Refusal.ETUDE_CARD)
)
class PlayProblemCard(ServerCommand):
    """Play a card after a line of ``length`` cards."""

    ref: ProblemRef
    length: int
    card: Card


@ui_command("etude", "back", _REF, _LENGTH)
class TakeBackProblemCard(ServerCommand):
    """Take back the last card of a line of ``length`` cards."""

    ref: ProblemRef
    length: int


@ui_command("etude", "again", _REF)
class RestartProblem(ServerCommand):
    """Start the problem again from the first card."""

    ref: ProblemRef


@ui_command("etude", "solution", _REF, CONFIRMED)
class ShowSolution(ServerCommand):
    """Show the solution; before the problem is solved, it takes a confirmation."""

    ref: ProblemRef
    is_sure: bool = False


@ui_command("etude", "daily")
class ShowDailyProblem(ServerCommand):
    """Show the table of results for the problem of the day."""


@ui_command("etude", "weekly")
class ShowWeeklyProblem(ServerCommand):
    """Show the table of results for the problem of the week."""


@ui_command("etude", "share", _REF)
class ShareDailyProblem(ServerCommand):
    """Post one public line about the problem of the day or week."""

    ref: ProblemRef
