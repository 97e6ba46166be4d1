"""Standings of a day, here and on all servers, and of a week: the best five of seven days."""

from collections.abc import Iterator
from typing import Final

from bot.features.daily.comparison import WeekScore
from bot.features.daily.day_places import ranking_lines, why_first
from bot.features.daily.day_screens import EventPage, date_of, event_title, place_everywhere
from bot.model.periods import first_day
from bot.model.values import Record
from bot.render.formatting import (
    DIVIDER,
    bold,
    command_button,
    format_tenths,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import Button, ButtonRow, Screen, Style, Tone
from bot.render.words import Words
from bot.ui_commands.daily_commands import (
    ShowEvent,
    ShowEventEverywhere,
    ShowPlaces,
    ShowToday,
    ShowWeek,
)

_MOST_ROWS: Final = 15


class WeekPage(Record):
    """A week with all that its page shows.

    ``field`` is everybody with a finished day, the best first; ``names`` are the safe names of
    those whom the reader may see: people of this server, and the reader.  ``is_open``: some days
    are not over.  ``has_before``: somebody finished a day of the week before.
    """

    week: int
    user_id: int
    field: tuple[WeekScore, ...]
    names: dict[int, str]
    everywhere: bool
    is_open: bool
    has_before: bool
    in_server: bool = True


def week_screen(page: WeekPage, words: Words) -> Screen:
    """Return the standing of a week."""
    title = words.say("daily.week", day=date_of(first_day(page.week)))
    about = words.say("daily.week.open" if page.is_open else "daily.week.about")
    head = join_lines(f"### {title}", small_print(about))
    lines = tuple(_rows(page, words))
    told = join_lines(*lines, _own_place(page, words)) if lines else words.say("daily.week.nobody")
    return Screen(
        0,
        0,
        Tone.PRIVATE,
        (
            *text_blocks(head),
            DIVIDER,
            *text_blocks(told),
            ButtonRow(tuple(_buttons(page, words))),
        ),
    )


def _rows(page: WeekPage, words: Words) -> Iterator[str]:
    """Yield the heading and a line for each place; nobody of another server is named."""
    shown = [one for one in page.field if page.everywhere or one.user_id in page.names]
    if not shown:
        return
    yield bold(words.say("daily.week.everywhere" if page.everywhere else "daily.week.here"))
    for one in shown[:_MOST_ROWS]:
        rank = one.rank if page.everywhere else 1 + sum(other.rank < one.rank for other in shown)
        name = page.names.get(one.user_id)
        who = words.say("daily.week.stranger") if name is None else bold(name)
        days = words.say_plural("daily.week.days", len(one.days))
        yield f"{rank}\\. {join_dotted((who, format_tenths(one.total, words), days))}"
    if len(shown) > _MOST_ROWS:
        yield small_print(words.say_plural("daily.more", len(shown) - _MOST_ROWS))


def _own_place(page: WeekPage, words: Words) -> str:
    """Return the reader's place on all servers; "" without a finished day."""
    own = next((one for one in page.field if one.user_id == page.user_id), None)
    if own is None:
        return ""
    return words.say(
        "daily.week.place",
        rank=own.rank,
        count=len(page.field),
        gain=format_tenths(own.total, words),
    )


def _buttons(page: WeekPage, words: Words) -> Iterator[Button]:
    yield command_button(words, "today_now", ShowToday(), Style.PRIMARY)
    if page.in_server:
        name = "week_here" if page.everywhere else "week_everywhere"
        yield command_button(words, name, ShowWeek(page.week, not page.everywhere))
    if page.has_before:
        yield command_button(words, "week_before", ShowWeek(page.week - 1, page.everywhere))


def places_screen(page: EventPage, words: Words, *, by_share: bool = False) -> Screen:
    """Return the standing of an event on the server, and what made the first place."""
    title = words.say("daily.by_share" if by_share else "daily.by_gain")
    lines = ranking_lines(page.here, words, by_share=by_share, user_id=page.user_id)
    blocks = text_blocks(
        event_title(page.ref, words),
        join_lines(bold(title), *lines) if page.here else "",
        why_first(page.here, words)
        if page.here and not by_share
        else place_everywhere(page, words, by_share=by_share),
    )
    buttons = list[Button]()
    if len(page.here) > 1:
        name = "today_gain" if by_share else "today_share"
        buttons.append(command_button(words, name, ShowPlaces(page.ref, not by_share)))
    if page.has_strangers:
        buttons.append(command_button(words, "week_everywhere", ShowEventEverywhere(page.ref)))
    buttons.append(command_button(words, "today_overview", ShowEvent(page.ref)))
    return Screen(0, 0, Tone.PRIVATE, (*blocks, ButtonRow(tuple(buttons))))


def everywhere_screen(page: EventPage, words: Words) -> Screen:
    """Return the standing of a day on all servers; nobody of another server is named."""
    names = {row.score.user_id: bold(row.name) for row in page.here}
    rows = (
        f"{one.rank}\\. {join_dotted((who, format_tenths(one.gain, words)))}"
        for one in page.field[:_MOST_ROWS]
        for who in (names.get(one.user_id, words.say("daily.week.stranger")),)
    )
    more = max(len(page.field) - _MOST_ROWS, 0)
    blocks = text_blocks(
        event_title(page.ref, words),
        join_lines(
            bold(words.say("daily.week.everywhere")),
            *rows,
            small_print(words.say_plural("daily.more", more)) if more else "",
            place_everywhere(page, words),
        ),
    )
    buttons = [command_button(words, "today_overview", ShowEvent(page.ref))]
    if page.in_server and page.here:
        buttons.insert(0, command_button(words, "week_here", ShowPlaces(page.ref)))
    return Screen(0, 0, Tone.PRIVATE, (*blocks, ButtonRow(tuple(buttons))))
