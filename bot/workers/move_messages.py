"""The request for a robot's move, and its answer, as JSON of bounded size.

Neither side executes anything of what it receives.  A thinker gets the view of one seat, the level
and a seed; the bot gets the text of one action and plays it only if it is legal for that seat.
"""

from typing import Annotated, Final, NamedTuple

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config

from bot.engine.actions import Action
from bot.engine.notation import format_action, parse_action
from bot.engine.rule_errors import BadNotation
from bot.engine.view import SeatView
from bot.workers.view_codec import BadView, read_view, view_text

LONGEST_REQUEST: Final = 64 * 1024  # bytes; a view has at most some 5,000
LONGEST_ANSWER: Final = 512  # bytes

_STRICT: Final = ConfigDict(hide_input_in_errors=True, extra="forbid")


class BadMessage(ValueError):
    """The text is no request or no answer."""


class MoveRequest(NamedTuple):
    """One question: ``offers`` allows the robot to offer the remaining tricks."""

    level: str
    view: SeatView
    seed: int
    offers: bool


class _RequestFields(NamedTuple):
    level: Annotated[str, Field(pattern="^[a-z_]{1,20}$")]
    view: Annotated[str, Field(max_length=LONGEST_REQUEST)]
    seed: Annotated[str, Field(pattern="^[0-9a-f]{1,128}$")]
    offers: bool


class _AnswerFields(NamedTuple):
    action: Annotated[str, Field(max_length=120)]


class Readiness(NamedTuple):
    """The version of a thinker's code, and the number of its processes."""

    version: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    processes: Annotated[int, Field(ge=1, le=64)]


_REQUESTS: Final = TypeAdapter(with_config(_STRICT)(_RequestFields))
_ANSWERS: Final = TypeAdapter(with_config(_STRICT)(_AnswerFields))
_READINESS: Final = TypeAdapter(with_config(_STRICT)(Readiness))


def request_text(request: MoveRequest) -> bytes:
    """Return the JSON of a request."""
    fields = _RequestFields(
        request.level, view_text(request.view), f"{request.seed:x}", request.offers
    )
    return _REQUESTS.dump_json(fields)


def read_request(text: bytes) -> MoveRequest:
    """Return the request of a text.  Raises BadMessage."""
    try:
        fields = _REQUESTS.validate_json(text)
        return MoveRequest(
            fields.level, read_view(fields.view), int(fields.seed, 16), fields.offers
        )
    except (ValidationError, BadView) as error:
        raise BadMessage from error


def answer_text(action: Action) -> bytes:
    """Return the JSON of an answer."""
    return _ANSWERS.dump_json(_AnswerFields(format_action(action)))


def read_answer(text: bytes, view: SeatView) -> Action:
    """Return the action of an answer.  Raises BadMessage unless it is legal for that seat."""
    try:
        action = parse_action(_ANSWERS.validate_json(text).action)
    except (ValidationError, BadNotation) as error:
        raise BadMessage from error
    if action not in view.legal:
        raise BadMessage
    return action


def readiness_text(readiness: Readiness) -> bytes:
    """Return the JSON of what a thinker says of itself."""
    return _READINESS.dump_json(readiness)


def read_readiness(text: bytes) -> Readiness:
    """Return what a thinker says of itself.  Raises BadMessage."""
    try:
        return _READINESS.validate_json(text)
    except ValidationError as error:
        raise BadMessage from error
