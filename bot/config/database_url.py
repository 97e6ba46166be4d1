"""PostgreSQL URLs: validation, display without secrets, and errors that retries cannot fix.

A URL may hold a password, which no message and no log may contain; nor may they contain a part of a
password that was written so that it parses as something else.
"""

import asyncio
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from ssl import SSLCertVerificationError, SSLEOFError, SSLError, SSLZeroReturnError
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

if TYPE_CHECKING:
    import asyncpg  # an extra, not needed for games in a file

_AnySession: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
SCHEMES: Final = ("postgresql", "postgres")
_ESCAPES_HINT: Final = "in a password @ / ? # [ are written %40 %2F %3F %23 %5B"
_TLS_FILES: Final = ("sslrootcert", "sslcert", "sslkey", "sslcrl")
# Permanent errors of opening a session: authentication, database name, permission, setting.
# <https://www.postgresql.org/docs/current/errcodes-appendix.html>
_FATAL_CLASSES: Final = ("28", "3D", "42", "22", "0A")
_FATAL_CODES: Final = ("55P02",)
_NOTIFY_TIMEOUT: Final = 2.0  # seconds within which a healthy server delivers a notification
_POOLER_CODES: Final = ("26000", "42P05")  # a prepared statement is missing or foreign


class UnrecoverableError(Exception):
    """An error that no retry can fix; ``str()`` is a short reason without secrets."""


POOLER_MESSAGE: Final = (
    "a pooler of transactions stands before it, and behind one no lock and no word of a process "
    "lasts: let it pool sessions, or go past it"
)


@dataclass(frozen=True, slots=True)
class DatabaseUrl:
    """A URL as in DATABASE_URL; ``str()`` is the part that may be shown."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        """Return scheme, host or socket folder, and database; no user, no password."""
        if url_error(self.url):
            return f"{SCHEMES[0]}://..."
        parts = urlsplit(self.url)
        host = (
            _query_parameters(parts).get("host") or parts.netloc.rpartition("@")[2] or "localhost"
        )
        return f"{SCHEMES[0]}://{host}{parts.path}"


def is_database_url(text: str) -> bool:
    """Return True for a PostgreSQL URL, False for a file."""
    return text.partition("://")[0] in SCHEMES and "://" in text


def url_error(url: str) -> str | None:
    """Return the error of an invalid URL as the end of a sentence; None if it is valid."""
    if not is_database_url(url):
        return "a database is written like 'postgresql://user:password@host/name'"
    if "#" in url:
        return f"a # has no place in it; {_ESCAPES_HINT}"
    try:
        parts = urlsplit(url)
        said = _query_parameters(parts)
        ports = [*_ports(parts.netloc.rpartition("@")[2]), *said.get("port", "").split(",")]
    except ValueError:
        return f"it cannot be read; {_ESCAPES_HINT}"
    if url.count("@") > parts.netloc.count("@") or parts.netloc.count("@") > 1:
        return f"an @ stands in it once, before the host; {_ESCAPES_HINT}"
    if not all(not port or (port.isdecimal() and 0 < int(port) < 65536) for port in ports):
        return "a port is a number from 1 to 65535"
    return None


@contextmanager
def unrecoverable_errors(url: str) -> Iterator[None]:
    """Translate errors that no retry can fix into UnrecoverableError while a session is opened."""
    if fault := url_error(url):
        raise UnrecoverableError(fault)
    try:
        yield
    except Exception as error:
        if why := _explain(url, error):
            raise UnrecoverableError(why) from None
        raise


def session_settings_sql(settings: Mapping[str, str]) -> str:
    """Return the SQL that applies these settings to an open session.

    A pooler rejects unknown settings in the startup packet.
    """
    return "; ".join(f"SET {name} = '{value}'" for name, value in settings.items())


async def reject_transaction_pooler(session: "_AnySession", other: "_AnySession") -> None:
    """Check that a notification reaches a listener; UnrecoverableError behind a transaction pooler.

    Such a pooler delivers it to whichever client has the server connection, where it is lost.
    """
    channel, heard = f"preferans_{secrets.token_hex(8)}", asyncio.Event()

    def hear(*_: object) -> None:
        heard.set()

    await session.add_listener(channel, hear)
    await other.execute(f"NOTIFY {channel}")
    with suppress(TimeoutError):
        async with asyncio.timeout(_NOTIFY_TIMEOUT):
            await heard.wait()
    await session.execute("SELECT 1")  # a slow notification arrives before this result
    await session.remove_listener(channel, hear)
    if not heard.is_set():
        raise UnrecoverableError(POOLER_MESSAGE)


def _query_parameters(parts: SplitResult) -> dict[str, str]:
    """Return the query parameters. Raises ValueError."""
    found = parse_qs(parts.query, strict_parsing=True) if parts.query else {}
    return {name: values[-1] for name, values in found.items()}


def _ports(hosts: str) -> Iterator[str]:
    for host in hosts.split(","):
        _, colon, port = host.rpartition("]")[2].partition(":")
        if colon:
            yield unquote(port) or "none"


def _explain(url: str, error: Exception) -> str | None:
    """Return the reason in the words of the server or driver, if they hold no part of the URL."""
    code = str(getattr(error, "sqlstate", None) or "")
    words = str(error.args[0]).rstrip(".") if error.args else ""
    if code in _POOLER_CODES:
        return POOLER_MESSAGE
    if code.startswith(_FATAL_CLASSES) or code in _FATAL_CODES or "startup parameter" in words:
        return words
    if isinstance(error, (ValueError, OverflowError)):
        is_of_driver = type(error).__module__.startswith("asyncpg")
        return words if is_of_driver else "it cannot be read"
    if "rejected SSL upgrade" in words:
        return "the server speaks no TLS, and sslmode wants it"
    if isinstance(error, SSLCertVerificationError):
        return f"its certificate is not accepted: {error.verify_message}"
    if isinstance(error, SSLError) and not isinstance(error, (SSLEOFError, SSLZeroReturnError)):
        return f"TLS fails: {error.reason or 'a certificate or key cannot be read'}"
    return _unreadable_file(url) if isinstance(error, OSError) else None


def _unreadable_file(url: str) -> str | None:
    """Return the first unreadable file it names: its error looks like that of a missing socket."""
    said = _query_parameters(urlsplit(url))
    for name in _TLS_FILES:
        path = said.get(name) or os.environ.get(f"PG{name.upper()}")
        try:
            if path:
                os.close(os.open(path, os.O_RDONLY))
        except OSError as error:
            return f"{name} names {path}, which cannot be read ({error.strerror})"
    return None
