"""Check results, and the checks of machine, database, fleet and installation."""

from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """The severity of a verdict."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class CheckResult(NamedTuple):
    """One line of output; ``message`` ends with advice if something is to be done."""

    severity: Severity
    subject: str
    message: str

    def __str__(self) -> str:
        return f"{self.severity:<5} {self.subject:<12} {self.message}"


def ok(subject: str, message: str) -> CheckResult:
    return CheckResult(Severity.OK, subject, message)


def warn(subject: str, message: str) -> CheckResult:
    return CheckResult(Severity.WARN, subject, message)


def fail(subject: str, message: str) -> CheckResult:
    return CheckResult(Severity.FAIL, subject, message)
