"""Compile the solver's search in place: ``make fast``.  Needs a C compiler, mypy and setuptools.

Run from the folder of the project.  What was compiled is named last: a build that was interrupted
is not used.  With ``--if-needed`` nothing is done if the build matches the sources, or if there is
no C compiler: everything works without it, slower.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Distribution

sys.path.insert(0, str(Path.cwd()))

from mypyc.build import mypycify

from bot.analysis import search_backend

BUILD = Path("build/fast")


def _is_needed() -> bool:
    compilers = (os.environ.get("CC", "cc"), "gcc", "clang")
    return search_backend.compiled_search() is None and any(map(shutil.which, compilers))


def main() -> None:
    if "--if-needed" in sys.argv[1:] and not _is_needed():
        return
    search_backend.DIGEST_FILE.unlink(missing_ok=True)
    BUILD.mkdir(parents=True, exist_ok=True)
    mark = search_backend.source_digest()
    modules = mypycify(
        ["--config-file=", *map(str, search_backend.flat_sources())],
        group_name="bot.analysis.flat",
        target_dir=str(BUILD),
    )
    command = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
    command.inplace, command.build_temp, command.build_lib = True, str(BUILD), str(BUILD)
    command.force = True  # times of files say nothing after a checkout
    command.ensure_finalized()
    command.run()
    search_backend.compiled_search.cache_clear()
    search_backend.DIGEST_FILE.write_text(mark, encoding="ascii")
    if search_backend.compiled_search() is None:
        sys.exit("What was compiled cannot be loaded: the solver stays with the reference.")


if __name__ == "__main__":
    main()
