"""The view ``logged`` of a file: the lines of every game, packed or not."""

from typing import Final

from bot.store.packing import unpacked
from bot.store.sqlite.connection import SqliteDatabase

# A temporary view: objects in the file itself may not call functions of the program.
_LOGGED: Final = (
    "CREATE TEMP VIEW logged AS"
    ' SELECT game_id, version, deal, seat, text, "by", at, link FROM main.line'
    " UNION ALL SELECT archive.game_id, json_extract(value, '$[0]'), json_extract(value, '$[1]'),"
    " json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'),"
    " json_extract(value, '$[5]'), NULL FROM main.archive, json_each(unpacked(archive.lines))"
)


async def show_lines(db: SqliteDatabase) -> None:
    """Define the view ``logged`` on this connection, unless it is there already."""
    if await db.fetch("SELECT 1 FROM temp.sqlite_schema WHERE name = 'logged'"):
        return
    await db.teach("unpacked", unpacked)
    await db.fetch(_LOGGED)
