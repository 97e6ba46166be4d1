"""Import of the robots' modules as ``make fast`` compiled them, from these very sources only.

They are the same modules, about twice as fast: mypyc compiles the sources as they are.  What is
compiled lies in a folder of its own, where Python finds nothing by itself, so that a build for
other sources is never imported in place of a changed module.
"""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

BOT_FOLDER: Final = Path(__file__).resolve().parents[1]  # also for modules that lie compiled
FOLDER: Final = Path(__file__).parent / "compiled"
MARK: Final = FOLDER / "sources.digest"  # of what was compiled, written last
GROUP: Final = "bot.robots.compiled"
SOURCES: Final = (  # what a decision spends its time in; relative to the folder of the robots
    "contract_choice.py",
    "contract_play.py",
    "evaluation.py",
    "expert/refinement.py",
    "families/austrian.py",
    "families/balkan.py",
    "families/russian.py",
    "inference.py",
    "misere_play.py",
    "plain_robot.py",
    "simulated_play.py",
    "worlds/beliefs.py",
    "worlds/card_layouts.py",
    "worlds/deal_sampler.py",
    "worlds/layout_sampling.py",
    "worlds/likelihood.py",
)


def robots_sources() -> str:
    """Return a digest of the sources and of all they import; another one outdates a build."""
    found = sha256()
    for room in ("engine", "analysis", "robots"):
        for path in sorted((BOT_FOLDER / room).rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()


@cache
def compiled_files() -> Mapping[str, Path]:
    """Return the file of each compiled module by name; none unless made from these sources."""
    try:
        if MARK.read_text(encoding="ascii") != robots_sources():
            return {}
    except (OSError, ValueError):
        return {}
    suffix = EXTENSION_SUFFIXES[0]  # of this Python
    found = {}
    for path in FOLDER.rglob(f"*{suffix}"):
        parts = path.relative_to(FOLDER).as_posix().removesuffix(suffix).split("/")
        found[".".join(("bot.robots", *parts))] = path
    return found


class _CompiledFinder(MetaPathFinder):
    """The finder of compiled modules, asked before the sources."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = compiled_files().get(fullname)
        return None if file is None else spec_from_file_location(fullname, file)


if compiled_files():
    sys.meta_path.insert(0, _CompiledFinder())
