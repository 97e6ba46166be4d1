"""Numbered migrations of the schema.

A migration that both databases word alike is one file beside this module, with a type of a column
as a name in brackets (``COLUMN_TYPES``).  Another one is two files of one number, in
``bot/store/sqlite/migrations`` and ``bot/store/postgres/migrations``.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from bot.model.values import Record

DatabaseKind = Literal["sqlite", "postgres"]

# flag: 0 or 1; integer: also an id of Discord; text: compared byte by byte
COLUMN_TYPES: Final[Mapping[DatabaseKind, Mapping[str, str]]] = {
    "sqlite": {"[flag]": "INTEGER", "[integer]": "INTEGER", "[text]": "TEXT"},
    "postgres": {"[flag]": "smallint", "[integer]": "bigint", "[text]": 'text COLLATE "C"'},
}


class Migration(Record):
    """Brings a database from version ``number - 1`` to ``number``."""

    number: int
    sql: str


@cache
def load_migrations(kind: DatabaseKind) -> tuple[Migration, ...]:
    """Return the migrations of a database that come with this program, in order."""
    store = files("bot.store")
    folders = (store / "migrations", store / kind / "migrations")
    found = [file for folder in folders for file in folder.iterdir() if file.name.endswith(".sql")]
    return tuple(
        Migration(int(file.name[:4]), _with_types(kind, file.read_text(encoding="utf-8")))
        for file in sorted(found, key=lambda file: file.name)
    )


def _with_types(kind: DatabaseKind, sql: str) -> str:
    for name, type_ in COLUMN_TYPES[kind].items():
        sql = sql.replace(name, type_)
    return sql
