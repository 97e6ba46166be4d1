"""``?`` and ``?1`` of SQL that is written once, as the ``$1`` of PostgreSQL."""

import re
from typing import Final

_PLACE: Final = re.compile(r"""'[^']*'|"[^"]*"|\?(\d*)""")


def numbered(sql: str) -> str:
    """A ``?`` has the number after the highest before it, as in SQLite; quoted text stays."""
    highest = 0

    def number(found: re.Match[str]) -> str:
        nonlocal highest
        if found[1] is None:
            return found[0]
        own = int(found[1] or highest + 1)
        highest = max(highest, own)
        return f"${own}"

    return _PLACE.sub(number, sql)
