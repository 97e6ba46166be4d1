"""Seeded random walks through whole games, shared by all families.

A walk yields each game on its way with the seat and the action that led to it.  ``WALKS`` in
the environment multiplies the number of seeds, ``WALKS_PART`` (``3/10``) selects the third tenth
of them (``make walks``).
"""

import os
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

import pytest

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import PACK, TABLE_SEAT, Seat
from bot.engine.deal import Stage
from bot.engine.families import family_named
from bot.engine.game import Game, apply_action, legal_actions, new_game, stage_of, to_act
from bot.engine.rules import BadRules, Rules
from tests.properties.oracles import ORACLES, oracle_of
from tests.properties.oracles.oracle import Extent, Step
from tests.support import builders
from tests.support.choices import choices_of

T = TypeVar("T")
WALKS = int(os.environ.get("WALKS", "1"))
PART, PARTS = map(int, os.environ.get("WALKS_PART", "1/1").split("/"))


def tables() -> list[tuple[str, int]]:
    """Return every preset of every family with every number of players it supports."""
    found = []
    for name in builders.PRESETS.names():
        for players in (2, 3, 4):
            with suppress(BadRules):
                builders.rules(name, players)
                found.append((name, players))
    return found


TABLES = tables()


def tables_of(family: str) -> list[tuple[str, int]]:
    return [table for table in TABLES if builders.PRESETS.family_key(table[0]) == family]


def share(whole: Sequence[T], part: int = PART, parts: int = PARTS) -> Sequence[T]:
    """Return the share of this part: the parts are disjoint and together walk the whole."""
    return whole[part - 1 :: parts]


def sample(whole: Sequence[T], each: int) -> Sequence[T]:
    """Return every n-th item, always the same ones; ``make walks`` has them all."""
    return whole[::each] if WALKS == 1 else share(whole)


def fewer(count: int) -> int:
    """Return half of so many; ``make walks`` has all of them."""
    return max(1, count // 2) if WALKS == 1 else count


def seeds(count: int) -> Sequence[int]:
    return share(range(count * WALKS))


def params(family: str, extent: Extent) -> list[pytest.ParameterSet]:
    """Return rules, seed and deals: every table of a family, and random mixtures.

    The first minute covers one walk of each table and ten mixtures.
    """
    named = [
        (builders.rules(*table), seed, seed > 0, f"{table[0]}-{table[1]}-{seed}")
        for table in tables_of(family)
        for seed in seeds(extent.of_each)
    ]
    mixed = [
        (random_rules(family, seed), seed, seed >= 10, f"{family}-mixture-{seed}")
        for seed in seeds(fewer(extent.mixtures))
    ]
    return [
        pytest.param(agreed, seed, extent.deals, id=name, marks=[pytest.mark.slow] * is_long)
        for agreed, seed, is_long, name in named + mixed
    ]


def walk(rules: Rules, seed: int, deals: int) -> Iterator[Step]:
    """Yield a random game of at most this many deals, stopped by the table at the end."""
    chance = random.Random(seed)
    game = new_game(rules)
    while not game.ended:
        seat, action = chosen(game, chance, deals)
        after = apply_action(game, seat, action)
        yield Step(game, seat, action, after)
        game = after


def chosen(game: Game, chance: random.Random, deals: int) -> tuple[Seat, Action]:
    seat, oracle = to_act(game), oracle_of(game.rules)
    assert seat is not None
    if seat == TABLE_SEAT:
        return TABLE_SEAT, tables_action(game, chance, deals)
    others = [s for s in range(game.rules.players) if s != seat and legal_actions(game, s)]
    if others and chance.random() < oracle.speaks_up:
        seat = chance.choice(others)
    return seat, oracle.choose(legal_actions(game, seat), chance)


def tables_action(game: Game, chance: random.Random, deals: int) -> Action:
    if stage_of(game) is Stage.DRAW:
        return act.Dealer(chance.randrange(game.rules.players))
    if game.carry.number >= deals:
        return act.STOP
    deck = list(PACK)
    chance.shuffle(deck)
    return act.Deck(tuple(deck))


def random_rules(family: str, seed: int) -> Rules:
    """Return any valid mixture: the whole domain of a choice, some values of a number.

    Each option has its own random source, so a new one leaves the other options as they were.
    """
    oracle = ORACLES[family]
    model = family_named(family).options
    domains = {name: choices_of(model, name) for name in model.model_fields} | oracle.numbers
    without = [name for name in model.model_fields if not domains.get(name)]
    assert not without, f"give these options values in NUMBERS of oracles/{family}.py: {without}"
    unknown = domains.keys() - model.model_fields.keys()
    assert not unknown, f"NUMBERS of oracles/{family}.py has no options of the family: {unknown}"
    chances = {name: random.Random(f"{seed} {name}") for name in domains}
    while True:
        options = {name: chances[name].choice(domain) for name, domain in domains.items()}
        with suppress(BadRules):
            return builders.PRESETS.rules(oracle.preset, **options)
