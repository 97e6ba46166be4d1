"""Which search the solver has: the reference, or its flat form where that was compiled here.

Both visit the same positions, so nothing but the time of an answer depends on it.
"""

from enum import StrEnum
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Protocol

from bot.analysis.inside import Inside
from bot.analysis.maxn import Everybody
from bot.analysis.position import Cards, Contract
from bot.analysis.search import Search
from bot.analysis.trees import Duties

FLAT: Final = Path(__file__).parent / "flat"
MARK: Final = FLAT / "compiled.txt"  # of the sources that were compiled, written last
_MODULE: Final = "bot.analysis.flat.search"
_INSIDE: Final = "bot.analysis.flat.inside"
_ALONE: Final = "bot.analysis.flat.maxn"


class Asked(Protocol):
    """Questions about any position of one contract."""

    def reaches(self, cards: Cards, target: int) -> bool: ...


class Searching(Protocol):
    """Questions about positions between two tricks, with what was learnt so far."""

    def __init__(self, duties: Duties, trumps: bool, two_handed: bool, budget: int) -> None: ...

    @property
    def nodes(self) -> int: ...

    def forget(self) -> None: ...

    def reaches(self, key: int, target: int, left: int) -> bool: ...


class Alone(Protocol):
    """What everybody takes who plays for himself, of positions between two tricks."""

    def __init__(self, duties: Duties, budget: int) -> None: ...

    @property
    def nodes(self) -> int: ...

    def outcome(self, key: int) -> int: ...


class Form(StrEnum):
    """What is in use here, and why."""

    COMPILED = "compiled"
    OUTDATED = "outdated"  # the reference: what was compiled does not fit these sources, or Python
    REFERENCE = "reference"


def sources() -> list[Path]:
    """What is compiled."""
    return sorted(FLAT.glob("[!_]*.py"))


def mark() -> str:
    """Of the sources, and of all they build on: what was compiled from others is not used."""
    found = sha256()
    for path in [*sorted(FLAT.parent.glob("*.py")), *sources()]:
        found.update(path.read_bytes())
    return found.hexdigest()


def flat() -> type[Searching]:
    """The flat form, compiled or not.  Raises ImportError where librt is not installed."""
    found: type[Searching] = import_module(_MODULE).Search
    return found


def flat_alone() -> type[Alone]:
    """The same of the search for all-pass."""
    found: type[Alone] = import_module(_ALONE).Everybody
    return found


@cache
def compiled() -> type[Searching] | None:
    """The flat form where it was compiled from these sources, for this Python."""
    try:
        if MARK.read_text(encoding="ascii") != mark():
            return None
        spec = find_spec(_MODULE)
        is_native = spec is not None and str(spec.origin).endswith(tuple(EXTENSION_SUFFIXES))
        return flat() if is_native else None
    except (ImportError, OSError, ValueError):  # half built, or made for another librt
        return None


def fastest() -> type[Searching]:
    """The compiled form, or else the reference."""
    return compiled() or Search


def inside(search: Searching, contract: Contract) -> Asked:
    """Who answers for any position, also in the middle of a trick: of the form of the search.

    A dummy that plays by its rule looks at ranks, which only the reference knows.
    """
    if isinstance(search, Search) or contract.dummy >= 0:
        return Inside(search, contract)
    found: Asked = import_module(_INSIDE).Inside(search, contract)
    return found


def everybody() -> type[Alone]:
    """The search for all-pass, of the form that is fastest."""
    return Everybody if compiled() is None else flat_alone()


def form() -> Form:
    """Which of them ``fastest`` is."""
    if compiled() is not None:
        return Form.COMPILED
    return Form.OUTDATED if MARK.exists() else Form.REFERENCE
