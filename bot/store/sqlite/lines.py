"""The view ``append_line`` of a file: the lines of every game, packed or not."""

from typing import Final

from bot.store.packing import decompress_to_json
from bot.store.sqlite.connection import SqliteDatabase

# A temporary view: objects in the file itself may not call functions of the program.
_CREATE_LOG_VIEW: Final = (
    "CREATE TEMP VIEW logged AS"
    ' SELECT game_id, version, deal, seat, text, "by", at, link FROM main.line'
    " UNION ALL SELECT archive.game_id, json_extract(value, '$[0]'), json_extract(value, '$[1]'),"
    " json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'),"
    " json_extract(value, '$[5]'), NULL FROM main.archive, json_each(unpacked(archive.lines))"
)


async def create_log_view(db: SqliteDatabase) -> None:
    """Define the view ``append_line`` on this connection, unless it is there already."""
    if await db.fetch("SELECT 1 FROM temp.sqlite_schema WHERE name = 'logged'"):
        return
    await db.register_function("unpacked", decompress_to_json)
    await db.fetch(_CREATE_LOG_VIEW)
