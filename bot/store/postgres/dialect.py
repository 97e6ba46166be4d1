"""The PostgreSQL dialect (bot/store/database.py), from 16 on."""

from collections.abc import Sequence
from typing import Final

from bot.store.database import Dialect
from bot.store.packing import PackedLine, lines_to_json

_COLUMNS: Final = (
    "SELECT t.relname, a.attname, coalesce(array_position(string_to_array(k.indkey::text, ' '),"
    " a.attnum::text), 0) FROM pg_class AS t JOIN pg_attribute AS a ON a.attrelid = t.oid"
    " LEFT JOIN pg_index AS k ON k.indrelid = t.oid AND k.indisprimary"
    " WHERE t.relnamespace = 'preferans'::regnamespace AND t.relkind = 'r'"
    " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY t.relname, a.attnum"
)
_JSON_ELEMENTS: Final = "json_array_elements_text(CAST({} AS JSON)) AS each (value)"


def _checksum(_: str, __: tuple[str, ...], row: str) -> str:
    return f"seal_of(to_jsonb({row}))"


def _pack(lines: Sequence[PackedLine]) -> bytes:
    """Return lines uncompressed: PostgreSQL compresses long values itself; its view reads them."""
    return lines_to_json(lines).encode()


POSTGRES: Final = Dialect(
    columns=_COLUMNS,
    numbers=f"SELECT CAST(value AS BIGINT) FROM {_JSON_ELEMENTS}",  # noqa: S608
    words=f"SELECT value FROM {_JSON_ELEMENTS}",  # noqa: S608
    people="CAST(coalesce(json_object_agg(user_id, number), '{}') AS TEXT)",
    locked="FOR NO KEY UPDATE",
    greatest="greatest",
    differs="IS DISTINCT FROM",
    by_index="",
    in_order="JOIN",
    contract="CASE WHEN summary IS JSON OBJECT THEN CAST(summary AS JSON) #>> '{contract,0}' END",
    index_mismatches="",
    checksum=_checksum,
    pack=_pack,
)
