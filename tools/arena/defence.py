"""Cost of the defenders' cards, against open cards: opening leads, other leads, followings.

The contested hands of ``cards``, all three seats the same thinking robot.  A card costs the tricks
by which the exact value of the hand is worse for its side after it than before, and the points of
both defenders that these tricks settle.  A player who cannot see the other hands cannot reach
zero: compare one robot with another on the same hands (``--keep`` a file, then ``--beside`` it).
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count as countup
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, NamedTuple

from bot.analysis.position import position_of
from bot.analysis.solver import Solver
from bot.engine.actions import PLAYS, Play
from bot.engine.cards import TABLE_SEAT, Card
from bot.engine.game import Game, apply_action, to_act
from bot.engine.notation import cards_text, parse_cards
from bot.engine.view import build_view
from bot.robots.expert import card_play as thinking
from bot.robots.expert.card_play import SearchEffort
from bot.robots.expert.play_positions import TrickPrices
from tools.arena.cards import EFFORTS, contested
from tools.arena.matches import mean_and_error
from tools.parallel import add_processes, shared

DECLARER: Final = "declarer"
KINDS: Final = ("opening lead", "other leads", "followings")
ALL: Final = "all of the defence"


class Course(NamedTuple):
    """The cards of one hand as they were played, and the CPU seconds of every choice."""

    seed: int
    cards: tuple[Card, ...]
    seconds: tuple[float, ...] = ()


class Loss(NamedTuple):
    """Cost of a card to its side: tricks, and points of the two defenders."""

    kind: str
    tricks: int
    points: float


def course(seed: int, effort: SearchEffort) -> Course | None:
    """A hand played by three equals; None where the seed gives no contested one."""
    game, cards, seconds = contested(seed), [], []
    if game is None:
        return None
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        start = process_time()
        action = thinking.advise_card(build_view(game, seat), Random(game.version), effort).action
        seconds.append(process_time() - start)
        assert isinstance(action, Play)
        cards.append(action.card)
        game = apply_action(game, seat, action)
    return Course(seed, tuple(cards), tuple(seconds))


def courses(
    count: int, effort: SearchEffort, first: int = 0, processes: int = 1
) -> Iterator[Course]:
    """Yield `count` played hands, starting at the seed `first`."""
    found = shared(partial(course, effort=effort), countup(first), processes, chunk=4)
    yield from islice(filter(None, found), count)


def losses(hand: Course) -> list[Loss]:
    """Return the loss of every card, in the order of play."""
    game = contested(hand.seed)
    assert game is not None
    assert game.deal is not None
    assert game.deal.contract is not None
    declarer = game.deal.contract.declarer
    position = position_of(game.deal)
    assert position is not None
    solver, found = Solver(position.contract), []
    prices = TrickPrices(game, *(seat for seat in game.deal.seats if seat != declarer))
    before = solver.solve(position.cards)
    for place, card in enumerate(hand.cards):
        seat = to_act(game)
        assert seat is not None
        kind = DECLARER if seat == declarer else _kind(game, place)
        game = apply_action(game, seat, PLAYS[card])
        after = tricks_of(game, declarer, solver)
        gap = abs(prices.price_for_declarer(after) - prices.price_for_declarer(before))
        found.append(Loss(kind, abs(after - before), gap))
        before = after
    return found


def _kind(game: Game, place: int) -> str:
    assert game.deal is not None
    return KINDS[2] if game.deal.trick else KINDS[1] if place else KINDS[0]


def tricks_of(game: Game, declarer: int, solver: Solver) -> int:
    """The declarer's at the end, when nobody errs any more."""
    if game.deal is None:
        assert game.last is not None
        return game.last.won[declarer]
    position = position_of(game.deal)
    assert position is not None
    return game.deal.won[declarer] + solver.solve(position.cards)


def sums(hand: Course) -> dict[str, tuple[float, float]]:
    """Sum the tricks and points a hand cost, by kind of card and for the whole defence."""
    found = losses(hand)
    by_kind = {kind: [loss for loss in found if loss.kind == kind] for kind in (*KINDS, DECLARER)}
    by_kind[ALL] = [loss for loss in found if loss.kind != DECLARER]
    return {
        kind: (sum(loss.tricks for loss in part), sum(loss.points for loss in part))
        for kind, part in by_kind.items()
    }


def report(hands: Sequence[Course]) -> str:
    """The mean loss of a hand by kind, with standard errors."""
    rows = [sums(hand) for hand in hands]
    lines = [f"{len(hands)} contested six-trick hands, lost against open cards:"]
    lines += [_line(kind, [row[kind] for row in rows]) for kind in (*KINDS, ALL, DECLARER)]
    seconds = sorted(each for hand in hands for each in hand.seconds)
    if seconds:
        late = seconds[int(0.95 * (len(seconds) - 1))]
        mean = sum(seconds) / len(seconds)
        lines.append(f"CPU ms a decision, mean and p95: {1000 * mean:.0f} {1000 * late:.0f}")
    return "\n".join(lines)


def _line(kind: str, pairs: Sequence[tuple[float, float]]) -> str:
    tricks, points = ([pair[n] for pair in pairs] for n in range(2))
    (mean, error), (worth, doubt) = mean_and_error(tricks), mean_and_error(points)
    return f"  {kind:18} {mean:+.3f} +- {error:.3f} tricks  {worth:+.2f} +- {doubt:.2f} points"


def beside(hands: Sequence[Course], others: Sequence[Course]) -> str:
    """Return the extra loss of the first over the others, on the hands both have."""
    known = {hand.seed: sums(hand) for hand in others}
    pairs = [(sums(hand), known[hand.seed]) for hand in hands if hand.seed in known]
    lines = [f"more than the others, on {len(pairs)} hands:"]
    for kind in (*KINDS, ALL, DECLARER):
        gaps = [
            (one[kind][0] - other[kind][0], one[kind][1] - other[kind][1]) for one, other in pairs
        ]
        lines.append(_line(kind, gaps))
    return "\n".join(lines)


def kept(path: Path) -> list[Course]:
    """The hands of a file, without their times."""
    pairs = [line.split(" ", 1) for line in path.read_text(encoding="ascii").splitlines()]
    return [Course(int(seed), parse_cards(words)) for seed, words in pairs]


def keep(path: Path, hands: Sequence[Course]) -> None:
    lines = [f"{hand.seed} {cards_text(hand.cards)}\n" for hand in hands]
    path.write_text("".join(lines), encoding="ascii")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--robot", choices=EFFORTS, default="expert")
    parser.add_argument("--keep", type=Path, help="a file for the cards that were played")
    parser.add_argument("--beside", type=Path, help="such a file, to compare with")
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    hands = list(courses(chosen.hands, EFFORTS[chosen.robot], chosen.first, chosen.processes))
    print(report(hands))
    if chosen.beside:
        print(beside(hands, kept(chosen.beside)))
    if chosen.keep:
        keep(chosen.keep, hands)
    return 0
