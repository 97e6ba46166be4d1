"""Pages of one deal of a day: hands, what everybody made of it, the mean; best play by cards."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.analysis.postmortem import PlayKind, PostMortem
from bot.engine.cards import Seat
from bot.engine.view import result_view
from bot.features.daily.comparison import Course
from bot.features.daily.day_deals import DAILY_LEVEL
from bot.features.daily.day_screens import event_title
from bot.features.solo_play import player_name, seat_letter, solo_table_data
from bot.model.values import Record
from bot.notation.single_deal import SingleDeal, active_seats
from bot.render import families
from bot.render.formatting import (
    DIVIDER,
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
from bot.render.screen import Button, ButtonRow, Screen, Tone
from bot.render.screen_data import SeatData, TableData
from bot.render.study.postmortem_screens import best_line_of, mistake_line
from bot.render.study.scored_deal import deal_line
from bot.render.words import TableWords, Words
from bot.store.queries.daily_deals import DEALS_A_DAY
from bot.ui_commands.daily_commands import CompareEventDeal, EventRef, ShowEvent, ShowEventLine

_MOST_ROWS: Final = 12
_MOST_MISTAKES: Final = 5


class CourseRow(Record):
    """Equal courses: ``names`` of people the reader may see, and the number of all others."""

    course: Course
    names: tuple[str, ...]
    others: int

    @property
    def size(self) -> int:
        return len(self.names) + self.others


def merged_rows(rows: Sequence[CourseRow]) -> tuple[CourseRow, ...]:
    """Return the rows with those that read alike as one."""
    merged = dict[object, CourseRow]()
    for row in rows:
        course = row.course
        key = (course.calls, course.points, course.result.contract, course.result.won)
        known = merged.get(key)
        merged[key] = (
            row
            if known is None
            else CourseRow(course, known.names + row.names, known.others + row.others)
        )
    return tuple(merged.values())


class DealComparison(Record):
    """One deal with everything its page shows.

    ``deal`` has the reader's own course, or the cards alone; ``own`` is its result and ``gain`` how
    much it counts, None for a reader who has not finished.  ``found`` judges the own course.
    """

    ref: EventRef
    number: int
    seat: Seat
    deal: SingleDeal
    code: str
    rows: tuple[CourseRow, ...]
    mean: float
    cap: int
    own: Course | None
    gain: float | None
    found: PostMortem | None


def deal_comparison_screen(page: DealComparison, name: str, words: Words) -> Screen:
    """Return the page; ``name`` is the reader's."""
    said = families.table_words(page.deal.rules, words)
    head = join_lines(
        event_title(page.ref, said),
        bold(said.say("board.deal", number=page.number)),
        *_hands(page, said),
    )
    return Screen(
        0,
        0,
        Tone.PRIVATE,
        (
            *text_blocks(head),
            DIVIDER,
            *text_blocks(
                join_lines(*_rows(page, said)),
                join_lines(*_own(page, said)),
                join_lines(*_mistakes(page, name, said)),
                f"`{page.code}`",
            ),
            ButtonRow(tuple(_buttons(page, said))),
        ),
    )


def _hands(page: DealComparison, words: TableWords) -> Iterator[str]:
    deal = page.deal
    for seat in active_seats(deal.rules, deal.dealer):
        who = words.say("daily.your_seat") if seat == page.seat else player_name(seat, deal, words)
        dealer = words.say("deal_page.dealer") if seat == deal.dealer else ""
        yield f"{join_dotted((bold(who), dealer))}\n{hand_tiles(deal.hands[seat])}"
    yield f"{bold(words.say('diagram.talon'))} {card_tiles(deal.talon)}"


def _rows(page: DealComparison, words: TableWords) -> Iterator[str]:
    """Yield a line for each course that somebody took, the best first, and the mean."""
    rows = sorted(page.rows, key=lambda row: (-row.course.points, -row.size))
    for row in rows[:_MOST_ROWS]:
        yield join_dotted(
            (
                bold(format_signed(row.course.points)),
                _contract(row.course, page.seat, words),
                small_calls(row.course, words),
                _people(row, words),
            )
        )
    if len(rows) > _MOST_ROWS:
        left = sum(row.size for row in rows[_MOST_ROWS:])
        yield small_print(words.say_plural("daily.more", left))
    size = sum(row.size for row in page.rows)
    if size > 1:
        mean = bold(format_tenths(page.mean, words))
        key = "daily.mean_of_two" if size == 2 else "daily.mean"
        yield words.say(key, mean=mean, cap=page.cap)


def small_calls(course: Course, words: TableWords) -> str:
    """Return what the player said in a deal; "" if nobody asked them."""
    calls = ", ".join(words.action(action) for action in course.calls)
    return words.say("daily.calls", calls=calls) if calls else ""


def _contract(course: Course, seat: Seat, words: TableWords) -> str:
    contract, tricks = course.result.contract, course.result.won[seat]
    own = words.say_plural("result.tricks", tricks)
    if contract is None:
        return join_dotted((words.say(f"outcome.{course.result.outcome}"), own))
    name = words.contract(contract.name)
    if contract.declarer != seat:
        name = f"{seat_letter(contract.declarer)} {name}"
    return join_dotted((name, own))


def _people(row: CourseRow, words: TableWords) -> str:
    others = words.say_plural("daily.others", row.others) if row.others else ""
    return ", ".join((*row.names, others) if others else row.names)


def _own(page: DealComparison, words: TableWords) -> Iterator[str]:
    if page.own is not None and page.gain is not None:
        yield words.say(
            "daily.own",
            points=bold(format_signed(page.own.points)),
            gain=bold(format_tenths(page.gain, words)),
        )
    yield from _best(page, words)


def _best(page: DealComparison, words: TableWords) -> Iterator[str]:
    """Yield what the reader's seat has by best play of all."""
    if page.found is not None and page.found.kind is not PlayKind.UNPLAYED:
        tricks = words.say_plural("result.tricks", page.found.best_tricks[page.seat])
        points = bold(format_signed(page.found.par[page.seat]))
        yield words.say("again.best", tricks=tricks, points=points)


def _mistakes(page: DealComparison, name: str, words: TableWords) -> Sequence[str]:
    """Return the reader's own cards that cost tricks."""
    found = page.found
    if found is None or found.kind is PlayKind.UNPLAYED:
        return ()
    facts = _facts(page, name, words)
    own = [card for card in found.cards if card.chooser == page.seat and card.cost > 0]
    if not own:
        return (words.say("again.flawless"),)
    lines = [mistake_line(card, facts, words) for card in own[:_MOST_MISTAKES]]
    return (bold(words.say("again.mistakes")), *lines)


def _facts(page: DealComparison, name: str, words: TableWords) -> TableData:
    return solo_table_data(page.deal, SeatData(name, 0), page.seat, DAILY_LEVEL, words)


def _buttons(page: DealComparison, words: TableWords) -> Iterator[Button]:
    before, after = page.number - 1, page.number + 1
    yield Button("◀", CompareEventDeal(page.ref, max(before, 1)), enabled=before >= 1)
    yield Button(
        "▶", CompareEventDeal(page.ref, min(after, DEALS_A_DAY)), enabled=after <= DEALS_A_DAY
    )
    if page.found is not None and page.found.best_line:
        yield command_button(words, "best_line", ShowEventLine(page.ref, page.number))
    yield command_button(words, "today_overview", ShowEvent(page.ref))


def event_line_screen(page: DealComparison, name: str, words: Words) -> Screen:
    """Return a line of best play in the contract of the own course; ``name`` is the reader's."""
    said, found = families.table_words(page.deal.rules, words), page.found
    facts = _facts(page, name, said)
    told: tuple[str, ...] = ()
    if found is not None:
        scored = result_view(page.deal.rules, found.result)._replace(number=page.number)
        told = (
            join_lines(bold(deal_line(scored, facts, said)), *_best(page, said)),
            join_lines(
                bold(said.say("analysis.line")),
                small_print(said.say("analysis.line_note")),
                *best_line_of(found, facts),
            ),
        )
    back = Button(
        said.say("board.deal", number=page.number), CompareEventDeal(page.ref, page.number)
    )
    overview = command_button(said, "today_overview", ShowEvent(page.ref))
    blocks = text_blocks(event_title(page.ref, said), *told)
    return Screen(0, 0, Tone.PRIVATE, (*blocks, ButtonRow((back, overview))))
