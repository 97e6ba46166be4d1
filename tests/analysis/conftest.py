"""The forms of the search that are there."""

from typing import Final

import pytest

from bot.analysis import searches
from bot.analysis.search import Search
from bot.analysis.searches import Searching

FORMS: Final[list[type[Searching]]] = [
    Search,
    *([] if (flat := searches.compiled()) is None else [flat]),
]


@pytest.fixture(params=FORMS, ids=lambda form: form.__module__)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type[Searching]:
    """The solver asks this one for the time of the test."""
    chosen: type[Searching] = request.param
    monkeypatch.setattr(searches, "fastest", lambda: chosen)
    return chosen
