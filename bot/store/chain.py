"""The hash chain of a game: every line's link is SHA-256 over the one before it and what it says.

Before the first line stand the game's own facts.  A line says its own columns, who sits where, and
the rows it closes: its deal, the postings, the results, and what its deck was made of.  People
stand in it as their number in this game, never as themselves, so that forgetting somebody leaves
every link as it was.

A row is written as a JSON object of its columns in order, without those that are NULL: a column
that is added later changes no link of a row that has none of it.
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
# what a line may close, in this order; a column that is to be covered is added here
DEAL: Final = ("deal", "last_version", "summary", "carry", "closed_at")
POSTING: Final = (
    *("deal", "position", "account", "seat", "against", "amount", "why", "count", "unit"),
    "version",  # of the line that wrote it, unless that is the one that closed the deal
)
RESULT: Final = (
    *("seat", "player", "robot", "balance", "place", "guild_id"),
    *("family", "preset", "season", "with_robots", "ended_at"),
    *("part", "mark", "first_deal", "last_deal"),  # part: of those before the last holder
)
CUT: Final = ("deal", "seed", "words")  # the seed as hexadecimal text


class Closed(NamedTuple):
    """The rows a line closes, by the columns above; ``postings`` by position, results by seat.

    ``cuts`` is what the deck was made of, for the line that deals it.
    """

    deals: Sequence[Row] = ()
    postings: Sequence[Row] = ()
    results: Sequence[Row] = ()
    cuts: Sequence[Row] = ()


NOTHING: Final = Closed()


def beginning(game_id: int, rules: str, created_at: int) -> bytes:
    """What stands in the place of a link before the first line."""
    return _digest(b"preferans", ["game", game_id, rules, created_at])


def next_link(before: bytes, line: Row, sittings: Iterable[Row], closed: Closed = NOTHING) -> bytes:
    """The link of a line (32 bytes); ``sittings`` are those of its version by seat."""
    said: list[object] = [_said(LINE, line), [_said(SITTING, row) for row in sittings]]
    if any(closed):
        said.append([_said(DEAL, row) for row in closed.deals])
        said.append([_said(POSTING, row) for row in closed.postings])
        said.append([_said(RESULT, row) for row in closed.results])
        said.append([_said(CUT, row) for row in closed.cuts])
    return _digest(before, said)


def is_deck(text: str) -> bool:
    """Whether a line lays a deck on the table."""
    return text.startswith("deck ")


def _said(columns: Sequence[str], row: Row) -> dict[str, Value]:
    pairs = zip(columns, row, strict=True)
    return {column: value for column, value in pairs if value is not None}


def _digest(before: bytes, said: list[object]) -> bytes:
    return hashlib.sha256(before + _ENCODER.encode(said).encode()).digest()
