"""Where a PostgreSQL is, and whether an address can lead to one at all.

The address may hold a password, which no sentence and no log has; nor has it a part of one that was
written so that it reads as something else.
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
    import asyncpg  # an extra: whoever plays on a file does without

_Session: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
SCHEMES: Final = ("postgresql", "postgres")
_WRITTEN: Final = "in a password @ / ? # [ are written %40 %2F %3F %23 %5B"
_FILES: Final = ("sslrootcert", "sslcert", "sslkey", "sslcrl")
# What the server says of an address while a session is opened, and never takes back by itself: who
# it is, which database, a right, a setting.  <https://www.postgresql.org/docs/current/errcodes-appendix.html>
_CLASSES: Final = ("28", "3D", "42", "22", "0A")
_CODES: Final = ("55P02",)
_HEARD: Final = 2.0  # seconds in which a server that is well has said it
_POOLED: Final = ("26000", "42P05")  # a question one has prepared is not there, or another's is


class Hopeless(Exception):
    """No waiting will help; ``str()`` says why in a few words, without a secret."""


POOLER: Final = (
    "a pooler of transactions stands before it, and behind one no lock and no word of a process "
    "lasts: let it pool sessions, or go past it"
)


@dataclass(frozen=True, slots=True)
class Address:
    """As it is written in DATABASE_URL; ``str()`` is what may be shown of it."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        """Scheme, host or folder of the socket, and database; no user, no password."""
        if fault_of(self.url):
            return f"{SCHEMES[0]}://..."
        parts = urlsplit(self.url)
        host = _said(parts).get("host") or parts.netloc.rpartition("@")[2] or "localhost"
        return f"{SCHEMES[0]}://{host}{parts.path}"


def is_address(text: str) -> bool:
    """Whether this speaks of PostgreSQL and not of a file."""
    return text.partition("://")[0] in SCHEMES and "://" in text


def fault_of(url: str) -> str | None:
    """Why it is no address, as the end of a sentence; None if it is one."""
    if not is_address(url):
        return "a database is written like 'postgresql://user:password@host/name'"
    if "#" in url:
        return f"a # has no place in it; {_WRITTEN}"
    try:
        parts = urlsplit(url)
        said = _said(parts)
        ports = [*_ports(parts.netloc.rpartition("@")[2]), *said.get("port", "").split(",")]
    except ValueError:
        return f"it cannot be read; {_WRITTEN}"
    if url.count("@") > parts.netloc.count("@") or parts.netloc.count("@") > 1:
        return f"an @ stands in it once, before the host; {_WRITTEN}"
    if not all(not port or (port.isdecimal() and 0 < int(port) < 65536) for port in ports):
        return "a port is a number from 1 to 65535"
    return None


@contextmanager
def leading(url: str) -> Iterator[None]:
    """While a session is opened: what no waiting would mend is Hopeless, the rest as it is."""
    if fault := fault_of(url):
        raise Hopeless(fault)
    try:
        yield
    except Exception as error:
        if why := _why(url, error):
            raise Hopeless(why) from None
        raise


def told(settings: Mapping[str, str]) -> str:
    """What gives a session these settings once it is open.

    A pooler refuses those it does not know where they come with the wish to open one.
    """
    return "; ".join(f"SET {name} = '{value}'" for name, value in settings.items())


async def check_lasting(session: "_Session", other: "_Session") -> None:
    """What one session announces the other hears.  Hopeless behind a pooler of transactions.

    There a word comes to whoever has the connection of the server just then, and is dropped.
    """
    channel, heard = f"preferans_{secrets.token_hex(8)}", asyncio.Event()

    def hear(*_: object) -> None:
        heard.set()

    await session.add_listener(channel, hear)
    await other.execute(f"NOTIFY {channel}")
    with suppress(TimeoutError):
        async with asyncio.timeout(_HEARD):
            await heard.wait()
    await session.execute("SELECT 1")  # who is only slow has heard before the answer
    await session.remove_listener(channel, hear)
    if not heard.is_set():
        raise Hopeless(POOLER)


def _said(parts: SplitResult) -> dict[str, str]:
    """What stands behind the question mark; ValueError."""
    found = parse_qs(parts.query, strict_parsing=True) if parts.query else {}
    return {name: values[-1] for name, values in found.items()}


def _ports(hosts: str) -> Iterator[str]:
    for host in hosts.split(","):
        _, colon, port = host.rpartition("]")[2].partition(":")
        if colon:
            yield unquote(port) or "none"


def _why(url: str, error: Exception) -> str | None:
    """In the words of the server or the driver where those have no part of the address."""
    code = str(getattr(error, "sqlstate", None) or "")
    words = str(error.args[0]).rstrip(".") if error.args else ""
    if code in _POOLED:
        return POOLER
    if code.startswith(_CLASSES) or code in _CODES or "startup parameter" in words:
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
    return _unread(url) if isinstance(error, OSError) else None


def _unread(url: str) -> str | None:
    """The first file it names that is not there: a socket that is not there sounds the same."""
    said = _said(urlsplit(url))
    for name in _FILES:
        path = said.get(name) or os.environ.get(f"PG{name.upper()}")
        try:
            if path:
                os.close(os.open(path, os.O_RDONLY))
        except OSError as error:
            return f"{name} names {path}, which cannot be read ({error.strerror})"
    return None
