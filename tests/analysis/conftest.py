"""Available forms of the search."""

from typing import Final

import pytest

from bot.analysis import search_backend
from bot.analysis.search import ReferenceSearch
from bot.analysis.search_backend import TargetSearch

FORMS: Final[list[type[TargetSearch]]] = [
    ReferenceSearch,
    *([] if (flat := search_backend.compiled_search()) is None else [flat]),
]


def _module(form: type[TargetSearch]) -> str:
    return form.__module__


# For what takes the reference seconds: test_searches proves that both search the same positions.
fastest_form = pytest.mark.parametrize("form", FORMS[-1:], ids=_module, indirect=True)


@pytest.fixture(params=FORMS, ids=_module)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type[TargetSearch]:
    """Make the solver use this form for the test."""
    chosen: type[TargetSearch] = request.param
    monkeypatch.setattr(search_backend, "fastest_search", lambda: chosen)
    return chosen
