"""Thinkers beside processes of this machine: round trip and moves a second, in turn.

``python -m tools.bench thinkers``.  All of them are on this machine and have one process
each, so two thinkers are compared with two processes on the same cores: what is more is the price
of the way.  Either has a minute for a move, where a thinker of a host gives up after two seconds.
Each figure is the median of rounds in which all are asked in turn, because the machine may have
other work; the ratio beside it is to as many processes here.
"""

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, NamedTuple

from bot.engine.game import to_act
from bot.engine.view import SeatView, build_view
from bot.model.codec_fields import parse_thinkers
from bot.workers import WorkerPool
from bot.workers.jobs import choose_move
from bot.workers.remote_pool import RemotePool
from tests.support import builders
from tests.support.thinkers import Thinkers
from tools.bench.workers import thinking

ROUNDS: Final = 5
SECONDS: Final = 4.0  # of thinking, each time
TRIPS: Final = 100


class Place(NamedTuple):
    """A worker pool, and the name of the local pool it is compared with."""

    name: str
    like: str
    workers: WorkerPool


class Round(NamedTuple):
    """One turn of a place."""

    trip: float  # seconds, the median
    speed: float  # decisions a second


async def measured(workers: WorkerPool) -> Round:
    trips, seen = [], _easy_view()
    for _ in range(TRIPS):
        began = perf_counter()
        await workers.decide(5, choose_move, "club", seen, 7)
        trips.append(perf_counter() - began)
    began = perf_counter()
    times = await thinking(workers, "expert", SECONDS)
    return Round(median(trips), len(times) / (perf_counter() - began))


def _easy_view() -> SeatView:
    """Return a view whose move takes no time."""
    game = builders.contract_won(builders.dealt())
    asked = to_act(game)
    assert asked is not None
    return build_view(game, asked)


def report(places: list[Place], rounds: Mapping[str, list[Round]]) -> str:
    lines = []
    for name, like, workers in places:
        pairs = list(zip(rounds[name], rounds[like], strict=True))
        trip, speed = (median(getattr(mine, of) for mine, _ in pairs) for of in Round._fields)
        ratio = median(mine.speed / theirs.speed for mine, theirs in pairs)
        lines.append(
            f"{name:12} round trip {1000 * trip:6.2f} ms, {speed:6.1f} moves of experts a second, "
            f"{ratio:.2f} of {like}"
        )
        if isinstance(workers, RemotePool):  # else it was this machine that was measured
            lines[-1] += f"; {workers.moves_made} moves made there"
    return "\n".join(lines)


async def _measure(one: str, two: str) -> None:
    places = [
        Place("1 process", "1 process", WorkerPool(1)),
        Place("2 processes", "2 processes", WorkerPool(2)),
        Place("1 thinker", "1 process", RemotePool(parse_thinkers(one), count=1)),
        Place("2 thinkers", "2 processes", RemotePool(parse_thinkers(two), count=1)),
    ]
    for place in places:
        await place.workers.warm()
    rounds: dict[str, list[Round]] = {place.name: [] for place in places}
    for _ in range(ROUNDS):
        for place in places:
            rounds[place.name].append(await measured(place.workers))
    print(report(places, rounds))
    for place in places:
        await place.workers.stop()


def main() -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="thinkers-")))
        groups = []
        for number in (1, 2):
            (folder / str(number)).mkdir()
            names = [f"thinker {each}" for each in range(number)]
            groups.append(Thinkers(folder / str(number), stack, *names))
        asyncio.run(_measure(*(group.addresses for group in groups)))


if __name__ == "__main__":
    main()
