"""The request for a robot's move, and its answer, as JSON of bounded size.

Neither side executes anything of what it receives.  A thinker gets the view of one seat, the level
and a seed; the bot gets the text of one action and plays it only if it is legal for that seat.
"""

from typing import Annotated, Final, NamedTuple

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config

from bot.engine import actions, cards, families, ledger, notation
from bot.engine.deal import Call, Carry, Contract, Offer, Stage, Trick
from bot.engine.notation import format_action, parse_action
from bot.engine.rules import BadNotation, BadRules
from bot.engine.view import DealView, ResultView, RevealedCards, SeatView
from bot.model.enums import Posting
from bot.presets import parse_rules, rules_text

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


def answer_text(action: actions.Action) -> bytes:
    """Return the JSON of an answer."""
    return _ANSWERS.dump_json(_AnswerFields(format_action(action)))


def read_answer(text: bytes, view: SeatView) -> actions.Action:
    """Return the action of an answer.  Raises BadMessage unless it is legal for that seat."""
    try:
        action = parse_action(_ANSWERS.validate_json(text).action)
    except (ValidationError, BadNotation) as error:
        raise BadMessage from error
    if action not in view.legal:
        raise BadMessage
    return action


def readiness_text(readiness: Readiness) -> bytes:
    """Return the JSON of a thinker's answer to /ready."""
    return _READINESS.dump_json(readiness)


def read_readiness(text: bytes) -> Readiness:
    """Return a thinker's version and processes.  Raises BadMessage."""
    try:
        return _READINESS.validate_json(text)
    except ValidationError as error:
        raise BadMessage from error


# A seat's view as JSON, and back: all that a thinker on another machine needs to choose a move.
#
# The text is data: nothing in it is executed, and every value is checked against a schema. A view
# that comes back equals the one that was written.

_VIEW_CONFIG: Final = ConfigDict(hide_input_in_errors=True)  # an error must name no card
_ALL: Final = (1 << 32) - 1

_CardNumber = Annotated[int, Field(ge=0, le=31)]
_Cards = Annotated[int, Field(ge=0, le=_ALL)]  # a set of cards as bits
_SeatNumber = Annotated[int, Field(ge=0, le=3)]
_AnySeat = Annotated[int, Field(ge=-1, le=3)]
_ActionText = Annotated[str, Field(max_length=120)]


class BadView(ValueError):
    """The text is no view."""


class _Table(NamedTuple):
    """A ``DealView`` with hands as bits and actions as text."""

    number: int
    dealer: _SeatNumber
    seats: tuple[_SeatNumber, _SeatNumber, _SeatNumber]
    counts: tuple[int, ...]
    talon: tuple[_CardNumber, ...]
    calls: tuple[tuple[_SeatNumber, _ActionText], ...]
    contract: Contract | None
    roles: tuple[str, ...]
    open_hands: tuple[tuple[_SeatNumber, _Cards], ...]
    offer: Offer | None
    tricks: tuple[Trick, ...]
    won: tuple[int, ...]
    trick: tuple[_CardNumber, ...]
    talon_lead: _CardNumber | None
    leader: _SeatNumber
    turn: _SeatNumber | None


class _Reveal(NamedTuple):
    dealt: tuple[_Cards, ...]
    talon: tuple[_CardNumber, ...]
    discard: tuple[_CardNumber, ...]


class _Result(NamedTuple):
    """A ``ResultView`` with hands as bits."""

    number: int
    dealer: _SeatNumber
    seats: tuple[_SeatNumber, _SeatNumber, _SeatNumber]
    outcome: str
    contract: Contract | None
    roles: tuple[str, ...]
    won: tuple[int, ...]
    tricks: tuple[Trick, ...]
    postings: tuple[Posting, ...]
    calls: tuple[tuple[_SeatNumber, _ActionText], ...]
    reveal: _Reveal | None


class _SeatViewFields(NamedTuple):
    """A ``SeatView`` with rules, carry and actions as text and hands as bits."""

    rules: str
    version: int
    seat: _SeatNumber
    stage: Stage
    to_act: _AnySeat | None
    dealer: _AnySeat
    carry: str
    sheet: ledger.Sheet
    balance: tuple[int, ...]
    marks: tuple[tuple[str, int], ...]
    deals: int
    table: _Table | None
    hand: _Cards
    from_talon: _Cards
    discard: tuple[_CardNumber, ...]
    legal: tuple[_ActionText, ...]
    last: _Result | None


_VIEWS: Final = TypeAdapter(with_config(_VIEW_CONFIG)(_SeatViewFields))


def view_text(view: SeatView) -> str:
    """Return the JSON of a seat's view."""
    fields = _SeatViewFields(
        rules=rules_text(view.rules),
        version=view.version,
        seat=view.seat,
        stage=view.stage,
        to_act=view.to_act,
        dealer=view.dealer,
        carry=notation.carry_text(view.carry),
        sheet=view.sheet,
        balance=view.balance,
        marks=view.marks,
        deals=view.deals,
        table=None if view.table is None else _table_fields(view.table),
        hand=int(view.hand),
        from_talon=int(view.from_talon),
        discard=view.discard,
        legal=tuple(map(format_action, view.legal)),
        last=None if view.last is None else _result_fields(view.last),
    )
    return _VIEWS.dump_json(fields).decode()


def _table_fields(table: DealView) -> _Table:
    calls = tuple((call.seat, format_action(call.action)) for call in table.calls)
    open_hands = tuple((seat, int(hand)) for seat, hand in table.open_hands)
    return _Table(**(table._asdict() | {"calls": calls, "open_hands": open_hands}))


def _result_fields(last: ResultView) -> _Result:
    reveal = last.reveal
    shown = None
    if reveal is not None:
        shown = _Reveal(tuple(map(int, reveal.dealt)), reveal.talon, reveal.discard)
    return _Result(**(last._asdict() | {"reveal": shown}))


def read_view(text: str | bytes) -> SeatView:
    """Return the view of a JSON text.  Raises BadView."""
    try:
        fields = _VIEWS.validate_json(text)
        rules = parse_rules(fields.rules)
        carry: Carry = notation.read_carry(families.family_of(rules).carry, fields.carry)
        return SeatView(
            **fields._asdict()
            | {
                "rules": rules,
                "carry": carry,
                "table": None if fields.table is None else _deal_view(fields.table),
                "hand": cards.Hand(fields.hand),
                "from_talon": cards.Hand(fields.from_talon),
                "legal": _actions(fields.legal),
                "last": None if fields.last is None else _result_view(fields.last),
            }
        )
    except (ValidationError, BadNotation, BadRules) as error:
        raise BadView from error


def _actions(texts: tuple[str, ...]) -> tuple[actions.Action, ...]:
    return tuple(map(parse_action, texts))


def _deal_view(table: _Table) -> DealView:
    calls = tuple(Call(seat, parse_action(text)) for seat, text in table.calls)
    open_hands = tuple((seat, cards.Hand(hand)) for seat, hand in table.open_hands)
    return DealView(**(table._asdict() | {"calls": calls, "open_hands": open_hands}))


def _result_view(last: _Result) -> ResultView:
    reveal = last.reveal
    shown = None
    if reveal is not None:
        shown = RevealedCards(tuple(map(cards.Hand, reveal.dealt)), reveal.talon, reveal.discard)
    return ResultView(**(last._asdict() | {"reveal": shown}))
