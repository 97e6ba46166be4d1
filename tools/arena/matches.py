"""Whole matches and single deals of robots, the same cards in every seating.

One robot sits in turn on each seat among others; over a rotation luck is the same for both, so
what is left is the difference of play.  ``python -m tools.arena matches --help``.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from math import sqrt
from random import Random
from time import process_time
from typing import NamedTuple

from bot.analysis.position import Aim, position_of
from bot.analysis.solver import move_values, solve
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import PACK, TABLE_SEAT, Seat
from bot.engine.deal import Contract, DealResult, Stage
from bot.engine.families import family_of
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.rules import Rules
from bot.engine.view import SeatView, build_view
from bot.robots import EVERY_ROBOT
from bot.robots.expert.play_positions import TrickPrices
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, Chooser
from tools.arena.earlier import MARK, earlier_chooser
from tools.parallel import add_processes, shared

FAILED = ("remise", "misere_failed", "conceded", "failed", "fallen")
DEFENDED = ("whister", "volunteer", "host", "caller", "defender")
PLAYING = (Stage.PLAY, Stage.CLAIM)
MISSED = ("quota_missed", "team_quota_missed", "kontra_lost", "defender_falls", "host_falls")
ENDLESS = 400  # deals; no match lasts so long
CALLING = "calls"
SEEING = "seeing"
CHOOSERS: dict[str, Chooser] = {
    **{name: robot.choose for name, robot in EVERY_ROBOT.items()},
    "plain": PLAIN_ROBOT.choose,
}
ANSWERS: dict[str, tuple[Action, ...]] = {
    "always": (act.WHIST, act.JOIN),
    "never": (act.PASS, act.DROP),
}
KINDS: dict[str, Callable[[SeatView], bool]] = {  # of decisions, each by what its view shows
    "auction": lambda seen: seen.stage is Stage.AUCTION,
    "exchange": lambda seen: seen.stage in (Stage.EXCHANGE, Stage.DECLARE),
    "answers": lambda seen: seen.stage is Stage.DEFENCE,
    "cards": lambda seen: seen.stage in PLAYING and seen.open_deal.contract is not None,
    "passed": lambda seen: seen.stage in PLAYING and seen.open_deal.contract is None,
}


def chooser(name: str) -> Chooser:
    """A robot by its name, or one that leaves a kind of decision to somebody else.

    ``calls:expert`` speaks as the expert and plays as the plain robot; ``always:expert`` and
    ``never:expert`` whist so whatever they hold; ``beginner:expert`` answers as the beginner;
    ``exchange=expert:club`` discards and names contracts as the expert (``KINDS``).
    ``expert@FOLDER`` is the expert of an earlier checkout (``tools/arena/earlier.py``).
    """
    first, _, second = name.rpartition(":")
    choose = _named(second)
    if not first:
        return choose
    if first == CALLING:
        plain = PLAIN_ROBOT.choose
        return lambda seen, rng: (plain if seen.stage in PLAYING else choose)(seen, rng)
    kind, _, one = first.rpartition("=")
    if kind:
        is_such, special = KINDS[kind], _named(one)
        return lambda seen, rng: (special if is_such(seen) else choose)(seen, rng)
    other = CHOOSERS.get(first) or partial(of_habit, ANSWERS[first])
    return lambda seen, rng: (seen.stage is Stage.DEFENCE and other(seen, rng)) or choose(seen, rng)


def game_chooser(name: str) -> Callable[[Game, Seat, Random], Action]:
    """A robot by its name that is given the game; all but ``seeing:NAME`` ask its view alone.

    ``seeing:club`` is the club that sees all hands while it plays the cards of a contract: its own
    card where none gives its side more tricks, else the first of the best.  It is no robot, but
    shows how much card play can bring beside people who play well.
    """
    first, _, second = name.partition(":")
    choose = chooser(second if first == SEEING else name)

    def choose_by_view(game: Game, seat: Seat, rng: Random) -> Action:
        return choose(build_view(game, seat), rng)

    def choose_by_hands(game: Game, seat: Seat, rng: Random) -> Action:
        seen = build_view(game, seat)
        mine, best = choose(seen, rng), best_cards(game, seat)
        others = (play for play in seen.legal if play in best)
        return mine if not best or mine in best else next(others, mine)

    return choose_by_hands if first == SEEING else choose_by_view


def best_cards(game: Game, seat: Seat) -> frozenset[Action]:
    """The cards that give the seat's side the most by the exact value; none without a contract."""
    deal = game.deal
    position = None if deal is None or stage_of(game) not in PLAYING else position_of(deal)
    if position is None or position.contract.aim is Aim.OWN:
        return frozenset()
    assert deal is not None
    assert deal.contract is not None
    values = dict(move_values(position))
    wants_most = (deal.contract.declarer == seat) == (position.contract.aim is Aim.MOST)
    best = (max if wants_most else min)(values.values())
    return frozenset(act.Play(card) for card, value in values.items() if value == best)


def _named(name: str) -> Chooser:
    return earlier_chooser(name) if MARK in name else CHOOSERS[name]


def of_habit(words: Sequence[Action], seen: SeatView, _: Random) -> Action | None:
    """The first of the words that may be said; None where none may."""
    return next((word for word in words if word in seen.legal), None)


@dataclass
class Record:
    """Counts of what the examined seat did; records can be added."""

    deals: int = 0
    contracts: int = 0
    contracts_failed: int = 0
    miseres: int = 0
    miseres_failed: int = 0
    defences: int = 0
    defences_failed: int = 0
    all_passes: int = 0
    all_pass_tricks: int = 0
    lost_at_best: int = 0  # contracts that fall when nobody errs
    declared: int = 0  # contracts played to the end, of the seat
    declared_away: float = 0.0  # points given away there against the exact value
    defended: int = 0  # contracts of others
    defended_away: float = 0.0
    decisions: int = 0
    seconds: float = 0.0
    slow: int = 0  # decisions over half a second
    slowest: float = 0.0

    def plus(self, other: "Record") -> None:
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            both = max(mine, theirs) if each.name == "slowest" else mine + theirs
            setattr(self, each.name, both)

    def timed(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.slow += seconds > 0.5
        self.slowest = max(self.slowest, seconds)


@dataclass
class Sitting:
    """One match of the examined robot on one seat."""

    balance: int
    record: Record = field(default_factory=Record)


def decks(seed: int) -> Iterator[act.Deck]:
    """The same cards for every seating."""
    rng = Random(f"decks {seed}")
    while True:
        cards = list(PACK)
        rng.shuffle(cards)
        yield act.Deck(tuple(cards))


def sit(rules: Rules, seed: int, seat: Seat, names: Sequence[str], most: int) -> Sitting:
    """A match, or its first ``most`` deals; ``names`` are the robots by seat."""
    choosers = [game_chooser(name) for name in names]
    shuffled, record = decks(seed), Record()
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(seed % rules.players))
    for _ in range(most):
        if game.ended:
            break
        game = apply_action(game, TABLE_SEAT, next(shuffled))
        game = _dealt(game, seat, choosers, record, Random(f"{seed} {game.carry.number}"))
    return Sitting(family_of(rules).settle(rules, game.carry.sheet)[seat], record)


def _dealt(
    game: Game,
    seat: Seat,
    choosers: Sequence[Callable[[Game, Seat, Random], Action]],
    record: Record,
    rng: Random,
) -> Game:
    before, exact = balance(game, seat), None
    while (asked := to_act(game)) is not None and asked != TABLE_SEAT:
        if exact is None and stage_of(game) is Stage.PLAY:
            exact = exactly(game, seat)
        start = process_time()
        action = choosers[asked](game, asked, Random(rng.getrandbits(32)))
        if asked == seat:
            record.timed(process_time() - start)
        game = apply_action(game, asked, action)
    assert game.last is not None
    note(record, game.last, seat)
    if exact is not None and game.last.contract is not None and seat in game.last.seats:
        compared(record, game.last.contract, seat, exact, balance(game, seat) - before)
    return game


def balance(game: Game, seat: Seat) -> int:
    return family_of(game.rules).settle(game.rules, game.carry.sheet)[seat]


class Exact(NamedTuple):
    """Result of the play when nobody errs."""

    made: bool
    points: float  # of the examined seat


def exactly(game: Game, seat: Seat) -> Exact | None:
    """None where there is no declarer."""
    position = None if game.deal is None else position_of(game.deal)
    if position is None or position.contract.aim is Aim.OWN:
        return None
    assert game.deal is not None
    assert game.deal.contract is not None
    level, tricks = game.deal.contract.level, solve(*position)
    made = tricks == 0 if game.deal.contract.is_misere else tricks >= level
    return Exact(made, TrickPrices(game, seat).price_for_declarer(tricks))


def compared(record: Record, contract: Contract, seat: Seat, exact: Exact, points: float) -> None:
    """The points of a played contract beside those of its exact value."""
    if contract.declarer == seat:
        record.declared += 1
        record.declared_away += exact.points - points
        record.lost_at_best += not exact.made
    else:
        record.defended += 1
        record.defended_away += exact.points - points


def note(record: Record, result: DealResult, seat: Seat) -> None:
    """Add a finished deal to the seat's record."""
    record.deals += 1
    contract = result.contract
    if contract is None:
        if sum(result.won):
            record.all_passes += 1
            record.all_pass_tricks += result.won[seat]
        return
    failed = result.outcome in FAILED
    if contract.declarer == seat and contract.is_misere:
        record.miseres += 1
        record.miseres_failed += failed
    elif contract.declarer == seat:
        record.contracts += 1
        record.contracts_failed += failed
    if not contract.is_misere and result.roles[seat] in DEFENDED:
        record.defences += 1
        record.defences_failed += any(p.seat == seat and p.why in MISSED for p in result.postings)


def seated(robot: str, others: Sequence[str], seat: Seat, players: int) -> list[str]:
    """The robots by seat: several others follow each other behind the one examined."""
    names = [robot] * players
    for place in range(1, players):
        names[(seat + place) % players] = others[(place - 1) % len(others)]
    return names


def rotation(
    rules: Rules, robot: str, other: str, most: int, seed: int
) -> tuple[list[int], Record]:
    """A robot on every seat in turn among others: balances by seat, and what it did."""
    balances, record = [], Record()
    for seat in range(rules.players):
        names = seated(robot, other.split(","), seat, rules.players)
        sitting = sit(rules, seed, seat, names, most)
        balances.append(sitting.balance)
        record.plus(sitting.record)
    return balances, record


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, sqrt(spread / len(values))


def compare(
    rules: Rules,
    robot: str,
    other: str,
    seeds: range,
    most: int,
    processes: int,
) -> tuple[list[float], Record]:
    """Mean balance of a seating for each seed."""
    job = partial(rotation, rules, robot, other, most)
    means, record = [], Record()
    for balances, part in shared(job, seeds, processes):  # each of them is minutes
        means.append(sum(balances) / len(balances))
        record.plus(part)
        print(f"{len(means)} of {len(seeds)} rotations", file=sys.stderr, flush=True)
    return means, record


def report_lines(title: str, means: Sequence[float], record: Record, players: int) -> str:
    """A report of a comparison."""
    mean, error = mean_and_error(means)
    deals = record.deals / len(means) / players  # of a match
    rows = [
        f"{title}, {len(means)} rotations",
        f"{mean:+.2f} ± {error:.2f} a match ({mean / error if error else 0:+.1f} s.e.), "
        f"{mean / deals:+.2f} ± {error / deals:.2f} a deal",
        f"contracts {record.contracts}, fallen {share(record.contracts_failed, record.contracts)}; "
        f"misères {record.miseres}, fallen {share(record.miseres_failed, record.miseres)}; "
        f"of all played {share(record.lost_at_best, record.declared)} fall when nobody errs",
        f"defences {record.defences}, short of their tricks "
        f"{share(record.defences_failed, record.defences)}; all-passes {record.all_passes}, "
        f"tricks {record.all_pass_tricks / (record.all_passes or 1):.2f}",
        f"points given away against the exact value: "
        f"{record.declared_away / (record.declared or 1):+.1f} as declarer, "
        f"{record.defended_away / (record.defended or 1):+.1f} as defender",
        f"{record.decisions} decisions, {1000 * record.seconds / (record.decisions or 1):.0f} ms"
        f" in the mean, {share(record.slow, record.decisions)} over 0.5 s, "
        f"slowest {record.slowest:.2f} s",
    ]
    return "\n  ".join(rows)


def share(of: int, among: int) -> str:
    return f"{100 * of / among:.1f} %" if among else "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("presets", nargs="*", default=["sochi", "serbian", "viennese"])
    parser.add_argument(
        "--robot", default="expert", help=f"{chooser.__doc__}\n{game_chooser.__doc__}"
    )
    parser.add_argument("--against", default="beginner", help="one for all, or several: a,b")
    parser.add_argument("--rotations", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--deals", type=int, default=0, help="stop after so many (0: the match)")
    parser.add_argument("--target", type=int, default=0, help="of the match (0: the chat's)")
    parser.add_argument("--players", type=int, default=3)
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    for preset in chosen.presets:
        rules = PRESETS.rules(preset, players=chosen.players)
        family = family_of(rules)
        target = chosen.target or family.chat_target(rules)
        rules = family.with_target(rules, target)
        seeds = range(chosen.first, chosen.first + chosen.rotations)
        most = chosen.deals or 400
        means, record = compare(rules, chosen.robot, chosen.against, seeds, most, chosen.processes)
        title = f"{preset}: one {chosen.robot}, the others {chosen.against}"
        print(report_lines(title, means, record, rules.players), flush=True)
    return 0
