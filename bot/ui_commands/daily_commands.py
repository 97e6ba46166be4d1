"""UI commands for the six deals of a day.

A button names the event, and for a move the deal and its length, so that an outdated button only
shows the current position.
"""

import re
from typing import Final

from bot.engine import actions
from bot.engine.cards import Card
from bot.model.codec_fields import (
    CodecField,
    bounded_int,
    choice_field,
    number_field,
    optional_field,
    word_field,
)
from bot.model.periods import FIRST_WEEK
from bot.model.refusals import Refusal
from bot.model.values import Record
from bot.ui_commands.codec import (
    ACTION,
    DISCARD_MARKS,
    PAGE,
    ServerCommand,
    TableCommand,
    ui_command,
)

_MAX_DAY: Final = 999_999
_PRESET: Final = r"[a-z_]{1,24}"
CODE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that reads like another one
CODE_LENGTH: Final = 6
_CODE: Final = f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}"
MAX_AHEAD: Final = 7  # days from today to the first day of a private event
MAX_DAYS: Final = 14  # of a private event


class EventRef(Record):
    """The event of a day (bot/model/periods.py) under a preset, or a private one with a code."""

    day: int
    preset: str
    code: str = ""

    def __str__(self) -> str:
        return f"{self.day}.{self.preset}" + (f".{self.code}" if self.code else "")


def _parse_ref(word: str) -> EventRef:
    day, preset, code, *_ = f"{word}..".split(".")
    if not re.fullmatch(_PRESET, preset) or not re.fullmatch(f"({_CODE})?", code):
        raise ValueError(word)
    ref = EventRef(bounded_int(day, 1, _MAX_DAY), preset, code)
    if str(ref) != word:
        raise ValueError(word)
    return ref


_EVENT: Final = CodecField(_parse_ref, refusal=Refusal.DAILY_GONE)
_NUMBER: Final = number_field(1, 6)
MAX_DEALS: Final = 12  # of a duplicate event
_ANY_NUMBER: Final = number_field(1, MAX_DEALS)
_LENGTH: Final = number_field(0, 255)
_WEEK: Final = number_field(FIRST_WEEK, FIRST_WEEK + _MAX_DAY)
_EVERYWHERE: Final = choice_field({"": False, "all": True})
_AHEAD: Final = number_field(0, MAX_AHEAD)
_DAYS: Final = number_field(1, MAX_DAYS)
_TABLES: Final = number_field(2, 3)
_BY_SHARE: Final = choice_field({"": False, "share": True})


@ui_command("today")
class ShowToday(ServerCommand):
    """Show the six deals of today."""


@ui_command("today", "event", _EVENT)
class ShowEvent(ServerCommand):
    """Show the six deals of a day, or a duplicate event."""

    event: EventRef


@ui_command("today", "places", _EVENT, _BY_SHARE)
class ShowPlaces(ServerCommand):
    """Show the standing of an event on the server, by matchpoints where ``by_share``."""

    event: EventRef
    by_share: bool = False


@ui_command("today", "all", _EVENT)
class ShowEventEverywhere(ServerCommand):
    """Show the standing of a day on all servers."""

    event: EventRef


@ui_command("today", "play", _EVENT)
class PlayEvent(ServerCommand):
    """Begin the next deal of an event, or go on with the one under way."""

    event: EventRef


@ui_command("today", "move", _EVENT, _NUMBER, _LENGTH, ACTION)
class MoveInEvent(ServerCommand):
    """Do an action in a deal after ``length`` actions."""

    event: EventRef
    number: int
    length: int
    action: actions.Action


@ui_command("today", "mark", _EVENT, _NUMBER, _LENGTH, DISCARD_MARKS)
class MarkInEvent(ServerCommand):
    """Mark up to two cards for the discard, the older mark first."""

    event: EventRef
    number: int
    length: int
    cards: tuple[Card, ...] = ()


@ui_command("today", "deal", _EVENT, _ANY_NUMBER)
class CompareEventDeal(ServerCommand):
    """Show what everybody made of one deal, and best play."""

    event: EventRef
    number: int


@ui_command("today", "line", _EVENT, _NUMBER)
class ShowEventLine(ServerCommand):
    """Show a line of best play in the contract of the reader's own course of a deal."""

    event: EventRef
    number: int


@ui_command("today", "check", _EVENT)
class CheckEvent(ServerCommand):
    """Show the seal of an event, and its seed once the day is over."""

    event: EventRef


@ui_command("today", "rules", _EVENT, optional_field("", None, PAGE))
class ShowEventRules(ServerCommand):
    """Show the rules of the six deals, by pages from 1; without a page the first one."""

    event: EventRef
    page: int | None = None


@ui_command("today", "week", _WEEK, _EVERYWHERE)
class ShowWeek(ServerCommand):
    """Show the standing of a week (bot/model/periods.py), here or on all servers."""

    week: int
    everywhere: bool = False


@ui_command("today", "seals")
class ShowSeals(TableCommand, ServerCommand):
    """Show the seals of today and of the days ahead."""


@ui_command("today", "post")
class PostToday(ServerCommand):
    """Post the six deals of today in the channel, for managers."""


@ui_command("today", "tell", _EVENT)
class TellEvent(ServerCommand):
    """Post the own place of the day in the channel, once a minute at most."""

    event: EventRef


@ui_command("today", "private", word_field(_PRESET), _AHEAD, _DAYS)
class SetUpPrivateEvent(ServerCommand):
    """Choose preset, first day and length of a private event; ``ahead`` counts from today."""

    preset: str
    ahead: int = 0
    days: int = 1


@ui_command("today", "make", word_field(_PRESET), _AHEAD, _DAYS, word_field(_CODE))
class MakePrivateEvent(ServerCommand):
    """Make a private event with a code, which was drawn with the button: two presses make one."""

    preset: str
    ahead: int
    days: int
    code: str


@ui_command("today", "tables", word_field(_PRESET), _DAYS, _TABLES, _ANY_NUMBER)
class SetUpTables(ServerCommand):
    """Choose rules, length, tables and deals of a duplicate event."""

    preset: str
    days: int = 2
    tables: int = 2
    deals: int = 6


@ui_command("today", "seats", word_field(_PRESET), _DAYS, _TABLES, _ANY_NUMBER, word_field(_CODE))
class MakeTables(ServerCommand):
    """Make a duplicate event with a code, which was drawn with the button."""

    preset: str
    days: int
    tables: int
    deals: int
    code: str


@ui_command("today", "open", _EVENT)
class OpenEventTable(ServerCommand):
    """Open a table of an event in the channel."""

    event: EventRef


@ui_command("today", "code", word_field(_CODE, Refusal.PRIVATE_UNKNOWN))
class JoinPrivateEvent(ServerCommand):
    """Show the private event of the server that has this code."""

    code: str


@ui_command("today", "announce", _EVENT)
class PostPrivateEvent(ServerCommand):
    """Post a private event with its code in the channel."""

    event: EventRef
