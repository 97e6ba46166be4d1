"""The command line: ``python -m bot COMMAND``."""

import sys

from bot.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
