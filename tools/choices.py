"""Frozen choices of the robots: ``make choices``, and a sample of it in the suite.

Two thousand questions of every preset, some house rules beside them, put to all three levels.  A
line of the golden file is a question, the choice, and a mark of everything that was weighed.
A rearrangement of the robots leaves the file alone; a change of their play renews it with
``ARGS=--write`` and shows in the arena that they play better.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import cycle
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.analysis.advice import Advice
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import TABLE_SEAT, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, legal_actions, new_game, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.rules import Rules
from bot.engine.view import SeatView, build_view
from bot.presets import OptionSetting
from bot.robots import ROBOTS
from tests.robots.evenings import BEGINNER, PLAYERS, PRESETS, deck

GOLDEN: Final = Path(__file__).parents[1] / "tests" / "robots" / "golden" / "choices.txt"
TOTAL: Final = 2000
LEVELS: Final = {"beginner": 5, "club": 4, "expert": 3}  # of every twelve questions
SAMPLE: Final = {"beginner": 110, "club": 70, "expert": 20}  # of the suite
HOUSE_RULES: Final[tuple[tuple[str, dict[str, OptionSetting]], ...]] = (
    ("sochi", {"concede_three": True, "half_whist_first": True, "misere_without_talon": True}),
    ("guide", {"stop_at_five": False, "plain_two": "refa_then_win", "preferans_contract": True}),
    ("slovenian", {"talon_exposed": False, "kontra_callers": "any_active"}),
    ("viennese", {"trump_obligation": True, "claims": "by_consent", "premium_set": "hearts_5_6"}),
    ("austrian", {"trump_obligation": False, "all_pass": "ausfechten", "hold_right": "forehand"}),
)
_DEALS: Final = 10  # of every table
_WILD: Final = 0.15  # how often anything allowed is done instead of what a robot does
_WILD_BID: Final = 0.05  # the same in the auction
_CLAIMS: Final = 0.02  # how often somebody proposes a split who may


class Question(NamedTuple):
    """A view and the level that is asked; ``number`` counts the questions of its table."""

    table: str
    number: int
    level: str
    seen: SeatView

    @property
    def name(self) -> str:
        return f"{self.table} {self.number} {self.seen.stage} {self.level}"


def tables() -> list[tuple[str, Rules]]:
    """Every preset with every number of players, then the house rules."""
    found = [
        (f"{name}/{players}", PRESETS.rules(name, players=players))
        for name in PRESETS.names()
        for players in PLAYERS.get(PRESETS.family_key(name), (3, 4))
    ]
    return found + [(f"{name}/house", PRESETS.rules(name, **ways)) for name, ways in HOUSE_RULES]


def questions() -> list[Question]:
    """All of them, each table's in the order in which they are picked."""
    found = tables()
    counts = [(TOTAL + n) // len(found) for n in range(len(found))]
    return [
        question
        for (name, rules), count in zip(found, counts, strict=True)
        for question in _of_table(name, rules, count)
    ]


def _of_table(name: str, rules: Rules, count: int) -> Iterator[Question]:
    """Yield `count` open questions, rotating stages; every level is asked at every stage."""
    by_stage = defaultdict[Stage, list[SeatView]](list)
    for seen in _walk(name, rules):
        if len(seen.legal) > 1:
            by_stage[seen.stage].append(seen)
    for views in by_stage.values():
        Random(name).shuffle(views)
    levels = {stage: _levels() for stage in by_stage}
    stages = cycle(sorted(by_stage))
    for number in range(count):
        stage = next(stage for stage in stages if by_stage[stage])
        yield Question(name, number, next(levels[stage]), by_stage[stage].pop())


def _levels() -> Iterator[str]:
    order = [level for level, times in LEVELS.items() for _ in range(times)]
    Random(len(order)).shuffle(order)
    return cycle(order)


def _walk(name: str, rules: Rules) -> Iterator[SeatView]:
    """Every question of some deals that are played partly by the plain robot, partly anyhow."""
    rng = Random(name)
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(0))
    for _ in range(_DEALS):
        game = apply_action(game, TABLE_SEAT, deck(rng))
        while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
            yield build_view(game, seat)
            game = apply_action(game, *_next(game, seat, rng))
        if game.ended:
            return


def _next(game: Game, seat: Seat, rng: Random) -> tuple[Seat, Action]:
    seats = range(game.rules.players)
    claims = [(other, claim) for other in seats for claim in _claims(game, other)]
    if claims and rng.random() < _CLAIMS:
        return rng.choice(claims)
    seen = build_view(game, seat)
    is_wild = rng.random() < (_WILD_BID if stage_of(game) is Stage.AUCTION else _WILD)
    return seat, rng.choice(seen.legal) if is_wild else BEGINNER.choose(seen, rng)


def _claims(game: Game, seat: Seat) -> list[Action]:
    return [action for action in legal_actions(game, seat) if isinstance(action, act.Claim)]


def answer(question: Question) -> str:
    """The line of the golden file."""
    seed = int.from_bytes(_digest(question.table, str(question.number)))
    advice = ROBOTS[question.level].advise(question.seen, Random(seed))
    return f"{question.name}: {format_action(advice.action)} {_mark(advice)}"


def _mark(advice: Advice) -> str:
    """Everything that was weighed in eight letters; three digits of every worth."""
    rows = [
        f"{format_action(row.action)} {row.value + 0.0:.3f} {row.holds}" for row in advice.options
    ]
    return _digest(*rows, str(advice.layouts), str(advice.is_exact)).hex()


def _digest(*words: str) -> bytes:
    return blake2b("\n".join(words).encode(), digest_size=4).digest()


def sample(lines: Sequence[str]) -> list[int]:
    """The places of the lines of the suite: so many of each level, evenly over the tables."""
    chosen: list[int] = []
    for level, count in SAMPLE.items():
        own = [n for n, line in enumerate(lines) if line.partition(":")[0].endswith(level)]
        chosen += [own[n * len(own) // count] for n in range(count)]
    return sorted(chosen)


def frozen() -> list[str]:
    return GOLDEN.read_text().splitlines()


def main(words: list[str]) -> int:
    """Ask everything; 1 and the changed lines where a choice is not what it was."""
    with Pool() as pool:
        lines = pool.map(answer, questions(), chunksize=8)
    if words == ["--write"]:
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text("\n".join(lines) + "\n")
        return 0
    changed = [pair for pair in zip(frozen(), lines, strict=True) if pair[0] != pair[1]]
    for before, after in changed:
        print(f"- {before}\n+ {after}")
    print(f"{len(lines)} choices, {len(changed)} of them changed")
    return bool(changed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
