"""``python -m tools.arena`` and one of its parts: how strong the robots are."""

import argparse
from typing import Final

from tools.arena import (
    allpass,
    bids,
    cards,
    club,
    contracts,
    defence,
    kintero,
    levels,
    luck,
    matches,
    miseres,
    skill,
    slips,
    steps,
    times,
)

PARTS: Final = (
    allpass,
    bids,
    cards,
    club,
    contracts,
    defence,
    kintero,
    levels,
    luck,
    matches,
    miseres,
    skill,
    slips,
    steps,
    times,
)


def arena_parser() -> argparse.ArgumentParser:
    """Return the parser of all parts; the papers give their commands."""
    parser = argparse.ArgumentParser(prog="arena", description=__doc__)
    parts = parser.add_subparsers(required=True)
    for part in PARTS:
        name = part.__name__.rpartition(".")[2]
        sub = parts.add_parser(name, description=part.__doc__)
        part.add_arguments(sub)
        sub.set_defaults(run=part.run)
    return parser


def main() -> int:
    chosen = arena_parser().parse_args()
    return int(chosen.run(chosen))


if __name__ == "__main__":
    raise SystemExit(main())
