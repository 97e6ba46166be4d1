"""Speed of the solver on deals it has never seen: CPU time of one thread, both searches in turn.

``python -m tools.bench.solver [SEED]``; without a seed every run deals other cards, and prints the
seed.  A figure is of a whole query, the making of the solver included.  *First* is a deal that
this process meets for the first time, as at a table; *again* the same deals once more, when all
their tricks are in the tables, as for a problem.  What a process sets up once stands apart.

Machines differ and are busy.  A loop of plain Python runs in the same minute, and the ratio to it
is what may be compared.  The figures of other solvers are frozen: they were measured together with
the reference search, and are scaled by the time that search takes now.
"""

import sys
from collections.abc import Callable, Sequence
from random import Random, SystemRandom
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
TURN: Final = 100  # deals
KINDS: Final = (deals.contract_like, deals.random_suit, deals.random_no_trump, deals.misere_like)

Question = Callable[[Solver, Cards], object]


class Peers(NamedTuple):
    """Medians of one run on new deals, in milliseconds: the reference search and other solvers.

    ``slovesnov``: the fastest public solver of Preference, as it runs (C++, one deal a call).
    ``dds``: Bo Haglund's double dummy solver for bridge, on 32 cards in four hands of eight.
    """

    reference: float
    slovesnov: float
    dds: float | None


PEERS: Final[dict[deals.Kind, Peers]] = {
    deals.contract_like: Peers(2.22, 1.40, None),
    deals.random_suit: Peers(2.80, 0.86, 0.30),
    deals.random_no_trump: Peers(3.63, 1.04, 0.23),
    deals.misere_like: Peers(12.4, 2.55, None),
}


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


def ask(some: Sequence[deals.Case], question: Question) -> dict[str, Figures]:
    """Ask every deal of each search, with a new table of bounds; the searches take turns.

    A turn is long, as a robot asks much at once: after every deal of the other search the memory
    of the processor would be full of that one's tables.
    """
    found = {form: Figures([], []) for form in forms()}
    for begin in range(0, len(some), TURN):
        for form, search in forms().items():
            for cards, contract in some[begin : begin + TURN]:
                start = process_time()
                solver = Solver(contract, search=search)
                question(solver, cards)
                found[form].seconds.append(process_time() - start)
                found[form].nodes.append(solver.nodes)
    return found


def compare(
    name: str, some: list[deals.Case], question: Question, unit: float
) -> dict[str, Figures]:
    """Print a line for each search, first and again; return the figures of the first time."""
    first, again = ask(some, question), ask(some, question)
    for form in first:
        print(line(f"{name}, {form}, first", first[form], unit))
        print(line(f"{name}, {form}, again", again[form], unit))
    if len(first) > 1:
        print(times(*first.values()))
    return first


def set_up(some: deals.Case) -> None:
    """Print what the first deal of its rules costs a process, which makes tables for all."""
    told = (
        f"{form} {1000 * figures.seconds[0]:.0f} ms" for form, figures in ask([some], value).items()
    )
    print(f"{'set up once a process':34}{', '.join(told)}")


def beside_peers(kind: deals.Kind, found: dict[str, Figures]) -> str:
    """Return the medians of other solvers at the pace of this machine, and how often ours fits."""
    peers = PEERS[kind]
    medians = {form: 1000 * middle(figures.seconds) for form, figures in found.items()}
    pace = medians["reference"] / peers.reference
    told = []
    for name, frozen in (("slovesnov", peers.slovesnov), ("DDS", peers.dds)):
        if frozen is not None:
            ours = (f"{form} {pace * frozen / here:.1f}" for form, here in medians.items())
            told.append(f"{name} {pace * frozen:.2f} ms, times as fast: {', '.join(ours)}")
    return f"{'':34}{'; '.join(told)}"


def middle(seconds: list[float]) -> float:
    return sorted(seconds)[len(seconds) // 2]


def forms() -> dict[str, type[TargetSearch]]:
    """The compiled search only where there is one."""
    found: dict[str, type[TargetSearch]] = {"reference": ReferenceSearch}
    compiled = search_backend.compiled_search()
    return found if compiled is None else {**found, "compiled": compiled}


def times(reference: Figures, compiled: Figures) -> str:
    """Return the speed-up: median, 95th percentile, worst."""
    pairs = zip(sorted(reference.seconds), sorted(compiled.seconds), strict=True)
    ratios = [slow / fast for slow, fast in pairs]
    half, most = len(ratios) // 2, int(0.95 * len(ratios))
    told = " / ".join(f"{ratios[n]:7.1f}" for n in (half, most, -1))
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
    half, most = len(seconds) // 2, int(0.95 * len(seconds))
    milliseconds = " / ".join(f"{1000 * seconds[n]:7.2f}" for n in (half, most, -1))
    return (
        f"{name:34}{milliseconds} ms  nodes {nodes[half]:6} / {nodes[most]:6}"
        f"  ratio {seconds[half] / unit:6.3f} / {seconds[most] / unit:6.3f}"
        f"  {sum(nodes) / sum(seconds) / 1000:5.0f} k nodes/s"
    )


def all_pass(count: int, rng: Random) -> None:
    lines, forced = list[float](), list[float]()
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


def main(chosen: int | None = None) -> None:
    seed = SystemRandom().randrange(1 << 32) if chosen is None else chosen
    unit, rng = min(calibration() for _ in range(5)), Random(seed)
    print(
        f"seed {seed}; calibration {1000 * unit:.1f} ms; median / p95 / worst;"
        f" in use: {search_backend.active_backend()}"
    )
    for kind in KINDS:
        name = kind.__name__.removesuffix("_like").replace("_", " ")
        set_up(kind(rng))
        exact = compare(f"{name}, exact", [kind(rng) for _ in range(DEALS)], value, unit)
        print(beside_peers(kind, exact))
        compare(f"{name}, makes", [kind(rng) for _ in range(DEALS)], six_or_none, unit)
        if kind in (deals.contract_like, deals.misere_like):
            some = [kind(rng) for _ in range(POST_MORTEMS)]
            compare(f"{name}, post-mortem", some, every_card, unit)
    all_pass(ALL_PASS, rng)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else None)
