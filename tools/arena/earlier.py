"""Robots of an earlier checkout at a table of today: ``expert@FOLDER`` in place of ``expert``.

The opponents of a comparison change with every change of the robots, so that two robots measured
beside their contemporaries say little about each other.  A folder with an earlier checkout, for
example from ``git archive``, answers in a process of its own: it gets what its seat sees, as a
thinker does, and its answer is checked against the legal actions of today.  The earlier checkout
must have ``bot/workers/move_messages.py`` and rules that ask the same questions.

That process runs this file by the modules of its folder, so both sides import it.
"""

import atexit
import os
import sys
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from typing import Final

from bot.engine.actions import Action
from bot.engine.view import SeatView
from bot.robots import ROBOTS
from bot.workers.move_messages import (
    MoveRequest,
    answer_text,
    read_answer,
    read_request,
    request_text,
)

MARK: Final = "@"  # between the level and the folder
_SEED_BITS: Final = 32


class EarlierCheckout:
    """The process of an earlier checkout; it ends with its input."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "bot" / "robots").is_dir():
            raise FileNotFoundError(folder / "bot" / "robots")
        where = {**os.environ, "PYTHONPATH": str(folder.resolve())}
        command = [sys.executable, "-P", __file__]
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, cwd=folder, env=where)

    def choose(self, level: str, seen: SeatView, rng: Random) -> Action:
        """Return the choice of a level.  Raises BadMessage where it is not legal today."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        request = MoveRequest(level, seen, rng.getrandbits(_SEED_BITS), offers=False)
        self._process.stdin.write(request_text(request) + b"\n")
        self._process.stdin.flush()
        return read_answer(self._process.stdout.readline(), seen)

    def close(self) -> None:
        """End the process."""
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()


@lru_cache
def _checkout(folder: str) -> EarlierCheckout:
    found = EarlierCheckout(Path(folder))
    atexit.register(found.close)
    return found


def earlier_chooser(name: str) -> partial[Action]:
    """Return a robot by its level and folder; all of a folder share a process."""
    level, _, folder = name.partition(MARK)
    return partial(_checkout(folder).choose, level)


def _answer() -> None:
    """Answer each line with the choice of the robot it names, until there is none."""
    for line in sys.stdin.buffer:
        asked = read_request(line)
        chosen = ROBOTS[asked.level].choose(asked.view, Random(asked.seed))
        sys.stdout.buffer.write(answer_text(chosen) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _answer()
