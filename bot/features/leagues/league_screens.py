"""Screens of leagues: the list, standing, rounds and log of one, and the posts for everybody."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Final

from babel.numbers import format_decimal

from bot.features.leagues import course
from bot.features.leagues.formats import TENTHS, LeagueFormat
from bot.features.leagues.league_log import (
    Cancel,
    Change,
    DrawnRound,
    End,
    Enter,
    Grant,
    LeagueEvent,
    LeagueLine,
    LeagueState,
    Leave,
    Move,
    Open,
    Pardon,
    Postpone,
    Replace,
    Result,
    TableRecord,
    Walkover,
    read_line,
)
from bot.features.leagues.standings import StandingRow, standing_of
from bot.model.values import Record
from bot.render.formatting import (
    bold,
    command_button,
    format_signed,
    format_table,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.paper import picture_text
from bot.render.screen import (
    AttachedFile,
    Block,
    Button,
    ButtonRow,
    PictureBlock,
    Screen,
    Select,
    SelectChoice,
    Style,
    Text,
    Tone,
    safe_line,
    safe_name,
    unescaped_name,
)
from bot.render.shapes import Area, Box, Ink, Label, Picture, Shape
from bot.render.words import Words
from bot.ui_commands.server_commands import (
    EnterLeague,
    LeagueAction,
    LeaguePage,
    LeaveLeague,
    ManageLeague,
    ShowLeague,
    ShowLeagues,
    ShowRound,
)

# The standing of a league as a picture, as wide as a phone shows a sheet.

_WIDTH: Final = 640
_EDGE: Final = 20
_HEAD: Final = 88  # height of the title and of the headings
_ROW: Final = 36
_TITLE: Final = 27
_TEXT: Final = 22  # as of the headings
_PLACE: Final = 50  # width of the column of places
_COLUMNS: Final = (_WIDTH - _EDGE - 216, _WIDTH - _EDGE - 112, _WIDTH - _EDGE)  # right edges
_CELL: Final = 100  # width of a number
_MOST_DRAWN: Final = 60


def standing_picture(
    title: str,
    heads: Sequence[str],
    rows: Sequence[StandingRow],
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    words: Words,
) -> Picture:
    """Return the picture; ``heads`` and each of ``cells`` are points, matches and balance."""
    shown = unescaped_name(title)
    shapes: list[Shape] = [Label(_fitting(shown, _WIDTH - 2 * _EDGE, _TITLE), (_EDGE, 14), _TITLE)]
    shapes += _row_labels("", "", heads, 54, _TEXT, Ink.OLD)
    for n, row in enumerate(rows[:_MOST_DRAWN]):
        top = _HEAD + n * _ROW
        if n % 2 == 0:
            shapes.append(Area(Box(_EDGE - 8, top, _WIDTH - _EDGE + 8, top + _ROW), Ink.FIELD, 4))
        ink = Ink.NEW if row.is_active and not row.has_card else Ink.OLD
        shapes += _row_labels(f"{row.place}.", names[n], cells[n], top + 5, _TEXT, ink)
    told = [
        [f"{row.place}.", name, *(f"{head} {cell}" for head, cell in zip(heads, own, strict=True))]
        for row, name, own in zip(rows, names, cells, strict=True)
    ]
    brief = [
        f"{row.place}. {name} {points}"
        for row, name, (points, *_) in zip(rows, names, cells, strict=True)
    ]
    alt = picture_text.titled_alt_text(
        shown, picture_text.alt_text([" ".join(line) for line in told], brief)
    )
    height = _HEAD + min(len(rows), _MOST_DRAWN) * _ROW + _EDGE
    return picture_text.on_sheet(Picture(_WIDTH, height, tuple(shapes), alt), words)


def _row_labels(
    place: str, name: str, cells: Sequence[str], top: int, size: int, ink: Ink
) -> Iterator[Shape]:
    if place:
        left = _EDGE + _PLACE - 10 - picture_text.width_of(place, size)
        yield Label(place, (left, top), size, Ink.OLD)
    room = _COLUMNS[0] - _CELL - _EDGE - _PLACE
    if name:
        yield Label(_fitting(name, room, size), (_EDGE + _PLACE, top), size, ink)
    for right, cell in zip(_COLUMNS, cells, strict=True):
        shown = _fitting(cell, _CELL, size)
        yield Label(shown, (right - picture_text.width_of(shown, size), top), size, ink)


def _fitting(text: str, room: int, size: int) -> str:
    return picture_text.cut_to_width(picture_text.drawable_text(text), room, size)


_MOST_LISTED: Final = 25  # leagues in the list, the newest first
_MOST_ROUNDS: Final = 25  # to choose from, the newest
_MOST_LINES: Final = 5  # of the log, the newest; a file has all of them
_WHILE_UNDER_WAY: Final = (
    *(LeagueAction.REPLACE, LeagueAction.DATE, LeagueAction.MOVE, LeagueAction.CANCEL),
)
_TIME_TAG: Final = re.compile(r"<t:(\d+):F>")  # which a file does not show as a time


class ListedLeague(Record):
    """One league in the list of a server."""

    league_id: int
    name: str
    format: LeagueFormat
    members: int
    is_over: bool


class LeaguePageData(Record):
    """A league as its pages show it; ``names`` are safe, by number, ``authors`` by user id."""

    league_id: int
    name: str
    state: LeagueState
    lines: tuple[LeagueLine, ...]
    channel_id: int
    names: Mapping[int, str]
    authors: Mapping[int, str]
    zone: tzinfo
    now: int

    def name_of(self, number: int, words: Words) -> str:
        """Return the name of a member; an erased one is a forgotten player."""
        return self.names.get(number) or words.say("player.forgotten")


class LeagueReader(Record):
    """The reader of a page: if they take part, could check in, and manage the server.

    ``channel_id`` is where they read it.
    """

    takes_part: bool
    can_enter: bool
    can_manage: bool
    channel_id: int


def leagues_screen(leagues: Sequence[ListedLeague], words: Words) -> Screen:
    """Return the list of a server's leagues."""
    lines = [_listed_line(one, words) for one in leagues[:_MOST_LISTED]]
    body = join_lines(*lines) if lines else words.say("league.none")
    choices = tuple(
        SelectChoice(unescaped_name(one.name)[:100], ShowLeague(one.league_id, LeaguePage.STANDING))
        for one in leagues[:_MOST_LISTED]
    )
    blocks: list[Block] = [*text_blocks(bold(words.say("league.list")), body)]
    if choices:
        blocks.append(Select("league", words.say("league.choose"), choices))
    return Screen(0, 0, Tone.PRIVATE, tuple(blocks))


def _listed_line(one: ListedLeague, words: Words) -> str:
    state = words.say("league.is_over") if one.is_over else ""
    members = words.say_plural("league.members", one.members)
    said = (bold(one.name), _format_name(one.format, words), members, state)
    return join_dotted(filter(None, said))


def league_screen(
    data: LeaguePageData,
    page: LeaguePage,
    reader: LeagueReader,
    words: Words,
    note: str = "",
    round_number: int | None = None,
) -> Screen:
    """Return one page of a league; of the rounds that one, or else the newest."""
    body = _page_blocks(data, page, words, round_number)
    rows = _button_rows(data, page, reader, words)
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(note, _title(data, words)), *body, *rows))


def _page_blocks(
    data: LeaguePageData, page: LeaguePage, words: Words, round_number: int | None
) -> tuple[Block, ...]:
    match page:
        case LeaguePage.STANDING:
            return (*text_blocks(_state_text(data, words)), *_standing_blocks(data, words))
        case LeaguePage.ROUNDS:
            return _round_blocks(data, round_number, words)
        case LeaguePage.LOG:
            return _log_blocks(data, words)


def invitation_post(data: LeaguePageData, words: Words) -> Screen:
    """Return the public post of a new league, with the button to check in."""
    plan = data.state.plan
    how = words.say(f"league.how.{plan.format}", rounds=plan.rounds, deals=plan.deals)
    begins = words.say("league.begins", when=f"<t:{plan.starts_at}:F>")
    buttons = (
        command_button(words, "league_enter", EnterLeague(data.league_id), Style.GOOD),
        _page_button(data, LeaguePage.STANDING, words),
    )
    body = text_blocks(_title(data, words), join_lines(how, begins))
    return Screen(0, 0, Tone.WAITING, (*body, ButtonRow(buttons)))


def news_screen(data: LeaguePageData, posted: int, words: Words) -> Screen | None:
    """Return the post about all lines since ``posted``; None if nobody has to hear of them.

    A correction is told with its reason, a new round with its tables, a finished one with the
    standing.
    """
    events = [read_line(line.text) for line in data.lines[posted:]]
    corrections = [
        join_dotted((f"<t:{line.at}:d>", _line_text(data, line, words)))
        for line, event in zip(data.lines[posted:], events, strict=True)
        if _is_correction(event)
    ]
    drawn = {event.round for event in events if isinstance(event, Open)}
    finished = {event.round for event in events if isinstance(event, Result | Walkover)}
    is_standing_due = data.state.is_over or any(map(data.state.is_finished, finished))
    if not (corrections or drawn or is_standing_due):
        return None
    blocks: list[Block] = [*text_blocks(_title(data, words), join_lines(*corrections))]
    if drawn and not data.state.is_over:
        blocks += text_blocks(_round_text(data, max(drawn), words))
    if is_standing_due:
        blocks += (*text_blocks(_state_text(data, words)), *_standing_blocks(data, words))
    pages = (LeaguePage.STANDING, LeaguePage.ROUNDS, LeaguePage.LOG)
    blocks.append(ButtonRow(tuple(_page_button(data, page, words) for page in pages)))
    return Screen(0, 0, Tone.WAITING, tuple(blocks))


def leave_question(data: LeaguePageData, words: Words) -> Screen:
    """Ask a member of a league under way if they really withdraw."""
    yes = LeaveLeague(data.league_id, is_confirmed=True)
    buttons = (
        command_button(words, "league_leave", yes, Style.DANGER),
        _page_button(data, LeaguePage.STANDING, words),
    )
    body = text_blocks(_title(data, words), words.say("league.ask_leave"))
    return Screen(0, 0, Tone.ALARM, (*body, ButtonRow(buttons)))


def points_text(tenths: int, words: Words) -> str:
    """Return points: 3, 2.5, −10."""
    form = "0.#;\u22120.#"
    return format_decimal(tenths / TENTHS, form, locale=words.locale)


def _title(data: LeaguePageData, words: Words) -> str:
    members = words.say_plural("league.members", len(data.state.active))
    kind = _format_name(data.state.plan.format, words)
    return join_lines(f"### {safe_name(data.name)}", small_print(join_dotted((kind, members))))


def _format_name(kind: LeagueFormat, words: Words) -> str:
    return words.say(f"league.format.{kind}")


def _state_text(data: LeaguePageData, words: Words) -> str:
    """Return where the league stands: before its start, in a round, between two, or over."""
    state = data.state
    if state.is_over:
        return words.say("league.cancelled" if state.is_cancelled else "league.ended")
    current = state.opened
    if current and not state.is_finished(current):
        limit = course.match_limit(state, current, data.zone)
        return words.say("league.playing", round=current, when=f"<t:{limit}:R>")
    begins = f"<t:{course.starts_at(state, current + 1, data.zone)}:F>"
    if not current:
        return words.say("league.begins", when=begins)
    if not any(isinstance(one, End) for one in _next(data)):
        return words.say("league.next", round=current + 1, when=begins)
    return words.say("league.ended")


def _next(data: LeaguePageData) -> tuple[course.Step, ...]:
    return course.next_steps(data.state, data.now, data.zone)


def _standing_blocks(data: LeaguePageData, words: Words) -> tuple[Block, ...]:
    rows = standing_of(data.state)
    if not rows:
        return ()
    names = {row.number: data.name_of(row.number, words) for row in rows}
    heads = [words.say(f"league.head.{one}") for one in ("points", "matches", "balance")]
    cells = [_cells(row, words) for row in rows]
    told = [
        (f"{row.place}. {names[row.number]}", (points, balance))
        for row, (points, _, balance) in zip(rows, cells, strict=True)
    ]
    drawn_names = [unescaped_name(names[row.number]) for row in rows]
    picture = standing_picture(safe_name(data.name), heads, rows, drawn_names, cells, words)
    cards = [names[row.number] for row in rows if row.has_card]
    gone = [names[row.number] for row in rows if not row.is_active]
    notes = (
        words.say("league.cards", names=", ".join(cards)) if cards else "",
        words.say("league.withdrawn", names=", ".join(gone)) if gone else "",
    )
    instead = (Text(format_table((heads[0], heads[2]), told)),)
    block = PictureBlock(picture, instead=instead, is_awaited=True)
    return (block, *text_blocks(join_lines(*map(small_print, filter(None, notes)))))


def _cells(row: StandingRow, words: Words) -> tuple[str, str, str]:
    return points_text(row.points, words), str(row.matches), format_signed(row.balance)


def _round_blocks(
    data: LeaguePageData, round_number: int | None, words: Words
) -> tuple[Block, ...]:
    """Return the tables of a round, and a select of the others."""
    seed = small_print(words.say("league.seed", seed=data.state.plan.seed))
    if not data.state.rounds:
        return text_blocks(words.say("league.no_round"), seed)
    drawn = sorted(data.state.rounds, reverse=True)
    shown = round_number if round_number in drawn else data.state.opened or drawn[-1]
    others = [number for number in drawn if number != shown]
    body = text_blocks(_round_text(data, shown, words), seed)
    if not others:
        return body
    choices = tuple(
        SelectChoice(words.say("league.round", round=number), ShowRound(data.league_id, number))
        for number in others[:_MOST_ROUNDS]
    )
    return (*body, Select("round", words.say("league.other_round"), choices))


def _round_text(data: LeaguePageData, number: int, words: Words) -> str:
    drawn = data.state.rounds[number]
    begins = f"<t:{course.starts_at(data.state, number, data.zone)}:F>"
    lines = [
        _table_text(data, place, table, words)
        for place, table in enumerate(data.state.tables_of(number), start=1)
    ]
    free = ", ".join(data.name_of(one, words) for one in drawn.sitting_out)
    if free:
        lines.append(words.say("league.free", names=free))
    return join_lines(bold(words.say("league.round", round=number)) + f" · {begins}", *lines)


def _table_text(data: LeaguePageData, place: int, table: TableRecord, words: Words) -> str:
    if table.result is None:
        names = ", ".join(_numbered(data, one, words) for one in table.members)
        return f"{place}. {names}"
    return f"{place}. {_result_text(data, table.result, words)}"


def _numbered(data: LeaguePageData, number: int, words: Words) -> str:
    """Return a member with the number by which managers name them."""
    return f"{data.name_of(number, words)} ({number})"


def _result_text(data: LeaguePageData, result: Result | Walkover, words: Words) -> str:
    if isinstance(result, Walkover):
        names = ", ".join(data.name_of(one, words) for one in result.present)
        return words.say("league.walkover", names=names or "–")
    ranked = sorted(result.balances.items(), key=lambda one: -one[1])
    told = ", ".join(
        f"{_numbered(data, number, words)}{'*' if number in result.absent else ''}"
        f" {format_signed(balance)}"
        for number, balance in ranked
    )
    notes = (
        words.say("league.absent") if result.absent else "",
        words.say("league.late") if result.is_late else "",
    )
    return join_dotted((told, *filter(None, notes)))


def _log_blocks(data: LeaguePageData, words: Words) -> tuple[Block, ...]:
    newest = [
        join_dotted((f"<t:{line.at}:d>", _line_text(data, line, words)))
        for line in data.lines[-_MOST_LINES:]
    ]
    shown = text_blocks(join_lines(*(newest or [words.say("league.no_line")])))
    return (*shown, _log_file(data, words)) if len(data.lines) > _MOST_LINES else shown


def _log_file(data: LeaguePageData, words: Words) -> AttachedFile:
    """Return the whole log as text, with the day of each line in UTC."""
    lines = [
        f"{datetime.fromtimestamp(line.at, UTC):%Y-%m-%d} {_line_text(data, line, words)}\n"
        for line in data.lines
    ]
    text = _TIME_TAG.sub(
        lambda tag: f"{datetime.fromtimestamp(int(tag[1]), UTC):%Y-%m-%d %H:%M} UTC", "".join(lines)
    )
    return AttachedFile(f"league-{data.league_id}.txt", unescaped_name(text).encode())


def _line_text(data: LeaguePageData, line: LeagueLine, words: Words) -> str:
    event = read_line(line.text)
    author = data.authors.get(line.by, "") if _is_correction(event) else ""
    return join_dotted(filter(None, (_event_text(data, event, words), author)))


def _is_correction(event: LeagueEvent) -> bool:
    """Return True for a line that has a reason: a manager, or a yellow card."""
    return bool(getattr(event, "reason", ""))


def _event_text(data: LeaguePageData, event: LeagueEvent, words: Words) -> str:
    match event:
        case Enter():
            return words.say("league.log.enter", name=data.name_of(event.number, words))
        case Leave() | Pardon() | Grant():
            return _member_text(data, event, words)
        case DrawnRound():
            return words.say("league.log.draw", round=event.round)
        case Open():
            return words.say("league.log.open", round=event.round, table=event.table)
        case Result() | Walkover():
            key = "correct" if _is_correction(event) else "result"
            result = _result_text(data, event, words)
            said = getattr(event, "reason", "")
            reason = words.say("league.ruled") if said == course.BY_RULING else safe_line(said)
            return words.say(
                f"league.log.{key}",
                round=event.round,
                table=event.table,
                result=result,
                reason=reason,
            )
        case Replace() | Move() | Postpone():
            return _change_text(data, event, words)
        case Cancel():
            is_empty = event.reason == course.TOO_FEW
            key = "league.log.too_few" if is_empty else "league.log.cancel"
            return words.say(key, reason=safe_line(event.reason) if event.reason else "")
        case End():
            return words.say("league.ended")


def _change_text(data: LeaguePageData, event: Change, words: Words) -> str:
    reason = safe_line(event.reason)
    match event:
        case Replace():
            name, by = (data.name_of(one, words) for one in (event.number, event.by))
            return words.say("league.log.replace", name=name, by=by, reason=reason)
        case Move():
            place = f"<#{event.channel}>"
            return words.say("league.log.move", channel=place, reason=reason)
        case Postpone():
            when = f"<t:{event.at}:F>"
            return words.say("league.log.date", round=event.round, when=when, reason=reason)


def _member_text(data: LeaguePageData, event: Leave | Pardon | Grant, words: Words) -> str:
    name, reason = (
        data.name_of(event.number, words),
        safe_line(event.reason) if event.reason else "",
    )
    match event:
        case Leave(_, course.SENT_OFF):
            return words.say("league.log.sent_off", name=name)
        case Leave():
            key = "league.log.remove" if reason else "league.log.leave"
            return words.say(key, name=name, reason=reason)
        case Pardon():
            return words.say("league.log.return", name=name, reason=reason)
        case Grant():
            points = points_text(event.points, words)
            return words.say("league.log.points", name=name, points=points, reason=reason)


def _button_rows(
    data: LeaguePageData, page: LeaguePage, reader: LeagueReader, words: Words
) -> Iterable[Block]:
    own: list[Button] = []
    is_first = page is LeaguePage.STANDING
    if reader.can_enter and is_first:
        own.append(command_button(words, "league_enter", EnterLeague(data.league_id), Style.GOOD))
    if reader.takes_part and is_first and not data.state.is_over:
        own.append(command_button(words, "league_leave", LeaveLeague(data.league_id)))
    own += [_page_button(data, one, words) for one in LeaguePage if one is not page]
    own.append(command_button(words, "league_list", ShowLeagues()))
    yield ButtonRow(tuple(own[:5]))
    actions = [one for one in LeagueAction if _is_offered(one, data, reader)]
    can_manage = reader.can_manage and page is not LeaguePage.ROUNDS  # which is high already
    if actions and can_manage and not data.state.is_cancelled:
        choices = tuple(
            SelectChoice(words.say(f"button.league_{one}"), ManageLeague(data.league_id, one))
            for one in actions
        )
        yield Select("manage", words.say("league.manage"), choices)


def _is_offered(action: LeagueAction, data: LeaguePageData, reader: LeagueReader) -> bool:
    """Return True for what a manager can still change; a league is moved to where they are."""
    if action is LeagueAction.MOVE and reader.channel_id == data.channel_id:
        return False
    return not data.state.is_over or action not in _WHILE_UNDER_WAY


def _page_button(data: LeaguePageData, page: LeaguePage, words: Words) -> Button:
    return command_button(words, f"league_{page}", ShowLeague(data.league_id, page))
