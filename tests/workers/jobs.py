"""Jobs for the tests, which a worker process must be able to import."""

import os
import time
from pathlib import Path


class Odd(Exception):
    """An exception that cannot be pickled: its arguments do not rebuild it."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} {two}")


def double(number: int, times: int = 1) -> int:
    return number << times


def pid() -> int:
    return os.getpid()


def environment() -> dict[str, str]:
    return dict(os.environ)


def burn(seconds: float) -> int:
    """Use this much CPU time and return the process id."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return os.getpid()


def linger(seconds: float, mark: Path | None = None) -> int:
    """Wait this long by the clock; the file appears as soon as the job has begun."""
    if mark is not None:
        with mark.open("a") as file:
            file.write(f"{os.getpid()}\n")
    time.sleep(seconds)
    return os.getpid()


def forever() -> None:
    while True:
        pass


def hoard(megabytes: int) -> int:
    """Allocate and touch this much memory at once."""
    return len(bytearray(megabytes * 2**20))


KEPT: list[bytearray] = []


def keep(megabytes: int) -> int:
    """Keep memory after the job as well, like a growing table of positions."""
    KEPT.append(bytearray(b"x") * (megabytes * 2**20))
    return os.getpid()


def die() -> None:
    os._exit(9)


def die_once(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return "alive"


def fail(kind: type[Exception]) -> None:
    raise kind("the seven of spades")


def odd() -> None:
    raise Odd(1, 2)


def unsendable() -> object:
    return lambda: None


def chatter() -> str:
    print("this must not get into the answers", flush=True)
    return "fine"


def modules() -> set[str]:
    import sys

    return set(sys.modules)


def frozen() -> int:
    import gc

    return gc.get_freeze_count()


_MARKS: list[int] = []


def leave_a_mark() -> None:
    """Note the first process that ran this: forks of it have the note too."""
    _MARKS.append(os.getpid())


def marked_by() -> int:
    """Return the process that left the first mark here."""
    return _MARKS[0]
