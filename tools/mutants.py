"""``make mutants``: the share of seeded faults in engine, tables and store that the tests find.

mutmut writes every mutation of every function into ``mutants``, and notes which quick tests reach
which function.  All mutants would take days, so this draws a sample by a seed.  One process has
collected the tests and is forked for each mutant (``tools/mutant_trials.py``).  Verdicts stay in
``mutants``: a stopped run goes on where it was, and a changed function is tried anew.
"""

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tools.mutant_trials import NO_TEST, SURVIVED, Reach, Trials, Verdict

HOME: Final = Path(__file__).parent.parent
MADE: Final = HOME / "mutants"
SAMPLES: Final = {  # prefixes of the names of the mutants, and the size of their sample
    ("bot.engine.",): 400,
    ("bot.tables.", "bot.store."): 200,
}
SEED: Final = 1
_SURVIVED: Final = {SURVIVED: "survived", 5: "no test", NO_TEST: "no test"}  # by mutmut's exit code
_ANY: Final = "bot.engine.cards.*_1"  # mutmut writes all mutants before it runs some


def sample(names: Mapping[tuple[str, ...], int], found: list[str], seed: int) -> list[str]:
    """Return the sampled mutants of each group, drawn by ``seed`` in the order of the names."""
    drawn = list[str]()
    for prefixes, size in names.items():
        group = sorted(name for name in found if name.startswith(prefixes))
        drawn += Random(seed).sample(group, min(size, len(group)))
    return drawn


def verdicts() -> dict[str, int | None]:
    """Return the exit code of mutmut for each mutant, None before it is settled."""
    codes = dict[str, int | None]()
    for path in MADE.rglob("*.meta"):
        codes |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return codes


def write_verdict(verdict: Verdict) -> None:
    """Write what became of a mutant where mutmut keeps it, and print it."""
    print(f"{verdict.mutant}: {verdict.told()}", flush=True)
    for path in MADE.rglob("*.meta"):
        kept = json.loads(path.read_text(encoding="utf-8"))
        if verdict.mutant in kept["exit_code_by_key"]:
            kept["exit_code_by_key"][verdict.mutant] = verdict.code
            path.write_text(json.dumps(kept, indent=4), encoding="utf-8")


def run_mutmut(*words: str) -> str:
    """Run mutmut in the folder of the project; return what it printed."""
    command = [sys.executable, "-m", "mutmut", *words]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout[-3000:] + done.stderr[-3000:])
    return done.stdout


def try_mutants(names: list[str], processes: int, seconds: int) -> None:
    """Run the tests of mutmut's settings against the named mutants, in its copy of the sources."""
    settings = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    mutmut = settings["tool"]["mutmut"]
    reach = Reach.read(MADE / "mutmut-stats.json")
    os.chdir(MADE)
    sys.path[:] = [str(MADE), *(one for one in sys.path if one not in {"", str(HOME)})]
    os.environ["MUTANT_UNDER_TEST"] = ""
    trials = Trials(names, reach, write_verdict, processes, seconds)
    words = [*mutmut["pytest_add_cli_args"], *mutmut["pytest_add_cli_args_test_selection"]]
    pytest.main(["-q", "--rootdir=.", "--tb=no", "-p", "no:cacheprovider", *words], [trials])


def report(names: list[str]) -> None:
    """Print each mutant that no test found with its difference, and the counts."""
    codes = verdicts()
    for name in names:
        if (code := codes[name]) is not None and code in _SURVIVED:
            print(run_mutmut("show", name))
    told = (
        "not settled" if (code := codes[name]) is None else _SURVIVED.get(code, "found")
        for name in names
    )
    print(", ".join(f"{count} {verdict}" for verdict, count in Counter(told).most_common()))


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--part", default="1/1", help="such as 2/5: the second fifth of the sample")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--report", action="store_true", help="show survivors, try none")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--seconds", type=int, default=120, help="of a processor for one mutant, then unsettled"
    )
    args = parser.parse_args()
    if not args.report:
        run_mutmut("run", "--max-children", str(args.processes), _ANY)
    part, parts = map(int, args.part.split("/"))
    codes = verdicts()
    names = sample(SAMPLES, list(codes), args.seed)[part - 1 :: parts]
    if not args.report and (untried := [name for name in names if codes[name] is None]):
        print(f"{len(untried)} of {len(names)} left", flush=True)
        try_mutants(untried, args.processes, args.seconds)
    report(names)


if __name__ == "__main__":
    main()
