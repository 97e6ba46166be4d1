"""The hash chain of a game: each line's link is SHA-256 over the previous link and its own content.

The chain starts from the game's own facts. Each line contributes its columns, the current seat
holders, and the rows it closes: its deal, the postings, the results, and the ingredients of its
deck. People appear as their number in this game, never by user id, so erasing a person leaves every
link valid.

A row is encoded as a JSON object of its columns in order, without NULLs: adding a column later
changes no link of a row that has no value in it.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

Value = str | int | None
Row = Sequence[Value]

LINE: Final = ("version", "deal", "seat", "text", "by", "at")
SITTING: Final = ("seat", "player", "robot", "since", "owner")
# rows a line may close, in this order; add a column here to have the chain cover it
DEAL: Final = ("deal", "last_version", "summary", "carry", "closed_at")
POSTING: Final = (
    *("deal", "position", "account", "seat", "against", "amount", "why", "count", "unit"),
    "version",  # the line that wrote it, unless it is the one that closed the deal
)
RESULT: Final = (
    *("seat", "player", "robot", "balance", "place", "guild_id"),
    *("family", "preset", "season", "with_robots", "ended_at"),
    *("part", "mark", "first_deal", "last_deal"),  # part: above 0 for holders before the last one
)
CUT: Final = ("deal", "seed", "words")  # the seed as hexadecimal text


class Closed(NamedTuple):
    """The rows a line closes, in the columns above; ``postings`` by position, results by seat.

    ``cuts`` are the ingredients of the deck, on the line that deals it.
    """

    deals: Sequence[Row] = ()
    postings: Sequence[Row] = ()
    results: Sequence[Row] = ()
    cuts: Sequence[Row] = ()


NOTHING: Final = Closed()


def beginning(game_id: int, rules: str, created_at: int) -> bytes:
    """Return the hash that stands in for the link before the first line."""
    return _digest(b"preferans", ["game", game_id, rules, created_at])


def next_link(before: bytes, line: Row, sittings: Iterable[Row], closed: Closed = NOTHING) -> bytes:
    """Return the link of a line (32 bytes); ``sittings`` are its seat holders, by seat."""
    said: list[object] = [_said(LINE, line), [_said(SITTING, row) for row in sittings]]
    if any(closed):
        said.append([_said(DEAL, row) for row in closed.deals])
        said.append([_said(POSTING, row) for row in closed.postings])
        said.append([_said(RESULT, row) for row in closed.results])
        said.append([_said(CUT, row) for row in closed.cuts])
    return _digest(before, said)


def is_deck(text: str) -> bool:
    """Return True if the line deals a deck."""
    return text.startswith("deck ")


def _said(columns: Sequence[str], row: Row) -> dict[str, Value]:
    pairs = zip(columns, row, strict=True)
    return {column: value for column, value in pairs if value is not None}


def _digest(before: bytes, said: list[object]) -> bytes:
    return hashlib.sha256(before + _ENCODER.encode(said).encode()).digest()
