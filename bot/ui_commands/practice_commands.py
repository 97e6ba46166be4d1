"""UI commands for practice: lessons, problems, and deals of one's own that are played again.

The buttons alone carry the position in a lesson.  A button of a deal names it, and for a move the
attempt and its length, so that an outdated button only shows the current position.
"""

import re
from typing import Final

from bot.analysis.problems.problem import Grade
from bot.engine import actions
from bot.engine.cards import CARDS_BY_NAME, Card
from bot.model.codec_fields import (
    CodecField,
    bounded_int,
    choice_field,
    enum_field,
    number_field,
    optional_field,
    word_field,
)
from bot.model.refusals import Refusal
from bot.model.values import Record
from bot.ui_commands.codec import (
    ACTION,
    CONFIRMED,
    DEAL,
    DISCARD_MARKS,
    FAMILY,
    ServerCommand,
    TableCommand,
    ui_command,
)

_MAX_PERIOD: Final = 1_999_999
_QUESTION: Final = number_field(1, 99)
_LENGTH: Final = number_field(0, 30)


# -- lessons


@ui_command("learn", optional_field("", "", FAMILY))
class StartLesson(ServerCommand):
    """Start the lesson of a family; "" means the family played in this channel."""

    family: str = ""


@ui_command("learn", FAMILY, _QUESTION)
class OpenLesson(ServerCommand):
    """Show a question of a lesson, counted from 1; one past the last is the end page."""

    family: str
    question: int


@ui_command("learn", FAMILY, _QUESTION, word_field(r"[a-z]+( \w+){0,2}"))
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


class ProblemRef(Record):
    """A problem by its key; ``day`` is its day or week (bot/model/periods.py), 0 in practice."""

    key: str
    day: int = 0

    def __str__(self) -> str:
        return f"{self.key}@{self.day}" if self.day else self.key


def _parse_ref(word: str) -> ProblemRef:
    key, mark, day = word.partition("@")
    if not re.fullmatch(r"[\w.-]{1,24}", key):
        raise ValueError(word)
    return ProblemRef(key, bounded_int(day, 1, _MAX_PERIOD) if mark else 0)


_REF: Final = CodecField(_parse_ref, refusal=Refusal.ETUDE_GONE)


@ui_command("etude")
class ResumeProblem(ServerCommand):
    """Open the user's unfinished problem, or else a new one."""


@ui_command("etude", "new", optional_field("any", None, enum_field(Grade)))
class NewProblem(ServerCommand):
    """Open a problem the user has not met, of one grade or of any."""

    grade: Grade | None = None


@ui_command("etude", "open", _REF)
class OpenProblem(ServerCommand):
    """Show a problem at its current position."""

    ref: ProblemRef


@ui_command("etude", "play", _REF, _LENGTH, choice_field(CARDS_BY_NAME, Refusal.ETUDE_CARD))
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


USUAL_LEVEL: Final = "expert"  # of the robots against whom a deal is played again
_MAX_ID: Final = 10**12
_MAX_CARD: Final = 99
_OWN_DEAL: Final = number_field(1, _MAX_ID, Refusal.OWN_DEAL_GONE)
_COURSE_LENGTH: Final = number_field(0, 255)
_TRIES: Final = number_field(0, 99_999)
_SEAT: Final = number_field(0, 3)
_LEVEL: Final = word_field(r"[a-z]{1,20}")


# -- the deals of a user


@ui_command("own")
class ShowOwnDeals(TableCommand, ServerCommand):
    """List the deals that the user keeps or has opened."""


@ui_command("own", "open", _OWN_DEAL)
class OpenOwnDeal(TableCommand, ServerCommand):
    """Show a deal: hands, calls, result, code."""

    deal: int


@ui_command("own", "new")
class EnterOwnDeal(TableCommand, ServerCommand):
    """Ask for hands, talon and dealer in a form."""


@ui_command("own", "file")
class ReadDealFile(TableCommand, ServerCommand):
    """Ask for a file with deals in a form."""


@ui_command("own", "name", _OWN_DEAL)
class NameOwnDeal(TableCommand, ServerCommand):
    """Ask for the name under which a deal is kept."""

    deal: int


@ui_command("own", "drop", _OWN_DEAL, CONFIRMED)
class DropOwnDeal(TableCommand, ServerCommand):
    """Delete a deal, after a confirmation if it has a name."""

    deal: int
    is_sure: bool = False


# -- a deal played again


@ui_command("again", DEAL, optional_field("", None, number_field(0, _MAX_CARD)))
class PlayDealAgain(TableCommand):
    """Play a scored deal of the table again from a card, counted from 0, or from the first call."""

    deal: int
    card: int | None = None


@ui_command("own", "from", _OWN_DEAL, _COURSE_LENGTH, _SEAT, _LEVEL)
class SetUpAttempt(TableCommand, ServerCommand):
    """Show from where, in which seat and against which robots the deal is played again.

    ``start`` counts the actions that are kept.
    """

    deal: int
    start: int
    seat: int
    level: str


@ui_command("own", "begin", _OWN_DEAL, _COURSE_LENGTH, _SEAT, _LEVEL)
class BeginAttempt(ServerCommand):
    """Begin to play the deal again; an attempt under way ends."""

    deal: int
    start: int
    seat: int
    level: str


@ui_command("own", "on", _OWN_DEAL)
class ContinueAttempt(TableCommand, ServerCommand):
    """Show the attempt where it stands."""

    deal: int


@ui_command("own", "move", _OWN_DEAL, _TRIES, _COURSE_LENGTH, ACTION)
class MoveInAttempt(ServerCommand):
    """Do an action in the attempt ``tries`` after ``length`` actions."""

    deal: int
    tries: int
    length: int
    action: actions.Action


@ui_command("own", "mark", _OWN_DEAL, _TRIES, _COURSE_LENGTH, DISCARD_MARKS)
class MarkInAttempt(ServerCommand):
    """Mark up to two cards for the discard, the older mark first."""

    deal: int
    tries: int
    length: int
    cards: tuple[Card, ...] = ()


@ui_command("own", "keep", _OWN_DEAL)
class KeepAttempt(ServerCommand):
    """Keep the finished attempt as a deal of its own."""

    deal: int


# -- deals as files


@ui_command("export")
class ExportMatch(TableCommand):
    """Show the scored deals of the match as files."""


@ui_command("export", "season")
class ExportSeason(TableCommand, ServerCommand):
    """Show the deals of the user's matches of this season on this server as files."""


# -- a problem from a deal


@ui_command("own", "share", _OWN_DEAL, _COURSE_LENGTH)
class ShareOwnProblem(ServerCommand):
    """Post the position after ``start`` actions as a problem for everybody in the channel."""

    deal: int
    start: int
