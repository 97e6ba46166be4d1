"""UI commands for saved house rules: save, list, delete."""

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class SaveRules:
    """Save the house rules for this server; a form asks for a name."""


@dataclass(frozen=True, slots=True)
class ShowSavedRules:
    """List the house rules saved on this server."""


@dataclass(frozen=True, slots=True)
class DeleteSavedRules:
    """Delete saved rules; ``digest`` stands for their name."""

    digest: str


def rules_name_digest(name: str) -> str:
    """Return a digest that stands for a typed name in a button, ignoring case."""
    return sha256(name.casefold().encode()).hexdigest()[:12]
