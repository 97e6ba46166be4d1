"""Speed of the solver: CPU time of one thread, tables warm, both searches side by side.

``python -m tools.bench.solver``.  Machines differ and are busy; a calibration loop of plain
Python runs in the same minute, so the ratio to it is what may be compared, and the ratio of the
compiled search to the reference (``make fast``), deal by deal in turn.
"""

from collections.abc import Callable, Iterable
from random import Random
from time import process_time
from typing import Final, NamedTuple

from bot.analysis import search_backend
from bot.analysis.all_pass_solver import max_forced_tricks, rational_line
from bot.analysis.position import Aim, Cards, SolverContract, play_card, turn_of
from bot.analysis.search import ReferenceSearch
from bot.analysis.search_backend import TargetSearch
from bot.analysis.solver import Solver
from bot.engine.cards import PACK
from tests.analysis import deals

DEALS: Final = 1000
POST_MORTEMS: Final = 200
ALL_PASS: Final = 40
ROUNDS: Final = 3
KINDS: Final = (deals.contract_like, deals.random_suit, deals.random_no_trump, deals.misere_like)

Question = Callable[[Solver, Cards], object]


class Figures(NamedTuple):
    """CPU seconds and nodes of one question about many deals."""

    seconds: list[float]
    nodes: list[int]


def calibration() -> float:
    """Seconds of a loop of dict look-ups and additions, about what the solver does."""
    start, seen, number = process_time(), dict[int, int](), 0
    for _ in range(200_000):
        number = (number * 1103515245 + 12345) & 0xFFFFFFFF
        seen[number & 0xFFFF] = seen.get(number & 0xFFF, 0) + 1
    return process_time() - start


def ask(cases: Iterable[deals.Case], question: Question, search: type[TargetSearch]) -> Figures:
    """Each deal with a new table of bounds."""
    figures = Figures([], [])
    for cards, contract in cases:
        solver = Solver(contract, search=search)
        start = process_time()
        question(solver, cards)
        figures.seconds.append(process_time() - start)
        figures.nodes.append(solver.nodes)
    return figures


def compare(name: str, cases: list[deals.Case], question: Question, unit: float) -> None:
    """A line for each search, taking turns; of each deal the lesser time, its tricks known."""
    found = dict[str, Figures]()
    for _ in range(ROUNDS):
        for form, search in forms().items():
            now = ask(cases, question, search)
            before = found.get(form, now)
            seconds = list(map(min, now.seconds, before.seconds))
            found[form] = Figures(seconds, now.nodes)
    for form, figures in found.items():
        print(line(f"{name}, {form}", figures, unit))
    if len(found) > 1:
        print(times(*found.values()))


def forms() -> dict[str, type[TargetSearch]]:
    """The compiled search only where there is one."""
    found: dict[str, type[TargetSearch]] = {"reference": ReferenceSearch}
    compiled = search_backend.compiled_search()
    return found if compiled is None else {**found, "compiled": compiled}


def times(reference: Figures, compiled: Figures) -> str:
    """Return the speed-up: median, 95th percentile, worst."""
    pairs = zip(sorted(reference.seconds), sorted(compiled.seconds), strict=True)
    ratios = [slow / fast for slow, fast in pairs]
    middle, most = len(ratios) // 2, int(0.95 * len(ratios))
    told = " / ".join(f"{ratios[n]:7.1f}" for n in (middle, most, -1))
    return (
        f"{'':34}{told} times, nodes {'equal' if reference.nodes == compiled.nodes else 'DIFFER'}"
    )


def value(solver: Solver, cards: Cards) -> None:
    solver.solve(cards)


def six_or_none(solver: Solver, cards: Cards) -> None:
    """Does the six, or the misère, make?"""
    solver.makes(cards, 0 if solver.contract.aim is Aim.LEAST else 6)


def every_card(solver: Solver, cards: Cards) -> None:
    """The exact value of every legal card at each of the thirty plays.

    Three of four cards are played well, the others anyhow.
    """
    rng, contract = Random(cards.hands[0]), solver.contract
    for _ in range(30):
        values = solver.move_values(cards)
        own = turn_of(cards, contract) == contract.declarer
        best = max if own == (contract.aim is Aim.MOST) else min
        value = best(each for _, each in values)
        good = [card for card, each in values if each == value or rng.random() < 0.25]
        cards, _ = play_card(cards, contract, rng.choice(good))


def line(name: str, figures: Figures, unit: float) -> str:
    """Median, 95 of 100 and the worst, in milliseconds and in calibration loops."""
    seconds, nodes = sorted(figures.seconds), sorted(figures.nodes)
    middle, most = len(seconds) // 2, int(0.95 * len(seconds))
    milliseconds = " / ".join(f"{1000 * seconds[n]:7.2f}" for n in (middle, most, -1))
    return (
        f"{name:34}{milliseconds} ms  nodes {nodes[middle]:6} / {nodes[most]:6}"
        f"  ratio {seconds[middle] / unit:6.3f} / {seconds[most] / unit:6.3f}"
        f"  {sum(nodes) / sum(seconds) / 1000:5.0f} k nodes/s"
    )


def cases(kind: deals.Kind, count: int) -> list[deals.Case]:
    rng = Random(1)
    return [kind(rng) for _ in range(count)]


def all_pass(count: int) -> None:
    rng, lines, forced = Random(1), list[float](), list[float]()
    contract = SolverContract(-1, -1, Aim.OWN)
    for _ in range(count):
        deck = rng.sample(PACK, 32)
        hands = [sum(1 << card for card in deck[n * 10 : n * 10 + 10]) for n in range(3)]
        cards = Cards((hands[0], hands[1], hands[2]), 0)
        start = process_time()
        rational_line(cards, contract)
        then = process_time()
        for place in range(3):
            max_forced_tricks(cards, contract, place)
        lines.append(then - start)
        forced.append(process_time() - then)
    for name, seconds in (("all-pass, rational line", lines), ("all-pass, at most, all", forced)):
        seconds.sort()
        print(f"{name:34}{1000 * seconds[count // 2]:7.1f} / {1000 * seconds[-1]:7.1f} ms (worst)")


def main() -> None:
    unit = min(calibration() for _ in range(5))
    print(
        f"calibration {1000 * unit:.1f} ms; median / p95 / worst;"
        f" in use: {search_backend.active_backend()}"
    )
    for kind in KINDS:
        name = kind.__name__.removesuffix("_like").replace("_", " ")
        some = cases(kind, DEALS)
        compare(f"{name}, exact", some, value, unit)
        compare(f"{name}, makes", some, six_or_none, unit)
        if kind in (deals.contract_like, deals.misere_like):
            compare(f"{name}, post-mortem", some[:POST_MORTEMS], every_card, unit)
    all_pass(ALL_PASS)


if __name__ == "__main__":
    main()
