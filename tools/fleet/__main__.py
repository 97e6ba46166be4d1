"""``make fleet``: from nothing to a fleet that plays, with a page to look at; it ends by itself.

A PostgreSQL, two thinkers, four processes of the bot and one that stands by for each, a Discord on
the loopback with four shards, and people who play.  At the end a table of figures says what became
of their moves; exit code 1 where a goal is missed.  Nothing is left behind, whether it ends by
itself, by Ctrl-C or by SIGTERM; a second one runs beside it.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from tools.fleet.load import everybody_plays, open_tables, some_moves
from tools.fleet.page import shown
from tools.fleet.processes import launched
from tools.fleet.thinkers import LocalThinker, thinking
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, lines
from tools.siege.move_figures import stored_figures
from tools.siege.players import Players
from tools.subprocesses import until_told

_PAGE: Final = 8790
_PACE: Final = 2.0  # seconds between two moves of a table
_UNHURRIED: Final = {"ROBOT_PACE_SECONDS": "1"}


def main(words: list[str]) -> int:
    chosen = _parser().parse_args(words)
    with tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        figures = asyncio.run(until_told(_sail(chosen, Path(folder))))
    print("All of it is gone.", *lines(figures or ()), sep="\n")
    return not all(figure.is_met for figure in figures or ())


async def _sail(chosen: argparse.Namespace, folder: Path) -> list[Figure]:
    guilds = max(chosen.shards, chosen.tables // 5)
    world = SimulatedDiscord(guilds=guilds, shards=chosen.shards)
    print("A PostgreSQL, the thinkers and the processes are started; that takes half a minute.")
    async with thinking(chosen.thinkers) as thinkers:
        more = {**_UNHURRIED, "THINKERS": ",".join(one.url for one in thinkers)}
        async with (
            launched(world, folder, standby=1, settings=more) as yard,
            shown(yard, chosen.port, lambda: sum(one.is_alive for one in thinkers)) as at,
        ):
            print(f"The page is at {at} for {chosen.minutes:g} minutes. Ctrl-C ends it before.")
            people = Players(yard, Random(1), robots="expert")
            before = [one.spent() for one in thinkers]
            await open_tables(people, chosen.tables, people_each=2)
            async with everybody_plays(people, _PACE):
                await asyncio.sleep(chosen.minutes * 60)
                await some_moves(people)
            return [*stored_figures(people), _at_work(thinkers, before)]


def _at_work(thinkers: Sequence[LocalThinker], before: Sequence[float]) -> Figure:
    """One alone may have made all moves: the next one is asked while the first is busy."""
    worked = sum(one.spent() > was for one, was in zip(thinkers, before, strict=True))
    said = f"{worked} of {len(thinkers)}"
    return Figure("G26", "thinkers at work", "1 or more", said, not thinkers or worked > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fleet", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("minutes", nargs="?", type=float, default=5.0, help="default %(default)s")
    parser.add_argument("--tables", type=int, default=20, help="default %(default)s")
    parser.add_argument("--shards", type=int, default=4, help="default %(default)s")
    parser.add_argument("--thinkers", type=int, default=2, help="default %(default)s")
    parser.add_argument(
        "--port",
        type=int,
        default=_PAGE,
        help="of the page; default %(default)s, else one that is free",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
