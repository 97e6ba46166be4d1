"""``make mutants``: the share of seeded faults in engine, tables and store that the tests find.

mutmut writes every mutation of every function into ``mutants``, and runs for each the quick tests
that reach the function.  All of them would take days, so this draws a sample by a seed.  Verdicts
stay in ``mutants``: a stopped run goes on where it was, and a changed function is tried anew.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Final

HOME: Final = Path(__file__).parent.parent
MADE: Final = HOME / "mutants"
SAMPLES: Final = {  # prefixes of the names of the mutants, and the size of their sample
    ("bot.engine.",): 400,
    ("bot.tables.", "bot.store."): 200,
}
SEED: Final = 1
_CHUNK: Final = 50  # mutants of one call of mutmut, which first runs their tests without a mutant
_SURVIVED: Final = {0: "survived", 5: "no test", 33: "no test"}  # by mutmut's exit code
_ANY: Final = "bot.engine.cards.*_1"  # mutmut writes all mutants before it runs some


def sample(names: Mapping[tuple[str, ...], int], found: list[str], seed: int) -> list[str]:
    """Return the sampled mutants of each group, drawn by ``seed`` in the order of the names."""
    drawn = list[str]()
    for prefixes, size in names.items():
        group = sorted(name for name in found if name.startswith(prefixes))
        drawn += Random(seed).sample(group, min(size, len(group)))
    return drawn


def verdicts() -> dict[str, int | None]:
    """Return the exit code of mutmut for each mutant, None before it is tried."""
    codes = dict[str, int | None]()
    for path in MADE.rglob("*.meta"):
        codes |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return codes


def chunks(names: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(names), _CHUNK):
        yield names[start : start + _CHUNK]


def run_mutmut(*words: str) -> str:
    """Run mutmut in the folder of the project; return what it printed."""
    command = [sys.executable, "-m", "mutmut", *words]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout[-3000:] + done.stderr[-3000:])
    return done.stdout


def report(names: list[str]) -> None:
    """Print each mutant that no test found with its difference, and the counts."""
    codes = verdicts()
    for name in names:
        if (code := codes[name]) is not None and code in _SURVIVED:
            print(run_mutmut("show", name))
    tried = [code for name in names if (code := codes[name]) is not None]
    counts = Counter(_SURVIVED.get(code, "found") for code in tried)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--part", default="1/1", help="such as 2/5: the second fifth of the sample")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--report", action="store_true", help="show survivors, try none")
    parser.add_argument("--processes", default="2")
    args = parser.parse_args()
    if not args.report:
        run_mutmut("run", "--max-children", args.processes, _ANY)
    part, parts = map(int, args.part.split("/"))
    names = sample(SAMPLES, list(verdicts()), args.seed)[part - 1 :: parts]
    if not args.report:
        untried = [name for name in names if verdicts()[name] is None]
        for number, chunk in enumerate(chunks(untried)):
            print(f"{len(untried) - number * _CHUNK} of {len(names)} left", flush=True)
            run_mutmut("run", "--max-children", args.processes, *chunk)
    report(names)


if __name__ == "__main__":
    main()
