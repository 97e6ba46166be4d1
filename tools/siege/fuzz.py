"""Legal and illegal actions by the million, and what must hold at each (G5, G6).

What is refused changes nothing, what is legal is taken; every card lies in one place, the version
counts, the log replays, the settlement sums to zero.
"""

import asyncio
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Final

from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.families import FAMILIES, family_of
from bot.engine.game import Game, apply_action, legal_actions, new_game, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.replaying import replay_log
from bot.engine.rules import IllegalAction, Rules
from tests.properties.oracles import oracle_of
from tests.properties.walking import TABLES, chosen, random_rules
from tests.support import builders
from tools.siege.goals import Figure, Size, elsewhere, none

_PROCESSES: Final = 2
_DEALS: Final = 6
_WALKS: Final = "tests/properties/test_walks.py"
_LEAKS: Final = "tests/support/test_leaks.py"


async def run(size: Size) -> list[Figure]:
    found = fuzz(size.seed, size.times) if size.is_short else await _at_once(size)
    actions = found.pop("actions")
    broken = sum(found.values())
    what = f"of actions, legal or not, broke something {dict(found) if broken else ''}".strip()
    return [
        none("G5", what, broken, actions),
        elsewhere("G6", "the rules once more, at every step", _WALKS, "test_every_step"),
        elsewhere("G11", "no card for the wrong eyes", _LEAKS, "test_a_planted_leak_is_found"),
        elsewhere("G12", "hidden cards change no view", _WALKS, "test_hidden_cards_change_no_view"),
    ]


async def _at_once(size: Size) -> Counter[str]:
    each, loop = size.times // _PROCESSES, asyncio.get_running_loop()
    with ProcessPoolExecutor(_PROCESSES, mp_context=get_context("spawn")) as pool:
        jobs = [
            loop.run_in_executor(pool, partial(fuzz, size.seed + n, each))
            for n in range(_PROCESSES)
        ]
        return sum(await asyncio.gather(*jobs), Counter[str]())


def fuzz(seed: int, least: int) -> Counter[str]:
    """Play at least `least` actions; count them and the violations by kind."""
    chance, found = Random(seed), Counter[str]()
    while found["actions"] < least:
        _game(_rules(chance), chance, found)
    return found


def _rules(chance: Random) -> Rules:
    if chance.random() < 0.5:
        return builders.rules(*chance.choice(TABLES))
    return random_rules(chance.choice(list(FAMILIES)), chance.randrange(1 << 30))


def _game(rules: Rules, chance: Random, found: Counter[str]) -> None:
    game, log = new_game(rules), list[tuple[Seat, str]]()
    while not game.ended:
        _illegal(game, chance, found)
        seat, action = chosen(game, chance, _DEALS)
        after = _taken(game, seat, action, found)
        if after is None:
            return
        log.append((seat, format_action(action)))
        game = after
    found["replay"] += replay_log(new_game(rules), log) != game
    found["settlement"] += sum(family_of(rules).settle(rules, game.carry.sheet)) != 0


def _taken(game: Game, seat: Seat, action: Action, found: Counter[str]) -> Game | None:
    """A legal action; None if it was not taken."""
    found["actions"] += 1
    try:
        after = apply_action(game, seat, parse_action(format_action(action)))
    except Exception:
        found["legal and refused"] += 1
        return None
    found["version"] += after.version != game.version + 1
    found["cards"] += after.deal is not None and after.deal.faults() != ()
    asked = to_act(after)
    found["nobody asked"] += asked is None and not after.ended
    return after


def _illegal(game: Game, chance: Random, found: Counter[str]) -> None:
    """Anything by anybody: taken if it is legal, else refused by name."""
    seat = chance.randrange(game.rules.players)
    action = chance.choice(oracle_of(game.rules).sample)
    found["actions"] += 1
    try:
        apply_action(game, seat, action)
    except IllegalAction:
        found["refused and legal"] += action in legal_actions(game, seat)
    except Exception:
        found["error"] += 1
    else:
        found["taken and illegal"] += action not in legal_actions(game, seat)
