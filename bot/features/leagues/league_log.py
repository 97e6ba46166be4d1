"""The log of a league: lines that are only ever added, and the state that they lead to.

A member is a number in every line, in the order of their check-in; the store alone knows who that
is.  ``read_line(line_text(event)) == event`` for every event.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from bot.features.leagues.formats import LeaguePlan
from bot.features.leagues.pairings import Round
from bot.model.values import Record, field, replace

TableKey = tuple[int, int]  # round and table, both from 1


class Enter(Record):
    """A member checks in."""

    number: int


class Leave(Record):
    """A member withdraws: they are drawn no more."""

    number: int
    reason: str = ""


class DrawnRound(Record):
    """The tables of a round; a later line draws it anew."""

    round: int
    drawn: Round


class Open(Record):
    """A table was opened as this game."""

    round: int
    table: int
    game: int


class Result(Record):
    """The result of a table: balances by member.

    ``absent`` are members in whose seat a substitute or a robot played; ``is_late``: the time of
    the match ran out.
    """

    round: int
    table: int
    balances: Mapping[int, int]
    absent: frozenset[int] = frozenset()
    is_late: bool = False
    reason: str = ""  # of the manager who corrects a result


class Walkover(Record):
    """A table that was not played; ``present`` had come."""

    round: int
    table: int
    present: tuple[int, ...]


class Grant(Record):
    """A manager gives points (in tenths) or takes them."""

    number: int
    points: int
    reason: str


class Pardon(Record):
    """A manager takes a yellow card back; the member is drawn again."""

    number: int
    reason: str


class Replace(Record):
    """From the next round on ``by`` plays in the place of ``number``, with all their points."""

    number: int
    by: int
    reason: str


class Move(Record):
    """From the next round on the tables are opened in this channel, and news posted there."""

    channel: int
    reason: str


class Postpone(Record):
    """A round begins at that time (unix seconds); those after it follow as many days later."""

    round: int
    at: int
    reason: str


class Cancel(Record):
    """The league ends without a winner."""

    reason: str


class End(Record):
    """The last round is over."""


Change = Replace | Move | Postpone
LeagueEvent = (
    Enter | Leave | DrawnRound | Open | Result | Walkover | Grant | Pardon | Change | Cancel | End
)


class LeagueLine(Record):
    """A line as stored: its version from 0, its time, the user behind it (0: the bot or erased)."""

    version: int
    at: int
    by: int
    text: str


class TableRecord(Record):
    """A table of a round: its game and the time once it is open, its result once there is one."""

    members: tuple[int, ...]
    game: int | None = None
    opened_at: int = 0
    result: Result | Walkover | None = None


class LeagueState(Record):
    """A league after some lines; ``finished_at`` is the time of the last result of each round.

    ``successors`` are those who play in the place of another now, by the number of that member;
    ``dates`` the times of rounds that were moved; ``channel`` is None until the league is moved.
    """

    plan: LeaguePlan
    members: Mapping[int, bool] = field(default_factory=dict)  # True: still takes part
    rounds: Mapping[int, Round] = field(default_factory=dict)
    tables: Mapping[TableKey, TableRecord] = field(default_factory=dict)
    grants: tuple[Grant, ...] = ()
    pardoned: frozenset[int] = frozenset()
    finished_at: Mapping[int, int] = field(default_factory=dict)
    successors: Mapping[int, int] = field(default_factory=dict)
    dates: Mapping[int, int] = field(default_factory=dict)
    channel: int | None = None
    is_over: bool = False
    is_cancelled: bool = False

    @property
    def active(self) -> tuple[int, ...]:
        """The members who still take part, by number."""
        return tuple(number for number, is_in in sorted(self.members.items()) if is_in)

    @property
    def has_begun(self) -> bool:
        return bool(self.rounds)

    @property
    def opened(self) -> int:
        """The newest round of which a table was opened; 0 before the first."""
        return max((number for number in self.rounds if self.is_opened(number)), default=0)

    def current(self, number: int) -> int:
        """Return who plays in the place of a member now: mostly they themselves."""
        return self.successors.get(number, number)

    def rounds_by_place(self) -> dict[int, Round]:
        """Return the rounds with the successor of every replaced member in their place."""
        return {number: _renamed(one, self.successors) for number, one in self.rounds.items()}

    def tables_of(self, round_number: int) -> tuple[TableRecord, ...]:
        """Return the tables of a drawn round, in order."""
        count = len(self.rounds[round_number].tables)
        return tuple(self.tables[round_number, table] for table in range(1, count + 1))

    def is_opened(self, round_number: int) -> bool:
        """Return True once a table of the round was opened, or none had to be."""
        there = self.rounds.get(round_number)
        return there is not None and any(
            one.game is not None or one.result is not None for one in self.tables_of(round_number)
        )

    def is_finished(self, round_number: int) -> bool:
        """Return True once every table of the round has a result."""
        there = self.rounds.get(round_number)
        return there is not None and all(
            one.result is not None for one in self.tables_of(round_number)
        )


def replay(plan: LeaguePlan, lines: Iterable[LeagueLine]) -> LeagueState:
    """Return the state after these lines.  Raises ValueError for a line that cannot be read."""
    state = LeagueState(plan)
    for line in lines:
        state = after_event(state, read_line(line.text), line.at)
    return state


def after_event(state: LeagueState, event: LeagueEvent, at: int) -> LeagueState:
    """Return the state after one more event."""
    match event:
        case Enter() | Pardon():
            members = {**state.members, event.number: True}
            pardoned = {event.number} if isinstance(event, Pardon) else set[int]()
            return replace(state, members=members, pardoned=state.pardoned | pardoned)
        case Leave():
            return replace(state, members={**state.members, event.number: False})
        case DrawnRound():
            return _after_draw(state, event)
        case Open():
            return _with_table(state, (event.round, event.table), game=event.game, opened_at=at)
        case Result() | Walkover():
            state = _with_table(state, (event.round, event.table), result=event)
            finished = {**state.finished_at, event.round: at}
            return replace(state, finished_at=finished)
        case Grant():
            return replace(state, grants=(*state.grants, event))
        case Replace():
            return _after_replacement(state, event)
        case Move():
            return replace(state, channel=event.channel)
        case Postpone():
            return replace(state, dates={**state.dates, event.round: event.at})
        case Cancel():
            return replace(state, is_over=True, is_cancelled=True)
        case End():
            return replace(state, is_over=True)


def _after_replacement(state: LeagueState, event: Replace) -> LeagueState:
    """Return the state with another member in the place of one, also in rounds drawn ahead.

    A round that was drawn with both of them is drawn anew.
    """
    old, new = event.number, event.by
    successors = {one: new if other == old else other for one, other in state.successors.items()}
    successors = {one: other for one, other in {**successors, old: new}.items() if one != new}
    changed = replace(
        state, members={**state.members, old: False, new: True}, successors=successors
    )
    for number, drawn in state.rounds.items():
        if state.is_opened(number):
            continue
        if new in {*drawn.sitting_out, *(one for table in drawn.tables for one in table)}:
            rest = {other: one for other, one in changed.rounds.items() if other != number}
            changed = replace(changed, rounds=rest)
        else:
            changed = _after_draw(changed, DrawnRound(number, _renamed(drawn, {old: new})))
    return changed


def _renamed(drawn: Round, others: Mapping[int, int]) -> Round:
    """Return a round with other numbers in place of some."""
    tables = tuple(tuple(others.get(one, one) for one in table) for table in drawn.tables)
    return Round(tables, tuple(others.get(one, one) for one in drawn.sitting_out))


def _after_draw(state: LeagueState, event: DrawnRound) -> LeagueState:
    rounds = {**state.rounds, event.round: event.drawn}
    tables = {key: one for key, one in state.tables.items() if key[0] != event.round}
    for number, members in enumerate(event.drawn.tables, start=1):
        tables[event.round, number] = TableRecord(members)
    return replace(state, rounds=rounds, tables=tables)


def _with_table(
    state: LeagueState,
    key: TableKey,
    *,
    game: int | None = None,
    opened_at: int = 0,
    result: Result | Walkover | None = None,
) -> LeagueState:
    if key not in state.tables:
        raise ValueError(f"table {key} was not drawn")
    there = state.tables[key]
    there = replace(
        there,
        game=game or there.game,
        opened_at=opened_at or there.opened_at,
        result=result or there.result,
    )
    return replace(state, tables={**state.tables, key: there})


# The text of a line.


def line_text(event: LeagueEvent) -> str:
    """Return an event as one line of text."""
    match event:
        case Enter():
            return f"enter {event.number}"
        case Leave():
            return f"leave {event.number} {event.reason}".rstrip()
        case DrawnRound():
            tables = "/".join(_numbers_text(table) for table in event.drawn.tables)
            return f"draw {event.round} {tables} {_numbers_text(event.drawn.sitting_out)}".rstrip()
        case Open():
            return f"open {event.round} {event.table} {event.game}"
        case Result():
            word = "correct" if event.reason else "late" if event.is_late else "result"
            text = f"{word} {event.round} {event.table} {balances_text(event)}"
            return f"{text} {event.reason}".rstrip()
        case Walkover():
            present = _numbers_text(event.present)
            return f"walkover {event.round} {event.table} {present}".rstrip()
        case Grant():
            return f"grant {event.number} {event.points} {event.reason}"
        case Pardon():
            return f"pardon {event.number} {event.reason}"
        case Replace() | Move() | Postpone():
            return f"{_change_text(event)} {event.reason}"
        case Cancel():
            return f"cancel {event.reason}"
        case End():
            return "end"


def _change_text(event: Change) -> str:
    match event:
        case Replace():
            return f"replace {event.number} {event.by}"
        case Move():
            return f"move {event.channel}"
        case Postpone():
            return f"date {event.round} {event.at}"


def balances_text(result: Result) -> str:
    """Return balances as text: ``1=40,2=-10,3~-30``; ~ marks an absent member."""
    return ",".join(
        f"{number}{'~' if number in result.absent else '='}{balance}"
        for number, balance in result.balances.items()
    )


def parse_balances(text: str) -> tuple[dict[int, int], frozenset[int]]:
    """Parse balances; return them, and the absent members.  Raises ValueError."""
    found = [_BALANCE.fullmatch(one) for one in text.split(",")]
    if not all(found):
        raise ValueError(text)
    rows = [one for one in found if one is not None]
    absent = frozenset(int(one["number"]) for one in rows if one["mark"] == "~")
    return {int(one["number"]): int(one["balance"]) for one in rows}, absent


_WITH_ONE_NUMBER: Final[Mapping[str, type[Leave | Pardon | Move]]] = {
    "leave": Leave,
    "pardon": Pardon,
    "move": Move,
}
_WITH_TWO_NUMBERS: Final[Mapping[str, type[Grant | Replace | Postpone]]] = {
    "grant": Grant,
    "replace": Replace,
    "date": Postpone,
}
_BALANCE: Final = re.compile(r"(?P<number>\d{1,4})(?P<mark>[=~])(?P<balance>-?\d{1,6})")


def read_line(text: str) -> LeagueEvent:
    """Return the event of a line.  Raises ValueError."""
    word, _, rest = text.partition(" ")
    match word:
        case "enter":
            return Enter(int(rest))
        case "end":
            return End()
        case "cancel":
            return Cancel(rest)
        case "leave" | "pardon" | "move":
            number, _, reason = rest.partition(" ")
            return _WITH_ONE_NUMBER[word](int(number), reason)
        case "grant" | "replace" | "date":
            first, second, reason = rest.split(" ", 2)
            return _WITH_TWO_NUMBERS[word](int(first), int(second), reason)
        case _:
            return _read_table_line(word, rest)


def _read_table_line(word: str, rest: str) -> LeagueEvent:
    number, _, rest = rest.partition(" ")
    if word == "draw":
        tables, _, resting = rest.partition(" ")
        drawn = tuple(map(_read_numbers, tables.split("/"))) if tables else ()
        return DrawnRound(int(number), Round(drawn, _read_numbers(resting)))
    table, _, rest = rest.partition(" ")
    if word == "open":
        return Open(int(number), int(table), int(rest))
    if word == "walkover":
        return Walkover(int(number), int(table), _read_numbers(rest))
    if word not in ("result", "late", "correct"):
        raise ValueError(word)
    said, _, reason = rest.partition(" ")
    balances, absent = parse_balances(said)
    return Result(int(number), int(table), balances, absent, word == "late", reason)


def _numbers_text(numbers: Iterable[int]) -> str:
    return ".".join(map(str, numbers))


def _read_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("."))) if text else ()
