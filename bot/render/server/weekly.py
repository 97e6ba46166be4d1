"""The weekly tables of a server; its managers can remove them."""

from collections.abc import Sequence

from bot.deeds.server import WeeklyRemove
from bot.render.facts import WeeklyRow
from bot.render.parts import bold, dotted, lines, small
from bot.render.screen import Choice, Screen, Select, Text, Tone
from bot.render.words import Words


def weekly_screen(
    rows: Sequence[WeeklyRow], zone: str, words: Words, *, manages: bool, note: str = ""
) -> Screen:
    """Return the weekly tables, in times of ``zone``; ``manages``: the reader may remove them."""
    head = lines(
        f"> {note}" if note else "",
        f"### {words.say('weekly.title')}",
        "" if rows else words.say("weekly.none"),
        *(_row(row, words) for row in rows),
        small(words.say("weekly.how", zone=zone)),
    )
    choices = tuple(Choice(_hour(row, words), WeeklyRemove(row.number)) for row in rows)
    removing = (Select("weekly", words.say("weekly.remove"), choices),)
    shown = removing if manages and rows else ()
    return Screen(0, 0, Tone.PRIVATE, (Text(head), *shown))


def _row(row: WeeklyRow, words: Words) -> str:
    clock = words.say(f"clock.{row.clock}")
    missed = small(words.say(f"weekly.missed.{row.missed}")) if row.missed else ""
    where = dotted((row.game, clock, f"<#{row.channel_id}>", f"<t:{row.opens_at}:R>"))
    return lines(dotted((bold(_hour(row, words)), where)), missed)


def _hour(row: WeeklyRow, words: Words) -> str:
    """Return a time such as "Thursday 21:00"."""
    return f"{words.say(f'day.{row.weekday}')} {row.minute // 60:02}:{row.minute % 60:02}"
