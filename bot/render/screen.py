"""A screen as plain data: blocks of text, rows of buttons, selects; text from users, made safe.

Cards and suits stand in text as tokens ``⟦KS⟧``, ``⟦S⟧``; the Discord UI turns them into index
tiles or, without tiles, into plain words.  A press is what a button triggers: an action of the
rules, or a UI command.
"""

import re
import unicodedata
from collections.abc import Container
from enum import StrEnum
from functools import lru_cache
from typing import Final

from bot.model.values import Record
from bot.render.shapes import Picture
from bot.ui_commands.codec import UiCommand

TOKEN_OPEN, TOKEN_CLOSE = "⟦", "⟧"


def token(name: str) -> str:
    """Return the token of a card (KS), a suit (S) or no trump (NT) inside a text."""
    return f"{TOKEN_OPEN}{name}{TOKEN_CLOSE}"


class Tone(StrEnum):
    """The colour at the edge of a message."""

    WAITING = "waiting"  # lobby and results: amber
    PLAYING = "playing"  # green
    PRIVATE = "private"  # blurple
    CLOSED = "closed"  # grey
    ALARM = "alarm"  # red


class Style(StrEnum):
    PRIMARY = "primary"
    PLAIN = "plain"
    GOOD = "good"
    DANGER = "danger"


class ActionPress(Record):
    """A press that plays an action of the rules, in the engine's notation."""

    text: str


Press = ActionPress | UiCommand


class Button(Record):
    """``label`` up to 80 characters; a tile may stand before it or alone (label empty)."""

    label: str
    press: Press
    tile: str = ""
    style: Style = Style.PLAIN
    enabled: bool = True


class SelectChoice(Record):
    """One line of a select; choosing it is the same as pressing a button."""

    label: str
    press: Press
    tile: str = ""
    description: str = ""


class Select(Record):
    """Up to 25 choices, of which the reader takes one; ``name`` tells selects apart."""

    name: str
    placeholder: str
    choices: tuple[SelectChoice, ...]


class MemberPicker(Record):
    """A select of server members; the chosen member is appended to the UI command."""

    placeholder: str
    command: UiCommand


class ButtonRow(Record):
    """Up to five buttons."""

    buttons: tuple[Button, ...]


class Text(Record):
    """Markdown; names are already escaped."""

    body: str


class Divider(Record):
    """A thin divider between blocks."""


class PictureBlock(Record):
    """A picture under its ``caption``; where it is not shown, the words ``instead`` are.

    Without such words it is an addition, and the text beside it says all of it.  The message waits
    for an addition and for a picture that ``is_awaited``; a table or a hand is in a hurry.
    """

    picture: Picture
    caption: tuple[Text, ...] = ()
    instead: tuple[Text | Divider, ...] = ()
    is_awaited: bool = False

    @property
    def is_hurried(self) -> bool:
        """Return True if the words go out where the picture is not ready at once."""
        return bool(self.instead) and not self.is_awaited


class AttachedFile(Record):
    """An attached file to keep; only on private messages."""

    name: str
    content: bytes


Block = Text | Divider | ButtonRow | Select | MemberPicker | PictureBlock | AttachedFile


class Question(Record):
    """A question of a form: ``title`` up to 45 characters, two to 25 values with their labels."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    present: str


class ChoiceForm(Record):
    """A form of up to five questions that opens over a message; each has an answer already."""

    game: int
    press: Press
    title: str
    questions: tuple[Question, ...]


class Screen(Record):
    """A message; ``game`` and ``version`` are what its presses refer to (0, 0 for none)."""

    game: int
    version: int
    tone: Tone
    blocks: tuple[Block, ...]


def shown_blocks(screen: Screen, shown: Container[Picture]) -> list[Block]:
    """Return the blocks of a message that shows these pictures, and words for the others."""
    blocks = list[Block]()
    for block in screen.blocks:
        if not isinstance(block, PictureBlock):
            blocks.append(block)
        elif block.picture in shown:
            blocks += (*block.caption, block)
        else:
            blocks += block.instead
    return blocks


def pictures_of(screen: Screen) -> tuple[Picture, ...]:
    return tuple(block.picture for block in screen.blocks if isinstance(block, PictureBlock))


# Sanitised text from users, so that no name can break a screen, and text widths.

MAX_NAME_LENGTH: Final = 24
LONGEST_DISPLAY_NAME: Final = 32  # letters, as Discord has it
LONGEST_SENTENCE: Final = 100  # of a typed sentence
_MARKS_IN_A_ROW: Final = 2

_REPLACED: Final = str.maketrans(
    {"<": "‹", ">": "›", "@": "＠", "`": "ˋ", "⟦": "[", "⟧": "]", "#": "＃", "/": "⁄", ":": "꞉"}
)
_MARKDOWN: Final = re.compile(r"([\\*_~|\[\]()\-+.])")
_ESCAPED: Final = re.compile(r"\\(.)")


@lru_cache(maxsize=1 << 12)  # the same few people, on every screen
def safe_name(raw: str) -> str:
    """Return a name fit for any text: one short line, no mention, no markdown, no token."""
    return safe_line(raw, MAX_NAME_LENGTH)


def safe_line(raw: str, longest: int = LONGEST_SENTENCE) -> str:
    """Return a typed line fit for any text, cut to so many letters."""
    line = " ".join(_drop_invisible(raw).split()).translate(_REPLACED)
    return _MARKDOWN.sub(r"\\\1", line[:longest].rstrip() or "?")


def plain_line(typed: str) -> str:
    """Return text a user typed, as one short displayable line; "" if nothing is visible."""
    return unescaped_name(safe_name(typed)) if _drop_invisible(typed).strip() else ""


def plain_text(typed: str, most: int) -> str:
    """Return text a user typed as one line of at most ``most`` letters, without any mention."""
    return " ".join(_drop_invisible(typed).split()).translate(_REPLACED)[:most].rstrip()


def escaped_text(text: str) -> str:
    """Return ``plain_text`` without effect as markdown."""
    return _MARKDOWN.sub(r"\\\1", text)


@lru_cache(maxsize=1 << 12)
def unescaped_name(name: str) -> str:
    """Remove the escapes of a safe name, for labels and code blocks."""
    return _ESCAPED.sub(r"\1", name)


@lru_cache(maxsize=1 << 12)
def display_width(text: str) -> int:
    """Return the columns in monospace: wide letters take two, combining marks none."""
    return sum(_columns(letter) for letter in text)


def fit_to_width(text: str, columns: int) -> str:
    """Cut and pad ``text`` to exactly ``columns`` columns."""
    kept = ""
    for letter in text:
        if display_width(kept) + _columns(letter) > columns:
            break
        kept += letter
    return kept + " " * (columns - display_width(kept))


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _drop_invisible(raw: str) -> str:
    """Drop control, bidirectional, zero-width and unassigned letters; limit marks in a row."""
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", raw):
        kind = unicodedata.category(letter)
        if kind in ("Zs", "Zl", "Zp") or letter in "\n\r\t":
            letter = " "
        elif kind[0] == "C" or letter in _INVISIBLE:
            continue
        marks = marks + 1 if kind[0] == "M" else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(letter)
    return "".join(kept)


# fillers that are letters or marks by category, yet show nothing
_INVISIBLE: Final = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800\ufe0e\ufe0f"
