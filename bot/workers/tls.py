"""TLS between the bot and its thinkers: both show a certificate of the host's own authority.

A folder has the authority's certificate and, for each side, a certificate and its key;
``python -m bot certificates`` writes them.
"""

import ssl
from enum import StrEnum
from pathlib import Path


class Side(StrEnum):
    """The two ends of a connection; the value is the name of the certificate file."""

    BOT = "bot"
    THINKER = "thinker"


def tls_context(folder: Path, side: Side) -> ssl.SSLContext:
    """Return the context of one side.  Raises OSError, ssl.SSLError for missing or bad files."""
    is_server = side is Side.THINKER
    protocol = ssl.PROTOCOL_TLS_SERVER if is_server else ssl.PROTOCOL_TLS_CLIENT
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_verify_locations(folder / "ca.pem")
    context.load_cert_chain(folder / f"{side}.pem", folder / f"{side}.key")
    context.verify_mode = ssl.CERT_REQUIRED
    return context
