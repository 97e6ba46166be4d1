"""``make siege``: every goal of reliability measured with the real bot, and a table of the figures.

All sections together take about two hours on two idle cores (each says its share below); a
section named runs alone, ``--times`` goes farther or less far, ``--short`` is what ``make test``
does.  Ends with exit code 1 where a goal is missed, and what the bot logged then stays in
build/siege; ends in order when it is told to.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tools.siege.goals import REPOSITORY, Figure, lines
from tools.siege.sections import SECTIONS, carry_out
from tools.subprocesses import until_told

_LOGS: Final = REPOSITORY / "build" / "siege"
_ENDED: Final = 130  # what a shell has for a program that was told to stop


def main(words: list[str]) -> int:
    chosen = _parser().parse_args(words)
    found: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="siege-") as folder:
        for name in chosen.section or SECTIONS:
            began = time.monotonic()
            figures = asyncio.run(until_told(_one(name, chosen, Path(folder))))
            if figures is None:
                return _ENDED
            print(
                f"\n{name}: {time.monotonic() - began:.0f} s", *lines(figures), sep="\n", flush=True
            )
            if not all(figure.is_met for figure in figures):
                keep_logs(Path(folder) / name, _LOGS / name)
            found += figures
    missed = [figure for figure in found if not figure.is_met]
    print(f"\n{len(found)} figures, {len(missed)} goals missed")
    return bool(missed)


async def _one(name: str, chosen: argparse.Namespace, folder: Path) -> list[Figure]:
    return await carry_out(
        name, folder, times=chosen.times, seed=chosen.seed, is_short=chosen.short
    )


def keep_logs(folder: Path, into: Path) -> None:
    """A missed goal is rarely missed twice: its log may be all there is to go by."""
    shutil.rmtree(into, ignore_errors=True)
    for log in folder.rglob("*.log"):
        place = into / log.relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(log, place)
        print(f"What it logged: {place}", flush=True)


def _parser() -> argparse.ArgumentParser:
    rows = (
        f"  {name:8}{one.minutes:3} min  {one.times:9,} {one.unit}"
        for name, one in SECTIONS.items()
    )
    parser = argparse.ArgumentParser(
        prog="siege",
        description=__doc__,
        epilog="\n".join(["sections:", *rows]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("section", nargs="*", choices=[*SECTIONS, []], metavar="SECTION")
    parser.add_argument("--times", type=int, help="of the section's own measure, as below")
    parser.add_argument("--seed", type=int, default=1, help="default %(default)s")
    parser.add_argument("--short", action="store_true", help="a few seconds for each section")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
