"""Deeds of house rules under a name: kept, listed, forgotten."""

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class SaveRules:
    """The house rules kept for this server, under a name that is asked for."""


@dataclass(frozen=True, slots=True)
class SavedRules:
    """The house rules this server has given a name to."""


@dataclass(frozen=True, slots=True)
class DropRules:
    """Saved rules forgotten; ``digest`` stands for their name."""

    digest: str


def digest_of(name: str) -> str:
    """What stands for a typed name in a button: the same for the same name, and no text."""
    return sha256(name.casefold().encode()).hexdigest()[:12]
