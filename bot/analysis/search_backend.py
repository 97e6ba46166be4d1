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

from bot.analysis import maxn, mid_trick, position, trick_tables
from bot.analysis.search import ReferenceSearch

FLAT_FOLDER: Final = Path(__file__).parent / "flat"
DIGEST_FILE: Final = FLAT_FOLDER / "compiled.txt"  # digest of the compiled sources, written last
_SEARCH_MODULE: Final = "bot.analysis.flat.search"
_MID_TRICK_MODULE: Final = "bot.analysis.flat.mid_trick"
_MAXN_MODULE: Final = "bot.analysis.flat.maxn"


class PositionSearch(Protocol):
    """A search of any position of one contract."""

    def reaches(self, cards: position.Cards, target: int) -> bool: ...


class TargetSearch(Protocol):
    """A search of positions between two tricks, with a table of bounds."""

    def __init__(
        self, rules: trick_tables.FollowingRules, trumps: bool, two_handed: bool, budget: int
    ) -> None: ...

    @property
    def nodes(self) -> int: ...

    def clear(self) -> None: ...

    def reaches(self, key: int, target: int, left: int) -> bool: ...


class AllPassSearch(Protocol):
    """A search of all-pass positions between two tricks: every player for the fewest tricks."""

    def __init__(self, rules: trick_tables.FollowingRules, budget: int) -> None: ...

    @property
    def nodes(self) -> int: ...

    def outcome(self, key: int) -> int: ...


class AllPassTrickSearch(Protocol):
    """A search of all-pass positions in the middle of a trick that no talon card leads."""

    def __init__(self, search: AllPassSearch, contract: position.SolverContract) -> None: ...

    def outcome(self, cards: position.Cards) -> int: ...


class Backend(StrEnum):
    """The backend in use, and the reason."""

    COMPILED = "compiled"
    OUTDATED = "outdated"  # the reference: the build does not match these sources, or this Python
    REFERENCE = "reference"


def flat_sources() -> list[Path]:
    """Return the source files that are compiled."""
    return sorted(FLAT_FOLDER.glob("[!_]*.py"))


def source_digest() -> str:
    """Return a digest of the compiled sources and their imports; another one outdates a build."""
    found = sha256()
    for path in [*sorted(FLAT_FOLDER.parent.glob("*.py")), *flat_sources()]:
        found.update(path.read_bytes())
    return found.hexdigest()


def flat_search() -> type[TargetSearch]:
    """Return the flat search, compiled or not.  Raises ImportError without librt."""
    found: type[TargetSearch] = import_module(_SEARCH_MODULE).FlatSearch
    return found


def flat_all_pass_search() -> type[AllPassSearch]:
    """Return the flat search for all-pass."""
    found: type[AllPassSearch] = import_module(_MAXN_MODULE).FlatMaxNSearch
    return found


@cache
def compiled_search() -> type[TargetSearch] | None:
    """Return the flat search if it was compiled from these sources for this Python."""
    try:
        if DIGEST_FILE.read_text(encoding="ascii") != source_digest():
            return None
        spec = find_spec(_SEARCH_MODULE)
        is_native = spec is not None and str(spec.origin).endswith(tuple(EXTENSION_SUFFIXES))
        return flat_search() if is_native else None
    except (ImportError, OSError, ValueError):  # an incomplete build, or one for another librt
        return None


def fastest_search() -> type[TargetSearch]:
    """Return the compiled search, or else the reference."""
    return compiled_search() or ReferenceSearch


def position_search(search: TargetSearch, contract: position.SolverContract) -> PositionSearch:
    """Return a search of any position, also mid-trick, in the same form as ``search``.

    A dummy that plays by its rule depends on ranks, which only the reference handles.
    """
    if isinstance(search, ReferenceSearch) or contract.dummy >= 0:
        return mid_trick.MidTrickSearch(search, contract)
    found: PositionSearch = import_module(_MID_TRICK_MODULE).FlatMidTrickSearch(search, contract)
    return found


def all_pass_search() -> type[AllPassSearch]:
    """Return the fastest search for all-pass."""
    return maxn.MaxNSearch if compiled_search() is None else flat_all_pass_search()


def all_pass_trick_search(
    search: AllPassSearch, contract: position.SolverContract
) -> AllPassTrickSearch | None:
    """Return the flat search of a trick in progress; None beside the reference, or with a dummy."""
    if isinstance(search, maxn.MaxNSearch) or contract.dummy >= 0:
        return None
    found: AllPassTrickSearch = import_module(_MAXN_MODULE).FlatAllPassTrick(search, contract)
    return found


def active_backend() -> Backend:
    """Return the form of ``fastest_search``."""
    if compiled_search() is not None:
        return Backend.COMPILED
    return Backend.OUTDATED if DIGEST_FILE.exists() else Backend.REFERENCE
