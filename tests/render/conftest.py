"""Every family is in the register for the screens."""

from collections.abc import Iterator

import pytest

from tests.support import austrian, balkan


@pytest.fixture(autouse=True)
def families() -> Iterator[None]:
    with balkan.registered(), austrian.in_register():
        yield
