"""The command line: ``python -m bot COMMAND``."""

import gc
import sys

_COLLECTS = gc.isenabled()
gc.disable()  # what is imported stays in memory: a collection would find nothing in it
from bot.cli.main import main  # noqa: E402

if _COLLECTS:
    gc.enable()

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
