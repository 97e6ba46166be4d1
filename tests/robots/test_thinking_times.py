"""Thinking times of the levels stay well within the time that the lobby states."""

from random import Random
from statistics import mean
from time import process_time

import pytest

from bot.analysis import search_backend
from bot.engine.view import build_view
from bot.render.table.lobby_screens import MAX_THINKING_SECONDS
from bot.robots import ROBOTS
from tests.robots.evenings import positions
from tests.support import builders

LEVELS = ("club", "expert")
SPARE = 4  # times the mean, where the search is compiled: no search should be cut short


@pytest.mark.slow
def test_a_decision_is_made_well_within_the_time_the_lobby_says() -> None:
    moments = [
        build_view(game, seat)
        for game, seat in positions(builders.rules("sochi"), 1)
        if len(build_view(game, seat).legal) > 1
    ]
    most = MAX_THINKING_SECONDS / (SPARE if search_backend.compiled_search() else 1)
    for level in LEVELS:
        spent = []
        for seen in moments:
            began = process_time()
            ROBOTS[level].choose(seen, Random(1))
            spent.append(process_time() - began)
        assert mean(spent) < most
