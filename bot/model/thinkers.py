"""Addresses of thinkers, as settings have them."""

import re
from ipaddress import ip_address
from typing import Final, NamedTuple

_ADDRESS: Final = re.compile(r"(https?)://(\[[0-9a-fA-F:]+\]|[^\s/:\[\]]+):(\d{1,5})")
_HIGHEST_PORT: Final = 65535


class ThinkerAddress(NamedTuple):
    """Where thinkers listen; a name may stand for several machines."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"

    @property
    def is_plain_network(self) -> bool:
        """True if requests leave this machine without TLS."""
        return self.scheme == "http" and not is_loopback(self.host)


def parse_thinkers(value: str) -> tuple[ThinkerAddress, ...]:
    """Parse addresses separated by commas.  Raises ValueError."""
    found = [_ADDRESS.fullmatch(part.strip()) for part in value.split(",")]
    addresses = tuple(
        ThinkerAddress(one[1], one[2].strip("[]"), int(one[3])) for one in found if one
    )
    if len(addresses) != len(found) or any(one.port > _HIGHEST_PORT for one in addresses):
        raise ValueError("thinkers are written like 'https://10.0.0.5:8786', commas between them")
    return addresses


def is_loopback(host: str) -> bool:
    """Return True for a host that only this machine reaches."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
