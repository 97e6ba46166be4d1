"""The times the lobby tells of the levels: the right size on the machine at hand."""

from random import Random
from statistics import mean
from time import process_time

import pytest

from bot.analysis import searches
from bot.engine.view import view
from bot.render.table.levels import SECONDS
from bot.robots import ROBOTS
from tests.robots.evenings import positions
from tests.support import builders

SIZE = 5  # times more or less: machines differ
PLAINER = 10  # times more where nothing was compiled


@pytest.mark.slow
def test_a_decision_takes_about_as_long_as_the_lobby_says() -> None:
    moments = [
        view(game, seat)
        for game, seat in positions(builders.rules("sochi"), 1)
        if len(view(game, seat).legal) > 1
    ]
    most = SIZE * (1 if searches.compiled() else PLAINER)
    for level, seconds in SECONDS.items():
        spent = []
        for seen in moments:
            began = process_time()
            ROBOTS[level].choose(seen, Random(1))
            spent.append(process_time() - began)
        assert seconds / SIZE < mean(spent) < seconds * most
