"""Compile the solver's search and the robots: ``make fast``.

Needs a C compiler, mypy and setuptools; run it from the folder of the project.  The search is
compiled in place, the robots into a folder of their own.  The digest of the sources is written
last: a build that was interrupted is not used.  With ``--if-needed`` the search alone is compiled,
if it does not match the sources and there is a C compiler: everything works without it, slower.
The robots take a minute or two, which the tests after each change of them would not win back.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from setuptools import Distribution

sys.path.insert(0, str(Path.cwd()))

from mypyc.build import mypycify

from bot.analysis import search_backend
from bot.robots import compiled_modules

BUILD = Path("build/fast")
LIBRARY = BUILD / "robots"


def _has_compiler() -> bool:
    return any(map(shutil.which, (os.environ.get("CC", "cc"), "gcc", "clang")))


def main() -> None:
    if_needed = "--if-needed" in sys.argv[1:]
    if if_needed and not _has_compiler():
        return
    BUILD.mkdir(parents=True, exist_ok=True)
    if not if_needed:
        _compile_search()
        _compile_robots()
    elif search_backend.compiled_search() is None:
        _compile_search()


def _compile_search() -> None:
    search_backend.DIGEST_FILE.unlink(missing_ok=True)
    mark = search_backend.source_digest()
    _compile(search_backend.flat_sources(), "bot.analysis.flat", None)
    search_backend.compiled_search.cache_clear()
    search_backend.DIGEST_FILE.write_text(mark, encoding="ascii")
    if search_backend.compiled_search() is None:
        sys.exit("What was compiled cannot be loaded: the solver stays with the reference.")


def _compile_robots() -> None:
    folder, mark = compiled_modules.FOLDER, compiled_modules.robots_sources()
    for old in (folder, LIBRARY):
        shutil.rmtree(old, ignore_errors=True)
    sources = [folder.parent / source for source in compiled_modules.SOURCES]
    _compile([each.relative_to(Path.cwd()) for each in sources], compiled_modules.GROUP, LIBRARY)
    shutil.copytree(LIBRARY / "bot" / "robots", folder)
    compiled_modules.MARK.write_text(mark, encoding="ascii")
    loads = [sys.executable, "-c", "import bot.robots"]
    if subprocess.run(loads, check=False).returncode:
        compiled_modules.MARK.unlink()
        sys.exit("What was compiled cannot be loaded: the robots stay with their sources.")


def _compile(sources: Sequence[Path], group: str, library: Path | None) -> None:
    """Compile the modules of a group: in place, or into a library folder."""
    modules = mypycify(
        ["--config-file=", *map(str, sources)], group_name=group, target_dir=str(BUILD)
    )
    command = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
    command.inplace, command.build_temp = library is None, str(BUILD)
    command.build_lib = str(library or BUILD)
    command.force = True  # times of files say nothing after a checkout
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    main()
