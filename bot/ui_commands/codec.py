"""Declaration of UI commands: each class carries its text form, which buttons and choices show.

``bot.engine.notation`` does the same for actions. ``parse_command(command_text(c)) == c`` for every
command, and ``command_text(parse_command(line)) == line`` for every readable line: each command has
one text.  The handlers, not this codec, check that a name or a deal exists.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import permutations
from typing import ClassVar, Final, TypeVar

from bot.engine import actions, notation
from bot.engine.cards import CARDS_BY_NAME, Card
from bot.engine.families import FAMILIES
from bot.model import enums, refusals
from bot.model.codec_fields import (
    CodecField,
    choice_field,
    enum_field,
    number_field,
    read_field,
    word_field,
)
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record

C = TypeVar("C", bound="UiCommand")


class UiCommand(Record):
    """A command of the user interface that is no action of the rules."""

    form: ClassVar["CommandForm"]


class TableCommand(UiCommand):
    """A command for the table of its button, or of the channel where it was typed."""


class ServerCommand(UiCommand):
    """A command that needs no table."""


class CommandForm:
    """Text form of one command class: fixed words, and a CodecField for each field.

    The last field may take several words, or none.
    """

    def __init__(self, kind: type[UiCommand], word: str, *parts: str | CodecField) -> None:
        self.kind, self.word, self.parts = kind, word, (word, *parts)
        self.names = kind.__struct_fields__
        if len(self.names) != sum(isinstance(part, CodecField) for part in parts):
            raise TypeError(
                f"the form of {kind.__name__} needs a CodecField for each of its fields"
            )

    def encode(self, command: UiCommand) -> str:
        values = iter([getattr(command, name) for name in self.names])
        said = (part if isinstance(part, str) else part.write(next(values)) for part in self.parts)
        return " ".join(word for word in said if word)

    def parse(self, line: str) -> UiCommand | None:
        """Return the command that a line encodes; None where a fixed word does not match.

        Raises Refused for the first unreadable field.
        """
        words = self._split(line)
        return None if words is None else self._build(words)

    def _split(self, line: str) -> list[str] | None:
        """Return the words of the line by position; None where a fixed word does not match."""
        count = len(self.parts)
        said = line.split(" ", count - 1)
        said += [""] * (count - len(said))
        pairs = zip(self.parts, said, strict=True)
        return said if all(own == word for own, word in pairs if isinstance(own, str)) else None

    def _build(self, words: list[str]) -> UiCommand:
        parts = enumerate(self.parts)
        values = [
            read_field(part, words[n - 1], words[n])
            for n, part in parts
            if isinstance(part, CodecField)
        ]
        make: Callable[..., UiCommand] = self.kind
        return make(*values)


_FORMS_BY_WORD: Final[dict[str, list[CommandForm]]] = {}


def all_commands() -> tuple[type[UiCommand], ...]:
    """Return every command class."""
    return tuple(form.kind for forms in _FORMS_BY_WORD.values() for form in forms)


def ui_command(word: str, *parts: str | CodecField) -> Callable[[type[C]], type[C]]:
    """Give a command class its text form, and register it.

    ``parts`` are the fixed words after the first, and one CodecField for each field of the class,
    in their order.  Of the forms with one first word, the first declared gives the refusal of an
    unreadable text.
    """

    def declare(kind: type[C]) -> type[C]:
        kind.form = CommandForm(kind, word, *parts)
        _FORMS_BY_WORD.setdefault(word, []).append(kind.form)
        return kind

    return declare


@lru_cache(maxsize=1 << 12, typed=True)  # typed: all commands without fields have one hash
def command_text(command: UiCommand) -> str:
    """Return the text of a command."""
    return command.form.encode(command)


def parse_command(line: str) -> UiCommand:
    """Return the command that a text encodes.

    Raises Refused: NO_SUCH_BUTTON, or the refusal of the first word that cannot be read.
    """
    failed: list[Refused] = []
    for form in _FORMS_BY_WORD.get(line.partition(" ")[0], ()):
        try:
            command = form.parse(line)
        except Refused as refused:
            failed.append(refused)
        else:
            if command is not None and command_text(command) == line:
                return command
    raise next(iter(failed), Refused(Refusal.NO_SUCH_BUTTON))


# Text encoding of the values that several UI commands share.

MAX_PAGE: Final = 1000  # page of any list; keeps a forged number from the database
MAX_USER: Final = 2**63 - 1  # a database integer, larger than any id Discord issues
_MAX_DEAL: Final = 99_999
_MAX_GAME: Final = 10**15 - 1  # as many digits as a button's custom id allows

CONFIRMED: Final = choice_field({"": False, "yes": True})
NAME: Final = word_field(r"\w{1,40}")
PAGE: Final = number_field(1, MAX_PAGE)
DEAL: Final = number_field(1, _MAX_DEAL, refusals.Refusal.NO_SUCH_DEAL)
GAME_ID: Final = number_field(1, _MAX_GAME, refusals.Refusal.UNKNOWN_TABLE)
USER: Final = number_field(0, MAX_USER)  # 0: nobody, or a robot
FAMILY: Final = choice_field({family: family for family in FAMILIES})
CLOCK: Final = enum_field(enums.Clock)


def _parse_action(line: str) -> actions.Action:
    """Parse an action of the rules; each has one text."""
    action = notation.parse_action(line)
    if notation.format_action(action) != line:
        raise ValueError(line)
    return action


def _action_text(action: object) -> str:
    assert isinstance(action, actions.Action)
    return notation.format_action(action)


def _discard_marks() -> dict[str, tuple[Card, ...]]:
    """Return all discard marks by text: no card, one, or two in the order they were marked."""
    cards = CARDS_BY_NAME.values()
    return {notation.cards_text(pick): pick for n in range(3) for pick in permutations(cards, n)}


ACTION: Final = CodecField(_parse_action, _action_text)
DISCARD_MARKS: Final = choice_field(_discard_marks())
