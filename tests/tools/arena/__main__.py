"""``python -m tests.tools.arena cards``, ``matches``, ``contracts``: how strong the robots are."""

import argparse

from tests.tools.arena import cards, contracts, matches


def main() -> int:
    parser = argparse.ArgumentParser(prog="arena", description=__doc__)
    parts = parser.add_subparsers(required=True)
    for name, part in (("cards", cards), ("matches", matches), ("contracts", contracts)):
        sub = parts.add_parser(name, description=part.__doc__)
        part.add_arguments(sub)
        sub.set_defaults(run=part.run)
    chosen = parser.parse_args()
    return int(chosen.run(chosen))


if __name__ == "__main__":
    raise SystemExit(main())
