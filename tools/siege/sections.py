"""The sections by name, how far each goes, and how long that takes."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NamedTuple

from tools.siege import (
    absent,
    clicks,
    crowd,
    damage,
    disk,
    failover,
    fleet,
    fuzz,
    gateway_cuts,
    hung,
    kills,
    leagues,
    load,
    memory,
    second_reading,
    six_deals,
    soak,
    storm,
)
from tools.siege.goals import Figure, Size


class Section(NamedTuple):
    """``times`` and ``short`` in the section's own measure, minutes on two idle cores.

    The matches of a section that ``spoils`` its store are not read a second time.
    """

    run: Callable[[Size], Awaitable[list[Figure]]]
    unit: str
    times: int
    short: int
    minutes: int
    spoils: bool = False


SECTIONS: Final = {
    "kills": Section(kills.run, "kills", 1000, 2, 21),
    "drops": Section(gateway_cuts.run, "drops", 500, 4, 5),
    "storm": Section(storm.run, "seconds of twelve tables", 600, 12, 1),
    "disk": Section(disk.run, "times full", 10, 1, 2),
    "damage": Section(damage.run, "damages, and as many changed values", 400, 6, 5, spoils=True),
    "load": Section(load.run, "tables, and twice as many at a start", 500, 6, 5),
    "clicks": Section(clicks.run, "turns with every bad click before", 1500, 4, 2),
    "soak": Section(soak.run, "clicks", 60_000, 180, 6),
    "fleet": Section(fleet.run, "kills of one of four processes", 50, 3, 12),
    "failover": Section(failover.run, "ends of a PostgreSQL", 16, 2, 7),
    "hung": Section(hung.run, "stopped processes", 60, 3, 3),
    "memory": Section(memory.run, "killed workers, and as many shortages", 20, 2, 4),
    "absent": Section(absent.run, "seconds of play with some refused", 120, 4, 3),
    "crowd": Section(crowd.run, "tables on a server of 10,000 players", 500, 3, 6),
    "courses": Section(six_deals.run_courses, "deals of a day beside 200 tables", 1000, 6, 40),
    "course-kills": Section(six_deals.run_kills, "kills during the six deals", 100, 1, 8),
    "leagues": Section(leagues.run, "kills during leagues", 100, 2, 6),
    "fuzz": Section(fuzz.run, "actions", 1_000_000, 4000, 1),
}


async def carry_out(
    name: str, folder: Path, *, times: int | None = None, seed: int = 1, is_short: bool = False
) -> list[Figure]:
    """One section in a folder of its own; the matches it leaves there are read a second time."""
    section = SECTIONS[name]
    usual = section.short if is_short else section.times
    own = folder / name
    own.mkdir()
    figures = await section.run(Size(times or usual, seed, is_short, own))
    return figures if section.spoils else [*figures, *second_reading.figures_of(own)]
