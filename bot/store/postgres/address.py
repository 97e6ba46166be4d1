"""Where a PostgreSQL is.  The address may hold a password, which no sentence and no log has."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qs, urlsplit

SCHEMES: Final = ("postgresql", "postgres")


@dataclass(frozen=True, slots=True)
class Address:
    """As it is written in DATABASE_URL; ``str()`` is what may be shown of it."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        """Scheme, host or folder of the socket, and database; no user, no password."""
        try:
            parts = urlsplit(self.url)
            said = parse_qs(parts.query).get("host", [""])[0]
            host = said or parts.hostname or "localhost"
            port = f":{parts.port}" if parts.port else ""
        except ValueError:
            return f"{SCHEMES[0]}://..."
        return f"{SCHEMES[0]}://{host}{port}{parts.path}"


def is_address(text: str) -> bool:
    """Whether this speaks of PostgreSQL and not of a file."""
    return text.partition("://")[0] in SCHEMES and "://" in text
