"""``make walks``: random walks and evenings of robots with many more seeds.

``make walks ARGS="50 -n 4"`` walks fifty times as far; what follows goes to pytest.  A long walk
can be done in parts, on other days or machines: ``ARGS="200 --part 3/10"`` walks the third tenth
of the seeds, and ten such parts are the whole.  What has no seeds is looked at in each of them, in
one alone where it takes long.
"""

import argparse
import os
import re
import sys

import pytest

TIMES = 20
UNLIMITED = ("-o", "faulthandler_timeout=0")  # one test walks for as long as it is told to
WALKING = (
    "tests/properties",
    "tests/robots/test_worlds.py",
    "tests/analysis/test_solver.py::test_endings_are_worth_what_the_engine_finds",
    "tests/analysis/test_allpass.py::test_the_rational_outcome_is_the_engine_s",
    "tests/analysis/test_claims.py::test_what_is_proved_is_safe_against_everything",
    "tests/robots/test_level_evenings.py",
    "tests/robots/test_expert_cards.py::test_it_sees_no_hidden_card",
    "tests/robots/test_two.py::test_stronger_levels_play_whole_deals",
    "tests/render/test_walks.py",
    "tests/render/test_alt_texts.py::test_alt_texts_fit_whole_with_the_longest_names",
    "tests/render/test_austrian.py::test_pot_amount_and_maximum_are_always_in_sight",
    "tests/render/test_hint_walks.py",
    "tests/render/test_typed_input.py",
)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        "walks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", type=_part, default=(1, 1), metavar="N/ALL")
    if words and words[0].isdigit():
        times, *words = words
    else:
        times = str(TIMES)
    chosen, rest = parser.parse_known_args(words)
    part, parts = chosen.part
    if parts > int(times):
        parser.error(f"{times} walks have no more than {times} parts")
    os.environ.update(WALKS=times, WALKS_PART=f"{part}/{parts}")
    return int(pytest.main([*WALKING, "-q", *UNLIMITED, *rest]))


def _part(text: str) -> tuple[int, int]:
    """``3/10``: the third of ten."""
    found = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", text)
    if found is None or int(found[1]) > int(found[2]):
        raise argparse.ArgumentTypeError(f"not a part: {text}; 3/10 is the third of ten")
    return int(found[1]), int(found[2])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
