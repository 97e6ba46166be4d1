"""The weekly tables of a server; its managers can remove them."""

from collections.abc import Sequence

from bot.deeds.server import DeleteWeeklyTable
from bot.render.facts import WeeklyTableData
from bot.render.parts import bold, join_dotted, join_lines, small_print
from bot.render.screen import Screen, Select, SelectChoice, Text, Tone
from bot.render.words import Words


def weekly_tables_screen(
    rows: Sequence[WeeklyTableData], zone: str, words: Words, *, can_manage: bool, note: str = ""
) -> Screen:
    """Return the weekly tables, in times of ``zone``; ``can_manage`` adds buttons to remove them."""
    head = join_lines(
        f"> {note}" if note else "",
        f"### {words.say('weekly.title')}",
        "" if rows else words.say("weekly.none"),
        *(_weekly_line(row, words) for row in rows),
        small_print(words.say("weekly.how", zone=zone)),
    )
    choices = tuple(
        SelectChoice(_weekly_time(row, words), DeleteWeeklyTable(row.number)) for row in rows
    )
    removing = (Select("weekly", words.say("weekly.remove"), choices),)
    shown = removing if can_manage and rows else ()
    return Screen(0, 0, Tone.PRIVATE, (Text(head), *shown))


def _weekly_line(row: WeeklyTableData, words: Words) -> str:
    clock = words.say(f"clock.{row.clock}")
    missed = small_print(words.say(f"weekly.missed.{row.missed}")) if row.missed else ""
    where = join_dotted((row.game, clock, f"<#{row.channel_id}>", f"<t:{row.opens_at}:R>"))
    return join_lines(join_dotted((bold(_weekly_time(row, words)), where)), missed)


def _weekly_time(row: WeeklyTableData, words: Words) -> str:
    """Return a time such as "Thursday 21:00"."""
    return f"{words.say(f'day.{row.weekday}')} {row.minute // 60:02}:{row.minute % 60:02}"
