"""A screen as plain data: blocks of text, rows of buttons, selects.

Cards and suits stand in text as tokens ``⟦KS⟧``, ``⟦S⟧``; the Discord UI turns them into index
tiles or, without tiles, into plain words.  A press is what a button triggers: an action of the
rules, or a UI command.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.deeds.notation import Deed
from bot.render.paper.shapes import Picture

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


@dataclass(frozen=True, slots=True)
class Act:
    """A press that plays an action of the rules, in the engine's notation."""

    text: str


Press = Act | Deed


@dataclass(frozen=True, slots=True)
class Button:
    """``label`` up to 80 characters; a tile may stand before it or alone (label empty)."""

    label: str
    press: Press
    tile: str = ""
    style: Style = Style.PLAIN
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a select; choosing it is the same as pressing a button."""

    label: str
    press: Press
    tile: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Select:
    """Up to 25 choices, of which the reader takes one; ``name`` tells selects apart."""

    name: str
    placeholder: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Members:
    """A select of server members; the chosen member is appended to the UI command."""

    placeholder: str
    deed: Deed


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown; names are already escaped."""

    body: str


@dataclass(frozen=True, slots=True)
class Line:
    """A thin divider between blocks."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture; the message goes out without it if it cannot be drawn or sent."""

    picture: Picture


@dataclass(frozen=True, slots=True)
class Enclosed:
    """An attached file to keep; only on private messages."""

    name: str
    content: bytes


Block = Text | Line | Row | Select | Members | Drawing | Enclosed


@dataclass(frozen=True, slots=True)
class Screen:
    """A message; ``game`` and ``version`` are what its presses refer to (0, 0 for none)."""

    game: int
    version: int
    tone: Tone
    blocks: tuple[Block, ...]
