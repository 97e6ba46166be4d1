"""For every test: no error may have been logged that the test does not name.

``discord.py`` only logs what goes wrong in a button; without this a dead button would pass.
"""

import logging
from collections.abc import Iterator

import pytest

pytest.register_assert_rewrite("tests.support")


class Errors(logging.Handler):
    """Keeps every record of level ERROR and above; ``expected`` are parts of allowed ones."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []
        self.expected: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def expect(self, part: str) -> None:
        self.expected.append(part)

    def unexpected(self) -> list[str]:
        said = [logging.Formatter("%(name)s: %(message)s").format(one) for one in self.records]
        return [one for one in said if not any(part in one for part in self.expected)]


@pytest.fixture(autouse=True)
def logged_errors() -> Iterator[Errors]:
    """Fails the test at its end for every error in the log that it did not expect."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    try:
        yield errors
    finally:
        logging.getLogger().removeHandler(errors)
    assert errors.unexpected() == []
