"""Text encoding of single values, of which commands and settings are made."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from ipaddress import ip_address
from typing import Final, NamedTuple, TypeVar

from bot.model.refusals import REFUSAL_FACTS, Refusal, Refused
from bot.model.values import Record

T = TypeVar("T")
YES_NO: Final = {"yes": True, "no": False}


class CodecField(Record):
    """Text encoding of one value, as one word or as the last words of a text.

    ``read`` raises KeyError or ValueError; ``refusal`` is the refusal shown to the player then.
    ``choices``: the values of a closed set.
    """

    read: Callable[[str], object]
    write: Callable[[object], str] = str
    refusal: Refusal = Refusal.NO_SUCH_BUTTON
    choices: tuple[object, ...] = ()

    def load(self, stored: object) -> object:
        """Return the value that a database stores as ``stored``: True for 1, an enum for its text.

        Raises ValueError for a value outside a closed set.
        """
        if stored is None or not self.choices:
            return stored
        return self.choices[self.choices.index(stored)]


def read_field(field: CodecField, before: str, word: str) -> object:
    """Return the value in ``word``.  Raises Refused, with ``before`` as the name of the option."""
    try:
        return field.read(word)
    except (KeyError, ValueError) as error:
        facts = {"deal": word[:10], "option": before[:40], "value": word[:40]}
        named = {name: facts[name] for name in REFUSAL_FACTS.get(field.refusal, ())}
        raise Refused(field.refusal, **named) from error


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
    return CodecField(values.__getitem__, by_value.__getitem__, refusal, tuple(values.values()))


def enum_field(kind: type[StrEnum], refusal: Refusal = Refusal.NO_SUCH_BUTTON) -> CodecField:
    """Return a field for a member of an enumeration, written as its value."""
    return choice_field({one.value: one for one in kind}, refusal)


def optional_field(empty: str, value: object, field: CodecField) -> CodecField:
    """Return a field that writes ``empty`` for ``value``, and other values as ``field`` does."""
    return CodecField(
        lambda word: value if word == empty else field.read(word),
        lambda given: empty if given == value else field.write(given),
        field.refusal,
        (value, *field.choices) if field.choices else (),
    )


# Addresses of thinkers, as settings have them.

_ADDRESS: Final = re.compile(r"(https?)://(\[[0-9a-fA-F:]+\]|[^\s/:\[\]]+):(\d{1,5})")
_HIGHEST_PORT: Final = 65535


class ThinkerAddress(NamedTuple):
    """Where thinkers listen; a name may stand for several machines."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"

    @property
    def is_plain_network(self) -> bool:
        """True if requests leave this machine without TLS."""
        return self.scheme == "http" and not is_loopback(self.host)


def parse_thinkers(value: str) -> tuple[ThinkerAddress, ...]:
    """Parse addresses separated by commas.  Raises ValueError."""
    found = [_ADDRESS.fullmatch(part.strip()) for part in value.split(",")]
    addresses = tuple(
        ThinkerAddress(one[1], one[2].strip("[]"), int(one[3])) for one in found if one
    )
    if len(addresses) != len(found) or any(one.port > _HIGHEST_PORT for one in addresses):
        raise ValueError("thinkers are written like 'https://10.0.0.5:8786', commas between them")
    return addresses


def is_loopback(host: str) -> bool:
    """Return True for a host that only this machine reaches."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
