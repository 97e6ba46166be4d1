"""The SQLite dialect (bot/store/database.py), from 3.37 on."""

from typing import Final

from bot.store.database import Dialect
from bot.store.packing import compress_lines

_RANKED_ROWS: Final = (
    "SELECT game_id, seat, part, guild_id, friendly, with_robots, of_two, user_id, balance, place,"
    " mark, family, preset, season FROM result INDEXED BY {} WHERE guild_id = ?1"
    " AND user_id IS NOT NULL"
)


def _index_mismatches() -> str:
    """Return the query for rows that a covering index contradicts; indexes have no checksum."""
    index, rows = _RANKED_ROWS.format("result_ranked"), _RANKED_ROWS.format("result_guild")
    either = f"SELECT * FROM ({index} EXCEPT {rows}) UNION SELECT * FROM ({rows} EXCEPT {index})"  # noqa: S608
    return f"SELECT DISTINCT game_id FROM ({either})"  # noqa: S608


def _checksum(_: str, columns: tuple[str, ...], row: str) -> str:
    """Hash the row as SQL literals, and as bytes, because damaged text need not be UTF-8."""
    values = ", ".join(f'{row}."{column}"' for column in columns)
    return f"seal(CAST(printf('{'%Q,' * len(columns)}', {values}) AS BLOB))"


SQLITE: Final = Dialect(
    columns=(
        "SELECT t.name, c.name, c.pk FROM pragma_table_list AS t JOIN pragma_table_info(t.name)"
        " AS c WHERE t.schema = 'main' ORDER BY t.name, c.cid"
    ),
    numbers="SELECT value FROM json_each({})",
    words="SELECT value FROM json_each({})",
    people="json_group_object(user_id, number)",
    locked="",
    greatest="max",
    differs="IS NOT",
    by_index="INDEXED BY {}",
    in_order="CROSS JOIN",
    contract="json_extract(iif(json_valid(summary), summary, '{}'), '$.contract[0]')",
    index_mismatches=_index_mismatches(),
    checksum=_checksum,
    pack=compress_lines,
)
