"""The family is in the register for every test here."""

from collections.abc import Iterator

import pytest

from tests.support import balkan


@pytest.fixture(autouse=True)
def family() -> Iterator[None]:
    with balkan.registered():
        yield
