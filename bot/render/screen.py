"""A screen as plain data: blocks of text, rows of buttons, selects.

Cards and suits stand in text as tokens ``⟦KS⟧``, ``⟦S⟧``; the Discord UI turns them into index
tiles or, without tiles, into plain words.  A press is what a button triggers: an action of the
rules, or a UI command.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class ActionPress:
    """A press that plays an action of the rules, in the engine's notation."""

    text: str


Press = ActionPress | UiCommand


@dataclass(frozen=True, slots=True)
class Button:
    """``label`` up to 80 characters; a tile may stand before it or alone (label empty)."""

    label: str
    press: Press
    tile: str = ""
    style: Style = Style.PLAIN
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class SelectChoice:
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
    choices: tuple[SelectChoice, ...]


@dataclass(frozen=True, slots=True)
class MemberPicker:
    """A select of server members; the chosen member is appended to the UI command."""

    placeholder: str
    command: UiCommand


@dataclass(frozen=True, slots=True)
class ButtonRow:
    """Up to five buttons."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown; names are already escaped."""

    body: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A thin divider between blocks."""


@dataclass(frozen=True, slots=True)
class PictureBlock:
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


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """An attached file to keep; only on private messages."""

    name: str
    content: bytes


Block = Text | Divider | ButtonRow | Select | MemberPicker | PictureBlock | AttachedFile


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a form: ``title`` up to 45 characters, two to 25 values with their labels."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    present: str


@dataclass(frozen=True, slots=True)
class ChoiceForm:
    """A form of up to five questions that opens over a message; each has an answer already."""

    game: int
    press: Press
    title: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """A message; ``game`` and ``version`` are what its presses refer to (0, 0 for none)."""

    game: int
    version: int
    tone: Tone
    blocks: tuple[Block, ...]


def shown_blocks(screen: Screen, shown: Container[Picture]) -> Iterator[Block]:
    """Yield the blocks of a message in which these pictures are shown, and words for the others."""
    for block in screen.blocks:
        if not isinstance(block, PictureBlock):
            yield block
        elif block.picture in shown:
            yield from block.caption
            yield block
        else:
            yield from block.instead


def pictures_of(screen: Screen) -> tuple[Picture, ...]:
    return tuple(block.picture for block in screen.blocks if isinstance(block, PictureBlock))
