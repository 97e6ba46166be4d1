"""UI commands for saved house rules: save, list, delete."""

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class SaveRules:
    """Save the house rules for this server; a form asks for a name."""


@dataclass(frozen=True, slots=True)
class SavedRules:
    """List the house rules saved on this server."""


@dataclass(frozen=True, slots=True)
class DropRules:
    """Delete saved rules; ``digest`` stands for their name."""

    digest: str


def digest_of(name: str) -> str:
    """Return a digest that stands for a typed name in a button, ignoring case."""
    return sha256(name.casefold().encode()).hexdigest()[:12]
