"""Seeded random walks through whole games, shared by all families.

A walk yields every game on its way with the seat and the action that led to it.  ``WALKS`` in
the environment multiplies the number of seeds (``make walks``).
"""

import os
import random
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from typing import Any, Literal, NamedTuple, get_args, get_origin

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import PACK, TABLE, Seat
from bot.engine.deal import Stage
from bot.engine.families.russian.options import RussianOptions
from bot.engine.game import Game, apply, legal, new_game, stage_of, to_act
from bot.engine.refusal import BadRules
from bot.engine.rules import Rules
from tests.support import builders

WALKS = int(os.environ.get("WALKS", "1"))


def tables() -> list[tuple[str, int]]:
    """Every preset of every family with every number of players it can be played with."""
    found = []
    for name in builders.PRESETS.names():
        for players in (3, 4):
            with suppress(BadRules):
                builders.rules(name, players)
                found.append((name, players))
    return found


TABLES = tables()


class Step(NamedTuple):
    before: Game
    seat: Seat
    action: Action
    after: Game


def seeds(count: int) -> range:
    return range(count * WALKS)


def walk(rules: Rules, seed: int, deals: int) -> Iterator[Step]:
    """A random game of at most so many deals, stopped by the table at the end."""
    chance = random.Random(seed)
    game = new_game(rules)
    while not game.ended:
        seat, action = chosen(game, chance, deals)
        after = apply(game, seat, action)
        yield Step(game, seat, action, after)
        game = after


def chosen(game: Game, chance: random.Random, deals: int) -> tuple[Seat, Action]:
    seat = to_act(game)
    assert seat is not None
    if seat == TABLE:
        return TABLE, tables_action(game, chance, deals)
    claimants = [s for s in range(game.rules.players) if s != seat and legal(game, s)]
    if claimants and chance.random() < 0.02:
        seat = chance.choice(claimants)
    return seat, sensible(legal(game, seat), chance)


def tables_action(game: Game, chance: random.Random, deals: int) -> Action:
    if stage_of(game) is Stage.DRAW:
        return act.Dealer(chance.randrange(game.rules.players))
    if game.carry.number >= deals:
        return act.STOP
    deck = list(PACK)
    chance.shuffle(deck)
    return act.Deck(tuple(deck))


def sensible(choices: tuple[Action, ...], chance: random.Random) -> Action:
    """Any legal action, but claims seldom and low bids and passes often enough to get far."""
    claims = [action for action in choices if isinstance(action, act.Claim)]
    others = [action for action in choices if not isinstance(action, act.Claim)]
    if claims and (not others or chance.random() < 0.03):
        return chance.choice(claims)
    if isinstance(others[-1], act.Bid):
        return others[0] if chance.random() < 0.5 else others[min(len(others) - 1, bid(chance))]
    if isinstance(others[0], act.Declare) and chance.random() < 0.7:
        return others[0]
    return chance.choice(others)


def bid(chance: random.Random) -> int:
    """Mostly the next step; sometimes far up, where misère and the tens are."""
    return chance.randrange(26) if chance.random() < 0.3 else chance.randrange(1, 4)


NUMBERS: dict[str, list[Any]] = {
    "rostov_whists_per_point": [1, 5, 10],
    "raspasy_cost_base": [1, 2, 5],
    "raspasy_cost_cap": [None, 1, 3, 4],
    "raspasy_exit_bar": [[6], [6, 7], [6, 7, 8], [6, 7, 8, 9, 10], [6, 10]],
    "raspasy_max_streak": [None, 1, 2, 3],
    "aid_whists_per_point": [5, 10],
    "pool_target": [None, 2, 6, 20],
    "end_condition": [
        *("all_pools_closed", "pool_sum(10*players)", "pool_sum(25)"),
        *("deals(2*players)", "deals(5)", "time(60)"),
    ],
    "pool_settlement": ["average(10)", "average(20)", "pairwise(5)", "pairwise(7)"],
    "stake_label": ["points"],
}


def values(option: str) -> list[Any]:
    """The whole domain of a choice, some values of a number."""
    kind = RussianOptions.model_fields[option].annotation
    if option in NUMBERS:
        return NUMBERS[option]
    if kind is bool:
        return [True, False]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    assert isinstance(kind, type)
    assert issubclass(kind, Enum), option
    return [member.value for member in kind]


def random_rules(seed: int) -> Rules:
    """Any valid mixture of options."""
    chance = random.Random(seed)
    while True:
        options = {name: chance.choice(values(name)) for name in RussianOptions.model_fields}
        try:
            return builders.PRESETS.rules("sochi", **options)
        except BadRules:
            continue
