"""Compile the solver's search in place: ``make fast``.  Needs a C compiler, mypy and setuptools.

Run from the folder of the project.  What was compiled is named last: a build that was interrupted
is not used.
"""

import sys
from pathlib import Path

from setuptools import Distribution

sys.path.insert(0, str(Path.cwd()))

from mypyc.build import mypycify

from bot.analysis import search_backend

BUILD = Path("build/fast")


def main() -> None:
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
    search_backend.DIGEST_FILE.write_text(mark, encoding="ascii")
    if search_backend.compiled_search() is None:
        sys.exit("What was compiled cannot be loaded: the solver stays with the reference.")


if __name__ == "__main__":
    main()
