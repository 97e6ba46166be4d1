"""Calls for training: what the expert's search found, and what that is worth in other layouts.

Robots play matches of four deals.  Every call that the expert would search is recorded with the
facts of its options, a line of JSON each; no hand of a person is among them.  A file that was
stopped grows from where it was, match by match.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import apply_action, new_game, to_act
from bot.engine.view import SeatView, build_view
from bot.robots.expert import call_choice
from bot.robots.expert.first_guesses import Facts, facts_of_options
from bot.robots.expert.option_weighing import best_option
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, deck
from tools.arena.matches import ANSWERS, PLAYING, of_habit
from tools.train.self_play import TRAINED

_DEALS: Final = 4  # of a match
_FOLLOWS: Final = 0.35  # share of the seats that make the calls of the search
_ANSWERS: Final = ("", "", "", "always", "never")  # "": as the plain robot
_BOLD: Final = 0.04  # share of the calls that are another one
_NEAR: Final = 4  # legal calls that such a seat draws from: the lowest, which commit to little
_FRESH: Final = 24  # layouts that value what the search changed
_FRESH_WORK: Final = 8  # times the work of the search, which reaches for most of them


class SearchedCall(NamedTuple):
    """A searched call of a match.

    ``rows``: for each option beside the plain robot's call, whether the search chose it, the
    layouts in which it was valued, and its facts.  ``gain``: points that the choice brings more
    than the plain robot's call in layouts that the search did not see.
    """

    match: int
    stage: Stage
    layouts: int
    gain: float
    rows: tuple[tuple[bool, int, Facts], ...]


def grow(path: Path, family: str, matches: int) -> None:
    """Play matches until the file holds ``matches`` of them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = max((call.match for call in recorded(path)), default=-1) + 1
    with path.open("a", encoding="ascii") as book:
        for match in range(done, matches):
            calls = [json.dumps(call) for call in played_match(family, match)]
            book.write("".join(f"{call}\n" for call in calls))
            book.flush()


def recorded(path: Path) -> list[SearchedCall]:
    """Return the calls of a file."""
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
    return [_read(line) for line in lines]


def _read(line: str) -> SearchedCall:
    match, stage, layouts, gain, rows = json.loads(line)
    facts = tuple((bool(chosen), count, tuple(row)) for chosen, count, row in rows)
    return SearchedCall(match, Stage(stage), layouts, gain, facts)


def played_match(family: str, match: int) -> Iterator[SearchedCall]:
    """Yield the searched calls of a match; equal numbers give equal calls."""
    rng, presets = Random(f"{family} {match}"), TRAINED[family]
    rules = PRESETS.rules(presets[match % len(presets)], players=3)
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(match % 3))
    for _ in range(_DEALS):
        if to_act(game) != TABLE_SEAT:
            return
        game = apply_action(game, TABLE_SEAT, deck(rng))
        follows = [rng.random() < _FOLLOWS for _ in range(rules.players)]
        habits = [rng.choice(_ANSWERS) for _ in range(rules.players)]
        while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
            seen = build_view(game, seat)
            found = _searched(seen, rng, match) if len(seen.legal) > 1 else None
            if found is not None:
                yield found[1]
            choice = found[0] if found and follows[seat] else PLAIN_ROBOT.choose(seen, rng)
            game = apply_action(game, seat, _by_temper(seen, choice, habits[seat], rng))


def _by_temper(seen: SeatView, choice: Action, habit: str, rng: Random) -> Action:
    """Return the call of a seat that may answer by habit, or make another call now and then."""
    if seen.stage not in (Stage.AUCTION, Stage.DEFENCE):
        return choice
    if seen.stage is Stage.DEFENCE and habit:
        return of_habit(ANSWERS[habit], seen, rng) or choice
    return rng.choice(seen.legal[:_NEAR]) if rng.random() < _BOLD else choice


def _searched(seen: SeatView, rng: Random, match: int) -> tuple[Action, SearchedCall] | None:
    """Return what the search chooses, and its record; None where a guess is never asked.

    Cards and claims have a search of their own.
    """
    if seen.stage in PLAYING:
        return None
    plain = PLAIN_ROBOT.choose(seen, Random(rng.getrandbits(32)))
    options, is_guessed = call_choice.searched_options(seen, plain)
    if not is_guessed:
        return None
    effort = call_choice.call_effort(seen, plain, options)
    _, tally = call_choice.weigh_in_worlds(seen, rng, plain, options, effort)
    choice, gain = best_option(tally, plain, effort.caution), 0.0
    assert choice is not None
    if choice != plain:
        patient = effort._replace(layouts=_FRESH, work=effort.work * _FRESH_WORK, least=_FRESH)
        _, again = call_choice.weigh_in_worlds(seen, rng, plain, (plain, choice), patient)
        gain = again.mean(choice) - again.mean(plain)
    facts = facts_of_options(seen, plain, options)
    rows = tuple((o == choice, len(tally.values[o]), facts[o]) for o in facts)
    return choice, SearchedCall(match, seen.stage, len(tally.weights), gain, rows)
