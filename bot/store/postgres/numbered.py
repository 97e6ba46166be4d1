"""Rewrites the placeholders ``?`` and ``?1`` of shared SQL as PostgreSQL's ``$1``."""

import re
from typing import Final

_PLACEHOLDER: Final = re.compile(r"""'[^']*'|"[^"]*"|\?(\d*)""")


def number_placeholders(sql: str) -> str:
    """Number the placeholders: a ``?`` follows the highest before it, as in SQLite.

    Quoted text stays as it is.
    """
    highest = 0

    def number(found: re.Match[str]) -> str:
        nonlocal highest
        if found[1] is None:
            return found[0]
        own = int(found[1] or highest + 1)
        highest = max(highest, own)
        return f"${own}"

    return _PLACEHOLDER.sub(number, sql)
