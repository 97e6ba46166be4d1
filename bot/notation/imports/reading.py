"""Deals from a text of unknown kind: a deal code, our text and JSON, or another program's file."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from bot.engine.rule_errors import BadRules
from bot.notation import deal_code, deal_collection, deal_text, single_deal
from bot.notation.imports import etude_json, gambler, ppn
from bot.notation.imports.reconstruction import ImportedDeal
from bot.presets import Presets

LARGEST: Final = 1 << 20  # bytes of a file
MOST_DEALS: Final = 50  # read from one file; the rest is left

Reader = Callable[[Presets, str], Iterator[ImportedDeal]]


class TextKind(NamedTuple):
    """A kind of text: its name, how to recognise it, and how to read it."""

    name: str
    is_meant: Callable[[str], bool]
    read: Reader


class BadImport(ValueError):
    """Nothing can be read from the text; ``kind`` is what it was taken for, "" for nothing.

    ``reason`` is the key of the sentence, ``line`` the bad line, counted from 1, or 0, and ``said``
    a part of it.
    """

    def __init__(self, kind: str, reason: str, line: int = 0, said: str = "") -> None:
        super().__init__(kind, reason, line, said)  # it comes back from another process
        self.kind = kind
        self.reason = reason
        self.line = line
        self.said = said


class ImportedText(NamedTuple):
    """The kind of a text and its deals, at least one."""

    kind: str
    deals: tuple[ImportedDeal, ...]


def read_deals(presets: Presets, content: bytes) -> ImportedText:
    """Return the deals of a file or of a pasted text.  Raises BadImport."""
    if len(content) > LARGEST:
        raise BadImport("", "too_large")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadImport("", "not_text") from error
    kind = next((kind for kind in KINDS if kind.is_meant(text)), None)
    if kind is None:
        raise BadImport("", "unknown_kind")
    deals = _read(presets, kind, text)
    if not deals:
        raise BadImport(kind.name, "no_deal")
    return ImportedText(kind.name, deals)


def _read(presets: Presets, kind: TextKind, text: str) -> tuple[ImportedDeal, ...]:
    try:
        return tuple(islice(kind.read(presets, text), MOST_DEALS))
    except single_deal.BadDeal as error:
        raise BadImport(kind.name, error.reason, error.line, error.said) from error
    except BadRules as error:
        raise BadImport(kind.name, "rules", said=error.reason) from error
    except deal_code.BadCode as error:
        raise BadImport(kind.name, error.reason) from error


def _alone(read: Callable[[Presets, str], single_deal.SingleDeal]) -> Reader:
    """Return a reader of texts with one deal of our own."""

    def read_one(presets: Presets, text: str) -> Iterator[ImportedDeal]:
        yield ImportedDeal(read(presets, text))

    return read_one


def _read_etude(presets: Presets, text: str) -> Iterator[ImportedDeal]:
    yield etude_json.read_etude_json(presets, text)


def _first_word(text: str) -> str:
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return next(lines, "").split(" ")[0].strip()


KINDS: Final = (
    TextKind(
        "collection",
        lambda text: f'"{deal_collection.FORMAT}"' in text,
        deal_collection.read_collection_json,
    ),
    TextKind("json", lambda text: '"preferans-deal"' in text, _alone(deal_text.read_deal_json)),
    TextKind("etude", lambda text: '"firstTurn"' in text, _read_etude),
    TextKind("text", lambda text: _first_word(text) == "preset", deal_collection.read_texts),
    TextKind("gambler", lambda text: _first_word(text) == gambler.FIRST_WORD, gambler.read_gambler),
    TextKind("ppn", ppn.looks_like_ppn, ppn.read_ppn),
    TextKind("code", lambda text: len(text.split()) == 1, _alone(deal_code.read_deal_code)),
)
