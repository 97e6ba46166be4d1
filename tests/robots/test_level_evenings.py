"""Evenings of robots of every level, from the draw to the settlement, at every third table.

The thinking robots play the first deals, the plain ones the rest; ``make walks`` goes to every
table and lets them think through more and more of the match.
"""

from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT
from bot.engine.families import family_of
from bot.engine.game import apply_action, new_game, to_act
from bot.robots import ROBOTS
from tests.properties.walking import WALKS, sample
from tests.robots.evenings import PRESETS, Chooser, deck, play_deal, tables

pytestmark = pytest.mark.slow

LEVELS = ("expert", "club", "expert", "beginner")
TABLES = [table for family in ("russian", "balkan", "austrian") for table in tables(family)]


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize(("preset", "players"), sample(TABLES, 3))
def test_to_the_settlement(preset: str, players: int) -> None:
    rules = PRESETS.rules(preset, players=players)
    rng, turn = Random(f"{preset} {players}"), TABLES.index((preset, players))
    seated: dict[int, Chooser] = {
        s: ROBOTS[LEVELS[(s + turn) % len(LEVELS)]].choose for s in range(players)
    }
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(turn % players))
    while to_act(game) is not None and game.carry.number < 400:
        choosers = seated if game.carry.number < WALKS else None
        game = play_deal(apply_action(game, TABLE_SEAT, deck(rng)), rng, choosers=choosers)
    assert game.ended
    assert sum(family_of(rules).settle(rules, game.carry.sheet)) == 0
