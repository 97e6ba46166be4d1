"""What a check found: fine, worth a look, or nothing can be played like that."""

from enum import StrEnum
from typing import NamedTuple


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class Verdict(NamedTuple):
    """One line; ``said`` ends with what to do, where there is something to do."""

    level: Level
    subject: str
    said: str

    def __str__(self) -> str:
        return f"{self.level:<5} {self.subject:<12} {self.said}"


def ok(subject: str, said: str) -> Verdict:
    return Verdict(Level.OK, subject, said)


def warn(subject: str, said: str) -> Verdict:
    return Verdict(Level.WARN, subject, said)


def fail(subject: str, said: str) -> Verdict:
    return Verdict(Level.FAIL, subject, said)
