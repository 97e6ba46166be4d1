"""``make walks``: random walks and evenings of robots with many more seeds.

``python -m tests.tools.walks 50 -n 4`` walks fifty times as far; what follows goes to pytest.
"""

import os
import sys

import pytest

TIMES = 20
WALKING = (
    "tests/properties",
    "tests/robots/test_worlds.py",
    "tests/robots/test_level_evenings.py",
    "tests/render/test_walks.py",
)


def main(words: list[str]) -> int:
    times = words.pop(0) if words and words[0].isdigit() else str(TIMES)
    os.environ["WALKS"] = times
    return int(pytest.main([*WALKING, "-q", *words]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
