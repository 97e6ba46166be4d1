"""Robots beside each other: each in the same seat, with the same cards, among the same others.

Every robot sits in turn on each seat among others who answer contracts in different ways; what one
brings less what another brings there is free of most of the luck.  A seed is a line of the file, so
a long comparison may be stopped at any time and goes on where it was.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from bot.engine.families import family_of
from bot.engine.rules import Rules
from bot.robots import ROBOTS
from tests.robots.evenings import PRESETS
from tools.arena.matches import ENDLESS, mean_and_error, seated, sit
from tools.parallel import add_processes, shared

MIXED: Final = "mixed"
OTHERS: Final = {  # by the seed; who sit behind the seat that is looked at
    MIXED: (
        ("plain", "club"),
        ("always:plain", "never:plain"),
        ("club", "always:plain"),
        ("never:plain", "plain"),
    ),
    "thinking": (  # the same answers, but nobody plays cards by habit
        ("club", "club"),
        ("always:club", "never:club"),
        ("club", "always:club"),
        ("never:club", "club"),
    ),
}
_SIGNIFICANT: Final = 3.0  # standard errors


class Table(NamedTuple):
    """Setting of a comparison; ``deals`` 0 is a whole match of usual length."""

    preset: str
    players: int
    deals: int
    others: str = MIXED
    robots: str = ",".join(ROBOTS)  # compared, in this order

    @property
    def names(self) -> list[str]:
        return self.robots.split(",")

    def rules(self) -> Rules:
        rules = PRESETS.rules(self.preset, players=self.players)
        family = family_of(rules)
        return rules if self.deals else family.with_target(rules, family.chat_target(rules))


class Row(NamedTuple):
    """Points of each level for one seed, averaged over the seats; in the order of the table."""

    table: Table
    seed: int
    brought: tuple[float, ...]


def row(table: Table, seed: int) -> Row:
    rules, mixtures = table.rules(), OTHERS[table.others]
    others = mixtures[seed % len(mixtures)]
    most = table.deals or ENDLESS
    brought = []
    for level in table.names:
        sittings = (
            sit(rules, seed, seat, seated(level, others, seat, table.players), most)
            for seat in range(table.players)
        )
        brought.append(sum(sitting.balance for sitting in sittings) / table.players)
    return Row(table, seed, tuple(brought))


def written(line: Row) -> str:
    brought = " ".join(f"{points:.3f}" for points in line.brought)
    return " ".join(map(str, (*line.table, line.seed, brought)))


def read(line: str) -> Row:
    preset, players, deals, others, robots, seed, *brought = line.split()
    table = Table(preset, int(players), int(deals), others, robots)
    return Row(table, int(seed), tuple(map(float, brought)))


def rows_of(path: Path) -> list[Row]:
    return [read(line) for line in path.read_text().splitlines()] if path.exists() else []


def further(
    tables: Sequence[Table],
    seeds: int,
    known: Sequence[Row],
    processes: int = 1,
) -> Iterator[Row]:
    """The rows that are missing, all tables in turn, so that all grow alike."""
    done = {(found.table, found.seed) for found in known}
    wanted = ((table, seed) for seed in range(seeds) for table in tables)
    yield from shared(_row_of, (each for each in wanted if each not in done), processes)


def _row_of(place: tuple[Table, int]) -> Row:
    return row(*place)


def report(rows: Sequence[Row]) -> str:
    """A line for each table: what every level brings more than the one before, and the first.

    A single robot is told by what it brings itself.
    """
    lines = []
    for table in sorted({found.table for found in rows}):
        mine = [found.brought for found in rows if found.table == table]
        length = f"{table.deals} deals" if table.deals else "a match"
        where = f"{table.preset}, {table.players} players, {table.others} others"
        title = f"{where}, {length}, {len(mine)} seeds"
        lines.append("\n  ".join([title, *_cells(mine, table.names)]))
    return "\n".join(lines)


def _cells(brought: Sequence[tuple[float, ...]], names: Sequence[str]) -> list[str]:
    if len(names) == 1:
        mean, error = mean_and_error([points for (points,) in brought])
        return [f"{names[0]}: {mean:+.2f} ± {error:.2f}"]
    pairs = dict.fromkeys([*pairwise(names), (names[0], names[-1])])
    return [f"{one} over {other}: {_gap(brought, names, one, other)}" for other, one in pairs]


def _gap(brought: Sequence[tuple[float, ...]], names: Sequence[str], one: str, other: str) -> str:
    more, less = names.index(one), names.index(other)
    mean, error = mean_and_error([points[more] - points[less] for points in brought])
    is_sure = mean > _SIGNIFICANT * error
    return f"{mean:+.2f} ± {error:.2f}" + (" (sure)" if is_sure else "")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("presets", nargs="*", default=["sochi", "serbian", "viennese"])
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--deals", type=int, default=1, help="of a sitting (0: the match)")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--others", choices=OTHERS, default=MIXED)
    parser.add_argument("--into", type=Path, default=Path("build/levels.txt"))
    parser.add_argument("--robots", default=",".join(ROBOTS), help="compared with each other")
    add_processes(parser)


def run(chosen: argparse.Namespace) -> int:
    how = (chosen.players, chosen.deals, chosen.others, chosen.robots)
    tables = [Table(preset, *how) for preset in chosen.presets]
    known = rows_of(chosen.into)
    chosen.into.parent.mkdir(parents=True, exist_ok=True)
    with chosen.into.open("a", encoding="utf-8") as book:
        for found in further(tables, chosen.seeds, known, chosen.processes):
            book.write(written(found) + "\n")
            book.flush()
    print(report([found for found in rows_of(chosen.into) if found.table in tables]))
    return 0
