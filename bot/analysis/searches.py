"""Choice of the search backend: the reference, or its flat form if that was compiled here.

Both visit the same positions, so only the time of an answer depends on the choice.
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
MARK: Final = FLAT / "compiled.txt"  # digest of the compiled sources, written last
_MODULE: Final = "bot.analysis.flat.search"
_INSIDE: Final = "bot.analysis.flat.inside"
_ALONE: Final = "bot.analysis.flat.maxn"


class Asked(Protocol):
    """A search of any position of one contract."""

    def reaches(self, cards: Cards, target: int) -> bool: ...


class Searching(Protocol):
    """A search of positions between two tricks, with a table of bounds."""

    def __init__(self, duties: Duties, trumps: bool, two_handed: bool, budget: int) -> None: ...

    @property
    def nodes(self) -> int: ...

    def forget(self) -> None: ...

    def reaches(self, key: int, target: int, left: int) -> bool: ...


class Alone(Protocol):
    """A search of all-pass positions between two tricks: every player for the fewest tricks."""

    def __init__(self, duties: Duties, budget: int) -> None: ...

    @property
    def nodes(self) -> int: ...

    def outcome(self, key: int) -> int: ...


class Form(StrEnum):
    """The backend in use, and the reason."""

    COMPILED = "compiled"
    OUTDATED = "outdated"  # the reference: the build does not match these sources, or this Python
    REFERENCE = "reference"


def sources() -> list[Path]:
    """Return the source files that are compiled."""
    return sorted(FLAT.glob("[!_]*.py"))


def mark() -> str:
    """Return a digest of the compiled sources and their imports; another one outdates a build."""
    found = sha256()
    for path in [*sorted(FLAT.parent.glob("*.py")), *sources()]:
        found.update(path.read_bytes())
    return found.hexdigest()


def flat() -> type[Searching]:
    """Return the flat search, compiled or not.  Raises ImportError without librt."""
    found: type[Searching] = import_module(_MODULE).Search
    return found


def flat_alone() -> type[Alone]:
    """Return the flat search for all-pass."""
    found: type[Alone] = import_module(_ALONE).Everybody
    return found


@cache
def compiled() -> type[Searching] | None:
    """Return the flat search if it was compiled from these sources for this Python."""
    try:
        if MARK.read_text(encoding="ascii") != mark():
            return None
        spec = find_spec(_MODULE)
        is_native = spec is not None and str(spec.origin).endswith(tuple(EXTENSION_SUFFIXES))
        return flat() if is_native else None
    except (ImportError, OSError, ValueError):  # an incomplete build, or one for another librt
        return None


def fastest() -> type[Searching]:
    """Return the compiled search, or else the reference."""
    return compiled() or Search


def inside(search: Searching, contract: Contract) -> Asked:
    """Return a search of any position, also mid-trick, in the same form as ``search``.

    A dummy that plays by its rule depends on ranks, which only the reference handles.
    """
    if isinstance(search, Search) or contract.dummy >= 0:
        return Inside(search, contract)
    found: Asked = import_module(_INSIDE).Inside(search, contract)
    return found


def everybody() -> type[Alone]:
    """Return the fastest search for all-pass."""
    return Everybody if compiled() is None else flat_alone()


def form() -> Form:
    """Return the form of ``fastest``."""
    if compiled() is not None:
        return Form.COMPILED
    return Form.OUTDATED if MARK.exists() else Form.REFERENCE
