"""Text encoding of single values, of which commands and settings are made."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.model.refusals import Refusal

T = TypeVar("T")
YES_NO: Final = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class CodecField:
    """Text encoding of one value, as one word or as the last words of a text.

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
