"""Building blocks of the command codec: fields, and forms made of them.

A field encodes one value as one word, or as the last words, of a text; a form encodes one command
class.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TypeVar

from bot.deeds.server import ServerDeed
from bot.deeds.table import TableDeed
from bot.refusals import FACTS, Refusal, Refused

Deed = TableDeed | ServerDeed
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Part:
    """Text encoding of one value of a command.

    ``read`` raises KeyError or ValueError; ``why`` is the refusal shown to the player then.
    """

    read: Callable[[str], object]
    write: Callable[[object], str] = str
    why: Refusal = Refusal.NO_SUCH_BUTTON


def number(least: int, most: int, why: Refusal = Refusal.NO_SUCH_BUTTON) -> Part:
    """Return a field for a whole number from ``least`` to ``most``."""
    return Part(lambda word: bounded(word, least, most), why=why)


def bounded(word: str, least: int, most: int) -> int:
    """Return the number in ``word``.  Raises ValueError outside the bounds or for other text."""
    said = int(word)
    if not least <= said <= most:
        raise ValueError(word)
    return said


def name(pattern: str, why: Refusal = Refusal.NO_SUCH_BUTTON) -> Part:
    """Return a field for a word of an open set, such as presets, that matches ``pattern``."""
    allowed = re.compile(pattern)

    def read(word: str) -> str:
        if not allowed.fullmatch(word):
            raise ValueError(word)
        return word

    return Part(read, why=why)


def one_of(values: Mapping[str, T], why: Refusal = Refusal.NO_SUCH_BUTTON) -> Part:
    """Return a field for a word of a closed set."""
    by_value: dict[object, str] = {value: word for word, value in values.items()}
    return Part(values.__getitem__, by_value.__getitem__, why)


def either(nothing: str, value: object, part: Part) -> Part:
    """Return a field that writes ``nothing`` for ``value``, and other values as ``part`` does."""
    return Part(
        lambda word: value if word == nothing else part.read(word),
        lambda given: nothing if given == value else part.write(given),
        part.why,
    )


class Form:
    """Text form of one command class: fixed words, and a field for each dataclass field.

    The last field may take several words, or none.
    """

    def __init__(self, kind: Callable[..., Deed], word: str, *parts: str | Part) -> None:
        self.kind, self.word, self.parts = kind, word, (word, *parts)

    def text(self, deed: Deed) -> str:
        values = iter([getattr(deed, field.name) for field in fields(deed)])
        said = (part if isinstance(part, str) else part.write(next(values)) for part in self.parts)
        return " ".join(word for word in said if word)

    def split(self, line: str) -> list[str] | None:
        """Return the words of the line by position; None where a fixed word does not match."""
        count = len(self.parts)
        said = line.split(" ", count - 1)
        said += [""] * (count - len(said))
        pairs = zip(self.parts, said, strict=True)
        return said if all(own == word for own, word in pairs if isinstance(own, str)) else None

    def read(self, said: list[str]) -> Deed:
        """Build the command from its words.  Raises Refused for the first unreadable field."""
        values = []
        for n, part in enumerate(self.parts):
            if isinstance(part, Part):
                try:
                    values.append(part.read(said[n]))
                except (KeyError, ValueError) as error:
                    raise _refused(part.why, said[n - 1], said[n]) from error
        return self.kind(*values)


def _refused(why: Refusal, before: str, word: str) -> Refused:
    facts = {"deal": word[:10], "option": before[:40], "value": word[:40]}
    return Refused(why, **{name: facts[name] for name in FACTS.get(why, ())})
