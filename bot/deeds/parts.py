"""Building blocks of the command codec: fields, and forms made of them.

A field encodes one value as one word, or as the last words, of a text; a form encodes one command
class.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TypeVar

from bot.deeds.server import ServerCommand
from bot.deeds.table import TableCommand
from bot.refusals import REFUSAL_FACTS, Refusal, Refused

UiCommand = TableCommand | ServerCommand
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CodecField:
    """Text encoding of one value of a command.

    ``read`` raises KeyError or ValueError; ``refusal`` is the refusal shown to the player then.
    """

    read: Callable[[str], object]
    write: Callable[[object], str] = str
    refusal: Refusal = Refusal.NO_SUCH_BUTTON


def number_field(least: int, most: int, refusal: Refusal = Refusal.NO_SUCH_BUTTON) -> CodecField:
    """Return a field for a whole number from ``least`` to ``most``."""
    return CodecField(lambda word: bounded_int(word, least, most), refusal=refusal)


def bounded_int(word: str, least: int, most: int) -> int:
    """Return the number in ``word``.  Raises ValueError outside the bounds or for other text."""
    said = int(word)
    if not least <= said <= most:
        raise ValueError(word)
    return said


def word_field(pattern: str, refusal: Refusal = Refusal.NO_SUCH_BUTTON) -> CodecField:
    """Return a field for a word of an open set, such as presets, that matches ``pattern``."""
    allowed = re.compile(pattern)

    def read(word: str) -> str:
        if not allowed.fullmatch(word):
            raise ValueError(word)
        return word

    return CodecField(read, refusal=refusal)


def choice_field(values: Mapping[str, T], refusal: Refusal = Refusal.NO_SUCH_BUTTON) -> CodecField:
    """Return a field for a word of a closed set."""
    by_value: dict[object, str] = {value: word for word, value in values.items()}
    return CodecField(values.__getitem__, by_value.__getitem__, refusal)


def optional_field(empty: str, value: object, field: CodecField) -> CodecField:
    """Return a field that writes ``empty`` for ``value``, and other values as ``field`` does."""
    return CodecField(
        lambda word: value if word == empty else field.read(word),
        lambda given: empty if given == value else field.write(given),
        field.refusal,
    )


class CommandForm:
    """Text form of one command class: fixed words, and a field for each dataclass field.

    The last field may take several words, or none.
    """

    def __init__(self, kind: Callable[..., UiCommand], word: str, *parts: str | CodecField) -> None:
        self.kind, self.word, self.fields = kind, word, (word, *parts)

    def encode(self, command: UiCommand) -> str:
        values = iter([getattr(command, field.name) for field in fields(command)])
        said = (part if isinstance(part, str) else part.write(next(values)) for part in self.fields)
        return " ".join(word for word in said if word)

    def split(self, line: str) -> list[str] | None:
        """Return the words of the line by position; None where a fixed word does not match."""
        count = len(self.fields)
        said = line.split(" ", count - 1)
        said += [""] * (count - len(said))
        pairs = zip(self.fields, said, strict=True)
        return said if all(own == word for own, word in pairs if isinstance(own, str)) else None

    def decode(self, words: list[str]) -> UiCommand:
        """Build the command from its words.  Raises Refused for the first unreadable field."""
        values = []
        for n, part in enumerate(self.fields):
            if isinstance(part, CodecField):
                try:
                    values.append(part.read(words[n]))
                except (KeyError, ValueError) as error:
                    raise _refusal_for(part.refusal, words[n - 1], words[n]) from error
        return self.kind(*values)


def _refusal_for(refusal: Refusal, before: str, word: str) -> Refused:
    facts = {"deal": word[:10], "option": before[:40], "value": word[:40]}
    return Refused(refusal, **{name: facts[name] for name in REFUSAL_FACTS.get(refusal, ())})
