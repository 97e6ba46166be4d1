"""Check results, and the checks of machine, database, fleet and installation."""

from enum import StrEnum
from typing import NamedTuple


class Level(StrEnum):
    """The severity of a verdict."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class Verdict(NamedTuple):
    """One line of output; ``said`` ends with advice if something is to be done."""

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
