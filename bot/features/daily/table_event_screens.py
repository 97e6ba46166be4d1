"""Screens of a duplicate event: the set-up, its page, the post, and one deal of all tables."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.analysis.postmortem import PlayKind
from bot.features.daily.comparison import Course, CourseScore, DealAtTable, DealScore
from bot.features.daily.day_places import NamedScore, marks, ranking_lines, why_first
from bot.model.periods import start_of
from bot.model.table_events import TableEvent
from bot.model.values import Record, replace
from bot.notation.single_deal import SingleDeal, active_seats
from bot.render import families
from bot.render.deal_results import DealVerdict
from bot.render.formatting import (
    bold,
    card_tiles,
    command_button,
    format_signed,
    format_tenths,
    hand_tiles,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import Block, Button, ButtonRow, Screen, Select, SelectChoice, Style, Tone
from bot.render.words import TableWords, Words
from bot.ui_commands.daily_commands import (
    MAX_DEALS,
    CheckEvent,
    CompareEventDeal,
    EventRef,
    MakeTables,
    OpenEventTable,
    PostPrivateEvent,
    SetUpPrivateEvent,
    SetUpTables,
    ShowEvent,
    ShowEventRules,
    ShowPlaces,
    ShowToday,
    TellEvent,
)

_SHOWN_DIGITS: Final = 8  # of a seal
_MOST_CHOICES: Final = 25  # of a select
_LENGTHS: Final = (1, 2, 3, 7)  # days on offer
_DEALS: Final = (3, 6, 9, 12)  # so that each person deals equally often
_TABLES: Final = (2, 3)
_PLACES: Final = ("first", "second", "dealer")


class TablesSetUp(Record):
    """The choices so far, today, the presets on offer, and the code to be."""

    chosen: SetUpTables
    today: int
    presets: tuple[str, ...]
    code: str


def tables_set_up_screen(page: TablesSetUp, words: Words) -> Screen:
    """Return the page on which a duplicate event is made."""
    chosen = page.chosen
    head = join_lines(
        f"### {words.say('button.today_tables')}",
        words.say("event_tables.set_up"),
        bold(
            join_dotted(
                (
                    words.say(f"preset.{chosen.preset}"),
                    words.say_plural("event_tables.tables", chosen.tables),
                    words.say_plural("event_tables.deals", chosen.deals),
                    words.say("event_tables.until", when=_end(page.today + chosen.days)),
                )
            )
        ),
    )
    make = MakeTables(chosen.preset, chosen.days, chosen.tables, chosen.deals, page.code)
    row = (
        command_button(words, "today_make", make, Style.GOOD),
        command_button(words, "today_private", SetUpPrivateEvent(chosen.preset)),
        command_button(words, "today_now", ShowToday()),
    )
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(head), *_selects(page, words), ButtonRow(row)))


def _end(day: int) -> str:
    return f"<t:{start_of(day)}:f>"


def _selects(page: TablesSetUp, words: Words) -> tuple[Select, ...]:
    chosen = page.chosen
    presets = [
        SelectChoice(words.say(f"preset.{name}"), replace(chosen, preset=name))
        for name in page.presets[:_MOST_CHOICES]
    ]
    tables = [
        SelectChoice(words.say_plural("event_tables.tables", n), replace(chosen, tables=n))
        for n in _TABLES
    ]
    deals = [
        SelectChoice(words.say_plural("event_tables.deals", n), replace(chosen, deals=n))
        for n in _DEALS
    ]
    days = [
        SelectChoice(words.say_plural("private.days", n), replace(chosen, days=n)) for n in _LENGTHS
    ]
    return (
        Select("preset", words.say("private.choose_preset"), tuple(presets)),
        Select("tables", words.say("event_tables.choose_tables"), tuple(tables)),
        Select("deals", words.say("event_tables.choose_deals"), tuple(deals)),
        Select("days", words.say("private.choose_days"), tuple(days)),
    )


class TableRow(Record):
    """A table of an event; ``state`` is lobby, playing, done or stopped."""

    game: int
    place: str
    state: str
    scored: int
    names: tuple[str, ...]


class TablesPage(Record):
    """A duplicate event with all that its page shows.

    ``places`` is the number of its tables, ``opened`` the number of open deals, ``here`` the
    standing of those that two tables have scored.  ``may_open``: the reader may open a table;
    ``may_begin``: the last day is not over.
    """

    ref: EventRef
    event: TableEvent
    places: int
    rows: tuple[TableRow, ...]
    opened: int
    seal: str
    here: tuple[NamedScore, ...]
    user_id: int
    by_share: bool
    may_open: bool
    may_begin: bool

    @property
    def all_open(self) -> bool:
        return self.opened >= self.event.deals

    @property
    def own_score(self) -> CourseScore | None:
        """The score of the reader; None where they have played no deal that counts."""
        own = (one.score for one in self.here if one.score.user_id == self.user_id)
        return next(own, None)


def tables_screen(page: TablesPage, words: Words, note: str = "") -> Screen:
    """Return the page of a duplicate event."""
    event = page.event
    ends = words.say("event_tables.ends", when=f"<t:{start_of(event.last_day + 1)}:R>")
    about = words.say(
        "event_tables.about", tables=page.places, deals=event.deals, code=page.ref.code
    )
    opened = words.say("event_tables.opened", opened=page.opened, deals=event.deals)
    if not page.opened:
        opened = f"{opened} {words.say('event_tables.opens')}"
    is_new = page.may_begin and not page.opened
    blocks: tuple[Block, ...] = (
        *text_blocks(
            join_lines(
                f"> {note}" if note else "",
                tables_title(page.ref, words),
                about if is_new else "",
                small_print(ends) if is_new else "",
            ),
            join_lines(*_table_lines(page, words)),
            join_lines(*_standing(page, words)),
            small_print(words.say("event_tables.all_open") if page.all_open else opened),
            "" if page.opened else small_print(_seal(page.seal, words)),
        ),
        *_deal_select(page, words),
        *(ButtonRow(row) for row in _rows(page, words) if row),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def tables_title(ref: EventRef, words: Words) -> str:
    """Return the heading of a duplicate event."""
    title = words.say("event_tables.title", code=ref.code)
    return f"### {join_dotted((title, words.say(f'preset.{ref.preset}')))}"


def _seal(seal: str, words: Words) -> str:
    return words.say("daily.seal", seal=seal[:_SHOWN_DIGITS])


def _table_lines(page: TablesPage, words: Words) -> Iterator[str]:
    """Yield how far each table is, and who sits there until the standing names them."""
    for row in page.rows:
        state = words.say(
            f"event_tables.row.{row.state}", scored=row.scored, deals=page.event.deals
        )
        yield join_dotted((bold(f"#{row.game}"), row.place, state))
        if row.names and not page.here:
            yield small_print(", ".join(row.names))


def _standing(page: TablesPage, words: Words) -> Iterator[str]:
    if not page.here:
        return
    yield bold(words.say("event_tables.by_share" if page.by_share else "event_tables.by_gain"))
    yield from ranking_lines(page.here, words, by_share=page.by_share)
    if page.all_open and not page.by_share:
        yield why_first(page.here, words)


def _deal_select(page: TablesPage, words: Words) -> tuple[Block, ...]:
    if not page.opened:
        return ()
    choices = tuple(
        SelectChoice(words.say("board.deal", number=n), CompareEventDeal(page.ref, n))
        for n in range(1, page.opened + 1)
    )
    return (Select("deals", words.say("daily.choose_deal"), choices),)


def _rows(page: TablesPage, words: Words) -> tuple[tuple[Button, ...], ...]:
    first = list[Button]()
    if page.may_open:
        first.append(command_button(words, "today_open", OpenEventTable(page.ref), Style.GOOD))
    if len(page.here) > 1:
        name = "today_gain" if page.by_share else "today_share"
        other = ShowPlaces(page.ref, by_share=not page.by_share)
        first.append(command_button(words, name, other))
    if page.all_open and page.own_score is not None:
        first.append(command_button(words, "today_tell", TellEvent(page.ref), Style.PRIMARY))
    if not page.all_open:
        again = ShowPlaces(page.ref, by_share=page.by_share)
        first.append(command_button(words, "refresh", again))
    last = [
        command_button(words, "rules", ShowEventRules(page.ref)),
        command_button(words, "today_check", CheckEvent(page.ref)),
    ]
    if page.may_begin:
        last.append(command_button(words, "today_invite", PostPrivateEvent(page.ref)))
    last.append(command_button(words, "today_now", ShowToday(), Style.PRIMARY))
    return tuple(first), tuple(last)


def tables_invitation(
    ref: EventRef, event: TableEvent, places: int, seal: str, words: Words
) -> Screen:
    """Return the public post of a duplicate event, with its code and seal."""
    said = words.say(
        "event_tables.invitation",
        tables=places,
        deals=event.deals,
        until=_end(event.last_day + 1),
        code=ref.code,
    )
    button = command_button(words, "today_see", ShowEvent(ref), Style.GOOD)
    blocks = text_blocks(
        join_lines(tables_title(ref, words), said), small_print(_seal(seal, words))
    )
    return Screen(0, 0, Tone.WAITING, (*blocks, ButtonRow((button,))))


def told_tables_screen(name: str, page: TablesPage, words: Words) -> Screen:
    """Return the public line about what somebody made; it tells nothing of the cards."""
    score = page.own_score
    assert score is not None
    said = words.say(
        "event_tables.told",
        name=bold(name),
        code=page.ref.code,
        marks=marks(score),
        preset=words.say(f"preset.{page.ref.preset}"),
    )
    button = command_button(words, "today_see", ShowEvent(page.ref), Style.PRIMARY)
    return Screen(0, 0, Tone.WAITING, (*text_blocks(said), ButtonRow((button,))))


# One deal of all tables.


class ComparedTable(Record):
    """A deal as one table played it: names by place, "" for a robot, and what each place counts.

    ``verdict`` is best play of all in its contract; None until the deal is reviewed.
    """

    game: int
    played: DealAtTable
    names: tuple[str, ...]
    scores: tuple[DealScore | None, ...]
    verdict: DealVerdict | None = None


class TableDealPage(Record):
    """An open deal: its cards by place, and its tables; ``opened`` deals can be looked at."""

    ref: EventRef
    number: int
    opened: int
    deal: SingleDeal
    tables: tuple[ComparedTable, ...]
    cap: int


def table_deal_screen(page: TableDealPage, words: Words) -> Screen:
    """Return the page of a deal: the cards, and for each place what every table made of them."""
    said = families.table_words(page.deal.rules, words)
    deal = bold(join_dotted((said.say("board.deal", number=page.number), page.ref.code)))
    talon = f"{said.say('diagram.talon')} {card_tiles(page.deal.talon)}"
    places = [_place_block(page, place, said) for place in range(len(_PLACES))]
    how = said.say("event_tables.alone")
    if len(page.tables) > 1:
        how = said.say("event_tables.how", cap=page.cap)
    buttons = (
        _step(page, page.number - 1, "◀"),
        _step(page, page.number + 1, "▶"),
        command_button(said, "today_overview", ShowEvent(page.ref)),
    )
    blocks: tuple[Block, ...] = (
        *text_blocks(
            join_lines(
                join_dotted((deal, talon)), *(_table_result(one, said) for one in page.tables)
            ),
            *places,
            small_print(how),
        ),
        ButtonRow(buttons),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _step(page: TableDealPage, number: int, label: str) -> Button:
    near = min(max(number, 1), MAX_DEALS)
    return Button(label, CompareEventDeal(page.ref, near), enabled=1 <= number <= page.opened)


def _table_result(one: ComparedTable, words: TableWords) -> str:
    """Return "#12 · Ana plays 7♠ · best play: 8"; "#12 · all pass · best play: 3, 4, 3"."""
    result = one.played.courses[0].result
    contract = result.contract
    if contract is None:
        what = words.say(f"outcome.{result.outcome}")
    else:
        name = _name(one, one.played.seats.index(contract.declarer), words)
        what = words.say("board.plays", name=name, contract=words.contract(contract.name))
    return small_print(join_dotted((bold(f"#{one.game}"), what, _best_play(one, words))))


def _best_play(one: ComparedTable, words: TableWords) -> str:
    """Return the tricks of the declarer by best play of all, or those of each place if all pass."""
    verdict, contract = one.verdict, one.played.courses[0].result.contract
    if verdict is None or verdict.kind is PlayKind.UNPLAYED:
        return ""
    if contract is not None:
        best = str(verdict.best_tricks[contract.declarer])
    else:
        best = ", ".join(str(verdict.best_tricks[seat]) for seat in one.played.seats)
    return words.say("event_tables.best", tricks=best)


def _name(one: ComparedTable, place: int, words: Words) -> str:
    return one.names[place] or words.say("event_tables.robot")


def _place_block(page: TableDealPage, place: int, words: TableWords) -> str:
    """Return a place: its cards, and a line for each table, the best first."""
    seats = active_seats(page.deal.rules, page.deal.dealer)
    head = bold(words.say(f"event_tables.place.{_PLACES[place]}"))
    rows = sorted(page.tables, key=partial(_points, place))
    lines = (_result_line(one, place, words) for one in rows)
    return join_lines(head, hand_tiles(page.deal.hands[seats[place]]), *lines)


def _points(place: int, one: ComparedTable) -> int:
    return -one.played.courses[place].points


def _result_line(one: ComparedTable, place: int, words: TableWords) -> str:
    """Return what a table made of a place: points, what counts, who, tricks, calls."""
    course, score = one.played.courses[place], one.scores[place]
    points = bold(format_signed(course.points))
    parts = (
        points if score is None else f"{points} ({format_tenths(score.gain, words)})",
        bold(_name(one, place, words)),
        words.say_plural("result.tricks", course.result.won[one.played.seats[place]]),
        _calls(course, words),
    )
    return small_print(join_dotted(parts))


def _calls(course: Course, words: TableWords) -> str:
    return ", ".join(words.action(action) for action in course.calls)
