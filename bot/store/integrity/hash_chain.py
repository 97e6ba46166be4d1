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
from functools import lru_cache
from typing import Final, NamedTuple

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

ChainValue = str | int | None
ChainRow = Sequence[ChainValue]

LINE_COLUMNS: Final = ("version", "deal", "seat", "text", "by", "at")
SITTING_COLUMNS: Final = ("seat", "player", "robot", "since", "owner")
# rows a line may close, in this order; add a column here to have the chain cover it
DEAL_COLUMNS: Final = ("deal", "last_version", "summary", "carry", "closed_at")
POSTING_COLUMNS: Final = (
    *("deal", "position", "account", "seat", "against", "amount", "why", "count", "unit"),
    "version",  # the line that wrote it, unless it is the one that closed the deal
)
RESULT_COLUMNS: Final = (
    *("seat", "player", "robot", "balance", "place", "guild_id"),
    *("family", "preset", "season", "with_robots", "ended_at"),
    *("part", "mark", "first_deal", "last_deal"),  # part: above 0 for holders before the last one
)
CUT_COLUMNS: Final = ("deal", "seed", "words")  # the seed as hexadecimal text


class ClosedRows(NamedTuple):
    """The rows a line closes, in the columns above; ``postings`` by position, results by seat.

    ``cuts`` are the ingredients of the deck, on the line that deals it.
    """

    deals: Sequence[ChainRow] = ()
    postings: Sequence[ChainRow] = ()
    results: Sequence[ChainRow] = ()
    cuts: Sequence[ChainRow] = ()


NO_CLOSED_ROWS: Final = ClosedRows()


def initial_link(game_id: int, rules: str, created_at: int) -> bytes:
    """Return the hash that stands in for the link before the first line."""
    facts = _ENCODER.encode(["game", game_id, rules, created_at])
    return hashlib.sha256(b"preferans" + facts.encode()).digest()


def next_link(
    before: bytes,
    line: ChainRow,
    sittings: tuple[ChainRow, ...],
    closed: ClosedRows = NO_CLOSED_ROWS,
) -> bytes:
    """Return the link of a line (32 bytes); ``sittings`` are its seat holders, by seat."""
    parts = [_row_text(LINE_COLUMNS, line), _sittings_text(sittings)]
    if any(closed):
        parts.append(_rows_text(DEAL_COLUMNS, closed.deals))
        parts.append(_rows_text(POSTING_COLUMNS, closed.postings))
        parts.append(_rows_text(RESULT_COLUMNS, closed.results))
        parts.append(_rows_text(CUT_COLUMNS, closed.cuts))
    return hashlib.sha256(before + f"[{','.join(parts)}]".encode()).digest()


@lru_cache(maxsize=1 << 10)  # the same at every line of a game until somebody leaves
def _sittings_text(sittings: tuple[ChainRow, ...]) -> str:
    return _rows_text(SITTING_COLUMNS, sittings)


def _rows_text(columns: Sequence[str], rows: Iterable[ChainRow]) -> str:
    return f"[{','.join([_row_text(columns, row) for row in rows])}]"


def is_deck_line(text: str) -> bool:
    """Return True if the line deals a deck."""
    return text.startswith("deck ")


def is_ruling_line(text: str) -> bool:
    """Return True if the line is a decision about a deal, which may follow the end of a match."""
    return text.startswith("ruling ")


def _row_text(columns: Sequence[str], row: ChainRow) -> str:
    """Return a row as a JSON object; the encoder would take three times as long for all of it."""
    texts = [
        f'"{column}":{value if type(value) is int else _ENCODER.encode(value)}'
        for column, value in zip(columns, row, strict=True)
        if value is not None
    ]
    return f"{{{','.join(texts)}}}"
